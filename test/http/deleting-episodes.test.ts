import { describe, expect, test } from 'vitest'
import type { Readers } from '../../src/domain/scope.js'
import { factsOf } from '../support/append-facts.js'
import { ADMIN, asAdmin, changesOf } from '../support/changing.js'
import { clientOf, query, type Who } from '../support/client.js'
import { databasesFor } from '../support/database.js'
import { rebuilt } from '../support/rebuilt.js'
import { replayOfService } from '../support/replaying.js'
import { served } from '../support/served.js'

const POND = 'Ana: The garden has a pond.'
const PARROT = 'Ana: My parrot speaks Xhosa.'
const SHED = 'Ana: The garden has a shed.'
const HARD = { hard: 'true' }

describe.each(databasesFor(import.meta.url))('deleting what was ingested, on $name', (database) => {
  const app = served(database, { ...ADMIN, RECALL_FLUSH_MS: '60000' })
  const client = clientOf(app)
  const changes = changesOf(app)
  const facts = factsOf(app)
  let users = 0

  const someone = (): Who => ({ user_id: `user ${users++}` })
  const agents = () => {
    const user_id = `user ${users++}`
    return (agent_id: string): Who => ({ user_id, workspace_id: 'crew', agent_id })
  }
  type Episode = { conversation: string | null; metadata: object; source_url: string; memory_ids: string[] }
  const episode = async (who: Who, id: string) =>
    (await app.ask<Episode>(`/v1/memories/episodes/${id}?${query(who)}`)).body
  const total = async (who: Who) => (await client.list(who)).total
  /** All rows of the read tables that are this user's, in lower case. */
  const rowsOf = async ({ user_id }: Who): Promise<string> => {
    const tables = ['episode', 'episode_turn', 'memory', 'memory_text', 'memory_wording']
    const rows = await Promise.all([...tables, 'memory_entity'].map(client.rowsOf))
    return rows
      .flat()
      .filter((row) => row.includes(`"${user_id}"`))
      .join()
      .toLowerCase()
  }
  const NOTED = { source_url: 'https://chat.example/xhosa', metadata: { topic: 'Xhosa' } }

  test.each(['soft', 'hard'])('takes its memories and its turns, %s', async (how) => {
    const who = someone()
    const conversation = [POND, PARROT].join('\n')
    const { episodeId } = await client.tell(who, conversation, NOTED)
    const other = await client.tell(who, SHED, { source_site: 'mail' })
    const [more, headers] = how === 'hard' ? [HARD, asAdmin] : [{}, {}]
    const answer = await changes.removeAll(who, `/episodes/${episodeId}`, more, headers)
    expect([answer.status, answer.body]).toEqual([200, { success: true, deleted: 2 }])
    const left = how === 'hard' ? { metadata: {}, source_url: '' } : NOTED
    expect(await episode(who, episodeId)).toMatchObject({ conversation: null, memory_ids: [], ...left })
    expect((await client.list(who)).memories.map(({ id }) => id)).toEqual(other.memoryIds)
    expect((await client.search(who, 'Xhosa parrot', { threshold: 0 })).count).toBe(1)
    if (how === 'hard') expect(await rowsOf(who)).not.toMatch(/xhosa|parrot|pond/)
    expect((await changes.removeAll(who, `/episodes/${episodeId}`, more, headers)).body.deleted).toBe(0)
    expect(await client.tell(who, conversation, NOTED)).toMatchObject({ knownTurns: 2, memoriesStored: 0 })
    expect(await total(who)).toBe(1)
  })

  test.each(['soft', 'hard'])('takes one without memories, too, %s', async (how) => {
    const who = someone()
    await client.tell(who, [POND, PARROT].join('\n'))
    const again = await client.tell(who, [PARROT, POND].join('\n'), { source_site: 'mail', ...NOTED })
    const nothing = await client.tell(who, 'Ana: Hello!\nBen: Thanks!', { source_site: 'fax', ...NOTED })
    expect([again.duplicates, again.memoriesStored, nothing.memoriesStored]).toEqual([2, 0, 0])
    const [more, headers] = how === 'hard' ? [HARD, asAdmin] : [{}, {}]
    for (const { episodeId } of [again, nothing]) {
      expect((await changes.removeAll(who, `/episodes/${episodeId}`, more, headers)).body.deleted).toBe(0)
      expect((await episode(who, episodeId)).conversation).toBeNull()
      if (how === 'hard') expect(await episode(who, episodeId)).toMatchObject({ metadata: {}, source_url: '' })
    }
    expect(await total(who)).toBe(2)
  })

  test.each(['soft', 'hard'])('of a session takes all of its episodes, and no others, %s', async (how) => {
    const who = someone()
    const said = { session_id: 'audit' }
    const first = await client.tell(who, [POND, PARROT].join('\n'), said)
    const second = await client.tell(who, 'Ana: Her brother lives in Oslo.', { ...said, source_site: 'mail' })
    const other = await client.tell(who, SHED, { session_id: 'another' })
    const [more, headers] = how === 'hard' ? [HARD, asAdmin] : [{}, {}]
    const answer = await changes.removeAll(who, '/sessions/audit', more, headers)
    expect([answer.status, answer.body]).toEqual([200, { success: true, deleted: 3 }])
    for (const { episodeId } of [first, second]) expect((await episode(who, episodeId)).conversation).toBeNull()
    expect((await episode(who, other.episodeId)).conversation).toBe(SHED)
    expect(await total(who)).toBe(1)
    if (how === 'hard') expect(await rowsOf(who)).not.toMatch(/xhosa|parrot|pond|oslo/)
    const unheard = await changes.removeAll(who, '/sessions/unheard', more, headers)
    expect([unheard.status, unheard.body]).toEqual([404, { error: 'Session not found' }])
  })

  test('with hard takes the admin key', async () => {
    const who = someone()
    const { episodeId } = await client.tell(who, PARROT, { session_id: 's' })
    for (const what of [`/episodes/${episodeId}`, '/sessions/s'])
      expect((await changes.removeAll(who, what, HARD)).status).toBe(403)
    expect((await changes.removeMany(who, { session_id: 's', ...HARD })).status).toBe(403)
    expect(await total(who)).toBe(1)
    expect((await episode(who, episodeId)).conversation).toBe(PARROT)
  })

  test('is bound to a scope: what is not seen is not found, and nothing changes', async () => {
    const as = agents()
    const mine = await client.tell(as('a'), PARROT, { session_id: 's', visibility: 'agent_only' })
    for (const who of [as('b'), { user_id: as('a').user_id }, someone()])
      for (const what of [`/episodes/${mine.episodeId}`, '/sessions/s'])
        for (const [more, headers] of [
          [{}, {}],
          [HARD, asAdmin],
        ])
          expect((await changes.removeAll(who, what, more, headers)).status).toBe(404)
    expect((await episode(as('a'), mine.episodeId)).conversation).toBe(PARROT)
    expect(await total(as('a'))).toBe(1)
    const unknown = '00000000-0000-4000-8000-000000000000'
    expect((await changes.removeAll(as('a'), `/episodes/${unknown}`)).body).toEqual({ error: 'Episode not found' })
    expect((await changes.removeAll(as('a'), '/episodes/x')).status).toBe(400)
  })

  test.each(['soft', 'hard'])('leaves what is hidden from the caller, %s', async (how) => {
    const as = agents()
    const { episodeId, memoryIds } = await client.tell(as('a'), [POND, PARROT, SHED].join('\n'))
    await changes.share(as('a'), String(memoryIds[1]), { visibility: 'agent_only' })
    const [more, headers] = how === 'hard' ? [HARD, asAdmin] : [{}, {}]
    expect((await changes.removeAll(as('b'), `/episodes/${episodeId}`, more, headers)).body.deleted).toBe(2)
    expect((await episode(as('a'), episodeId)).conversation).toBe(`\n${PARROT}\n`)
    expect((await client.list(as('a'))).memories.map(({ id }) => id)).toEqual([memoryIds[1]])
  })

  const FACT = 'Xhosa is what the parrot speaks.'
  const contents = async (who: Who) => (await client.list(who)).memories.map(({ content }) => content)

  test.each(['soft', 'hard'])(
    'takes a fact that rests on nothing else, also one that is hidden from the caller, %s',
    async (how) => {
      const as = agents()
      const turn = await client.tell(as('a'), PARROT, { session_id: 's' })
      const hidden: Readers = { workspaceId: 'crew', agentId: 'a', visibility: 'agent_only', grantedTo: [] }
      await facts.state(as('a').user_id, FACT, { on: turn.memoryIds, readers: hidden })
      const [more, headers] = how === 'hard' ? [HARD, asAdmin] : [{}, {}]
      expect((await changes.removeAll(as('b'), '/sessions/s', more, headers)).body.deleted).toBe(1)
      expect(await contents(as('a'))).toEqual([])
    },
  )

  test.each(['session', 'memory'])('takes a fact with the last %s that it rests on', async (what) => {
    const who = someone()
    const [one, other] = [
      await client.keep(who, PARROT, { session_id: 'one' }),
      await client.keep(who, SHED, { session_id: 'other' }),
    ]
    await facts.state(who.user_id, FACT, { on: [one, other] })
    const remove = (id: string, session: string) =>
      what === 'memory' ? client.remove(who, id) : changes.removeAll(who, `/sessions/${session}`)
    await remove(one, 'one')
    expect((await contents(who)).toSorted()).toEqual([SHED, FACT])
    await remove(other, 'other')
    expect(await contents(who)).toEqual([])
  })

  test('hard of a fact takes the turn that says nothing else', async () => {
    const who = someone()
    const turn = await client.keep(who, PARROT)
    const fact = await facts.state(who.user_id, FACT, { on: [turn] })
    await changes.removeAll(who, `/${fact}`, HARD, asAdmin)
    expect(await contents(who)).toEqual([])
    expect(await rowsOf(who)).not.toMatch(/xhosa/)
  })

  test('of a revoked grant is not found any more', async () => {
    const as = agents()
    const granted = { visibility: 'restricted', granted_to: ['b'] }
    const { episodeId, memoryIds } = await client.tell(as('a'), PARROT, granted)
    await changes.share(as('a'), String(memoryIds[0]), { visibility: 'agent_only' })
    expect((await changes.removeAll(as('b'), `/episodes/${episodeId}`)).body.deleted).toBe(0)
    expect((await episode(as('a'), episodeId)).conversation).toBe(PARROT)
    expect((await changes.removeAll(as('a'), `/episodes/${episodeId}`)).body.deleted).toBe(1)
  })

  test('is carried out once for one key', async () => {
    const who = someone()
    const { episodeId } = await client.tell(who, PARROT)
    const once = { 'Idempotency-Key': `key of ${who.user_id}` }
    const first = await changes.removeAll(who, `/episodes/${episodeId}`, {}, once)
    const again = await changes.removeAll(who, `/episodes/${episodeId}`, {}, once)
    expect(again.body).toEqual(first.body)
    expect(again.headers.get('Idempotency-Replayed')).toBe('true')
  })

  test('gives the same rows when it is built anew, and a replay finds them equal', async () => {
    const { rows, live } = await rebuilt(app.databases)
    expect(live).toEqual(rows)
    const [answer] = await replayOfService(app.databases, { ask: 'check' })
    expect(answer).toMatchObject({ kind: 'verdict', verdict: { equal: true } })
  })
})
