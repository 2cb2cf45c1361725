import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningApp, startApp } from '../support/app.js'
import { clientOf, type Fields } from '../support/client.js'
import { databases } from '../support/database.js'

const [database] = databases
if (!database) throw new Error('there is always a database')

const PATH = '/v1/memories/config'
const put = { method: 'PUT' }
const snapshot = {
  similarity_threshold: 0.3,
  audn_candidate_threshold: 0.5,
  clarification_conflict_threshold: 0.8,
  max_search_results: 10,
}

describe('the runtime config of a deployment that takes none', () => {
  let app: RunningApp
  beforeAll(async () => {
    app = await startApp(database)
  })
  afterAll(() => app.close())

  test.each([
    ['a good value', { max_search_results: 5 }],
    ['a startup-only field', { llm_model: 'x' }],
    ['a bad value', { max_search_results: 0 }],
    ['nothing', {}],
  ])('answers 410 to %s, and changes nothing', async (_, body) => {
    const gone = { status: 410, body: { error: 'Runtime config is not enabled', detail: expect.any(String) } }
    expect(await app.ask(PATH, body, put)).toMatchObject(gone)
    expect((await app.ask<Fields>('/v1/memories/health')).body.config).toMatchObject(snapshot)
  })

  test('answers 410 before the body is looked at', async () => {
    const malformed = { ...put, body: '{', headers: { 'Content-Type': 'text/plain' } }
    expect((await app.ask(PATH, undefined, malformed)).status).toBe(410)
    expect((await app.ask(PATH, undefined, put)).status).toBe(410)
  })
})

describe('the runtime config of a deployment that takes it', () => {
  let app: RunningApp
  beforeAll(async () => {
    app = await startApp(database, { CORE_RUNTIME_CONFIG_MUTATION_ENABLED: 'true' })
  })
  afterAll(() => app.close())
  const config = async () => (await app.ask<{ config: Fields }>('/v1/memories/health')).body.config
  const turn = (body: unknown) => app.ask<Fields>(PATH, body, put)

  test('refuses startup-only fields by name, before it looks at values', async () => {
    const refused = await turn({ llm_model: 'x', max_search_results: 'many', embedding_provider: null })
    expect(refused).toMatchObject({
      status: 400,
      body: { error: expect.any(String), detail: expect.any(String), rejected: ['embedding_provider', 'llm_model'] },
    })
  })

  test.each([
    [{ max_search_results: 0 }, 'max_search_results: must be at least 1'],
    [{ max_search_results: 101 }, 'max_search_results: must be at most 100'],
    [{ max_search_results: 2.5 }, 'max_search_results: must be an integer'],
    [{ similarity_threshold: 1.1 }, 'similarity_threshold: must be at most 1'],
    [{ audn_candidate_threshold: -0.1 }, 'audn_candidate_threshold: must be at least 0'],
    [{ clarification_conflict_threshold: '0.5' }, 'clarification_conflict_threshold: must be a number'],
    [{ similarity_threshold: null }, 'similarity_threshold: must be a number'],
    [[], 'body: must be a JSON object'],
  ])('refuses %j', async (body, error) => expect(await turn(body)).toMatchObject({ status: 400, body: { error } }))

  test('applies all or nothing', async () => {
    expect((await turn({ max_search_results: 3, similarity_threshold: 7 })).status).toBe(400)
    expect(await config()).toMatchObject(snapshot)
  })

  test('says what was applied, in camel case, and shows it from then on', async () => {
    const turned = await turn({ audn_candidate_threshold: 0.6, clarification_conflict_threshold: 1, unknown: 1 })
    expect(turned).toMatchObject({
      status: 200,
      body: {
        applied: ['audnCandidateThreshold', 'clarificationConflictThreshold'],
        note: expect.stringContaining('memory only'),
      },
    })
    expect(turned.body.config).toEqual(await config())
    expect(await config()).toMatchObject({
      ...snapshot,
      audn_candidate_threshold: 0.6,
      clarification_conflict_threshold: 1,
    })
    expect((await turn({})).body.applied).toEqual([])
  })

  test('is what the next search goes by', async () => {
    const { keep } = clientOf(app)
    const user_id = 'u'
    for (const n of [1, 2, 3]) await keep({ user_id }, `The kettle number ${n} is red.`)
    const found = async (query: string) => {
      const { body } = await app.ask<{ memories: readonly Fields[] }>('/v1/memories/search', { user_id, query })
      return body.memories.filter((memory) => !memory.below_threshold).length
    }
    expect(await found('kettle')).toBe(3)
    await turn({ max_search_results: 2 })
    expect(await found('kettle')).toBe(2)
    await turn({ similarity_threshold: 0 })
    expect(await found('teapot')).toBeGreaterThan(0)
    await turn({ similarity_threshold: 1 })
    expect(await found('teapot')).toBe(0)
  })
})
