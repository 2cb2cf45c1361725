import { weighedSlices } from '../../concurrency/slices.js'
import { eachOf, type Steps } from '../../concurrency/steps.js'
import { isReplacing, type Replacement } from '../../domain/memory/replacing.js'
import { locatedIn, type Moment } from '../../domain/moment.js'
import { fencedLines } from '../../import/fences.js'
import { above, belowAll, type Headings } from '../../import/headings.js'
import { roleOfLabel } from '../../import/speakers.js'
import type { Turn } from '../../import/turn.js'
import { asks } from '../../text/asking.js'
import { isAssistantRole } from '../../text/assistant.js'
import { hasContent } from '../../text/content-words.js'
import { detectLanguage } from '../../text/detect-language.js'
import { sentencesOf, statementsOf } from '../../text/sentences.js'
import type { Reply } from './fact.js'
import { exchangeOf, isIdle, isOnly } from './stated.js'
import { isUnsaid } from './unsaid.js'

/** The source of one memory: a turn, a part of a long turn, or several joined short turns. */
export type Piece = {
  readonly speaker: string | null
  /** The person it is attributed to, where it has several speakers. */
  readonly owner?: string
  readonly text: string
  /** Those of the document that it is a part of. */
  readonly headings?: Headings
  /** Index of the first turn; `lastTurn` is that of the last one where several are joined. */
  readonly turn: number
  readonly lastTurn?: number
  /** The role of the speaker, in lower case; null where no speaker or more than one is named. */
  readonly role: string | null
  readonly moment?: Moment
  /** the words of each turn where there are several: our labels between them are not forged roles */
  readonly parts?: readonly string[]
  /** Where that names something, it is never joined with others. */
  readonly replacement?: Replacement
  readonly reply?: Reply
}

/** Greedy: neighbours share a group while the group stays within `size` characters. */
const groupsWithin = (pieces: readonly Piece[], size: number): readonly (readonly Piece[])[] => {
  const groups: Piece[][] = []
  let used = Number.POSITIVE_INFINITY
  for (const piece of pieces) {
    const length = piece.text.length + 1
    if (used + length > size || isReplacing(piece.replacement)) {
      groups.push([])
      used = 0
    }
    groups.at(-1)?.push(piece)
    used += isReplacing(piece.replacement) ? Number.POSITIVE_INFINITY : length
  }
  return groups
}

/** Its words, below the headings above them, as they are written. */
export const wordsOf = ({ headings = [], text }: Piece): string =>
  [...headings.map(({ line }) => line), text].join('\n')

/** The same behind the name of the speaker. */
export const labelled = (piece: Piece): string =>
  piece.speaker === null ? wordsOf(piece) : `${piece.speaker}: ${wordsOf(piece)}`

const joined = (group: readonly Piece[]): readonly Piece[] => {
  const [whole] = group
  if (!whole || group.length === 1) return group
  const { reply: _, ...first } = whole
  const same = group.every(({ speaker }) => speaker === first.speaker)
  const text = group.map(same ? wordsOf : labelled).join('\n')
  const role = group.every((piece) => piece.role === first.role) ? first.role : null
  const lastTurn = group.at(-1)?.turn ?? first.turn
  const parts = group.map((piece) => piece.text)
  return [{ ...first, headings: [], speaker: same ? first.speaker : null, role, text, parts, lastTurn }]
}

/**
 * Joins short neighbours until at most `most` pieces remain, with the smallest group size that suffices. Nothing is
 * lost.
 */
export const joinShort = (pieces: readonly Piece[], most: number): readonly Piece[] => {
  const limit = Math.max(1, Math.floor(most))
  if (pieces.length <= limit) return pieces
  let low = 0
  let high = pieces.reduce((sum, { text }) => sum + text.length + 1, 0)
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (groupsWithin(pieces, middle).length <= limit) high = middle
    else low = middle + 1
  }
  return groupsWithin(pieces, high).flatMap(joined)
}

/** What was ingested before. */
type EarlierTurns = {
  /** The turn that was left out just before one of the turns, by its place. */
  readonly omitted: ReadonlyMap<number, Turn>
  /** The contents of the memories made of the earlier turns. */
  readonly standing: readonly string[]
  /** IANA: where times of no place were told. */
  readonly timeZone?: string | undefined
}
type QuestionAndAnswer = {
  readonly text: string
  readonly parts: readonly [question: string, answer: string]
  readonly owner: string
  readonly reply?: Reply
}

/** The stored role: in lower case, and the same for every language of a transcript. */
const roleOf = ({ role, speaker }: Turn): string | null => {
  const named = role ?? speaker
  return named === null ? null : (roleOfLabel(named) ?? role ?? null)
}

/**
 * Whether turns are instructions or results of tools. A label of a text ("System: ") stands for a role only beside a person's or an
 * assistant's: elsewhere it names a thing.
 */
const unsaidAmong = (turns: readonly Turn[]): ((turn: Turn) => boolean) => {
  const isOfRoles = turns.some((turn) => /^(?:user|assistant)$/.test(roleOf(turn) ?? ''))
  return (turn) => (turn.role !== undefined || isOfRoles) && isUnsaid(roleOf(turn))
}

/**
 * Cuts turns into pieces. Turns without content are dropped. A short answer forms one piece with its question and
 * belongs to the person who answered. If the question was part of an earlier ingest, a memory must still contain it.
 */
export function* cut(
  turns: readonly Turn[],
  people: ReadonlySet<string>,
  { omitted, standing, timeZone }: EarlierTurns,
): Steps<readonly Piece[]> {
  const isUnsaidTurn = unsaidAmong([...omitted.values(), ...turns])
  const pieces = yield* eachOf(turns, (said, turn): readonly Piece[] => {
    const { speaker, text, moment, replacement, headings } = said
    const common = { speaker, role: roleOf(said), turn, ...(moment ? { moment: locatedIn(timeZone, moment) } : {}) }
    const saysNothing = () => isIdle(text, people) || !hasContent(text, people)
    // One memory comes of it, so it is not cut further; without content it is kept only where it replaces nothing.
    if (replacement)
      return isReplacing(replacement) && saysNothing()
        ? []
        : [{ ...common, replacement, text: text.trim(), ...(headings && { headings }) }]
    if (isUnsaidTurn(said)) return []
    const before = omitted.get(turn)
    const earlier = before ?? turns[turn - 1]
    const asked = earlier && !isUnsaidTurn(earlier) ? withQuestion(earlier, said) : undefined
    if (asked && (before === undefined || standing.some((content) => content.includes(asked.parts[0]))))
      return [{ ...common, ...asked, turn: before ? turn : turn - 1, lastTurn: turn, speaker: null }]
    if (isAnsweredIn(said, omitted.has(turn + 1) ? undefined : turns[turn + 1]) || saysNothing()) return []
    const own = piecesIn(said, common)
    const isReply = own.length === 1 && isAssistantRole(common.role)
    const reply = isReply && { reply: { question: questionsIn(earlier?.text ?? ''), answer: text } }
    return own.map((piece) => ({ ...piece, ...common, ...reply }))
  })
  return pieces.flat()
}

const withQuestion = (before: Turn, said: Turn): QuestionAndAnswer | undefined => {
  const exchange = exchangeOf(before, said)
  if (exchange === undefined || before.speaker === null || said.speaker === null || before.replacement) return undefined
  const { question, answer } = exchange
  const text = `${before.speaker}: ${question}\n${said.speaker}: ${answer}`
  const reply = isAssistantRole(roleOf(said)) && { reply: { question, answer } }
  return { text, parts: [question, answer], owner: said.speaker, ...reply }
}

/** The sentences of a text that ask. */
const questionsIn = (text: string): string => {
  const language = detectLanguage(text) ?? 'en'
  return sentencesOf(text)
    .filter((sentence) => asks(sentence, language))
    .join(' ')
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

/** A part of a turn: text that may be cut between sentences, or a code block or table that should stay whole. */
type Block = { readonly text: string; readonly whole: boolean }

const ROW = /^\s{0,12}\|.{0,10000}\||^[^|\n]{1,400}\|[^|\n]{0,400}\|/

const tableLines = (lines: readonly string[]): readonly boolean[] => {
  const rows = lines.map((line) => ROW.test(line))
  return rows.map((row, index) => row && (rows[index - 1] === true || rows[index + 1] === true))
}

/** Splits a text into blocks; their concatenation is the text. */
const blocksOf = (text: string): readonly Block[] => {
  const lines = text.split('\n')
  const fenced = fencedLines(lines)
  const table = tableLines(lines)
  const blocks: { readonly lines: string[]; readonly whole: boolean }[] = []
  for (const [index, line] of lines.entries()) {
    const whole = fenced[index] === true || table[index] === true
    const last = blocks.at(-1)
    const kept = index < lines.length - 1 ? `${line}\n` : line
    if (last && last.whole === whole) last.lines.push(kept)
    else blocks.push({ lines: [kept], whole })
  }
  return blocks.map(({ lines: own, whole }) => ({ text: own.join(''), whole }))
}

const insideCharacter = (text: string, at: number): boolean =>
  /[\ud800-\udbff]/.test(text.charAt(at - 1)) && /[\udc00-\udfff]/.test(text.charAt(at))

/**
 * Cuts at the last space before the limit, else between two characters, where possible not before a mark or a joiner.
 */
const cutHard = (text: string, limit: number): readonly string[] => {
  const parts: string[] = []
  let from = 0
  while (text.length - from > limit) {
    const space = text.lastIndexOf(' ', from + limit - 1)
    let at = space > from + limit / 2 ? space + 1 : from + limit
    for (let back = 0; back < 16 && (insideCharacter(text, at) || /[\p{M}\u200d]/u.test(text.charAt(at))); back += 1)
      at -= 1
    if (insideCharacter(text, at)) at -= 1
    parts.push(text.slice(from, at))
    from = at
  }
  return [...parts, text.slice(from)]
}

/** Lines, sentences of long lines, parts of long sentences; their concatenation is the text. */
const atomsOf = (text: string, limit: number): readonly string[] =>
  (text.match(/[^\n]*\n|[^\n]+$/g) ?? []).flatMap((line) =>
    line.length <= limit ? [line] : sentencesOf(line).flatMap((sentence) => cutHard(sentence, limit)),
  )

/** Packs neighbours into as few strings as the limit allows, in order. */
const packed = (atoms: readonly string[], limit: number): readonly string[] =>
  weighedSlices(atoms, { most: atoms.length, weight: limit, of: ({ length }) => length }).map((pack) => pack.join(''))

/** Target length of a memory in UTF-16 units: longer ones match less precisely in search. */
const LONGEST = 600
/** A code block or table is more useful whole. */
const LONGEST_WHOLE = 4000

const atomsOfBlock = ({ text, whole }: Block): readonly string[] => {
  if (!whole) return atomsOf(text, LONGEST)
  return text.length <= LONGEST_WHOLE ? [text] : packed(atomsOf(text, LONGEST_WHOLE), LONGEST_WHOLE)
}

type Below = { readonly headings: Headings; readonly text: string }

/** Cuts a long text into pieces, each with the headings that it stands below. Only white space at the cuts is lost. */
const piecesOf = (text: string, outer: Headings = []): readonly Below[] => {
  const trimmed = text.trim()
  if (trimmed.length <= LONGEST) return trimmed === '' ? [] : [{ headings: outer, text: trimmed }]
  const pieces = packed(blocksOf(trimmed).flatMap(atomsOfBlock), LONGEST)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '')
  let headings = outer
  return pieces.map((piece) => {
    const own = above(headings, piece)
    headings = belowAll(headings, piece)
    return { headings: own, text: piece }
  })
}
