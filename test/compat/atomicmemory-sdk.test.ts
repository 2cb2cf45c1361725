import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { clientOf, type Fields, query } from '../support/client.js'
import { databasesFor } from '../support/database.js'
import { served } from '../support/served.js'
import * as shapes from './sdk-shapes.js'

const ROOT = '/compat/atomicmemory/v1'
const SITE = { source_site: 'chat', source_url: '' }

describe.each(databasesFor(import.meta.url))('the SDK of AtomicMemory reads, on $name', (database) => {
  const app = served(database, { CORE_RUNTIME_CONFIG_MUTATION_ENABLED: 'true' })
  const client = clientOf(app)
  let users = 0
  const someone = () => ({ user_id: `user ${users++}` })
  /** Asks as the SDK does, and reads the answer as it does. */
  const call = async <Shape extends z.ZodType>(shape: Shape, path: string, body?: unknown, init?: RequestInit) => {
    const answer = await app.ask<Fields>(ROOT + path, body, init)
    expect(answer).toMatchObject({ status: 200 })
    return shape.parse(answer.body)
  }
  const quick = (who: Fields, conversation: string, more: Fields = {}) =>
    call(shapes.ingested, '/memories/ingest/quick', { ...who, conversation, ...SITE, ...more })
  const full = (who: Fields, conversation: string, more: Fields = {}) =>
    call(shapes.ingested, '/memories/ingest', { ...who, conversation, ...SITE, ...more })

  test('which memories an ingest has stored, and finds each by its id', async () => {
    const who = someone()
    const { stored_memory_ids, updated_memory_ids } = await full(
      who,
      'user: I keep bees.\nuser: My cat is called Olive.',
    )
    expect([stored_memory_ids.length, updated_memory_ids]).toEqual([2, []])
    const [id = ''] = stored_memory_ids
    expect(await call(shapes.memoryRecord, `/memories/${id}?${query(who)}`)).toMatchObject({
      content: 'user: I keep bees.',
    })
    await call(shapes.done, `/memories/${id}?${query(who)}`, undefined, { method: 'DELETE' })
    // The SDK reads 404 as null.
    expect(await app.ask(`${ROOT}/memories/${id}?${query(who)}`)).toMatchObject({ status: 404 })
  })

  test('which memories it has updated', async () => {
    const who = someone()
    const phone = { key: 'phone' }
    const [first] = (await full(who, 'My phone number ends in 42.', phone)).stored_memory_ids
    const changed = await full(who, 'My phone number ends in 43.', phone)
    expect(changed).toMatchObject({ memories_stored: 0, memories_updated: 1 })
    const replaced = await client.trail(who, String(first))
    expect(replaced.trail.map(({ action }) => action)).toEqual(['add', 'supersede'])
    const record = await client.get(who, String(changed.updated_memory_ids[0]))
    expect(record.content).toBe('My phone number ends in 43.')
    const restated = await full(who, 'My phone number ends in 43.', phone)
    expect([restated.stored_memory_ids, restated.updated_memory_ids]).toEqual([[], []])
  })

  test('what a caller has replaced in a quick ingest, too', async () => {
    const who = someone()
    const said = { skip_extraction: true, key: 'city' }
    await quick(who, 'I live in Lisbon.', said)
    await quick(who, 'I live in Porto.', said)
    expect((await client.list(who)).memories.map(({ content }) => content)).toEqual(['I live in Porto.'])
  })

  test('searches of every mode, a list and records, with metadata as it was given', async () => {
    const who = someone()
    const metadata = { projectName: 'atlas', nested: { someKey: [{ otherKey: 1 }] } }
    const { stored_memory_ids } = await quick(who, 'I play the cello in a quartet.', {
      skip_extraction: true,
      metadata,
    })
    for (const retrieval_mode of ['flat', 'tiered', 'abstract-aware']) {
      const asked = {
        ...who,
        query: 'cello',
        retrieval_mode,
        token_budget: 200,
        skip_repair: true,
        limit: 5,
        threshold: 0,
      }
      const { memories } = await call(shapes.found, '/memories/search', asked)
      expect(memories.map(({ id }) => id)).toEqual(stored_memory_ids)
    }
    const past = { ...who, query: 'cello', as_of: new Date(Date.now() + 1000).toISOString() }
    expect(await call(shapes.found, '/memories/search', past)).toMatchObject({ count: 1 })
    expect(await call(shapes.found, '/memories/search/fast', { ...who, query: 'cello' })).toMatchObject({ count: 1 })
    const page = await call(shapes.listed, `/memories/list?${query(who, { limit: '20', offset: '0' })}`)
    const { memories } = await call(shapes.expanded, '/memories/expand', { ...who, memory_ids: stored_memory_ids })
    expect([page, { memories }]).toMatchObject([{ count: 1, memories: [{ metadata }] }, { memories: [{ metadata }] }])
  })

  test('the session of each memory: its own, or the one that was asked for', async () => {
    const who = someone()
    for (const session_id of ['t1', 't2']) await quick(who, 'My bike is green.', { session_id })
    const asked = { ...who, query: 'green bike' }
    const sessions = async (session_id?: string) => {
      const filter = session_id === undefined ? {} : { session_id }
      const pages = [
        await call(shapes.found, '/memories/search', { ...asked, ...filter }),
        await call(shapes.found, '/memories/search/fast', { ...asked, ...filter }),
        await call(shapes.listed, `/memories/list?${query(who, filter)}`),
      ]
      return pages.flatMap(({ memories }) => memories.map((memory) => memory.session_id))
    }
    expect(await sessions()).toEqual(['t1', 't1', 't1'])
    expect(await sessions('t2')).toEqual(['t2', 't2', 't2'])
    expect(await sessions('t3')).toEqual([])
  })

  test('a search below a namespace without the namespaces that it would refuse', async () => {
    const who = someone()
    await quick(who, 'The kettle is red.', { source_site: 'shop/kitchen' })
    const asked = { ...who, query: 'kettle', namespace_scope: 'site/shop' }
    expect(await call(shapes.found, '/memories/search/fast', asked)).toMatchObject({ count: 1 })
  })

  test('that there is nothing to consolidate, to let decay or to reconcile, and nothing changes', async () => {
    const who = someone()
    await quick(who, 'I keep bees.')
    const events = async () => (await client.log()).filter(({ metadata }) => Object(metadata).userId === who.user_id)
    const before = await events()
    const empty = { clusters: [], memories_scanned: 0 }
    expect(await call(shapes.scanned, '/memories/consolidate', who)).toMatchObject(empty)
    await call(shapes.consolidated, '/memories/consolidate', { ...who, execute: true })
    expect(await call(shapes.decayed, '/memories/decay', { ...who, dry_run: false })).toMatchObject({ archived: 0 })
    expect(await call(shapes.reconciled, '/memories/reconcile', who)).toMatchObject({ processed: 0 })
    await call(shapes.reconciled, '/memories/reconcile', {})
    const status = await app.ask(`${ROOT}/memories/reconcile/status?${query(who)}`)
    expect(status).toMatchObject({ status: 200, body: { pending: 0 } })
    expect(await events()).toEqual(before)
  })

  test('how many memories of a source are deleted, and that the others stay', async () => {
    const who = someone()
    await quick(who, 'I keep bees.', { source_site: 'gone' })
    await quick(who, 'I play the cello.')
    await quick({ ...who, workspace_id: 'crew', agent_id: 'scout' }, 'The crew rows.', { source_site: 'gone' })
    const { stored_memory_ids } = await quick(who, 'I keep hens.', { source_site: 'gone' })
    const asked = { ...who, source_site: 'gone' }
    expect(await call(shapes.reset, '/memories/reset-source', asked)).toMatchObject({ deleted_memories: 2 })
    expect(await call(shapes.reset, '/memories/reset-source', asked)).toMatchObject({ deleted_memories: 0 })
    expect((await client.list(who)).memories.map(({ content }) => content)).toEqual(['I play the cello.'])
    expect(await client.list({ ...who, workspace_id: 'crew', agent_id: 'scout' })).toMatchObject({ count: 1 })
    const { trail } = await client.trail(who, String(stored_memory_ids[0]))
    expect(trail.map(({ action }) => action)).toEqual(['add', 'delete'])
  })

  test('statistics, with sources under the names that callers gave them, and the quota', async () => {
    const who = someone()
    await quick(who, 'I keep bees.', { source_site: 'mySite' })
    const { source_distribution } = await call(shapes.statistics, `/memories/stats?${query(who)}`)
    expect(source_distribution).toEqual({ mySite: 1 })
    expect(await call(shapes.cap, `/memories/cap?${query(who)}`)).toMatchObject({ active_memories: 1, status: 'ok' })
  })

  test('the history of a memory as versions that follow one another', async () => {
    const who = someone()
    const { stored_memory_ids } = await quick(who, 'I keep bees.')
    const id = String(stored_memory_ids[0])
    await app.ask(`/v1/memories/${id}`, { ...who, content: 'I keep hens.' }, { method: 'PUT' })
    await client.remove(who, id)
    const { trail, version_count } = await call(shapes.trail, `/memories/${id}/audit?${query(who)}`)
    expect([version_count, trail.map(({ event }) => event)]).toEqual([3, ['created', 'updated', 'invalidated']])
    expect(trail.map(({ mutation_type }) => mutation_type)).toEqual(['add', 'update', 'delete'])
    expect(trail.slice(0, 2).map(({ content }) => content)).toEqual(['I keep bees.', 'I keep hens.'])
    const ids = trail.map(({ version_id }) => version_id)
    expect(trail.map((entry) => entry.previous_version_id)).toEqual([null, ids[0], ids[1]])
    expect(trail.map((entry) => entry.superseded_by_version_id)).toEqual([ids[1], ids[2], null])
    expect(trail.map((entry) => entry.valid_to)).toEqual([trail[1]?.valid_from, trail[2]?.valid_from, null])
    const { mutations } = await call(shapes.recent, `/memories/audit/recent?${query(who, { limit: '2' })}`)
    expect(mutations.map((mutation) => mutation.id)).toEqual([ids[2], ids[1]])
    expect(mutations[1]).toMatchObject({ content: 'I keep hens.', user_id: who.user_id })
    expect(await call(shapes.summary, `/memories/audit/summary?${query(who)}`)).toMatchObject({
      total_versions: 3,
      active_versions: 0,
      superseded_versions: 3,
      total_claims: 1,
      by_mutation_type: { add: 1, update: 1, delete: 1 },
    })
  })

  test('lessons, also of a report that names no memories', async () => {
    const who = someone()
    const pattern = 'Quoting prices of last year'
    const { lesson_id } = await call(shapes.reported, '/memories/lessons/report', { ...who, pattern })
    const page = await call(shapes.lessons, `/memories/lessons?${query(who)}`)
    expect(page).toMatchObject({ count: 1, lessons: [{ id: lesson_id, pattern, source_memory_ids: [] }] })
    expect(await call(shapes.lessonStatistics, `/memories/lessons/stats?${query(who)}`)).toMatchObject({
      total_active: 1,
    })
    await call(shapes.done, `/memories/lessons/${lesson_id}?${query(who)}`, undefined, { method: 'DELETE' })
    expect(await call(shapes.lessons, `/memories/lessons?${query(who)}`)).toMatchObject({ count: 0 })
  })

  test('the settings in force, and those that it changes', async () => {
    const { config } = await call(shapes.health, '/memories/health')
    expect(config).toMatchObject({ cross_encoder_enabled: false, repair_loop_enabled: false })
    const turned = await call(shapes.turned, '/memories/config', { max_search_results: 12 }, { method: 'PUT' })
    expect(turned).toMatchObject({ applied: ['maxSearchResults'], config: { max_search_results: 12 } })
    const refused = await app.ask(`${ROOT}/memories/config`, { llm_provider: 'openai' }, { method: 'PUT' })
    expect(refused).toMatchObject({ status: 400, body: { rejected: ['llm_provider'] } })
  })

  test('trust in agents, and the conflicts between them', async () => {
    const who = someone()
    const ofAgent = (agent_id: string) => ({ ...who, workspace_id: 'crew', agent_id })
    const set = { ...who, agent_id: 'scout', trust_level: 0.8, display_name: 'The scout' }
    await call(shapes.trust, '/agents/trust', set, { method: 'PUT' })
    const trusted = await call(shapes.trust, `/agents/trust?${query({ ...who, agent_id: 'scout' })}`)
    expect(trusted).toEqual({ agent_id: 'scout', trust_level: 0.8 })
    const existing = await client.keep(ofAgent('scout'), 'The limit is 100 a minute.')
    await client.keep(ofAgent('painter'), 'The limit is 250 a minute.', { replaces: [existing] })
    const { conflicts } = await call(shapes.conflicts, `/agents/conflicts?${query(who)}`)
    expect(conflicts).toMatchObject([{ existing_agent_id: 'scout', new_agent_id: 'painter', status: 'open' }])
    const path = `/agents/conflicts/${conflicts[0]?.id}/resolve`
    const settled = await call(shapes.resolved, path, { resolution: 'resolved_new' }, { method: 'PUT' })
    expect(settled).toEqual({ id: conflicts[0]?.id, status: 'resolved_new' })
    expect(await call(shapes.autoResolved, '/agents/conflicts/auto-resolve', who)).toEqual({ resolved: 0 })
  })
})
