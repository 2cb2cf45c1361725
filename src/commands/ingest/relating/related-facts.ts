import { eachOf, type Steps } from '../../../concurrency/steps.js'
import { ownText } from '../../../domain/memory/events.js'
import { isQuestion } from '../../../indexing/answer-bits.js'
import { isAssistantRole } from '../../../indexing/assistant-role.js'
import { foldedName } from '../../../indexing/fold.js'
import { lexemeOf } from '../../../indexing/lexeme.js'
import { searchTokens } from '../../../indexing/tokens.js'
import type { Fact } from '../extraction/fact.js'

/** What facts are related by. */
export type Relatable = Pick<Fact, 'content' | 'speaker' | 'role' | 'language' | 'trust' | 'entities' | 'keywords'> & {
  readonly vector: Float32Array | null
}

/** Most composites of one ingest. */
const GROUPS = 3
/** Facts are compared with those up to this many places on: the work stays linear. */
const REACH = 30
/** Shorter texts hardly say anything by themselves; longer ones say many things. UTF-16 units. */
const SHORTEST = 12
const LONGEST = 400
/** A name that more facts of an ingest share is what all of it is about: two facts that share it need not be related. */
const MOST_NAMING = 8
/**
 * From this cosine on two facts with a content word in common are related, and up to that they say different things. On its
 * own a cosine relates too much: outside English mainly the function words decide it.
 */
const RELATED_COSINE = 0.6
const SAME_COSINE = 0.95

type Looked<Part> = {
  readonly part: Part
  readonly index: number
  readonly names: readonly string[]
  /** The words of the text as they are written, and the stems of its keywords. */
  readonly words: ReadonlySet<string>
  readonly stems: ReadonlySet<string>
}
type Pair<Part> = { readonly two: readonly [Looked<Part>, Looked<Part>]; readonly strength: number }

/**
 * Groups of two or three facts of one ingest that are about the same, the strongest first, each in the order of the
 * conversation; no fact is in two. Precision first: they share a name that is not on everybody's lips, or a content word and
 * a close vector. Questions, an assistant's words, what tries to steer the memory and texts of several lines are never part.
 */
export function* relatedFacts<Part extends Relatable>(facts: readonly Part[]): Steps<readonly (readonly Part[])[]> {
  const looked = (yield* eachOf(facts, lookedAt)).flatMap((each) => each ?? [])
  const common = commonNames(facts)
  const tellers = new Set(facts.flatMap(({ speaker }) => (speaker === null ? [] : foldedName(speaker))))
  const telling = ({ names, ...each }: Looked<Part>) => ({
    ...each,
    names: names.filter((name) => !common.has(name) && !tellers.has(foldedName(name))),
  })
  const able = looked.map(telling)
  const pairs = yield* eachOf(able, (from, i) =>
    able.slice(i + 1).flatMap((to): readonly Pair<Part>[] => {
      if (to.index - from.index > REACH) return []
      const strength = strengthOf(from, to)
      return strength === null ? [] : [{ two: [from, to], strength }]
    }),
  )
  return grouped(pairs.flat().sort((a, b) => b.strength - a.strength))
}

const lookedAt = <Part extends Relatable>(part: Part, index: number): Looked<Part> | undefined => {
  const text = ownText(part)
  if (text.length < SHORTEST || text.length > LONGEST || text.includes('\n') || part.trust < 1) return undefined
  if (isQuestion(text) || isAssistantRole(part.role) || isAssistantRole(part.speaker)) return undefined
  return {
    part,
    index,
    names: part.entities.map(({ name }) => name),
    words: new Set(wordsIn(text)),
    stems: stemsOf(part.keywords, part.language),
  }
}

/** Without the signs around them; what a hyphen joins is one word. */
const wordsIn = (text: string): readonly string[] =>
  text
    .split(/\s+/)
    .map((word) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{M}\p{N}]+$/gu, '').replace(/['’]s$/, ''))
    .filter((word) => word !== '')

/** The names that many of the facts share. */
const commonNames = (facts: readonly Relatable[]): ReadonlySet<string> => {
  const counts = new Map<string, number>()
  for (const { entities } of facts)
    for (const name of new Set(entities.map(({ name }) => name))) counts.set(name, (counts.get(name) ?? 0) + 1)
  return new Set([...counts].flatMap(([name, count]) => (count > MOST_NAMING ? [name] : [])))
}

/** Null where they are not related. What shares a name is more strongly related than what is only alike. */
const strengthOf = (a: Looked<Relatable>, b: Looked<Relatable>): number | null => {
  if (a.part.language !== b.part.language) return null
  const cosine = cosineOf(a.part.vector, b.part.vector)
  if (cosine >= SAME_COSINE) return null
  if (sharedNames([a, b]).length > 0) return 1 + cosine
  return cosine >= RELATED_COSINE && [...a.stems].some((stem) => b.stems.has(stem)) ? cosine : null
}

/** How many words name what facts have in common, where no name does. */
const WORDS_IN_COMMON = 3

/** What related facts have in common, as it is written: names, or else words. */
export const sharedBy = (facts: readonly Relatable[]): readonly string[] => {
  const tellers = new Set(facts.map(({ speaker }) => speaker))
  const looked = facts.map((fact) => ({
    names: fact.entities.map(({ name }) => name).filter((name) => !tellers.has(name)),
    words: new Set(wordsIn(ownText(fact))),
  }))
  const names = sharedNames(looked)
  if (names.length > 0) return names
  const [first, ...others] = facts
  if (first === undefined) return []
  const stems = others.map((fact) => stemsOf(fact.keywords, fact.language))
  const isShared = (word: string) =>
    [...stemsOf(word, first.language)].some((stem) => stems.every((held) => held.has(stem)))
  return first.keywords.split(' ').filter(isShared).slice(0, WORDS_IN_COMMON)
}

const stemsOf = (keywords: string, language: Relatable['language']): ReadonlySet<string> =>
  new Set(
    keywords
      .split(' ')
      .flatMap((word) => searchTokens(word))
      .flatMap((word) => lexemeOf(word, language) ?? []),
  )

/** What one of them names and all of them hold. */
const sharedNames = (all: readonly Pick<Looked<Relatable>, 'names' | 'words'>[]): readonly string[] => {
  const names = new Set(all.flatMap(({ names }) => names))
  return [...names].filter((name) => {
    const words = wordsIn(name)
    return words.length > 0 && all.every((each) => words.every((word) => each.words.has(word)))
  })
}

/** Vectors have unit length, so their product is the cosine; 0 where a text has none. */
const cosineOf = (a: Float32Array | null, b: Float32Array | null): number => {
  if (a === null || b === null) return 0
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0)
  return sum
}

/** From the strongest pair on: each takes in a third fact that is related to both of its own, and by the same name. */
const grouped = <Part extends Relatable>(pairs: readonly Pair<Part>[]): readonly (readonly Part[])[] => {
  const all = pairs.flatMap(({ two }) => two)
  const related = new Set(pairs.map(({ two }) => keyOf(...two)))
  const used = new Set<number>()
  const groups: (readonly Part[])[] = []
  for (const { two } of pairs) {
    if (groups.length === GROUPS) break
    if (two.some(({ index }) => used.has(index))) continue
    const group = [...two]
    const named = sharedNames(two).length > 0
    const third = all.find(
      (each) =>
        !used.has(each.index) &&
        two.every((one) => related.has(keyOf(one, each))) &&
        (!named || sharedNames([...two, each]).length > 0),
    )
    if (third !== undefined) group.push(third)
    for (const { index } of group) used.add(index)
    groups.push(group.toSorted((a, b) => a.index - b.index).map(({ part }) => part))
  }
  return groups
}

const keyOf = (a: { readonly index: number }, b: { readonly index: number }): string =>
  `${Math.min(a.index, b.index)} ${Math.max(a.index, b.index)}`
