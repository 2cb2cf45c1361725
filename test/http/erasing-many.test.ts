import { describe, expect, test } from 'vitest'
import type { DomainEvent } from '../../src/domain/all-events.js'
import { ADMIN, asAdmin, changesOf } from '../support/changing.js'
import { clientOf, query, type Who } from '../support/client.js'
import { databasesFor } from '../support/database.js'
import { uuid } from '../support/histories.js'
import { rebuilt } from '../support/rebuilt.js'
import { replayOfService } from '../support/replaying.js'
import { samples } from '../support/samples.js'
import { served } from '../support/served.js'

const POND = 'Ana: The garden has a pond.'
const PARROT = 'Ana: My parrot speaks Xhosa.'
const HARD = { hard: 'true' }

describe.each(databasesFor(import.meta.url))('erasing many, on $name', (database) => {
  const app = served(database, ADMIN)
  const client = clientOf(app)
  const changes = changesOf(app)
  let users = 0

  const someone = (): Who => ({ user_id: `user ${users++}` })
  const TABLES = ['episode', 'episode_turn', 'memory', 'memory_text', 'memory_wording']
  /** All rows of the read tables that are this user's, in lower case. */
  const rowsOf = async ({ user_id }: Who): Promise<string> => {
    const rows = await Promise.all([...TABLES, 'memory_entity'].map(client.rowsOf))
    return rows
      .flat()
      .filter((row) => row.includes(`"${user_id}"`))
      .join()
      .toLowerCase()
  }
  const conversation = async (who: Who, id: string) =>
    (await app.ask<{ conversation: string | null }>(`/v1/memories/episodes/${id}?${query(who)}`)).body.conversation

  test('reaches what stands, what was deleted and what was corrected, and every turn that said it', async () => {
    const who = someone()
    const noted = { source_url: 'https://chat.example/xhosa', metadata: { topic: 'Xhosa' } }
    const first = await client.tell(who, [POND, PARROT, 'Ana: The barn burns.'].join('\n'), noted)
    const again = await client.tell(who, ['Ana: It rains.', PARROT].join('\n'), { source_site: 'mail', ...noted })
    const [pond = '', parrot = '', barn = ''] = first.memoryIds
    await client.remove(who, pond)
    await changes.update(who, barn, { content: 'Ana: The barn burned down.' })
    const answer = await changes.removeMany(who, { source_site: 'chat', ...HARD }, asAdmin)
    expect([answer.status, answer.body]).toEqual([200, { success: true, deleted: 3 }])
    expect(await rowsOf(who)).not.toMatch(/parrot|xhosa|pond|barn/)
    expect(await conversation(who, first.episodeId)).toBeNull()
    expect(await conversation(who, again.episodeId)).toBe('Ana: It rains.\n')
    expect((await client.list(who)).total).toBe(1)
    const { trail } = await client.trail(who, parrot)
    expect(trail.map(({ action, actor, content }) => [action, actor.key, content])).toEqual([
      ['add', 'standard', undefined],
      ['erase', 'admin', undefined],
    ])
    expect((await changes.removeMany(who, { source_site: 'chat', ...HARD }, asAdmin)).body.deleted).toBe(0)
    const [told] = await replayOfService(app.databases, {
      ask: 'memory',
      id: parrot,
      user: who.user_id,
      as_of: null,
    } as never)
    expect(JSON.stringify(told).toLowerCase()).not.toContain('xhosa')
  })

  test('takes only what the caller sees', async () => {
    const user_id = `user ${users++}`
    const as = (agent_id: string): Who => ({ user_id, workspace_id: 'w', agent_id })
    const said = { session_id: 's' }
    await client.keep(as('a'), 'A note for all.', said)
    await client.keep(as('a'), 'A note for me.', { ...said, visibility: 'agent_only' })
    await client.keep({ user_id }, 'A note of my own.', said)
    expect((await changes.removeMany(as('b'), { ...said, ...HARD }, asAdmin)).body.deleted).toBe(1)
    expect((await client.list(as('a'))).memories.map(({ content }) => content)).toEqual(['A note for me.'])
    expect((await client.list({ user_id })).total).toBe(1)
  })

  /** What an ingest has written that is still at work: a turn that is pending, in the words of another memory. */
  const pending = async (who: Who, words: readonly string[], site = 'mail') => {
    const { EpisodeRecorded: recorded, MemoryStored: stored } = samples
    if (recorded?.type !== 'EpisodeRecorded' || stored?.type !== 'MemoryStored') throw new Error('no samples')
    const episodeId = uuid(`pending ${who.user_id}`)
    const by = { at: new Date().toISOString(), userId: who.user_id, commandId: uuid(`by ${episodeId}`), episodeId }
    const own = { workspaceId: null, agentId: null, visibility: null, grantedTo: [], sourceSite: site }
    const turns = words.map((content) => ({ role: null, name: null, content }))
    const events: DomainEvent[] = [
      {
        ...recorded,
        metadata: { ...recorded.metadata, ...by },
        data: { ...recorded.data, ...own, said: { form: 'text', turns, sourceUrl: '', metadata: { topic: 'Xhosa' } } },
      },
      ...words.map((content, turn): DomainEvent => {
        const said = { ...stored.data.said, content, speaker: 'Ana', subject: 'ana', metadata: {} } as never // the sample is not erased
        const metadata = { ...stored.metadata, ...by, memoryId: uuid(`${episodeId} ${turn}`) }
        const data = {
          ...stored.data,
          ...own,
          said,
          status: 'pending' as const,
          turns: [turn, turn] as [number, number],
        }
        return { ...stored, metadata, data }
      }),
    ]
    const position = await client.append(who.user_id, events)
    await app.ask(`/v1/memories/list?${query(who)}`, undefined, { headers: { 'X-Min-Position': `${position}` } })
    return episodeId
  }

  test.each(['one', 'many'])('of %s reaches what is pending', async (how) => {
    const who = someone()
    const { memoryIds } = await client.tell(who, PARROT)
    const episodeId = await pending(who, [POND, PARROT])
    expect((await rowsOf(who)).match(/"xhosa"|xhosa\./g)?.length).toBeGreaterThan(2)
    if (how === 'one') await changes.erase(who, String(memoryIds[0]))
    else await changes.removeMany(who, { source_site: 'chat', ...HARD }, asAdmin)
    expect(await rowsOf(who)).not.toMatch(/xhosa|parrot/)
    expect(await conversation(who, episodeId)).toBe(`${POND}\n`)
  })

  test.each(['soft', 'hard'])('takes an episode whose ingest has not ended, %s', async (how) => {
    const who = someone()
    const episodeId = await pending(who, [POND, PARROT])
    const [more, headers] = how === 'hard' ? [HARD, asAdmin] : [{}, {}]
    const answer = await changes.removeAll(who, `/episodes/${episodeId}`, more, headers)
    expect([answer.status, answer.body]).toEqual([200, { success: true, deleted: 0 }])
    expect(await rowsOf(who)).not.toMatch(how === 'hard' ? /xhosa|parrot|pond/ : /parrot|pond/)
    expect(await conversation(who, episodeId)).toBeNull()
    expect((await client.rowsOf('memory')).join()).not.toContain(uuid(`${episodeId} 0`))
  })

  test('of hundreds goes in slices, and lets others in between', async () => {
    const who = someone()
    for (let n = 0; n < 4; n++) {
      const lines = Array.from({ length: 50 }, (_, i) => `Ana: Item ${n * 50 + i} costs ${i * 7 + n} euros.`)
      await client.tell(who, lines.join('\n'), { source_site: `shop ${n}`, session_id: 's' })
    }
    const before = (await client.log('MemoriesErased')).length
    const erasing = changes.removeMany(who, { session_id: 's', ...HARD }, { ...asAdmin, 'Idempotency-Key': 'all of s' })
    const kept = await client.keep(who, 'The kettle whistles.', { source_site: 'chat' })
    expect((await erasing).body.deleted).toBe(200)
    const events = (await client.log('MemoriesErased')).slice(before)
    expect(events.map(({ data }) => (data.memories as unknown[]).length)).toEqual(Array(4).fill(50))
    expect((await client.list(who)).memories.map(({ id }) => id)).toEqual([kept])
    const again = await changes.removeMany(
      who,
      { session_id: 's', ...HARD },
      { ...asAdmin, 'Idempotency-Key': 'all of s' },
    )
    expect([again.body.deleted, again.headers.get('Idempotency-Replayed')]).toEqual([200, 'true'])
  })

  test('gives the same rows when it is built anew, and a replay finds them equal', async () => {
    const { rows, live } = await rebuilt(app.databases)
    expect(live).toEqual(rows)
    const [answer] = await replayOfService(app.databases, { ask: 'check' })
    expect(answer).toMatchObject({ kind: 'verdict', verdict: { equal: true } })
  })
})
