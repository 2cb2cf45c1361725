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

/** What the log holds of what was erased. */
type LogFindings = {
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
type LogQuery = ErasedOne & {
  readonly needles: readonly string[]
  /** Those of the user. */
  readonly streams: readonly StreamName[]
}

/** Reads all of the log as it is kept. */
export const searchLog = async (raw: Log, query: LogQuery, { report, signal }: Watch): Promise<LogFindings> => {
  const user = new UserFindings(query)
  let [events, clear] = [0, 0]
  for await (const batch of batchesOf(raw, { end: await raw.end(), signal })) {
    for (const event of batch) {
      events++
      if (holdsAny(clearTextOf(event), query.needles)) clear++
      if (query.streams.includes(event.stream)) user.add(event)
    }
    report({ phase: 'Searching', done: events, unit: 'events of the log' })
  }
  return { events, clear, ...user.result() }
}

/** What the streams of the user hold of what was erased. */
class UserFindings {
  private readonly query: LogQuery
  private readonly erasures: Destruction[] = []
  private readonly sealed = new Map<string, KeyRef>()
  private unsealed = 0
  /** Up to the erasure of the whole user: what comes after it is a new beginning of the same user. */
  private whole: { readonly refs: readonly KeyRef[]; readonly unsealed: number } | undefined

  constructor(query: LogQuery) {
    this.query = query
  }

  add(event: Recorded): void {
    const { memory } = this.query
    for (const ref of keysIn([event])) this.sealed.set(nameOf(ref), ref)
    if (event.type === 'UserErased') this.whole = { refs: [...this.sealed.values()], unsealed: this.unsealed }
    const isOfIt = memory === null || event.metadata.memoryId === memory
    if (isOfIt && isOpen(event)) this.unsealed++
    const gone = memory === null ? undefined : erasing(event, memory)
    if (gone !== undefined) this.erasures.push(gone)
  }

  result(): Pick<LogFindings, 'refs' | 'isErased' | 'unsealed'> {
    const { memory, streams } = this.query
    const { erasures, unsealed, whole } = this
    // Names go with the whole user alone.
    const owners: readonly string[] = streams.map(ownerOfNames)
    const refs = [...this.sealed.values()].filter(({ owner }) => !owners.includes(owner))
    if (memory === null) return { unsealed, refs, isErased: true, ...whole }
    const ofIt = refs.filter((ref) => ref.owner === memory || erasures.some((gone) => covers(gone, ref)))
    return { unsealed, refs: ofIt, isErased: erasures.length > 0 || isAmong(whole?.refs, ofIt) }
  }
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
