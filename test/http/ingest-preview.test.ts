import { describe, expect, test } from 'vitest'
import type { IngestResult } from '../../src/ingest/context.js'
import { clientOf, type Fields, type Who } from '../support/client.js'
import { databasesFor } from '../support/database.js'
import { served } from '../support/served.js'

type Fact = Fields & { readonly content: string; readonly outcome: string; readonly replaces: readonly string[] }
type Preview = Fields & { readonly facts: readonly Fact[] }

describe.each(databasesFor(import.meta.url))('the preview of an ingest, on $name', (database) => {
  const app = served(database, { MEMORY_CAP_MAX: '5', MEMORY_CAP_ENFORCE: 'true' })
  const client = clientOf(app)
  let users = 0
  const someone = (): Who => ({ user_id: `user ${users++}` })
  const body = (who: Who, conversation: string, more: Fields = {}) => ({
    ...who,
    conversation,
    source_site: 'chat',
    ...more,
  })
  const preview = async (who: Who, conversation: string, more: Fields = {}): Promise<Preview> => {
    const { status, body: told } = await app.ask<Preview>('/v1/memories/ingest/preview', body(who, conversation, more))
    expect(status).toBe(200)
    return told
  }
  const ingest = async (who: Who, conversation: string, more: Fields = {}): Promise<IngestResult> =>
    (await app.ask<IngestResult>('/v1/memories/ingest', body(who, conversation, more))).body
  const countsOf = ({ facts: _, ...counts }: Preview) => counts
  const countsOfIngest = ({ episodeId: _, memoryIds: __, outcomes: ___, ...counts }: IngestResult) => counts
  const written = async () => (await client.log()).filter(({ type }) => type !== 'MemoriesRecalled').length

  test('tells each fact with what would become of it, and writes no event', async () => {
    const who = someone()
    await ingest(who, 'I live in Berlin.', { observed_at: '2026-05-01' })
    const before = await written()
    const told = await preview(who, 'I met Nora in Lisbon. She paints.', { observed_at: '2026-05-08' })
    expect(told.facts).toEqual([
      expect.objectContaining({
        content: 'I met Nora in Lisbon. She paints.',
        role: null,
        turns: [0, 0],
        memory_type: 'episodic',
        observed_at: '2026-05-08T00:00:00.000Z',
        outcome: 'stored',
        replaces: [],
        replaces_facts: [],
      }),
    ])
    expect(await written()).toBe(before)
    expect((await client.list(who)).memories.map(({ content }) => content)).toEqual(['I live in Berlin.'])
  })

  test.each([
    'Ana: I live in Berlin.\nBen: And now?\nAna: I moved to Lisbon.',
    'Ana: My dog is called Rex.\nAna: My dog is called Rex.\nBen: Mine is called Bella.',
    'Hello!',
  ])('counts as the ingest after it does: %s', async (conversation) => {
    const who = someone()
    await ingest(who, 'Ana: I live in Hamburg.', { session_id: 'earlier' })
    const told = await preview(who, conversation)
    expect(countsOf(told)).toEqual(countsOfIngest(await ingest(who, conversation)))
  })

  test('tells of duplicates and known turns only how many there are', async () => {
    const who = someone()
    await ingest(who, 'Ana: I live in Berlin.\nBen: I live in Rome.')
    expect(await preview(who, 'Ana: I live in Berlin.\nBen: I live in Rome.')).toMatchObject({
      facts: [],
      knownTurns: 2,
      factsExtracted: 0,
    })
    expect(await preview(who, 'Ana: I live in Berlin.', { source_site: 'mail' })).toMatchObject({
      facts: [],
      knownTurns: 0,
      duplicates: 1,
    })
  })

  test('shows no secret', async () => {
    const { facts } = await preview(someone(), 'My password is tr0ub4dor&3 and I live in Rome.')
    expect(JSON.stringify(facts)).toContain('[redacted:')
    expect(JSON.stringify(facts)).not.toContain('tr0ub4dor')
  })

  test('leaves its Idempotency-Key for the ingest', async () => {
    const who = someone()
    const headers = { 'Idempotency-Key': 'k' }
    const request = body(who, 'I live in Berlin.')
    for (const path of ['/v1/memories/ingest/preview', '/v1/memories/ingest'])
      expect((await app.ask(path, request, { headers })).headers.get('Idempotency-Replayed')).toBeNull()
    expect((await client.list(who)).total).toBe(1)
  })

  test('knows nothing of what another agent keeps to itself', async () => {
    const { user_id } = someone()
    const as = (agent_id: string): Who => ({ user_id, workspace_id: 'w', agent_id })
    await ingest(as('one'), 'The capital of Ruritania is Strelsau.', { visibility: 'agent_only' })
    const told = await preview(as('two'), 'The capital of Ruritania is Strelsau.')
    expect(told).toMatchObject({ duplicates: 0, facts: [{ outcome: 'stored', reason: 'new', replaces: [] }] })
  })

  test('is refused where the ingest would be', async () => {
    const who = someone()
    const long = Array.from({ length: 6 }, (_, i) => `Ana: The harbour of town ${i} has ${i} cranes.`).join('\n')
    const refused = [
      body(who, long),
      body({ ...who, workspace_id: 'w' }, 'I live in Rome.'),
      body(who, '', { observed_at: 'soon' }),
    ]
    for (const request of refused) {
      const [told, done] = await Promise.all(
        ['/preview', ''].map((end) => app.ask(`/v1/memories/ingest${end}`, request)),
      )
      expect(told?.status).toBeGreaterThanOrEqual(400)
      expect([told?.status, told?.body]).toEqual([done?.status, done?.body])
    }
  })
})
