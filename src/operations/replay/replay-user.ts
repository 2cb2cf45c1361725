import { isOfUser } from '../../domain/all-events.js'
import type { Recorded } from '../../event-store/event-store.js'
import { type Answer, type Asked, memoryAnswer } from './answer.js'
import { findErasures, withoutErased } from './erasures.js'
import { emptyBank, foldEvent } from './fold/bank.js'
import { readEvent, readUser } from './read-log.js'
import { NotInLog, progressCounter, type Replayed, type Watch } from './replayed.js'

/** The memories of a user at a point in time, the oldest first, followed by their number. Throws NotInLog. */
export async function* replayUser(replayed: Replayed, asked: Asked<'user'>, watch: Watch): AsyncGenerator<Answer> {
  const { user } = asked
  const clean = withoutErased(await findErasures(readUser(replayed, user, watch.signal)))
  const bank = emptyBank()
  const count = progressCounter(watch, 'reading')
  let events = 0
  let last: { readonly position: bigint; readonly at: string } | undefined
  for await (const recorded of readUser(replayed, user, watch.signal)) {
    events = count()
    if (!countsFor(asked, recorded)) continue
    const event = readEvent(clean(recorded))
    if (!isOfUser(event)) continue
    foldEvent(bank, event)
    last = { position: recorded.position, at: event.metadata.at }
  }
  if (events === 0) throw new NotInLog(`There is no such user in the log: ${user}.`)
  const memories = [...bank.memories.values()]
  const shown = memories.filter(({ status }) => asked.all || status === 'active')
  for (const memory of shown) yield { kind: 'memory', memory: memoryAnswer(user, memory) }
  const end = last === undefined ? { position: null, at: null } : { ...last, position: `${last.position}` }
  yield { kind: 'listed', shown: shown.length, memories: memories.length, ...end }
}

/** Times are in UTC with equal precision, so they sort as text. Memories of a large ingest may not be in this order yet. */
const countsFor = ({ at, position }: Asked<'user'>, recorded: Recorded): boolean =>
  (position === undefined || recorded.position <= BigInt(position)) &&
  (at === undefined || Date.parse(String(recorded.metadata.at)) <= Date.parse(at))
