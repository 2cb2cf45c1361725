import { attributeOf, type Kind } from './attributes.js'
import type { Clause } from './clause.js'
import type { Marks } from './marks.js'
import { type Found, fits, type Patterns, patternsOf } from './pattern.js'
import type { Claim, Manner } from './statement.js'
import { endsFrom, tailOf } from './tail.js'
import type { Token } from './tokens.js'
import { UNLISTED } from './unlisted.js'
import { valueIn } from './values.js'

/** How a language refers to what was said just before. Phrases are parted by commas. */
export type FollowUpWords = {
  /**
   * Lines as in a grammar: `correct` by themselves, `plain` with another word that says so ("actually", "now"), `past` like
   * these, but only of values that nothing else is said with: "actually it was Tuesday", but "actually it was fun".
   */
  readonly corrections: string
  /** They withdraw what was said before: "forget that". */
  readonly withdrawals: string
  /** They withdraw what follows: "forget that I live in X". */
  readonly withdrawn: string
  /** They withdraw what precedes, behind one of `that`: "that I live in X was wrong". */
  readonly wrong: string
  readonly that: string
  /** Words that corrections hold. */
  readonly hints: string
}

type Way = 'correct' | 'plain' | 'past'

type Phrases = readonly (readonly string[])[]
/** Phrases under their first words. */
type Openings = ReadonlyMap<string, Phrases>

export type FollowUps = {
  readonly corrections: Patterns<Way>
  readonly withdrawals: Openings
  readonly withdrawn: Openings
  readonly wrong: Phrases
  readonly that: Phrases
  /** Words that the phrases hold. */
  readonly words: ReadonlySet<string>
}

const phrasesOf = (text: string): Phrases =>
  text
    .split(',')
    .map((phrase) => phrase.trim().split(/\s+/))
    .toSorted((a, b) => b.length - a.length)

const WAYS: readonly Way[] = ['correct', 'plain', 'past']

const openingsOf = (phrases: Phrases): Openings => {
  const openings = new Map<string, readonly (readonly string[])[]>()
  for (const phrase of phrases) {
    const [first = ''] = phrase
    openings.set(first, [...(openings.get(first) ?? []), phrase])
  }
  return openings
}

export const followUpsOf = (words: FollowUpWords): FollowUps => ({
  corrections: patternsOf(
    words.corrections.split('\n').flatMap((line) => {
      const [how, way] = line.split(': ')
      return way === undefined ? [] : [{ way, meaning: WAYS.find((each) => each === how) ?? 'plain' }]
    }),
  ),
  withdrawals: openingsOf(phrasesOf(words.withdrawals)),
  withdrawn: openingsOf(phrasesOf(words.withdrawn)),
  wrong: phrasesOf(words.wrong),
  that: phrasesOf(words.that),
  words: new Set(
    [words.withdrawals, words.withdrawn, words.wrong]
      .flatMap((all) => phrasesOf(all).flat())
      .concat(words.hints.split(' ')),
  ),
})

/** What withdraws claims. Each names its value, so that it does not touch another one. */
export const retracted = (claims: readonly Claim[]): readonly Claim[] =>
  claims.flatMap((claim) =>
    claim.how === 'retract' || claim.value === '' ? [] : [{ ...claim, how: 'retract' as const, former: null }],
  )

/** The claim that stands for those of one sentence: "I am married to X" makes several. */
const mainOf = (claims: readonly Claim[]): Claim | undefined => {
  const [first, ...others] = claims
  const one = others.every(
    ({ attribute, subject }) => attribute === 'marital_state' || attribute === 'spouse' || subject === first?.subject,
  )
  return first !== undefined && one && others.length < 2 ? first : undefined
}

/** Kinds of values that can be told from other words. */
const EXACT: ReadonlySet<Kind> = new Set<Kind>(['date', 'time', 'amount', 'version', 'contact'])

const isNaming = (tokens: readonly Token[], [from, to]: readonly [number, number] = [0, 0]): boolean =>
  tokens.slice(from, to).some(({ raw }) => /[\p{Lu}\d]/u.test(raw))

/** Where these tokens stand in the text. */
const shownIn = (tokens: readonly Token[], [from, to]: readonly [number, number]): Claim['shown'] => {
  const [first, last] = [tokens[from], tokens[to - 1]]
  return first === undefined || last === undefined ? null : [first.start, last.end]
}

/** "Sorry, I love steak" is no value. */
const isSaying = (tokens: readonly Token[], [from]: readonly [number, number] = [0, 0]): boolean =>
  /^(?:i|we|you|he|she|they|it|there|ich|wir|du|er|es|ihr|man)$/.test(tokens[from]?.word ?? '') &&
  tokens.length > from + 1

type Spoken = { readonly marks: Marks; readonly followUps: FollowUps }

/** The claims of a clause that gives what was said just before another value ("I meant X", "no, it is X"); null if it does not. */
export const corrected = (clause: Clause, before: readonly Claim[], { followUps }: Spoken): readonly Claim[] | null => {
  const main = mainOf(before)
  const kind = main === undefined ? undefined : attributeOf(main.attribute)?.kind
  if (main === undefined || kind === undefined) return null
  const { tokens } = clause
  let claim: Claim | null = null
  const take = (meaning: Way, found: Found, end: number): void => {
    if (meaning === 'past' && !EXACT.has(kind)) return
    const tail = tailOf(tokens, end)
    const value = found.V === undefined ? null : valueIn(tokens, found.V, kind)
    if (claim !== null || tail === null || value === null || tail.more || isSaying(tokens, found.V)) return
    if (kind === 'place' && !/\p{L}/u.test(value.value)) return
    // "Our finest flower is the gold lily. They are popular now, too."
    if (meaning === 'plain' && main.attribute.startsWith(UNLISTED) && !isNaming(tokens, found.V)) return
    const former = tail.former === null ? clause.former : tokens.slice(...tail.former)
    const how = meaning === 'correct' || clause.correct || former !== null ? 'correct' : clause.now ? 'change' : null
    if (how === null) return
    claim = {
      ...main,
      value: value.value,
      shown: shownIn(tokens, [value.start, found.V?.[1] ?? value.start]),
      how,
      former: former === null ? null : (valueIn(former, [0, former.length], kind)?.value ?? null),
    }
  }
  const text = { tokens, nounAt: () => 0, endsFrom: (at: number) => endsFrom(tokens, at) }
  fits(text, followUps.corrections, take)
  if (claim === null) return null
  const how: Manner = 'state'
  return [claim, ...before.slice(1).map((other) => ({ ...other, how }))]
}
