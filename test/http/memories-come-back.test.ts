import { describe, expect, test } from 'vitest'
import type { IngestResult } from '../../src/ingest/context.js'
import { ADMIN, asAdmin, changesOf } from '../support/changing.js'
import { clientOf, type Who } from '../support/client.js'
import { databasesFor } from '../support/database.js'
import { rebuilt } from '../support/rebuilt.js'
import { served } from '../support/served.js'

/** How programs put what a search has found into what they send. */
const STYLES: readonly ((memories: readonly string[]) => string)[] = [
  (memories) => memories.map((each) => `- ${each}`).join('\n'),
  (memories) => memories.map((each, i) => `${i + 1}. ${each}`).join('\n'),
  (memories) => JSON.stringify(memories.map((memory) => ({ memory }))),
  (memories) => `<memories>\n${memories.map((each) => `<memory>${each}</memory>`).join('\n')}\n</memories>`,
  (memories) => memories.map((each) => `[2026-05-01] ${each} (score: 0.83)`).join('\n'),
]
const FACTS = Array.from({ length: 50 }, (_, n) => `Crate ${n} of my attic holds ${n * 3 + 2} glass bottles.`)

describe.each(databasesFor(import.meta.url))('memories that come back in messages, on $name', (database) => {
  const app = served(database, { ...ADMIN, RECALL_FLUSH_MS: '60000' })
  const client = clientOf(app)
  const changes = changesOf(app)
  let users = 0
  const someone = (): Who => ({ user_id: `user ${users++}` })
  let sessions = 0
  const say = async (who: Who, content: string, { role = 'user', mode = '/quick' } = {}) => {
    const messages = [{ role, content }]
    const body = { ...who, messages, source_site: 'chat', session_id: `s${sessions++}` }
    const answer = await app.ask<IngestResult>(`/v1/memories/ingest${mode}`, body)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return answer.body
  }
  const contents = async (who: Who) => (await client.list(who)).memories.map(({ content }) => content).toSorted()
  const KNOWN = ['I live in Oslo with my sister.', 'I work at the harbour office.', 'My cat is called Miso.']
  const knowing = async () => {
    const who = someone()
    for (const each of KNOWN) await say(who, each)
    return who
  }
  const block = (more: readonly string[] = []) => [...KNOWN, ...more].map((each) => `- ${each}`).join('\n')

  test('a client that puts what it finds before what its user says ends with what was stated, and a deletion stays one', async () => {
    const who = someone()
    for (const [n, fact] of FACTS.entries()) {
      const { memories } = await client.search(who, fact, { limit: 5 })
      const found = memories.map(({ content }) => content)
      const before = found.length < 2 ? '' : `What you know of me:\n${STYLES[n % STYLES.length]?.(found)}\n\n`
      const messages = [
        { role: 'user', content: `${before}${fact}` },
        { role: 'assistant', content: 'OK.' },
      ]
      const body = { ...who, messages, source_site: 'chat', session_id: 's', from_turn: 0 }
      expect((await app.ask('/v1/memories/ingest', body)).status).toBe(200)
      if (n === 30) {
        const first = (await client.list(who)).memories.find(({ content }) => content.includes('Crate 3 '))
        expect((await client.remove(who, String(first?.id))).status).toBe(200)
      }
    }
    const left = await contents(who)
    expect(left).toHaveLength(49)
    for (const [n, fact] of FACTS.entries())
      expect(
        left.filter((content) => content.includes(fact)),
        fact,
      ).toHaveLength(n === 3 ? 0 : 1)
  })

  test.each([
    ['a list', block()],
    ['a numbered list with labels', KNOWN.map((each, i) => `${i + 1}. User: ${each}`).join('\n')],
    ['JSON of records', JSON.stringify({ memories: KNOWN.map((memory) => ({ memory, score: 0.7 })) })],
    ['JSON of texts', JSON.stringify(KNOWN)],
    ['elements on one line', `<memories>${KNOWN.map((each) => `<m>${each}</m>`).join('')}</memories>`],
    ['lines with labels', KNOWN.map((each) => `User: ${each}`).join('\n')],
  ])('%s of a user is none of their statements, and is counted as skipped', async (_, said) => {
    const who = await knowing()
    for (const mode of ['/quick', '']) {
      const answer = await say(who, said, { mode })
      expect(answer).toMatchObject({ factsExtracted: 3, memoriesSkipped: 3, memoriesStored: 0, memoryIds: [] })
      if (mode === '') expect(answer.outcomes?.map(({ reason }) => reason)).toEqual(Array(3).fill('came_back'))
    }
    expect(await contents(who)).toEqual(KNOWN.map((each) => `User: ${each}`).toSorted())
  })

  test('what stands beside them is a statement as ever', async () => {
    const who = await knowing()
    await say(who, `${KNOWN.join('\n')}\n\nI have moved my boat to Bergen.`)
    const left = (await contents(who)).filter((content) => !KNOWN.includes(content.replace('User: ', '')))
    expect(left).toEqual(['User: I have moved my boat to Bergen.'])
  })

  test('what a list adds to the words is no packaging, and words without spaces are known', async () => {
    const who = await knowing()
    const added = KNOWN.map((each) => `- ${each} (since 2020)`).join('\n')
    expect((await say(who, added)).memoriesSkipped).toBe(0)
    for (const each of ['我住在奥斯陆港口附近。', '我的猫叫味噌。']) await say(who, each)
    expect((await say(who, '- 我住在奥斯陆港口附近。\n- 我的猫叫味噌。')).memoriesSkipped).toBe(2)
  })

  test.each([
    ['a single sentence', String(KNOWN[0]), 'duplicates'],
    ['plain lines alone', KNOWN.join('\n'), 'duplicates'],
    ['a list that says something else, too', block(['My dog is called Udon.']), 'memoriesStored'],
  ] as const)('%s of a user is theirs', async (_, said, counted) => {
    const answer = await say(await knowing(), said)
    expect(answer.memoriesSkipped).toBe(0)
    expect(answer[counted]).toBeGreaterThan(0)
  })

  test('a value that was replaced comes back in a list, and is said again in a sentence or plain lines', async () => {
    const who = someone()
    const [oslo] = (await say(who, String(KNOWN[0]))).memoryIds
    await client.keep(who, 'I live in Rome with my sister.', { replaces: [oslo] })
    await say(who, String(KNOWN[1]))
    const list = [KNOWN[0], KNOWN[1]].map((each) => `- ${each}`).join('\n')
    expect(await say(who, `What I know:\n${[KNOWN[0], KNOWN[1]].join('\n')}\nWhat is new?`)).toMatchObject({
      memoriesSkipped: 0,
    })
    expect((await say(who, list)).memoriesSkipped).toBe(2)
  })

  test.each(['soft', 'hard'])('what was deleted stays so when it comes back: %s', async (how) => {
    const who = await knowing()
    for (const { id } of (await client.list(who)).memories)
      expect((how === 'hard' ? await changes.erase(who, id) : await client.remove(who, id)).status).toBe(200)
    expect(await say(who, `You know:\n${block()}`)).toMatchObject({ memoriesSkipped: 3 })
    expect((await contents(who)).filter((content) => /Oslo|harbour|Miso/.test(content))).toEqual([])
    // A sentence is said anew.
    expect((await say(who, String(KNOWN[2]))).memoriesStored).toBe(1)
  })

  test('nobody learns by it of words of others, erased or not', async () => {
    const who = someone()
    const [a, b] = [
      { ...who, workspace_id: 'w', agent_id: 'a' },
      { ...who, workspace_id: 'w', agent_id: 'b' },
    ]
    const ids: string[] = []
    for (const content of KNOWN) ids.push(...(await client.tell(a, content, { visibility: 'agent_only' })).memoryIds)
    expect((await say(b, block())).memoriesSkipped).toBe(0)
    for (const id of ids) await changes.erase(a, id, asAdmin)
    const c = { ...who, workspace_id: 'w', agent_id: 'c' }
    expect((await say(c, block())).memoriesSkipped).toBe(0)
    expect((await say(a, block())).memoriesSkipped).toBe(3)
  })

  test('erased words leave names that tell nothing, and go with their user', async () => {
    const who = await knowing()
    for (const { id } of (await client.list(who)).memories) await changes.erase(who, id)
    const rows = async () => (await client.rowsOf('erased_words')).filter((row) => row.includes(`"${who.user_id}"`))
    // Of each its words and its statement.
    expect(await rows()).toHaveLength(6)
    expect((await rows()).join()).not.toMatch(/oslo|harbour|miso/i)
    const gone = await app.ask(`/v1/admin/users/${encodeURIComponent(who.user_id)}`, undefined, {
      method: 'DELETE',
      headers: asAdmin,
    })
    expect(gone.status).toBe(200)
    expect(await rows()).toEqual([])
  })

  test('leave the same rows when they are built anew', async () => {
    const { rows, live } = await rebuilt(app.databases)
    expect(live).toEqual(rows)
  })
})
