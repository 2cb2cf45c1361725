import { type DateMention, type Found, rangeOf } from './date-mention.js'
import { anyOf, GAP, START } from './pattern.js'
import type { Vocabulary } from './vocabulary.js'

type Ties = { readonly to: RegExp; readonly and: RegExp; readonly opened: RegExp; readonly opens: RegExp }

const ARTICLE = '(?:the|dem|den|der|el|le|il|lo|o|a|de|het|dia) '
/** Longest text that can open a span before its first date, in characters. */
const OPENING = 20

/** The patterns that connect two dates in these languages. */
export const tiesOf = (vocabularies: readonly Vocabulary[]): Ties => {
  const each = (part: (v: Vocabulary) => string) => anyOf(...vocabularies.map(part))
  const between = each(({ between: word }) => word)
  return {
    to: new RegExp(`^(?:\\s{0,2}[-–—]\\s{0,2}|${GAP}${each(({ to }) => to)}${GAP}(?:${ARTICLE})?)`, 'i'),
    and: new RegExp(`^${GAP}${each(({ and }) => and)}${GAP}(?:${ARTICLE})?`, 'i'),
    opened: new RegExp(`${START}${between}${GAP}(?:${ARTICLE})?$`, 'i'),
    opens: new RegExp(`^${between}${GAP}`, 'i'),
  }
}

/** "Friday, the 3rd of May". */
const beside = /^(?:,?\s{1,2}(?:(?:the|den|dem|der|le|el|il|de|dia|op|am) )?| ?\()$/i

/**
 * Joins mentions that form one date, in text order: the ends of a span ("from Monday to Friday"), and a weekday with
 * its date.
 */
export const joined = (found: readonly Found[], text: string, ties: Ties): readonly Found[] => {
  const all: Found[] = []
  for (const next of found.toSorted((a, b) => a.at - b.at)) {
    const before = all.at(-1)
    const told = before && oneOf(before, next, { text, ties })
    if (before && told) all[all.length - 1] = { at: before.at, end: next.end, told: [told] }
    else all.push(next)
  }
  return all
}

type Written = { readonly text: string; readonly ties: Ties }

const oneOf = (a: Found, b: Found, { text, ties }: Written): DateMention | undefined => {
  const [first, last] = [a.told.at(-1), b.told.at(-1)]
  if (first === undefined || last === undefined || first.kind === 'range' || b.at < a.end) return undefined
  const between = text.slice(a.end, b.at)
  if (first.kind === 'weekday') {
    const dated = last.kind === 'day' || (last.kind === 'month' && last.day !== null)
    if (dated && beside.test(between)) return last
  }
  // The second mention may have taken the connecting word as its own preposition.
  const from = text.slice(a.end, b.end)
  const ends = (tie: RegExp) => (tie.exec(from)?.[0].length ?? -1) >= b.at - a.end
  const tied =
    ends(ties.to) ||
    (ends(ties.and) && (ties.opens.test(text.slice(a.at, a.end)) || ties.opened.test(before(text, a.at))))
  return tied ? rangeOf(first, last) : undefined
}

const before = (text: string, at: number): string => text.slice(Math.max(0, at - OPENING), at)
