import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import { type EventStore, isAnonymous, type Position, type Recorded } from '../../event-store/event-store.js'
import { batchesOf } from '../../event-store/log-range.js'
import { type DataKeys, noKeys } from '../../event-store/sealing/data-keys.js'
import { erasedWithUsers } from '../../event-store/sealing/erased-users.js'
import { destroyedBy } from '../../event-store/sealing/erasures.js'
import { type KeyRef, nameOf } from '../../event-store/sealing/key-ref.js'
import { openAll } from '../../event-store/sealing/opening-event-store.js'
import { pseudonymous } from '../../event-store/sealing/pseudonyms.js'
import { randomBytesOf } from '../../event-store/sealing/random-bytes.js'
import { erasedEvent, isFarewell, keysFor } from '../../event-store/sealing/seal-events.js'
import { appendsOf } from './append-missing.js'
import { partsOf, refuseClear } from './clear-parts.js'
import { CopyRefused } from './copy-markers.js'
import { type CopyWatch, pace } from './copy-report.js'
import { type Move, type Moving, moved, movingAppends, withoutNames } from './moving-appends.js'
import type { Passage } from './passage.js'

type Sealing = CopyWatch & {
  /** The log to copy, open. */
  readonly from: EventStore
  /** Those of the other log. */
  readonly keys: DataKeys
  readonly check: string
  readonly move: Move
}

/** An append with the key that its pseudonyms are made with. */
type Keyed = Moving & {
  readonly key: KeyObject | undefined
  /** Whether its user was erased later: nothing is left of its names and words. */
  readonly isErased: boolean
  /** Its events with pseudonyms in place of names: by these the keys of words are named. */
  readonly unnamed: readonly Recorded[]
}

/**
 * Seals events as if they were appended now to a log that seals names. The old log is read once before that: keys are made for all
 * that is to be sealed, and those of what the log has erased are destroyed before anything is sealed with them, so that none of it
 * arrives.
 */
export const sealingPassage = (sealing: Sealing): Passage => {
  const { keys, check } = sealing
  const withKeys = keying()
  const move = movingAppends(sealing.move)
  return {
    check,
    begin: (end) => makeKeys(sealing, withKeys, end),
    carried: async (batch) => {
      const appends = await withKeys(move(batch), keys.find)
      const found = await fitting(wantedBy(appends.filter(({ isErased }) => !isErased)), keys.find)
      const gone = await fitting(wantedBy(appends.filter(({ isErased }) => isErased)), noKeys.find)
      return appends.flatMap((append) => carriedOf(append, append.isErased ? gone : found))
    },
    readBack: async (batch) => {
      refuseClear(batch)
      return openAll(batch, keys)
    },
    compared: (batch) =>
      appendsOf(batch).flatMap((append) => {
        const erases = isFarewell(append)
        return append.map((event) => (erases || isAnonymous(event) ? withoutNames(event, !erases) : event))
      }),
  }
}

type WithKeys = (appends: readonly Moving[], ask: DataKeys['find']) => Promise<readonly Keyed[]>

const makeKeys = async (sealing: Sealing, withKeys: WithKeys, end: Position): Promise<void> => {
  const { from, keys, report, signal } = sealing
  const move = movingAppends(sealing.move)
  const tell = pace(report, 'making keys')
  let read = 0
  for await (const batch of batchesOf(from, { end, signal })) {
    const appends = await withKeys(move(batch), keys.issue)
    // Of a user who is erased already, an earlier run has destroyed all keys, that of the names last.
    const left = appends.filter(({ isErased }) => !isErased)
    await fitting(wantedBy(left), keys.issue)
    const gone = destroyedBy(left.flatMap(({ unnamed }) => unnamed))
    if (gone !== undefined) await keys.destroy(gone)
    for (const append of left) await destroyErasedBy(append, sealing)
    read += batch.length
    tell(read, undefined)
  }
}

/** Destroys all keys of a user whom an append erases. */
const destroyErasedBy = async ({ names, farewell, key }: Keyed, { from, keys, move }: Sealing): Promise<void> => {
  if (names === undefined || farewell === undefined || key === undefined) return
  for await (const some of erasedWithUsers(from, [farewell])) {
    const events = some.map((event) => moved(event, move))
    const named = wantedBy([{ unnamed: unnamedBy(key, { events, farewell }) }])
    if (named.length > 0) await keys.destroy({ named, ranges: [] })
  }
  await keys.destroy({ named: [names], ranges: [] })
}

/**
 * Finds the keys of names. In place of one that is destroyed stands another, which this process alone knows: so names that are
 * erased are told apart, and nobody can make the same pseudonyms again.
 */
const keying = (): WithKeys => {
  const secret = createSecretKey(randomBytesOf(32))
  const standIn = (ref: KeyRef) => createSecretKey(createHmac('sha256', secret).update(nameOf(ref)).digest())
  return async (appends, ask) => {
    const refs = appends.flatMap(({ names }) => names ?? [])
    const found = await fitting([...new Map(refs.map((ref) => [nameOf(ref), ref])).values()], ask)
    return appends.map((append): Keyed => {
      const { names } = append
      if (names === undefined) return { ...append, key: undefined, isErased: false, unnamed: append.events }
      const kept = found.get(nameOf(names))
      if (kept === undefined) throw new Error('no key was made for the names of a user')
      const key = kept === 'destroyed' ? standIn(names) : kept
      return { ...append, key, isErased: kept === 'destroyed', unnamed: unnamedBy(key, append) }
    })
  }
}

const unnamedBy = (key: KeyObject, { events, farewell }: Pick<Moving, 'events' | 'farewell'>) => {
  const naming = { key, answers: farewell === undefined, made: new Map<string, string>() }
  return events.map(
    (event): Recorded => ({
      ...event,
      ...pseudonymous(event, { stream: event.stream, ...naming }).event,
    }),
  )
}

const wantedBy = (appends: readonly Pick<Keyed, 'unnamed'>[]): readonly KeyRef[] =>
  keysFor(appends.flatMap(({ unnamed }) => unnamed.map(partsOf)))

/** The events as they will be read in the new log. */
const carriedOf = ({ events, unnamed, isErased }: Keyed, found: Found): readonly Recorded[] =>
  unnamed.map((event, i) => {
    const read = isErased ? { ...event, metadata: { ...event.metadata, anonymous: true } } : (events[i] ?? event)
    return { ...read, ...erasedEvent({ ...partsOf(event), event: read }, found) }
  })

type Found = ReadonlyMap<string, KeyObject | 'destroyed'>

/** The keys of these names. Throws CopyRefused where the table holds one of another secret key. */
const fitting = async (refs: readonly KeyRef[], ask: DataKeys['find']): Promise<Found> => {
  const found = new Map<string, KeyObject | 'destroyed'>()
  if (refs.length === 0) return found
  for (const [name, key] of await ask(refs)) {
    if (key === 'unfit')
      throw new CopyRefused(
        'The table of keys in the other database holds keys of another secret key. Choose a database that is empty.',
      )
    found.set(name, key)
  }
  return found
}
