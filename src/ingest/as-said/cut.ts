import { eachOf, type Steps } from '../../concurrency/steps.js'
import { roleOfLabel } from '../../import/speakers.js'
import type { Turn } from '../../import/turn.js'
import { isAssistantRole } from '../../text/assistant.js'
import { hasContent } from '../../text/content-words.js'
import { statementsOf } from '../../text/sentences.js'
import type { Piece } from './pieces/piece.js'
import { piecesOf } from './pieces/pieces-of.js'
import { exchangeOf, isIdle, isOnly } from './short-answer.js'
import type { Slip } from './slips.js'
import { isUnsaid } from './unsaid.js'

/** What was ingested before. */
type Told = {
  /** The turn that was left out just before one of the turns, by its place. */
  readonly omitted: ReadonlyMap<number, Turn>
  /** The contents of the memories made of the earlier turns. */
  readonly standing: readonly string[]
  /** What corrects a slip, by the place of its turn. */
  readonly slips: ReadonlyMap<number, Slip>
}
type Asked = {
  readonly text: string
  readonly parts: readonly [question: string, answer: string]
  readonly owner: string
}

/** The stored role: in lower case, and the same for every language of a transcript. */
const roleOf = ({ role, speaker }: Turn): string | null => {
  const named = role ?? speaker
  return named === null ? null : (roleOfLabel(named) ?? role ?? null)
}

/**
 * Cuts turns into pieces. Turns without content are dropped. A short answer forms one piece with its question and
 * belongs to the person who answered. If the question was part of an earlier ingest, a memory must still contain it.
 */
export function* cut(
  turns: readonly Turn[],
  people: ReadonlySet<string>,
  { omitted, standing, slips }: Told,
): Steps<readonly Piece[]> {
  const pieces = yield* eachOf(turns, (said, turn): readonly Piece[] => {
    const { speaker, text, moment } = said
    const common = { speaker, role: roleOf(said), turn, ...(moment ? { moment } : {}) }
    if (said.replacement) return wholePiece(said, { ...common, people })
    const slip = slips.get(turn)
    if (slip) return [{ ...common, ...slip }]
    if (isUnsaid(said)) return []
    const before = omitted.get(turn)
    const asked = withQuestion(before ?? turns[turn - 1], said)
    const answered = before === undefined || isStanding(asked, standing) ? asked : undefined
    if (answered !== undefined)
      return [{ ...common, ...answered, turn: before ? turn : turn - 1, lastTurn: turn, speaker: null }]
    if (
      isAnsweredIn(said, omitted.has(turn + 1) ? undefined : turns[turn + 1]) ||
      isIdle(text, people) ||
      !hasContent(text, people)
    )
      return []
    return piecesIn(said, common).map((piece) => ({ ...piece, ...common }))
  })
  return pieces.flat()
}

type Whole = Omit<Piece, 'text'> & { readonly people: ReadonlySet<string> }

/** A turn that replaces something is one piece, unless it says nothing. */
const wholePiece = ({ text, headings, replacement }: Turn, { people, ...common }: Whole): readonly Piece[] =>
  isIdle(text, people) || !hasContent(text, people) || replacement === undefined
    ? []
    : [{ ...common, replacement, text: text.trim(), ...(headings && { headings }) }]

const isStanding = (asked: Asked | undefined, standing: readonly string[]): boolean =>
  asked !== undefined && standing.some((content) => content.includes(asked.parts[0]))

const withQuestion = (before: Turn | undefined, said: Turn): Asked | undefined => {
  const exchange = exchangeOf(before, said)
  if (exchange === undefined || !before || before.speaker === null || said.speaker === null) return undefined
  if (before.replacement || isUnsaid(before)) return undefined
  const { question, answer } = exchange
  const text = `${before.speaker}: ${question}\n${said.speaker}: ${answer}`
  return { text, parts: [question, answer], owner: said.speaker }
}

/** Whether a turn is only a question that the next turn answers; the answer's piece contains it. */
const isAnsweredIn = (said: Turn, next: Turn | undefined): boolean => {
  const exchange = next === undefined || next.replacement ? undefined : exchangeOf(said, next)
  return exchange !== undefined && isOnly(exchange.question, said)
}

/** Each statement of a list is a piece of its own. Text of a dialogue, or of an assistant, is cut by length only. */
const piecesIn = (
  { text, headings = [] }: Turn,
  { speaker, role }: Pick<Piece, 'speaker' | 'role'>,
): readonly Pick<Piece, 'text' | 'headings'>[] => {
  const told = speaker === null || (role !== null && !isAssistantRole(role))
  const statements = told ? statementsOf(text.trim(), { isSaid: speaker !== null }) : undefined
  return statements?.map((statement) => ({ text: statement, headings })) ?? piecesOf(text, headings)
}
