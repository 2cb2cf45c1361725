import type { Answer, Happened } from '../../operations/replay/answer.js'
import { columns } from './columns.js'
import { readersWords } from './describe-readers.js'
import { eventDetails } from './event-details.js'
import type { Look } from './text-style.js'
import { visible } from './visible.js'

const HEAD = ['position', 'at', 'event', 'version', 'status', 'by', 'why']

/** A memory's events, each with what it changed below it, and what the memory is after them. */
export function* showMemory(answers: readonly Answer[], look: Look): Generator<string> {
  const events = together(answers.flatMap((answer) => (answer.kind === 'event' ? [answer] : [])))
  const last = events.at(-1)
  if (last === undefined) return
  const { memory } = last
  yield `${look.heading(`Memory ${memory.id}`)} of user ${visible(memory.userId)}`
  yield ''
  const [head = '', ...lines] = columns([HEAD.map(look.heading), ...events.map((event) => cells(event, look))])
  yield head
  for (const [i, event] of events.entries()) {
    yield lines[i] ?? ''
    for (const detail of eventDetails(event, events[i - 1], look)) yield `    ${detail}`
  }
  yield ''
  yield `${look.heading('Now')}  ${memory.status}, version ${memory.version}, read by ${readersWords(memory)}, shown ${memory.recalls} ${memory.recalls === 1 ? 'time' : 'times'}`
  yield `     ${memory.content === null ? look.faint('(erased)') : visible(memory.content)}`
}

const cells = (event: Happened, look: Look): readonly string[] => {
  const { actor, memory } = event
  return [
    event.position,
    look.faint(event.at),
    event.type,
    `${memory.version}`,
    memory.status === 'active' ? look.good(memory.status) : look.bad(memory.status),
    actor.agentId === null ? actor.key : `${actor.key}, agent ${visible(actor.agentId)}`,
    event.reason ?? '',
  ]
}

/** Recalls in a row are one: only their number is of interest, and when the last was. */
const together = (events: readonly Happened[]): readonly Happened[] =>
  events.filter(({ type }, i) => type !== 'MemoriesRecalled' || events[i + 1]?.type !== type)
