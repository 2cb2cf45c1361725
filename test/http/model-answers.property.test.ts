import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { IngestResult } from '../../src/ingest/context.js'
import { rounds, seed } from '../faults/rounds.js'
import type { Answer } from '../support/app.js'
import type { Logged, Who } from '../support/client.js'
import { databasesFor } from '../support/database.js'
import { erraticModel } from '../support/erratic-model.js'
import { addsUp, type ModelApp, startModelApp } from '../support/model-app.js'
import { replayOfService } from '../support/replaying.js'
import { READERS, type Story, said, sees, stories, TELLERS, type Teller } from '../support/tellers.js'

const STORIES = rounds(4, 40)
/** A soak begins with fresh databases so often. */
const BATCHES = rounds(1, Number(process.env.SOAK_BATCHES ?? 10))

type Told = {
  readonly teller: Teller
  readonly lines: readonly string[]
  readonly ask: () => Promise<Answer<IngestResult>>
}

describe.each(databasesFor(import.meta.url))('whatever a language model answers, on $name', (database) => {
  let model: ModelApp
  let runs = 0
  let entries = 0
  beforeAll(async () => {
    model = await startModelApp(database, { LLM_TIMEOUT_MS: '100' })
  })
  afterAll(() => model.close())

  const who = (run: number, { user, agent }: Pick<Teller, 'user' | 'agent'>): Who => ({
    user_id: `${user} of ${run}`,
    ...(agent === undefined ? {} : { workspace_id: 'w', agent_id: agent }),
  })

  const telling = (run: number, { by, forms, isAsync }: Story['steps'][number]): Told => {
    const teller = TELLERS[by] ?? { name: '', user: 'me' }
    const lines = forms.map((form) => said(form, teller.name, ++entries))
    const messages = lines.map((content) => ({ role: 'user', name: 'Ana', content }))
    const { visibility, granted } = teller
    const more = {
      ...(visibility === undefined ? {} : { visibility }),
      ...(visibility === 'restricted' ? { granted_to: granted } : {}),
      ...(isAsync ? { async: true } : {}),
    }
    return { teller, lines, ask: () => model.ask(who(run, teller), messages, more) }
  }

  const factsOf = async (run: number, { teller }: Told, id: string) =>
    Object((await model.episode(who(run, teller), id)).facts) as Readonly<Record<string, unknown>>

  /** Asks, and waits until what was not waited for has ended or failed; whether facts are still to come. */
  const asked = async (run: number, told: Told): Promise<boolean> => {
    const before = model.double.received.length
    const { status, body } = await told.ask()
    expect([200, 202, 502, 503], JSON.stringify(body)).toContain(status)
    if (status < 300) expectCounted(body)
    if (status === 503) expect(body).toMatchObject({ retryable: true })
    if (body.awaits === 'facts') {
      const ended = async () => {
        const { state, attempts } = await factsOf(run, told, body.episodeId)
        return state === 'derived' || Number(attempts) > 0
      }
      await expect.poll(ended, { interval: 5 }).toBe(true)
    }
    // A model is told nothing that the one who tells cannot read.
    const shown = JSON.stringify(model.double.received.slice(before).map((each) => each.body.messages))
    for (const other of TELLERS) if (!sees(told.teller, other)) expect(shown).not.toContain(other.name)
    return status !== 200
  }

  const play = async ({ steps, whims: some }: Story): Promise<void> => {
    const run = runs++
    model.replies(erraticModel(some))
    const all = steps.map((each) => telling(run, each))
    const open: Told[] = []
    for (const told of all) if (await asked(run, told)) open.push(told)
    model.anew()
    for (const told of open) await finished(run, told)
    model.anew()
    for (const told of all) {
      const { body } = await told.ask()
      expect([body.factsExtracted, body.knownTurns], JSON.stringify([told, body])).toEqual([0, told.lines.length])
    }
    expect(model.tasks(), 'nothing is asked again of what has ended').toEqual([])
    for (const reader of READERS) await expectShown(run, reader, all)
    const users = [who(run, { user: 'me' }).user_id, who(run, { user: 'other' }).user_id]
    expectLogged(
      (await model.client.log()).filter(({ metadata }) => users.includes(String(metadata.userId))),
      all.length,
    )
  }

  /** What was begun goes on from where it was broken off, and ends. */
  const finished = async (run: number, told: Told): Promise<void> => {
    const { status, body } = await told.ask()
    expect([200, 202], JSON.stringify(body)).toContain(status)
    expectCounted(body)
    if (body.awaits === 'facts') {
      const state = async () => (await factsOf(run, told, body.episodeId)).state
      await expect.poll(state, { interval: 5 }).toBe('derived')
    }
  }

  /** Every turn that the reader may see once, and facts that rest on nothing else. */
  const expectShown = async (run: number, reader: Teller, all: readonly Told[]): Promise<void> => {
    const { memories } = await model.client.list(who(run, reader))
    const turns = memories.filter(({ claim_type }) => claim_type === null)
    const lines = all.filter(({ teller }) => sees(reader, teller)).flatMap((told) => told.lines)
    expect(turns.map(({ content }) => content).sort()).toEqual(lines.map((line) => `Ana: ${line}`).sort())
    const facts = memories.filter(({ claim_type }) => claim_type !== null)
    for (const { evidence, basis_changed } of facts) {
      expect([evidence.length > 0, basis_changed]).toEqual([true, false])
      for (const { memory_id, start, end } of evidence) {
        const turn = turns.find(({ id }) => id === memory_id)
        const length = String(turn?.content).length - 'Ana: '.length
        expect([start >= 0, start < end, end <= length], JSON.stringify({ turn, start, end })).toEqual([
          true,
          true,
          true,
        ])
      }
    }
    const keys = facts.map(({ content, agent_id, visibility }) => JSON.stringify([content, agent_id, visibility]))
    expect(new Set(keys).size, keys.join('\n')).toBe(keys.length)
    const found = await model.client.search(who(run, reader), 'Where do Ana and the dog live?', { threshold: 0 })
    const shown = JSON.stringify([memories, found])
    for (const other of TELLERS) if (!sees(reader, other)) expect(shown).not.toContain(other.name)
  }

  test('nothing is lost, doubled or leaked, counts add up, and a retry goes on', async () => {
    for (let batch = 0; batch < BATCHES; batch++) {
      if (batch > 0) {
        await model.close()
        model = await startModelApp(database, { LLM_TIMEOUT_MS: '100' })
      }
      await fc.assert(fc.asyncProperty(stories, play), { seed: seed + batch, numRuns: STORIES, endOnFailure: true })
      const [answer] = await replayOfService(model.app.databases, { ask: 'check' })
      expect(answer).toMatchObject({ verdict: { equal: true, mismatch: null } })
    }
  })
})

const expectCounted = (told: IngestResult): void => {
  addsUp(told)
  const { outcomes, factsExtracted, memoriesStored, memoriesUpdated, memoriesDeleted, memoriesSkipped } = told
  if (told.awaits === 'facts' || outcomes === undefined) return
  const count = (wanted: string) => outcomes.filter(({ outcome }) => outcome === wanted).length
  expect([outcomes.length, ...['stored', 'updated', 'deleted', 'skipped'].map(count)]).toEqual([
    ...[factsExtracted, memoriesStored, memoriesUpdated, memoriesDeleted, memoriesSkipped],
  ])
}

/** Each episode ends once, no memory is stored twice, and none is changed by another than its owner, or what was said at all. */
const expectLogged = (events: readonly Logged[], episodes: number): void => {
  const ended = events.filter(({ type }) => type === 'FactsDerived').map(({ metadata }) => metadata.episodeId)
  expect([ended.length, new Set(ended).size]).toEqual([episodes, episodes])
  const stored = new Map(
    events.filter(({ type }) => type === 'MemoryStored').map(({ data, metadata }) => [metadata.memoryId, data]),
  )
  expect(stored.size).toBe(events.filter(({ type }) => type === 'MemoryStored').length)
  const owners = new Map(
    events.filter(({ type }) => type === 'EpisodeRecorded').map(({ data, metadata }) => [metadata.episodeId, data]),
  )
  for (const { type, metadata } of events) {
    if (!['MemoryUpdated', 'MemorySuperseded', 'MemoryDeleted', 'MemoryRestored'].includes(type)) continue
    const memory = stored.get(metadata.memoryId)
    const owner = owners.get(metadata.episodeId)
    expect([memory?.workspaceId, memory?.agentId]).toEqual([owner?.workspaceId, owner?.agentId])
    expect(memory?.claimType, `${type} of what was said`).not.toBeNull()
  }
}
