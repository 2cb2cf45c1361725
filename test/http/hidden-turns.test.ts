import { describe, expect, test } from 'vitest'
import { ADMIN, changesOf } from '../support/changing.js'
import { clientOf, query, type Who } from '../support/client.js'
import { databasesFor } from '../support/database.js'
import { served } from '../support/served.js'

const POND = 'Ana: The garden has a pond.'
const PARROT = 'Ana: My parrot speaks Xhosa.'
const SHED = 'Ana: The garden has a shed.'

/** What a turn says is shown while the caller may see every memory that says it. */
describe.each(databasesFor(import.meta.url))('the turns of an episode, on $name', (database) => {
  const app = served(database, ADMIN)
  const client = clientOf(app)
  const changes = changesOf(app)
  let users = 0

  const someone = (): Who => ({ user_id: `user ${users++}` })
  const agents = () => {
    const user_id = `user ${users++}`
    return (agent_id: string): Who => ({ user_id, workspace_id: 'crew', agent_id })
  }
  type Episode = {
    conversation: string | null
    messages: { role: string; content: string }[] | null
    metadata: object
    source_url: string
  }
  const episode = async (who: Who, id: string) =>
    (await app.ask<Episode>(`/v1/memories/episodes/${id}?${query(who)}`)).body

  test('that was deleted is blank, and the others stay', async () => {
    const who = someone()
    const { episodeId, memoryIds } = await client.tell(who, [POND, PARROT, SHED].join('\n'))
    await client.remove(who, String(memoryIds[1]))
    expect((await episode(who, episodeId)).conversation).toBe([POND, '', SHED].join('\n'))
  })

  test('of messages keep who spoke', async () => {
    const who = someone()
    const messages = [
      { role: 'user', name: 'Ana', content: 'The garden has a pond.' },
      { role: 'assistant', content: 'A pond needs care in winter.' },
    ]
    const { body } = await app.ask<{ episodeId: string; memoryIds: string[] }>('/v1/memories/ingest/quick', {
      ...who,
      ...{ messages, source_site: 'chat' },
    })
    await client.remove(who, String(body.memoryIds[0]))
    expect((await episode(who, body.episodeId)).messages).toEqual([{ ...messages[0], content: '' }, messages[1]])
  })

  test('told again elsewhere is blank there, too', async () => {
    const who = someone()
    const first = await client.tell(who, [POND, PARROT].join('\n'))
    const again = await client.tell(who, [SHED, PARROT].join('\n'), { source_site: 'mail' })
    expect(again.duplicates).toBe(1)
    await client.remove(who, String(first.memoryIds[1]))
    expect((await episode(who, again.episodeId)).conversation).toBe(`${SHED}\n`)
    expect((await episode(who, first.episodeId)).conversation).toBe(`${POND}\n`)
  })

  test('said twice in one conversation is blank both times', async () => {
    const who = someone()
    const { episodeId, memoryIds } = await client.tell(who, [PARROT, SHED, PARROT].join('\n'))
    await client.remove(who, String(memoryIds[0]))
    expect((await episode(who, episodeId)).conversation).toBe(`\n${SHED}\n`)
  })

  test('that is no longer shared is blank to those who lost it', async () => {
    const as = agents()
    const { episodeId, memoryIds } = await client.tell(as('a'), [POND, PARROT].join('\n'))
    expect((await episode(as('b'), episodeId)).conversation).toBe([POND, PARROT].join('\n'))
    await changes.share(as('a'), String(memoryIds[1]), { visibility: 'agent_only' })
    expect((await episode(as('b'), episodeId)).conversation).toBe(`${POND}\n`)
    expect((await episode(as('a'), episodeId)).conversation).toBe([POND, PARROT].join('\n'))
  })

  test('whose grant was revoked is blank', async () => {
    const as = agents()
    const granted = { visibility: 'restricted', granted_to: ['b', 'c'] }
    const { episodeId, memoryIds } = await client.tell(as('a'), [POND, PARROT].join('\n'), granted)
    await changes.share(as('a'), String(memoryIds[0]), { visibility: 'restricted', granted_to: ['c'] })
    expect((await episode(as('b'), episodeId)).conversation).toBe(`\n${PARROT}`)
    expect((await episode(as('c'), episodeId)).conversation).toBe([POND, PARROT].join('\n'))
  })

  test('is blank while one of several memories of it is hidden', async () => {
    const who = someone()
    const long = `Ana: ${'The garden has a pond with seven koi, two turtles and a wooden bridge. '.repeat(12)}`
    const { episodeId, memoryIds } = await client.tell(who, `${long}\n${SHED}`)
    expect(memoryIds.length).toBeGreaterThan(2)
    await client.remove(who, String(memoryIds[1]))
    expect((await episode(who, episodeId)).conversation).toBe(`\n${SHED}`)
  })

  test('goes from every episode with the memory that is erased, and what stood beside it', async () => {
    const who = someone()
    const noted = { source_url: 'https://chat.example/xhosa', metadata: { topic: 'Xhosa' } }
    const first = await client.tell(who, [POND, PARROT].join('\n'), noted)
    const again = await client.tell(who, [SHED, PARROT].join('\n'), { source_site: 'mail', ...noted })
    await changes.erase(who, String(first.memoryIds[1]))
    for (const [id, rest] of [
      [first.episodeId, `${POND}\n`],
      [again.episodeId, `${SHED}\n`],
    ] as const)
      expect(await episode(who, id)).toMatchObject({ conversation: rest, metadata: {}, source_url: '' })
    const tables = ['episode', 'episode_turn', 'memory_text', 'memory_wording']
    for (const table of tables) {
      const own = (await client.rowsOf(table)).filter((row) => row.includes(`"${who.user_id}"`))
      expect(own.join().toLowerCase()).not.toContain('parrot speaks')
    }
  })
})
