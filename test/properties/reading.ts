import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Answer } from '../support/app.js'
import type { Fields } from '../support/client.js'
import { type Caller, type Memory, stateAt, type Version, type World } from './model.js'
import { type Played, who } from './play.js'
import { textOf } from './texts.js'

/** Counts reads by path. */
export type Tally = Map<string, number>

/** Somebody who reads a story that has been carried out. */
export type Reading = {
  readonly played: Played
  readonly world: World
  readonly caller: Caller
  /** The memories that are asked about one by one: seen, hidden, or not there at all. */
  readonly about: readonly string[]
  /** Those whose trail is asked for. */
  readonly traced: readonly string[]
  /** The episodes that are asked about, by the steps that told them. */
  readonly episodes: readonly number[]
  /** The moments that are asked about, by the steps before them. */
  readonly moments: readonly number[]
  readonly progressCounter: Tally
}

/** A way to read: asks, holds what is answered against the model, and gives it back to be compared with another world's. */
export type Way = (reading: Reading) => Promise<readonly Answer<Fields>[]>

export type Row = Fields & { readonly id: string }

export const get = (reading: Reading, path: string, more: Readonly<Record<string, string>> = {}) => {
  const { played, caller, progressCounter } = reading
  count(progressCounter, path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, ':id'))
  return played.app.ask<Fields>(`${path}?${new URLSearchParams({ ...who(played.run, caller), ...more })}`)
}

export const post = (reading: Reading, path: string, body: Fields) => {
  const { played, caller, progressCounter } = reading
  count(progressCounter, body.as_of === undefined ? path : `${path} as of`)
  return played.app.ask<Fields>(path, { ...who(played.run, caller), ...body })
}

const count = (progressCounter: Tally, path: string) => progressCounter.set(path, (progressCounter.get(path) ?? 0) + 1)

/** What is answered with 200, and nothing else. */
export const ok = ({ status, body }: Answer<Fields>): Fields => {
  expect([status, body.error]).toEqual([200, undefined])
  return body
}

export const rowsOf = (body: Fields, field = 'memories'): readonly Row[] => [body[field] ?? []].flat() as Row[]

/** The id under which this world knows a memory; where it does not, the id of nothing. */
export const idOf = ({ played }: Reading, handle: string): string => played.ids.get(handle) ?? randomUUID()
export const episodeIdOf = ({ played }: Reading, step: number): string => played.episodes.get(step) ?? randomUUID()

/** Which memories these are, by their handles; what the model does not know stays an id. */
export const handlesOf = ({ played }: Reading, ids: readonly unknown[]): readonly string[] => {
  const handles = new Map([...played.ids].map(([handle, id]) => [id, handle]))
  return ids.map((id) => handles.get(String(id)) ?? String(id))
}

export const handles = (memories: readonly Memory[]): readonly string[] => memories.map(({ handle }) => handle)

/** Holds what a row says against what the memory was after a step. */
export const expectRow = ({ played }: Reading, memory: Memory, row: Row & { readonly step?: number }): void => {
  const state = stateAt(memory, row.step)
  expect({
    ...facts(memory, state),
    importance: row.importance,
  }).toEqual({
    id: memory.handle,
    content: row.content,
    version: row.version,
    source_site: row.source_site,
    namespace: row.namespace,
    agent_id: row.agent_id,
    topic: Object(row.metadata).topic,
    importance: state?.importance ?? row.importance,
  })
  expect(played.ids.get(memory.handle)).toBe(row.id)
}

const facts = (memory: Memory, state: Version | undefined) => ({
  id: memory.handle,
  content: textOf(state?.text ?? -1),
  version: memory.versions.filter(({ step }) => step <= (state?.step ?? -1)).length,
  source_site: memory.source,
  namespace: `site/${memory.source}`,
  agent_id: state?.readers.agent,
  topic: memory.topic,
})
