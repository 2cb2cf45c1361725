import type { Recorded } from '../../event-store/event-store.js'
import type { Answer, Asked } from './answer.js'
import { findErasures, withoutErased } from './erasures.js'
import { readLog, readUser } from './read-log.js'
import { NotInLog, progressCounter, type Replayed, type Watch } from './replayed.js'

/**
 * The requested events in log order, without erased content. It reads the log twice, because an erasure comes after
 * the content that it erases.
 */
export async function* replayLog(replayed: Replayed, asked: Asked<'log'>, watch: Watch): AsyncGenerator<Answer> {
  const { store } = replayed
  const end = await store.end()
  const all = (): AsyncIterable<Recorded> =>
    asked.user === undefined
      ? readLog(store, { end, signal: watch.signal })
      : readUser(replayed, asked.user, watch.signal)
  const clean = withoutErased(await findErasures(all()))
  const isWanted = wantedBy(asked)
  const count = progressCounter(watch, 'reading')
  const last = typeof asked.to === 'string' && isPosition(asked.to) ? BigInt(asked.to) : end
  let events = 0
  for await (const recorded of all()) {
    events = count()
    if (last === 'start' || recorded.position > last) break
    if (isWanted(recorded)) yield { kind: 'logged', event: asJson(clean(recorded)) }
  }
  if (events === 0 && asked.user !== undefined) throw new NotInLog(`There is no such user in the log: ${asked.user}.`)
}

const isPosition = (limit: string): boolean => /^\d+$/.test(limit)

const wantedBy = ({ from, to, types }: Asked<'log'>) => {
  const notBefore = side(from)
  const notAfter = side(to)
  return (event: Recorded): boolean =>
    (types.length === 0 || types.includes(event.type)) && notBefore(event) >= 0 && notAfter(event) <= 0
}

/** Compares the place of an event with a limit: negative before it, 0 at it, positive after it. */
const side = (limit: string | undefined): ((event: Recorded) => number) => {
  if (limit === undefined) return () => 0
  if (isPosition(limit)) return ({ position }) => Number(position - BigInt(limit))
  const instant = Date.parse(limit)
  return ({ metadata }) => Date.parse(String(metadata.at)) - instant
}

const asJson = ({ position, stream, revision, id, type, data, metadata }: Recorded) => ({
  ...{ position: `${position}`, stream, revision: `${revision}`, id, type },
  data,
  metadata,
})
