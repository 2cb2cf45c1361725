import { eachOf, type Steps } from '../../../concurrency/steps.js'
import { isAssistantRole } from '../../../indexing/assistant-role.js'
import type { Piece } from './pieces/piece.js'
import { piecesOf } from './pieces/pieces-of.js'
import { statementsOf } from './pieces/statements.js'
import { exchangeOf, isIdle, isOnly } from './short-answer.js'
import { roleOfLabel } from './turns/speakers.js'
import type { Turn } from './turns/turn.js'
import { hasContent } from './words.js'

/** The turn before the first, and what memories of what was told before say. */
export type Told = { readonly before: Turn | undefined; readonly standing: readonly string[] }
type Asked = {
  readonly text: string
  readonly parts: readonly [question: string, answer: string]
  readonly owner: string
}

/** A role as it is kept: in lower case, and the same in whatever language a transcript names it. */
const roleOf = ({ role, speaker }: Turn): string | null => {
  const named = role ?? speaker
  return named === null ? null : (roleOfLabel(named) ?? role ?? null)
}

/**
 * Turns → pieces. A turn that says nothing is left out; every piece of one that does is kept. A short answer is one piece
 * with the question that it answers, and belongs to who answered. A question that was told before has to stand in a memory.
 */
export function* cut(
  turns: readonly Turn[],
  people: ReadonlySet<string>,
  { before, standing }: Told,
): Steps<readonly Piece[]> {
  const pieces = yield* eachOf(turns, (said, turn): readonly Piece[] => {
    const { speaker, text, moment } = said
    const common = { speaker, role: roleOf(said), turn, ...(moment ? { moment } : {}) }
    const asked = turn > 0 ? withQuestion(turns[turn - 1], said) : withQuestion(before, said)
    const answered = turn > 0 || isStanding(asked, standing) ? asked : undefined
    if (answered !== undefined)
      return [{ ...common, ...answered, turn: Math.max(0, turn - 1), lastTurn: turn, speaker: null }]
    if (isAnsweredIn(said, turns[turn + 1]) || isIdle(text, people) || !hasContent(text, people)) return []
    return piecesIn(text, common).map((piece) => ({ ...common, text: piece }))
  })
  return pieces.flat()
}

const isStanding = (asked: Asked | undefined, standing: readonly string[]): boolean =>
  asked !== undefined && standing.some((content) => content.includes(asked.parts[0]))

const withQuestion = (before: Turn | undefined, said: Turn): Asked | undefined => {
  const exchange = exchangeOf(before, said)
  if (exchange === undefined || !before || before.speaker === null || said.speaker === null) return undefined
  const { question, answer } = exchange
  const text = `${before.speaker}: ${question}\n${said.speaker}: ${answer}`
  return { text, parts: [question, answer], owner: said.speaker }
}

/** A mere question is told with its answer. */
const isAnsweredIn = (said: Turn, next: Turn | undefined): boolean => {
  const exchange = next === undefined ? undefined : exchangeOf(said, next)
  return exchange !== undefined && isOnly(exchange.question, said)
}

/** Of a list of statements each is one; what people say to one another, or an assistant answers, is of one piece. */
const piecesIn = (text: string, { speaker, role }: Pick<Piece, 'speaker' | 'role'>): readonly string[] => {
  const told = speaker === null || (role !== null && !isAssistantRole(role))
  return (told ? statementsOf(text.trim()) : undefined) ?? piecesOf(text)
}
