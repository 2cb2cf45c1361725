import type { Answer } from '../../operations/replay/answer.js'
import { columns } from './columns.js'
import { readersWords } from './describe-readers.js'
import type { Look } from './text-style.js'
import { visible } from './visible.js'

const HEAD = ['id', 'status', 'version', 'created', 'read by', 'content']

/** A user's memories, a line each, and how many there are. */
export function* showUser(answers: readonly Answer[], look: Look): Generator<string> {
  const memories = answers.flatMap((answer) => (answer.kind === 'memory' ? [answer.memory] : []))
  if (memories.length > 0)
    yield* columns([
      HEAD.map(look.heading),
      ...memories.map((memory) => [
        memory.id,
        memory.status === 'active' ? look.good(memory.status) : look.bad(memory.status),
        `${memory.version}`,
        look.faint(memory.createdAt),
        readersWords(memory),
        memory.content === null ? look.faint('(erased)') : visible(memory.content),
      ]),
    ])
  for (const answer of answers)
    if (answer.kind === 'listed') {
      const { shown, memories, position, at } = answer
      const others = memories - shown
      const more = others > 0 ? `; ${others} more of another status, which --all shows` : ''
      const upTo = position === null ? 'before the first event' : `up to position ${position}, ${at}`
      yield look.faint(`${shown} ${shown === 1 ? 'memory' : 'memories'} ${upTo}${more}`)
    }
}
