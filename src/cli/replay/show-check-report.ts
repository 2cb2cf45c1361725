import type { Mismatch, Verdict } from '../../operations/replay/check/check-report.js'
import type { Look } from './text-style.js'
import { visible } from './visible.js'

/** What was compared, and the first mismatch. */
export function* verdictLines({ equal, readModels, compared, mismatch }: Verdict, look: Look): Generator<string> {
  const { events, streams, users, memories, versions, episodes, rows, parked } = compared
  yield `The log: ${events} events in ${streams} streams of ${users} users.`
  const told = `${memories} memories with ${versions} versions`
  if (readModels && mismatch?.in !== 'checkpoint')
    yield `The read models: ${rows} rows of ${told}, and of ${episodes} episodes.`
  else yield `It tells of ${told}, and of ${episodes} episodes.`
  if (parked > 0) yield `${parked} users are parked, and were compared as far as their read models go.`
  if (equal && !readModels) {
    yield look.good('Whole: ids, revisions, positions, appends and versions.')
    yield 'There are no read models to compare: this version has built none here. `palimpsest serve` builds them.'
  } else if (equal)
    yield look.good(
      'Equal: ids, revisions, positions, appends and versions are whole; the read models show what the log says.',
    )
  else if (mismatch) yield* mismatchLines(mismatch, look)
}

function* mismatchLines(mismatch: Mismatch, look: Look): Generator<string> {
  if (mismatch.in === 'checkpoint') return yield look.bad(mismatch.wrong)
  yield look.bad('A mismatch; nothing behind it was looked at.')
  if (mismatch.in === 'log') {
    const stream = mismatch.stream === null ? '' : ` of ${mismatch.stream}`
    return yield `  the log, position ${mismatch.position ?? 'unknown'}${stream}: ${mismatch.wrong}`
  }
  const key = Object.entries(mismatch.key).map(([column, value]) => `${column}=${visible(value)}`)
  yield `  ${mismatch.table} ${key.join(' ')}${mismatch.column === null ? '' : `: ${mismatch.column}`}`
  yield `    the log says          ${visible(mismatch.log)}`
  yield `    the read models say   ${visible(mismatch.readModels)}`
}
