import type { Answer } from '../support/app.js'
import { type Fields, query } from '../support/client.js'
import { type FactStep, LINES } from './fact-stories.js'
import type { Caller } from './model.js'
import { who } from './play.js'
import type { PlayedFacts } from './play-facts.js'

const RESOLUTIONS = ['resolved_new', 'resolved_existing', 'resolved_both'] as const
const SEVERITIES = ['low', 'medium', 'high', 'critical'] as const

type Between = { readonly id: string; readonly handles: readonly [string, string] }

/** The conflicts that somebody is told of, by the handles of their memories. */
const conflictsOf = async (
  { app, ids }: Pick<PlayedFacts, 'app' | 'ids'>,
  scope: ReturnType<typeof who>,
  status: 'open' | 'all',
): Promise<{ readonly answer: Answer<Fields>; readonly conflicts: readonly Between[] }> => {
  const answer = await app.ask<Fields>(`/v1/agents/conflicts?${query(scope, { status, limit: '1000' })}`)
  const handleOf = new Map([...ids].map(([handle, id]) => [id, handle]))
  const named = (id: unknown) => handleOf.get(String(id)) ?? String(id)
  const conflicts = [answer.body.conflicts ?? []].flat().map((each) => {
    const { id, existing_memory_id, new_memory_id } = Object(each)
    return { id: String(id), handles: [named(existing_memory_id), named(new_memory_id)] as const }
  })
  const byHandles = (a: Between, b: Between) => (a.handles.join() < b.handles.join() ? -1 : 1)
  return { answer, conflicts: conflicts.toSorted(byHandles) }
}

/** Resolves a conflict that a memory is in, as far as the one who does sees it. */
export const resolve = async (
  played: PlayedFacts,
  { by, pick }: FactStep,
  handle: string,
): Promise<readonly string[]> => {
  const scope = who(played.run, by)
  if (by.workspace === null) return []
  const { conflicts } = await conflictsOf(played, scope, 'open')
  const conflict = conflicts.find(({ handles }) => handles.includes(handle))
  if (conflict === undefined) return []
  const resolution = RESOLUTIONS[pick % RESOLUTIONS.length]
  const path = `/v1/agents/conflicts/${conflict.id}/resolve`
  await played.app.ask(path, { ...scope, resolution }, { method: 'PUT' })
  return conflict.handles
}

/** Reports a lesson about a memory: it warns whoever reports it, and nobody else. */
export const teach = ({ app, run }: PlayedFacts, { by, pick, other }: FactStep, id: string): Promise<Answer<Fields>> =>
  app.ask<Fields>('/v1/memories/lessons/report', {
    ...who(run, by),
    pattern: LINES[other % LINES.length],
    source_memory_ids: [id],
    severity: SEVERITIES[pick % SEVERITIES.length],
  })

/** What an agent is told of contradictions, and of the other agents. The owner is told of all of them. */
export const conflictReadings = async (
  world: PlayedFacts,
  caller: Caller,
): Promise<ReadonlyMap<string, Answer<Fields>>> => {
  const answers = new Map<string, Answer<Fields>>()
  if (caller.workspace === null) return answers
  const scope = who(world.run, caller)
  answers.set('agents', await world.app.ask<Fields>(`/v1/agents?${query(scope, { limit: '1000' })}`))
  const { answer, conflicts } = await conflictsOf(world, scope, 'all')
  answers.set('conflicts', answer)
  for (const { id, handles } of conflicts)
    answers.set(
      `conflict ${handles.join(' ')}`,
      await world.app.ask<Fields>(`/v1/agents/conflicts/${id}?${query(scope)}`),
    )
  return answers
}
