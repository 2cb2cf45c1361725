import type { Reason } from '../domain/event.js'
import { passingAmong } from '../queries/filters.js'
import { type Predecessor, predecessorsOf } from '../queries/visible-predecessors.js'
import type { FoundMemory } from './answer.js'
import { readMeasured } from './database-index.js'
import { shownOnce } from './deduplicate.js'
import { type FoundMemories, readMatches } from './read-found.js'
import { type Reading, supersededRelations } from './relations.js'
import type { Match, Query } from './score.js'

/** What was superseded for these was never so: it is no past. What it took the place of in turn is. */
const ERRORS: ReadonlySet<Reason | null> = new Set<Reason>(['corrected', 'edited'])
/** So many corrections of one statement are followed. */
const CORRECTIONS = 4
/** Of one memory of the answer so many are shown. */
const EACH = 3

type Shown = Pick<FoundMemories, 'matches' | 'memories' | 'details'>

/**
 * Puts behind each memory of an answer what it directly took the place of, scored like all others; within the limit it takes the places of
 * weaker ones. A turn and
 * its facts are told once, and what the answer tells already is not told again.
 */
export const withPredecessors = async <Found extends Shown>(
  reading: Reading,
  query: Query,
  { found, withheld }: { readonly found: Found; readonly withheld: readonly string[] },
): Promise<Found & { readonly predecessors: ReadonlySet<string> }> => {
  const shown = new Map(found.memories.flatMap(({ id, pieces }) => [id, ...pieces].map((each) => [each, id] as const)))
  const successors = await readSuccessors(reading, shown)
  for (const id of [...shown.keys(), ...withheld]) successors.delete(id)
  const read = await readSuperseded(reading, query, [...successors.keys()])
  const past = notShownYet(found, read, successors)
  if (past.length === 0) return { ...found, predecessors: new Set() }
  const details = new Map([...found.details, ...read.details])
  const memories = found.memories.flatMap((memory) => [
    memory,
    ...past.filter(({ outdated_by }) => outdated_by === memory.id),
  ])
  const byId = new Map([...found.matches, ...read.matches].map((match) => [match.id, match]))
  const places = new Set(memories.map(({ id }) => id))
  const matches = [
    ...memories.flatMap(({ id }) => byId.get(id) ?? []),
    ...found.matches.filter(({ id }) => !places.has(id)),
  ]
  return {
    ...found,
    matches,
    memories: memories.slice(0, reading.request.limit),
    details,
    predecessors: new Set(past.map(({ id }) => id)),
  }
}

/** By id of what was superseded, the last first, the memory of the answer that is in its place. */
const readSuccessors = async (
  { db, scope, instant }: Reading,
  shown: ReadonlyMap<string, string>,
): Promise<Map<string, string>> => {
  const successors = new Map<string, string>()
  const inPlace = new Map(shown)
  let asked: readonly string[] = [...shown.keys()]
  for (let round = 0; round <= CORRECTIONS && asked.length > 0; round++) {
    const replaced = await predecessorsOf(db, scope, { ids: asked, instant })
    for (const { id, by } of replaced) inPlace.set(id, inPlace.get(by) ?? by)
    for (const { id } of replaced.filter((each) => !isError(each))) successors.set(id, inPlace.get(id) ?? id)
    asked = replaced.filter(isError).map(({ id }) => id)
  }
  return successors
}

const isError = ({ reason }: Predecessor): boolean => ERRORS.has(reason)

/** In the order of the ids; what does not pass the filters is left out. */
const readSuperseded = async (reading: Reading, query: Query, ids: readonly string[]): Promise<FoundMemories> => {
  const { db, request } = reading
  const relations = supersededRelations(request)
  const permitted = relations.permitted === undefined ? undefined : await passingAmong(db, relations.permitted, ids)
  const wanted = ids.filter((id) => permitted?.has(id) ?? true)
  if (wanted.length === 0) return { matches: [], memories: [], details: new Map() }
  const then: Reading = { db, request, scope: reading.scope, relations, instant: undefined }
  const measured = new Map((await readMeasured(then, query, wanted)).matches.map((match) => [match.id, match]))
  const best = wanted.flatMap((id) => measured.get(id) ?? [])
  return readMatches(then, NOT_ASSUMED, { matches: best, best })
}

const NOT_ASSUMED = { assumed: undefined, standing: undefined }

/** Turns first: they tell what was said as it was said, and their facts tell it again. */
const notShownYet = (
  found: Shown,
  read: FoundMemories,
  successors: ReadonlyMap<string, string>,
): readonly FoundMemory[] => {
  const isShown = shownOnce()
  const matches = new Map<string, Match>([...found.matches, ...read.matches].map((match) => [match.id, match]))
  const isNew = ({ id }: FoundMemory): boolean => {
    const match = matches.get(id)
    return match !== undefined && isShown(match.about)
  }
  for (const memory of found.memories) isNew(memory)
  const isFact = ({ id }: FoundMemory) => (matches.get(id)?.about.rests_on ?? null) !== null
  const first = read.memories.toSorted((a, b) => Number(isFact(a)) - Number(isFact(b)))
  const times = new Map<string, number>()
  return first.filter(isNew).flatMap((memory) => {
    // Of several with the same words one is shown: what took the place of any of them took its place.
    const by = [memory.id, ...memory.pieces].map((id) => successors.get(id)).find((id) => id !== undefined)
    if (by === undefined) return []
    const place = (times.get(by) ?? 0) + 1
    times.set(by, place)
    return place > EACH ? [] : [{ ...memory, outdated_by: by }]
  })
}
