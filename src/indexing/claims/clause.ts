import { DOES, insteadOf } from './instead.js'
import { type Mark, type Marks, markAt } from './marks.js'
import { occasionAt, pastEnd, periodAt } from './periods.js'
import { withoutQuotes } from './quoted.js'
import { isQuoted, type Token } from './tokens.js'

/** A clause without the small words that say how it is meant. */
export type Clause = {
  readonly tokens: readonly Token[]
  readonly now: boolean
  readonly correct: boolean
  /** "no longer": it was so and has ended. */
  readonly ended: boolean
  /** "not" alone. */
  readonly denied: boolean
  readonly from: string | null
  readonly to: string | null
  /** It begins with more than the claim: "after years at A, …". */
  readonly more: boolean
  /** It, or its sentence, speaks of a time: "until May", "last week". */
  readonly timed: boolean
  /** Between "not" and "but", or behind "instead of". */
  readonly former: readonly Token[] | null
}

/** The clause made of these tokens; null if it can make no claim. */
export const clauseOf = (segment: readonly Token[], marks: Marks): Clause | null => {
  const quoted = withoutQuotes(segment)
  if (quoted === null) return null
  const swapped = insteadOf(quoted)
  const { tokens, seen, timed } = sifted(swapped.tokens, marks)
  if (seen.has('block')) return null
  const negated = withoutNot(tokens)
  const opened = opening(negated.tokens)
  if (opened === null) return null
  const ended = seen.has('end') && (negated.not || seen.has('no') || swapped.former !== null)
  return {
    tokens: inOrder(opened.tokens),
    now: seen.has('now'),
    correct: seen.has('correct') || (swapped.former !== null && !seen.has('end')),
    ended: ended && swapped.former === null,
    denied: negated.not && !ended,
    from: opened.from,
    to: opened.to,
    more: opened.more,
    timed: timed || opened.timed,
    former: swapped.former ?? opened.former,
  }
}

type Seen = ReadonlySet<Mark | 'no'>

const sifted = (tokens: readonly Token[], marks: Marks): { tokens: readonly Token[]; seen: Seen; timed: boolean } => {
  let timed = false
  const kept: Token[] = []
  const seen = new Set<Mark | 'no'>()
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]
    if (token === undefined) break
    // What is quoted means nothing here.
    if (isQuoted(token)) {
      kept.push(token)
      continue
    }
    const period = periodAt(tokens, at)
    if (period !== null) {
      kept.push(...tokens.slice(at, period.end))
      at = period.end - 1
      continue
    }
    const past = pastEnd(tokens, at)
    if (past > at) {
      timed = true
      at = past - 1
      continue
    }
    const found = markAt(marks, tokens, at)
    if (found !== null && isNoMark(tokens, at)) {
      kept.push(token)
      continue
    }
    const joins = token.word === 'and' || token.word === 'und'
    if (found === null || (found.mark === 'drop' && kept.length > 0 && joins)) kept.push(token)
    else {
      seen.add(found.mark)
      if (found.mark === 'end' && (token.word === 'no' || token.word === 'nicht')) seen.add('no')
      at += found.length - 1
    }
  }
  return { tokens: kept, seen, timed }
}

const HABITUAL = new Set('get gets go goes wake wakes start starts finish finishes leave leaves'.split(' '))
const STOREYS = /^(?:stock|stockwerk|obergeschoss|og|etage|untergeschoss|liga|bundesliga|klasse)$/
const RANKS = /^(?:ranks?|stands?|sits?|lies?|is|are|now|currently|ranked|placed)$/
const TIERS = /^(?:division|floor|place|position|league|tier|storey)$/

/** "The second division", "is second", "is let to Anna", "the branch is next": these words tell a value here. */
const isNoMark = (tokens: readonly Token[], at: number): boolean => {
  const [before, word, after] = [tokens[at - 1]?.word ?? '', tokens[at]?.word, tokens[at + 1]?.word ?? '']
  if (word === 'let') return /^(?:is|are)$/.test(before) || /^(?:to|by|out)$/.test(after)
  const last = after === '' && /^(?:is|the|currently|now)$/.test(before)
  if (word === 'usually' || word === 'generally') return HABITUAL.has(after)
  if (word === 'zweiten' || word === 'zweiter') return STOREYS.test(after)
  if (word === 'second') return TIERS.test(after) || last || (RANKS.test(before) && /^(?:in|of|on)$/.test(after))
  return word === 'next' && last && tokens.some((token) => token.word === 'branch')
}

const withoutNot = (tokens: readonly Token[]): { tokens: readonly Token[]; not: boolean } => {
  const at = tokens.findIndex(({ word }) => word === 'not' || word === 'nicht' || /^keine?[nmrs]?$/.test(word))
  if (at < 0) return { tokens, not: false }
  // ", not A" says what does not hold instead: read with what follows a value.
  if (tokens[at - 1]?.word === ',' || tokens[at - 1]?.word === '(') return { tokens, not: false }
  const from = DOES.has(tokens[at - 1]?.word ?? '') ? at - 1 : at
  return { tokens: [...tokens.slice(0, from), ...tokens.slice(at + 1)], not: true }
}

/** "wohne ich": behind an adverb the German verb stands before a pronoun. */
const inOrder = (tokens: readonly Token[]): readonly Token[] => {
  const [verb, subject, ...more] = tokens
  return verb !== undefined && (subject?.word === 'ich' || subject?.word === 'wir') ? [subject, verb, ...more] : tokens
}

type Opened = {
  readonly tokens: readonly Token[]
  readonly from: string | null
  readonly to: string | null
  readonly more: boolean
  readonly timed: boolean
  readonly former: readonly Token[] | null
}

/** Takes away what a clause begins with: commas, points in time, and a phrase up to a comma; null if it speaks of a time to come. */
const opening = (tokens: readonly Token[]): Opened | null => {
  let at = 0
  let opened: Opened = { tokens, from: null, to: null, more: false, timed: false, former: null }
  for (;;) {
    const word = tokens[at]?.word ?? ''
    const period = periodAt(tokens, at)
    const occasion = word === 'this' ? null : occasionAt(tokens, at)
    const phrase = phraseAt(tokens, at)
    if (word === ',' || word === ':' || word === '-') at++
    else if (period !== null) {
      at = period.end
      opened = { ...opened, timed: true, from: period.from ?? opened.from, to: period.to ?? opened.to }
    } else if (occasion !== null) {
      if (occasion.ahead) return null
      at = occasion.end
      opened = { ...opened, timed: true, from: occasion.from ?? opened.from }
    } else if (phrase !== null) {
      at = phrase.end
      opened = { ...opened, former: phrase.former ?? opened.former, more: phrase.former === null }
    } else return { ...opened, tokens: tokens.slice(at) }
  }
}

const LEADING = new Set('after following upon having since with thanks due despite nach seit'.split(' '))

/** "Instead of A, …", "After years at A, …". */
const phraseAt = (tokens: readonly Token[], at: number): { end: number; former: readonly Token[] | null } | null => {
  const word = tokens[at]?.word ?? ''
  const instead = (word === 'instead' || word === 'rather') && /^(?:of|than)$/.test(tokens[at + 1]?.word ?? '')
  if (!instead && !LEADING.has(word)) return null
  const comma = tokens.findIndex((token, i) => i > at && token.word === ',')
  if (comma < 0 || comma - at > 12) return null
  return { end: comma + 1, former: instead ? tokens.slice(at + 2, comma) : null }
}
