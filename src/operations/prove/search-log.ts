import type { Watch } from '../../concurrency/operation.js'
import { decode, FaultyEvent } from '../../event-store/codec.js'
import type { EventStore, Recorded, StreamName } from '../../event-store/event-store.js'
import { batchesOf } from '../../event-store/log-range.js'
import { isEnvelope } from '../../event-store/sealing/envelope.js'
import { type Destruction, destroyedBy } from '../../event-store/sealing/erasures.js'
import { type KeyRef, nameOf } from '../../event-store/sealing/key-ref.js'
import { keysIn } from '../../event-store/sealing/open-events.js'
import { ownerOfNames, withPseudonyms } from '../../event-store/sealing/pseudonyms.js'
import { holdsAny } from './needles.js'
import type { ErasedOne } from './report.js'

type Found = {
  readonly events: number
  /** Events whose clear parts hold the words. */
  readonly clear: number
  /** Keys of what was erased. */
  readonly refs: readonly KeyRef[]
  /** Of a memory: whether the log says that it was erased. */
  readonly isErased: boolean
  /** Events of it that hold words which were never sealed. */
  readonly unsealed: number
}

type Log = Pick<EventStore, 'follow' | 'end' | 'checkpoints'>
type Wanted = ErasedOne & {
  readonly needles: readonly string[]
  /** Those of the user. */
  readonly streams: readonly StreamName[]
}

/** Reads all of the log as it is kept. */
export const searchLog = async (raw: Log, wanted: Wanted, { report, signal }: Watch): Promise<Found> => {
  const erasures: Destruction[] = []
  const sealed = new Map<string, KeyRef>()
  let [events, clear, unsealed] = [0, 0, 0]
  let whole: { readonly refs: readonly KeyRef[]; readonly unsealed: number } | undefined
  for await (const batch of batchesOf(raw, { end: await raw.end(), signal })) {
    for (const event of batch) {
      events++
      if (holdsAny(clearTextOf(event), wanted.needles)) clear++
      if (!wanted.streams.includes(event.stream)) continue
      for (const ref of keysIn([event])) sealed.set(nameOf(ref), ref)
      // What comes after it is a new beginning of the same user.
      if (event.type === 'UserErased') whole = { refs: [...sealed.values()], unsealed }
      if (wanted.memory === null) unsealed += isOpen(event) ? 1 : 0
      else {
        if (event.metadata.memoryId === wanted.memory && isOpen(event)) unsealed++
        const gone = erasing(event, wanted.memory)
        if (gone !== undefined) erasures.push(gone)
      }
    }
    report({ phase: 'Searching', done: events, unit: 'events of the log' })
  }
  // Names go with the whole user alone.
  const owners: readonly string[] = wanted.streams.map(ownerOfNames)
  const refs = [...sealed.values()].filter(({ owner }) => !owners.includes(owner))
  if (wanted.memory === null) return { events, clear, unsealed, refs, isErased: true, ...whole }
  const ofIt = refs.filter((ref) => ref.owner === wanted.memory || erasures.some((gone) => covers(gone, ref)))
  return { events, clear, unsealed, refs: ofIt, isErased: erasures.length > 0 || isAmong(whole?.refs, ofIt) }
}

/** Whether all keys of a memory are among those of a whole user who was erased. */
const isAmong = (erased: readonly KeyRef[] = [], refs: readonly KeyRef[]): boolean => {
  const names = new Set(erased.map(nameOf))
  return refs.length > 0 && refs.every((ref) => names.has(nameOf(ref)))
}

const covers = ({ ranges }: Destruction, { owner, part }: KeyRef): boolean =>
  ranges.some((range) => range.owner.toLowerCase() === owner && range.from <= part && part <= range.to)

/** What the event erases, where it erases this memory. */
const erasing = (event: Recorded, memory: string): Destruction | undefined => {
  const gone = destroyedBy([event])
  return gone?.named.some(({ owner }) => owner.toLowerCase() === memory) ? gone : undefined
}

/** Whether it holds words that were not sealed when it was appended. */
const isOpen = (event: Recorded): boolean => {
  if (event.metadata.sealed !== undefined) return false
  try {
    const { data } = decode(withPseudonyms(event))
    return ['said', 'embedding'].some((part) => {
      const words: unknown = Reflect.get(data, part)
      return typeof words === 'object' && words !== null && !('erased' in words)
    })
  } catch (error) {
    if (error instanceof FaultyEvent) return true
    throw error
  }
}

/** What anybody reads of it who has no keys. What is sealed looks like noise, in which short words would be met by chance. */
const clearTextOf = ({ stream, type, data, metadata }: Recorded): string =>
  JSON.stringify([stream, type, data, metadata], (_, value: unknown) => (isEnvelope(value) ? null : value))
