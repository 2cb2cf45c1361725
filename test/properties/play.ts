import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Answer } from '../support/app.js'
import type { Fields, Who } from '../support/client.js'
import type { LastingApp } from './lasting-app.js'
import { type Caller, nothing, stateAt, type World } from './model.js'
import { type Outcome, type Step, type StepOf, take } from './steps.js'
import { textOf } from './texts.js'

export const ADMIN = 'the-key-of-the-admin'
export const OBSERVED = '2025-03-04T05:06:07Z'

/** A story that has been carried out: what the model says there is now, and under which ids. */
export type Played = {
  readonly app: LastingApp
  /** Which run of a story it is: its users are nobody else's. */
  readonly run: string
  readonly world: World
  readonly ids: ReadonlyMap<string, string>
  readonly episodes: ReadonlyMap<number, string>
  /** A moment after each step and before the next. */
  readonly moments: ReadonlyMap<number, string>
}

export const who = (run: string, { user, workspace, agent }: Caller): Who => ({
  user_id: `${user} ${run}`,
  ...(workspace === null || agent === null ? {} : { workspace_id: workspace, agent_id: agent }),
})

/** Carries the steps out one after the other, and holds each answer against what the model says has to come of it. */
export const play = async (app: LastingApp, run: string, steps: readonly Step[]): Promise<Played> => {
  const ids = new Map<string, string>()
  const episodes = new Map<number, string>()
  const moments = new Map<number, string>()
  const played = { app, run, ids, episodes, moments }
  let world = nothing
  for (const step of steps) {
    const outcome = take(world, step)
    const told = await carryOut({ ...played, world }, step)
    if (step.verb === 'tell') note(played, step, { outcome, told })
    expect([step, told.status, countsIn(told)], 'an answer to a write').toEqual([
      step,
      outcome.found ? 200 : 404,
      countsOf(step, outcome),
    ])
    world = outcome.world
    moments.set(step.n, await momentBetween())
  }
  return { ...played, world }
}

const note = (
  { ids, episodes }: { readonly ids: Map<string, string>; readonly episodes: Map<number, string> },
  { n }: Step,
  { outcome, told }: { readonly outcome: Outcome; readonly told: Answer<Fields> },
): void => {
  const memoryIds = [told.body.memoryIds ?? []].flat()
  outcome.touched.forEach((handle, i) => {
    ids.set(handle, String(memoryIds[i]))
  })
  episodes.set(n, String(told.body.episodeId))
}

/** No two things happen in one millisecond, so that an instant between them can be named. */
const momentBetween = async (): Promise<string> => {
  await sleep(2)
  const moment = new Date().toISOString()
  await sleep(2)
  return moment
}

/** The memories of users who were erased since. */
export const forgottenIn = ({ ids, world }: Pick<Played, 'ids' | 'world'>): readonly string[] => {
  const known = new Set(world.memories.map(({ handle }) => handle))
  return [...ids.keys()].filter((handle) => !known.has(handle))
}

/** Unknown handles, which may be hidden in another telling of the same story, stand for any id that does not exist. */
const idOf = ({ ids }: Pick<Played, 'ids'>, handle: string): string => ids.get(handle) ?? randomUUID()

const carryOut = (played: Played, step: Step): Promise<Answer<Fields>> => {
  const scope = who(played.run, step.by)
  const { app } = played
  const inQuery = (more: Readonly<Record<string, string>> = {}) => `${new URLSearchParams({ ...scope, ...more })}`
  switch (step.verb) {
    case 'tell':
      return tell(played, step)
    case 'update': {
      const content = step.text === undefined ? {} : { content: textOf(step.text) }
      const importance = step.importance === undefined ? {} : { importance: step.importance }
      return app.ask(`/v1/memories/${idOf(played, step.memory)}`, { ...scope, ...content, ...importance }, PUT)
    }
    case 'share': {
      const grants = step.visibility === 'restricted' ? { granted_to: step.granted } : {}
      const body = { workspace_id: 'w', agent_id: 'none', ...scope, visibility: step.visibility, ...grants }
      return app.ask(`/v1/memories/${idOf(played, step.memory)}/visibility`, body, PUT)
    }
    case 'clear':
      return app.ask(`/v1/memories?${inQuery(filterOf(played, step))}`, undefined, DELETE)
    case 'remove':
      return app.ask(`/v1/memories/${idOf(played, step.memory)}?${inQuery()}`, undefined, DELETE)
    case 'leave':
      return app.ask(`/v1/admin/users/${encodeURIComponent(scope.user_id)}`, undefined, {
        ...DELETE,
        headers: AS_ADMIN,
      })
    case 'restart':
    case 'evict':
      return app[step.verb]().then(() => DONE)
    case 'erase': {
      const path = `/v1/memories/${idOf(played, step.memory)}?${inQuery({ hard: 'true' })}`
      return app.ask(path, undefined, { ...DELETE, headers: AS_ADMIN })
    }
  }
}
const DONE: Answer<Fields> = { status: 200, body: {}, headers: new Headers() }
const PUT = { method: 'PUT' }
const DELETE = { method: 'DELETE' }
const AS_ADMIN = { Authorization: `Bearer ${ADMIN}` }

const filterOf = (played: Played, { filter }: StepOf<'clear'>): Readonly<Record<string, string>> => ({
  ...(filter.source === undefined ? {} : { source_site: filter.source }),
  ...(filter.session === undefined ? {} : { session_id: filter.session }),
  ...(filter.episode === undefined ? {} : { episode_id: played.episodes.get(filter.episode) ?? randomUUID() }),
})

export const tell = ({ app, run }: Pick<Played, 'app' | 'run'>, step: StepOf<'tell'>): Promise<Answer<Fields>> => {
  const { by, texts, visibility, granted, source, session, topic, keyed, n } = step
  const grants = visibility === 'restricted' ? { granted_to: granted } : {}
  const body = {
    ...who(run, by),
    // Each is a conversation of its own: its greeting is no other's.
    conversation: [greetingOf(n), ...texts.map(textOf)].join('\n'),
    source_site: source,
    observed_at: OBSERVED,
    metadata: { topic },
    ...(session === null ? {} : { session_id: session }),
    ...(by.workspace === null ? {} : { visibility, ...grants }),
  }
  const headers = keyed ? { 'Idempotency-Key': keyOf(n) } : {}
  return app.ask('/v1/memories/ingest/quick', body, { headers })
}

const greetingOf = (n: number): string =>
  `Ana: ${Array(n + 1)
    .fill('hello')
    .join(' ')}`

const keyOf = (n: number): string => `key ${n}`

/** What an answer to a write counts. */
const countsIn = ({ status, body }: Answer<Fields>) => {
  if (status !== 200) return body
  const { factsExtracted, memoriesStored, duplicates, deleted, version, memoryIds } = body
  return memoryIds === undefined
    ? { deleted: deleted instanceof Object && 'memories' in deleted ? deleted.memories : deleted, version }
    : { factsExtracted, memoriesStored, duplicates, memoryIds: [memoryIds].flat().length }
}

const countsOf = (step: Step, { found, touched, duplicates, world }: Outcome) => {
  if (!found) return { error: step.verb === 'leave' ? 'User not found' : 'Memory not found' }
  if (step.verb === 'tell')
    return { factsExtracted: touched.length, memoriesStored: touched.length, duplicates, memoryIds: touched.length }
  const memory = world.memories.find(({ handle }) => handle === touched[0])
  const version = memory && stateAt(memory) ? memory.versions.length : undefined
  return {
    deleted: step.verb === 'clear' || step.verb === 'leave' ? touched.length : undefined,
    version: step.verb === 'update' || step.verb === 'share' ? version : undefined,
  }
}
