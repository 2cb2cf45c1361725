import { occasionAt, periodAt } from './periods.js'
import type { Token } from './tokens.js'
import { words } from './vocabulary.js'

/** What follows a value in its clause. */
export type Tail = {
  /** "not A", "instead of A": what held before. */
  readonly former: readonly [number, number] | null
  readonly how: 'correct' | 'change' | null
  readonly from: string | null
  readonly to: string | null
  /** "last week", "in winter": it tells when. */
  readonly occasion: boolean
  /** Whether more is said than the claim. */
  readonly more: boolean
}

/** They go on with something else, and leave the claim as it is. */
const MORE = words(
  `with near close next right together thanks after because and but so which where who whose while although since although as
  mit nahe bei neben gleich direkt zusammen weil und aber denn wo seitdem`,
)
/** Behind a comma these say that it holds in part only, or not for sure. */
const LIMITING = words(
  `during when only at on for mostly or until if except sometimes mainly at least half part unless and also
  während wenn nur am an für meistens oder bis falls außer manchmal und auch teilweise unter`,
)
const REASONS = words('work school university college studies good years love family job')

const isBreak = (tokens: readonly Token[], at: number): boolean => {
  const word = tokens[at]?.word ?? ''
  if (word === ',') return tokens[at + 1]?.proper !== true
  return (
    word === '(' ||
    word === ';' ||
    word === 'not' ||
    word === 'nicht' ||
    word === 'instead' ||
    word === 'rather' ||
    word === 'statt'
  )
}

/** Where a value that begins at a token may end: in front of what cannot be part of it, and at the end of the clause. */
export const endsFrom = (tokens: readonly Token[], at: number): readonly number[] => {
  let end = at
  while (end < tokens.length && !isBreak(tokens, end) && !(end > at && isAside(tokens, end))) end++
  let last = end
  while (last < tokens.length && !isBreak(tokens, last)) last++
  const firstComma = tokens.findIndex(({ word }, i) => i > at && i < end && word === ',')
  return [...new Set([end, last, ...(firstComma > at ? [firstComma] : [])])]
}

const isAside = (tokens: readonly Token[], at: number): boolean => {
  const token = tokens[at]
  if (token === undefined || token.proper) return false
  return (
    (MORE.has(token.word) && token.word !== 'and' && token.word !== 'und') ||
    (token.word === 'for' && tokens[at - 1]?.proper === true) ||
    alwaysEnd(tokens, at) > at ||
    periodAt(tokens, at) !== null ||
    occasionAt(tokens, at) !== null
  )
}

/** Reads what follows a value; null if it makes the claim doubtful. */
export const tailOf = (tokens: readonly Token[], from: number): Tail | null => {
  let tail: Tail = { former: null, how: null, from: null, to: null, occasion: false, more: false }
  for (let at = from; at < tokens.length; ) {
    const next = stepOf(tokens, at, tail)
    if (next === null) return null
    tail = next.tail
    at = next.end
  }
  return tail
}

const stepOf = (tokens: readonly Token[], at: number, tail: Tail): { tail: Tail; end: number } | null => {
  const word = tokens[at]?.word ?? ''
  const comma = tokens[at - 1]?.word === ','
  if (word === ',' || word === '(' || word === ')' || word === '.' || word === '!' || word === ';')
    return { tail, end: at + 1 }
  const former = formerAt(tokens, at)
  if (former !== null) return { tail: { ...tail, ...former.told }, end: former.end }
  const period = periodAt(tokens, at)
  if (period !== null)
    return { tail: { ...tail, from: period.from ?? tail.from, to: period.to ?? tail.to }, end: period.end }
  const occasion = occasionAt(tokens, at)
  if (occasion !== null)
    return occasion.ahead
      ? null
      : {
          tail: { ...tail, from: occasion.from ?? tail.from, occasion: word !== 'today' && word !== 'heute' },
          end: occasion.end,
        }
  const always = alwaysEnd(tokens, at)
  if (always > at) return { tail, end: always }
  const all = { tail: { ...tail, more: true }, end: tokens.length }
  if (word === 'for') return REASONS.has(tokens.at(-1)?.word ?? '') ? all : null
  if ((word === 'and' || word === 'und') && (tokens[at + 1]?.proper ?? true)) return null
  if (MORE.has(word)) return all
  return comma && !LIMITING.has(word) && tokens[at]?.proper !== true ? all : null
}

/** "Every day", "at its deepest point" add nothing to what is so. */
const alwaysEnd = (tokens: readonly Token[], at: number): number => {
  const said = tokens.slice(at, at + 4).map(({ word }) => word)
  if (said[0] === 'every' && said[1] === 'day') return at + 2
  return said[0] === 'at' && said[1] === 'its' && (said[2] ?? '').endsWith('est') && said[3] === 'point' ? at + 4 : at
}

const formerAt = (tokens: readonly Token[], at: number) => {
  const [first, second, third] = tokens.slice(at, at + 3).map(({ word }) => word)
  const length =
    (first === 'instead' && second === 'of') || (first === 'rather' && second === 'than')
      ? 2
      : (first === 'and' && second === 'not') || (first === 'no' && second === 'longer')
        ? 2
        : first === 'not' || first === 'nicht' || first === 'statt' || first === 'anstatt'
          ? 1
          : 0
  if (length === 0) return null
  const start =
    at + length + (third !== undefined && /^(?:in|at|for|on|bei|mit|zu)$/.test(tokens[at + length]?.word ?? '') ? 1 : 0)
  let end = start
  while (end < tokens.length && !/^[,()]$|^(?:anymore|any|mehr)$/.test(tokens[end]?.word ?? '')) end++
  if (end === start) return null
  const how = first === 'not' || first === 'nicht' || first === 'and' ? ('correct' as const) : ('change' as const)
  const skip = /^(?:anymore|mehr)$/.test(tokens[end]?.word ?? '') ? 1 : 0
  return { told: { former: [start, end] as const, how }, end: end + skip }
}
