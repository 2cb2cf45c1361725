import stringWidth from 'string-width'
import type { Answer, MemoryAnswer, MemoryHistoryEvent } from '../../operations/replay/answer.js'
import type { CheckReport, Mismatch } from '../../operations/replay/check/check-report.js'
import { bad, faint, good, heading, jsonLine, visible, wordDiff } from './text-style.js'

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
function* verdictLines(report: CheckReport): Generator<string> {
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
    yield good('Whole: ids, revisions, positions, appends and versions.')
    yield 'There are no read models to compare: this version has built none here. `palimpsest serve` builds them.'
  } else if (equal)
    yield good(
      'Equal: ids, revisions, positions, appends and versions are whole; the read models show what the log says.',
    )
  else if (mismatch) yield* mismatchLines(mismatch)
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

function* mismatchLines(mismatch: Mismatch): Generator<string> {
  if (mismatch.in === 'checkpoint') return yield bad(mismatch.wrong)
  yield bad('A mismatch; nothing behind it was looked at.')
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

/** A value on one line: the fields of an object, and the parts of a list. */
const textOf = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(textOf).join(', ')
  if (typeof value !== 'object' || value === null) return visible(String(value ?? ''))
  return Object.entries(value)
    .map(([field, inner]) => `${field}=${textOf(inner)}`)
    .join(' ')
}

const ERASED = faint('(erased)')
const contentOf = ({ content }: MemoryAnswer): string => (content === null ? ERASED : visible(content))
const statusOf = ({ status }: MemoryAnswer): string => (status === 'active' ? good(status) : bad(status))

/** Columns of a memory that the line of an event, or its content, tells already. */
const SHOWN_APART = ['user_id', 'id', 'status', 'version', 'content']

/** Events that state the content of a memory. */
const STATING = ['MemoryStored', 'MemoryUpdated', 'MemoryRestored']

/** What an event says of its memory and changes of it, a line each; of the first event the content alone. */
const detailsOf = (
  { type, about, memory }: MemoryHistoryEvent,
  before: MemoryAnswer | undefined,
): readonly string[] => {
  const columns = Object.keys({ ...before, ...memory }).filter((column) => !SHOWN_APART.includes(column))
  const changed = columns.flatMap((column) => {
    const [was, is] = [textOf(before?.[column]), textOf(memory[column])]
    return before === undefined || was === is ? [] : [faint(`${column}: ${was === '' ? '' : `${was} → `}${is}`)]
  })
  const told = Object.entries(about).filter(([, value]) => value !== undefined)
  const said = before?.content && memory.content ? wordDiff(visible(before.content), visible(memory.content)) : ''
  return [
    ...told.map(([field, value]) => `${field}: ${textOf(value)}`),
    ...changed,
    ...(STATING.includes(type) ? [said || contentOf(memory)] : []),
  ]
}

const EVENT_COLUMNS = ['position', 'at', 'event', 'version', 'status', 'by', 'why']

/** A memory's events, each followed by its changes, and the memory after the last. */
function* memoryLines(events: readonly MemoryHistoryEvent[]): Generator<string> {
  const memory = events.at(-1)?.memory
  if (memory === undefined) return
  yield `${heading(`Memory ${memory.id}`)} of user ${visible(memory.user_id)}`
  const [head = '', ...lines] = columns([EVENT_COLUMNS.map(heading), ...events.map(cells)])
  yield head
  for (const [i, event] of events.entries()) {
    yield lines[i] ?? ''
    for (const detail of detailsOf(event, events[i - 1]?.memory)) yield `    ${detail}`
  }
  yield heading('Now')
  const { content: _, ...state } = memory
  const rows = Object.entries(state).map(([column, value]) => [`    ${column}`, textOf(value)] as const)
  yield* columns(rows.filter(([, text]) => text !== ''))
  yield `    ${contentOf(memory)}`
}

const cells = ({ position, at, type, actor, reason, memory }: MemoryHistoryEvent): readonly string[] => [
  position,
  faint(at),
  type,
  `${memory.version}`,
  statusOf(memory),
  actor.agentId === null ? actor.key : `${actor.key}, agent ${visible(actor.agentId)}`,
  reason ?? '',
]

const MEMORY_COLUMNS = ['id', 'status', 'version', 'created_at', 'workspace_id', 'agent_id', 'visibility']

const userLines = (memories: readonly MemoryAnswer[]): readonly string[] =>
  memories.length === 0
    ? []
    : columns([
        [...MEMORY_COLUMNS, 'content'].map(heading),
        ...memories.map((memory) => [...MEMORY_COLUMNS.map((column) => textOf(memory[column])), contentOf(memory)]),
      ])

const totalLine = ({ shown, memories, position, at }: Extract<Answer, { kind: 'listed' }>): string => {
  const others = memories - shown
  const more = others > 0 ? `; ${others} more of another status, which --all shows` : ''
  const upTo = position === null ? 'before the first event' : `up to position ${position}, ${at}`
  return faint(`${shown} ${shown === 1 ? 'memory' : 'memories'} ${upTo}${more}`)
}

/** The answers as lines of JSON or text. A memory or a user is printed as text when all its answers are there. */
export async function* showReplay(answers: AsyncIterable<Answer>, json: boolean): AsyncGenerator<string> {
  const events: MemoryHistoryEvent[] = []
  const memories: MemoryAnswer[] = []
  const last: string[] = []
  for await (const answer of answers)
    if (answer.kind === 'logged') yield jsonLine(answer.event)
    else if (json) yield jsonLine(answer)
    else if (answer.kind === 'event') events.push(answer)
    else if (answer.kind === 'memory') memories.push(answer.memory)
    else if (answer.kind === 'listed') last.push(totalLine(answer))
    else last.push(...verdictLines(answer.verdict))
  yield* memoryLines(events)
  yield* userLines(memories)
  yield* last
}
