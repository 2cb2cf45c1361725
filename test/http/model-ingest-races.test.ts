import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Changes, changesOf } from '../support/changing.js'
import { answers, status } from '../support/chat-double.js'
import type { Who } from '../support/client.js'
import { databasesFor } from '../support/database.js'
import { held, type ModelApp, startModelApp } from '../support/model-app.js'
import { replayOfService } from '../support/replaying.js'
import { rawFact } from '../support/sensible-model.js'

const LIVES = { role: 'user', name: 'Ana', content: 'I live in Berlin.' }
const DOG = { role: 'user', name: 'Ana', content: 'My dog is called Xerxes.' }
const LISBON = { role: 'user', name: 'Ana', content: 'I moved to Lisbon.' }
const OF = 'Ana: '
const FACT_LIVES = 'Ana lives in Berlin.'
const FACT_DOG = 'The dog of Ana is called Xerxes.'

describe.each(databasesFor(import.meta.url))('what happens while a language model is asked, on $name', (database) => {
  let model: ModelApp
  let changes: Changes
  beforeAll(async () => {
    model = await startModelApp(database)
    changes = changesOf(model.app)
  })
  afterAll(() => model.close())
  afterEach(() => model.anew())

  const idOf = async (who: Who, content: string) =>
    String((await model.client.list(who)).memories.find((each) => each.content === content)?.id)
  const rowsWith = async (words: string) => {
    const tables = ['episode', 'episode_turn', 'episode_extraction', 'memory', 'memory_text', 'memory_wording']
    const rows = await Promise.all([...tables, 'memory_entity'].map(model.client.rowsOf))
    return rows.flat().filter((row) => row.toLowerCase().includes(words))
  }

  /** Tells of home and dog, and does something while the model thinks about it. */
  const meanwhile = async (who: Who, act: () => Promise<unknown>) => {
    const hold = held('extract')
    model.replies(hold.reply)
    const asked = model.ask(who, [LIVES, DOG])
    await hold.arrived()
    await act()
    await hold.release()
    return asked
  }

  test.each([
    ['deleted', (who: Who, id: string) => model.client.remove(who, id)],
    ['corrected', (who: Who, id: string) => changes.update(who, id, { content: 'I own a cat.' })],
    ['erased', (who: Who, id: string) => changes.erase(who, id)],
  ] as const)('a turn that is %s has no fact, and the others have', async (_how, act) => {
    const who = model.someone()
    const { status } = await meanwhile(who, async () => {
      expect((await act(who, await idOf(who, `${OF}${DOG.content}`))).status).toBe(200)
    })
    expect(status).toBe(200)
    const listed = await model.listed(who)
    expect(listed).toContain(FACT_LIVES)
    expect(listed.join()).not.toContain('Xerxes')
  })

  test('erased words stay nowhere', async () => {
    const who = model.someone()
    const words = { ...DOG, content: 'My dog is called Quuxe.' }
    const hold = held('extract')
    model.replies(hold.reply)
    const asked = model.ask(who, [LIVES, words])
    await hold.arrived()
    expect((await changes.erase(who, await idOf(who, `${OF}${words.content}`))).status).toBe(200)
    await hold.release()
    expect((await asked).status).toBe(200)
    expect(await rowsWith(words.content.slice(17, -1).toLowerCase())).toEqual([])
  })

  test('the episode that is deleted leaves nothing, and the service goes on', async () => {
    const who = model.someone()
    const { status } = await meanwhile(who, async () => {
      const { episodes } = (
        await model.app.ask<{ episodes: { id: string }[] }>(`/v1/memories/episodes?user_id=${who.user_id}`)
      ).body
      const [last] = episodes
      expect((await changes.removeAll(who, `/episodes/${last?.id}`)).status).toBe(200)
    })
    expect([200, 404]).toContain(status)
    expect(await model.listed(who)).toEqual([])
  })

  test.each([
    ['deleted', (who: Who, id: string) => model.client.remove(who, id)],
    ['erased', (who: Who, id: string) => changes.erase(who, id)],
  ] as const)(
    'what is shown as known and is %s meanwhile is shown no more, and the turns are read again',
    async (_how, act) => {
      const who = model.someone()
      await model.ingest(who, [LIVES])
      const hold = held('extract')
      model.replies(hold.reply)
      const asked = model.ask(who, [LISBON])
      await hold.arrived()
      expect((await act(who, await idOf(who, FACT_LIVES))).status).toBe(200)
      await hold.release()
      expect((await asked).status).toBe(200)
      const shown = model.double.received.map(({ body }) => JSON.stringify(body).includes(FACT_LIVES))
      expect(shown).toEqual([false, true, false])
      expect(await model.listed(who)).toContain('Ana lives in Lisbon.')
    },
  )

  test('a turn that is corrected between a failure and the next attempt has no fact', async () => {
    const who = model.someone()
    model.replies(status(500))
    expect((await model.ask(who, [LIVES, DOG])).status).toBe(503)
    await changes.update(who, await idOf(who, `${OF}${DOG.content}`), { content: 'I own a cat.' })
    model.anew()
    await model.ask(who, [LIVES, DOG])
    const listed = await model.listed(who)
    expect(listed).toContain(FACT_LIVES)
    expect(listed).not.toContain(FACT_DOG)
  })

  test('words that a fact took from what was known go with it', async () => {
    const who = model.someone()
    await model.ingest(who, [{ ...LIVES, content: 'My dog is called Zyxw.' }])
    const drawing = answers(() => ({
      facts: [
        rawFact({ evidence: [{ turn: 1, quote: 'is ill' }], content: 'The dog Zyxw of Ana is ill.', subject: 'zyxw' }),
      ],
    }))
    model.replies(drawing)
    await model.ingest(who, [{ ...LIVES, content: 'My dog is ill.' }])
    expect(await model.listed(who)).toContain('The dog Zyxw of Ana is ill.')
    expect((await changes.erase(who, await idOf(who, 'The dog of Ana is called Zyxw.'))).status).toBe(200)
    expect(await model.listed(who)).toEqual(['Ana: My dog is ill.'])
    expect(await rowsWith('zyxw')).toEqual([])
    const log = await model.client.log('EpisodeExtracted')
    expect(JSON.stringify(log.map(({ data }) => data))).not.toContain('Zyxw')
  })

  test('a turn that gets a key meanwhile is read again, and has its fact', async () => {
    const who = model.someone()
    const hold = held('extract')
    model.replies(hold.reply)
    const asked = model.ask(who, [LIVES, DOG])
    await hold.arrived()
    const keyed = { ...who, messages: [{ ...LIVES, key: 'home' }, DOG], source_site: 'chat' }
    expect((await model.app.ask('/v1/memories/ingest/quick', keyed)).status).toBe(200)
    await hold.release()
    expect((await asked).status).toBe(200)
    expect(await model.listed(who)).toEqual(expect.arrayContaining([FACT_LIVES, FACT_DOG]))
  })

  test('two identical requests at once derive once', async () => {
    const who = model.someone()
    const told = await Promise.all([model.ask(who, [LIVES, DOG]), model.ask(who, [LIVES, DOG])])
    expect(told.map((each) => each.status)).toEqual([200, 200])
    expect(await model.listed(who)).toHaveLength(4)
    expect(model.tasks()).toEqual(['extract'])
  })

  test('facts get the readers that their evidence has in the end, and rest on one group of readers', async () => {
    const user_id = model.someone().user_id
    const own: Who = { user_id, workspace_id: 'crew', agent_id: 'scout' }
    const other: Who = { ...own, agent_id: 'cook' }
    const both = answers((request) => {
      const { turns } = JSON.parse(request.messages.at(-1)?.content ?? '{}')
      const quotes = turns.map(({ turn, text }: { turn: number; text: string }) => ({ turn, quote: text }))
      const content = 'Ana lives in Berlin, and the dog of Ana is called Xerxes.'
      return { facts: [rawFact({ evidence: quotes, content })] }
    })
    const hold = held('extract', both)
    model.replies(hold.reply)
    const asked = model.ask(own, [LIVES, DOG], { visibility: 'agent_only' })
    await hold.arrived()
    const shared = await changes.share(own, await idOf(own, `${OF}${LIVES.content}`), { visibility: 'workspace' })
    expect(shared.status).toBe(200)
    await hold.release()
    expect((await asked).status).toBe(200)
    expect((await model.listed(other)).filter((each) => each.includes('Xerxes'))).toEqual([])
  })

  test('a replay finds the same', async () => {
    const [answer] = await replayOfService(model.app.databases, { ask: 'check' })
    expect(answer).toMatchObject({ kind: 'verdict', verdict: { equal: true } })
  })
})
