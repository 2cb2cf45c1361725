import stringWidth from 'string-width'
import type { Answer, Happened } from '../../operations/replay/answer.js'
import type { CheckReport, Mismatch } from '../../operations/replay/check/check-report.js'
import { eventDetails, readersWords } from './event-details.js'
import { jsonLine, type TextStyle, visible, wordDiff } from './text-style.js'

/** Rows with aligned columns, by the displayed width; the last column is not padded. */
const columns = (rows: readonly (readonly string[])[]): readonly string[] => {
  const widths: number[] = []
  for (const row of rows) for (const [i, cell] of row.entries()) widths[i] = Math.max(widths[i] ?? 0, stringWidth(cell))
  return rows.map((row) =>
    row
      .map((cell, i) => (i === row.length - 1 ? cell : cell + ' '.repeat((widths[i] ?? 0) - stringWidth(cell))))
      .join('  ')
      .trimEnd(),
  )
}

/** The result of a check: what was compared, and the first mismatch. */
function* verdictLines(report: CheckReport, style: TextStyle): Generator<string> {
  const { equal, readModels, compared, checkpoints, mismatch } = report
  const { events, streams, users, memories, versions, episodes, rows, parked } = compared
  yield `The log: ${events} events in ${streams} streams of ${users} users.`
  const told = `${memories} memories with ${versions} versions`
  if (readModels && mismatch?.in !== 'checkpoint')
    yield `The read models: ${rows} rows of ${told}, and of ${episodes} episodes.`
  else yield `It tells of ${told}, and of ${episodes} episodes.`
  if (checkpoints !== null) yield checkpointLine(checkpoints, events)
  if (parked > 0) yield `${parked} users are parked, and were compared as far as their read models go.`
  if (equal && !readModels) {
    yield style.good('Whole: ids, revisions, positions, appends and versions.')
    yield 'There are no read models to compare: this version has built none here. `palimpsest serve` builds them.'
  } else if (equal)
    yield style.good(
      'Equal: ids, revisions, positions, appends and versions are whole; the read models show what the log says.',
    )
  else if (mismatch) yield* mismatchLines(mismatch, style)
}

const checkpointLine = (
  { signed, events: covered, position, key, copied, kept }: NonNullable<CheckReport['checkpoints']>,
  events: number,
): string => {
  const also = [
    ...(copied > 0 ? [`${copied} more are of the log that it was copied from`] : []),
    ...(kept > 0 ? [`${kept} kept elsewhere are among them`] : []),
  ]
  const told = also
    .map((each) => ` ${each},`)
    .join('')
    .replace(/,$/, '.')
  return (
    `Its checkpoints: ${signed}, signed with the key ${key}, the last one over the ${covered} events up to position ` +
    `${position}; ${Math.max(0, events - covered)} came later.${told}`
  )
}

function* mismatchLines(mismatch: Mismatch, style: TextStyle): Generator<string> {
  if (mismatch.in === 'checkpoint') return yield style.bad(mismatch.wrong)
  yield style.bad('A mismatch; nothing behind it was looked at.')
  if (mismatch.in === 'log') {
    const stream = mismatch.stream === null ? '' : ` of ${mismatch.stream}`
    return yield `  the log, position ${mismatch.position ?? 'unknown'}${stream}: ${mismatch.wrong}`
  }
  if (mismatch.in === 'signed checkpoint') return yield* checkpointLines(mismatch)
  const key = Object.entries(mismatch.key).map(([column, value]) => `${column}=${visible(value)}`)
  yield `  ${mismatch.table} ${key.join(' ')}${mismatch.column === null ? '' : `: ${mismatch.column}`}`
  yield `    the log says          ${visible(mismatch.log)}`
  yield `    the read models say   ${visible(mismatch.readModels)}`
}

function* checkpointLines({
  number,
  position,
  wrong,
  suspects,
  next,
}: Extract<Mismatch, { in: 'signed checkpoint' }>): Generator<string> {
  yield `  checkpoint ${number}, which covers the log up to position ${position}: ${wrong}`
  if (suspects !== null) {
    const [revisions, positions] = [suspects.revisions.join(' to '), suspects.positions.join(' to ')]
    yield `  ${suspects.stream}, revisions ${revisions}, positions ${positions}, from event ${suspects.id} on:`
    yield '    one of these events was changed, or one was put in or taken out'
  }
  yield `  ${next}`
}

/** One JSON object a line. An event that changed a memory's text has the difference, too. */
async function* showJson(answers: AsyncIterable<Answer>): AsyncGenerator<string> {
  let before: string | null = null
  for await (const answer of answers) {
    if (answer.kind === 'logged') yield jsonLine(answer.event)
    else if (answer.kind === 'event') {
      const { content } = answer.memory
      const changed = before !== null && content !== null && content !== before
      yield jsonLine(changed ? { ...answer, diff: wordDiff(before ?? '', content) } : answer)
      before = content
    } else yield jsonLine(answer)
  }
}

const EVENT_COLUMNS = ['position', 'at', 'event', 'version', 'status', 'by', 'why']

/** A memory's events, each followed by its changes, and the memory's state after the last. */
function* showMemory(answers: readonly Answer[], style: TextStyle): Generator<string> {
  const events = together(answers.flatMap((answer) => (answer.kind === 'event' ? [answer] : [])))
  const last = events.at(-1)
  if (last === undefined) return
  const { memory } = last
  yield `${style.heading(`Memory ${memory.id}`)} of user ${visible(memory.userId)}`
  yield ''
  const [head = '', ...lines] = columns([
    EVENT_COLUMNS.map(style.heading),
    ...events.map((event) => cells(event, style)),
  ])
  yield head
  for (const [i, event] of events.entries()) {
    yield lines[i] ?? ''
    for (const detail of eventDetails(event, events[i - 1], style)) yield `    ${detail}`
  }
  yield ''
  yield `${style.heading('Now')}  ${memory.status}, version ${memory.version}, read by ${readersWords(memory)}, shown ${memory.recalls} ${memory.recalls === 1 ? 'time' : 'times'}`
  yield `     ${memory.content === null ? style.faint('(erased)') : visible(memory.content)}`
}

const cells = (event: Happened, style: TextStyle): readonly string[] => {
  const { actor, memory } = event
  return [
    event.position,
    style.faint(event.at),
    event.type,
    `${memory.version}`,
    memory.status === 'active' ? style.good(memory.status) : style.bad(memory.status),
    actor.agentId === null ? actor.key : `${actor.key}, agent ${visible(actor.agentId)}`,
    event.reason ?? '',
  ]
}

/** Successive recalls are shown as one, with their number and the time of the last. */
const together = (events: readonly Happened[]): readonly Happened[] =>
  events.filter(({ type }, i) => type !== 'MemoriesRecalled' || events[i + 1]?.type !== type)

const MEMORY_COLUMNS = ['id', 'status', 'version', 'created', 'read by', 'content']

/** A user's memories, one a line, and their number. */
function* showUser(answers: readonly Answer[], style: TextStyle): Generator<string> {
  const memories = answers.flatMap((answer) => (answer.kind === 'memory' ? [answer.memory] : []))
  if (memories.length > 0)
    yield* columns([
      MEMORY_COLUMNS.map(style.heading),
      ...memories.map((memory) => [
        memory.id,
        memory.status === 'active' ? style.good(memory.status) : style.bad(memory.status),
        `${memory.version}`,
        style.faint(memory.createdAt),
        readersWords(memory),
        memory.content === null ? style.faint('(erased)') : visible(memory.content),
      ]),
    ])
  for (const answer of answers)
    if (answer.kind === 'listed') {
      const { shown, memories, position, at } = answer
      const others = memories - shown
      const more = others > 0 ? `; ${others} more of another status, which --all shows` : ''
      const upTo = position === null ? 'before the first event' : `up to position ${position}, ${at}`
      yield style.faint(`${shown} ${shown === 1 ? 'memory' : 'memories'} ${upTo}${more}`)
    }
}

/** The answers as lines. Events of a log are printed one by one; a memory or a user is printed when all its answers are there. */
export async function* showReplay(
  answers: AsyncIterable<Answer>,
  { json, style }: { readonly json: boolean; readonly style: TextStyle },
): AsyncGenerator<string> {
  if (json) return yield* showJson(answers)
  const kept: Answer[] = []
  for await (const answer of answers)
    if (answer.kind === 'logged') yield jsonLine(answer.event)
    else kept.push(answer)
  yield* showMemory(kept, style)
  yield* showUser(kept, style)
  for (const answer of kept) if (answer.kind === 'verdict') yield* verdictLines(answer.verdict, style)
}
