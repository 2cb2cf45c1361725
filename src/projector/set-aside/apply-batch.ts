import type { Position } from '../../event-store/event-store.js'
import { isDataFault } from '../../postgres/faults.js'
import { projectBatch } from '../apply/apply-events.js'
import { ProjectionFault } from '../apply/move-banks.js'
import { outcomeOf, type Ready } from '../apply/read-ahead.js'
import type { Followed } from '../followed.js'
import type { Progress } from '../progress.js'
import { isParkable, setAside } from './parking.js'
import type { Resumption } from './resumption.js'
import { aroundErasure } from './take-in.js'

type Applying = Pick<Followed, 'store' | 'model'> &
  Pick<Progress, 'advance'> & { readonly resuming: Pick<Resumption, 'isParked' | 'parked' | 'add'> }

/** Applies a batch; a user whom it erases is set aside, so that nobody else waits for the end of it. */
export const applyBatch = async (
  parts: Applying,
  after: Position | 'start',
  batch: readonly Ready[],
): Promise<Position | 'start'> => {
  const { before, append, rest } = aroundErasure(batch)
  const reached = await applySplitting(parts, after, before)
  if (append.length === 0) return reached
  const erased = await eraseAside(parts, reached, append)
  return applyBatch(parts, erased, rest)
}

const eraseAside = async (
  parts: Applying,
  after: Position | 'start',
  append: readonly Ready[],
): Promise<Position | 'start'> => {
  const { store, model, advance, resuming } = parts
  const [last] = append.slice(-1)
  const stays = append.some((event) => 'fault' in outcomeOf(model.projections, event))
  // Nobody reads these rows yet, or nobody knows when the user will be taken in again: then the keys cannot wait.
  if (last === undefined || stays || model.unread?.() || resuming.isParked(last.stream)) {
    for (const event of append) for await (const _ of store.destroyErasedUser?.(event) ?? []);
    return applySplitting(parts, after, append)
  }
  await setAside(model, after, { append })
  resuming.add({ stream: last.stream, because: 'erasure' })
  advance(last.position)
  return last.position
}

/** Applies a batch, halved where refused, down to the faulty append; its user is parked. Returns the position. */
const applySplitting = async (
  parts: Applying,
  after: Position | 'start',
  batch: readonly Ready[],
): Promise<Position | 'start'> => {
  const last = batch.at(-1)
  if (!last) return after
  try {
    await projectBatch(parts.model, after, batch)
    parts.advance(last.position)
    return last.position
  } catch (error) {
    if (!(error instanceof ProjectionFault) && !isDataFault(error)) throw error
    const middle = splitOf(batch)
    if (middle === 0) {
      const fault = error instanceof ProjectionFault ? error : new ProjectionFault(last.position, error)
      if (!isParkable(fault, batch)) throw fault
      await setAside(parts.model, after, { append: batch, fault })
      parts.resuming.parked(last.stream, fault)
      parts.advance(last.position)
      return last.position
    }
    const reached = await applySplitting(parts, after, batch.slice(0, middle))
    return applySplitting(parts, reached, batch.slice(middle))
  }
}

/** Where to cut a batch in two between appends: 0 when it is one append. */
const splitOf = (batch: readonly Ready[]): number => {
  const ends = batch.flatMap(({ metadata: { append } }, i) => (append.index === append.count - 1 ? [i + 1] : []))
  return ends.length < 2 ? 0 : (ends[(ends.length >> 1) - 1] ?? 0)
}
