import { type Agents, waysOfAgents } from './agents.js'
import { inNounForm } from './german/genitive.js'
import { normalised } from './normalise.js'
import type { Noun } from './noun.js'
import { type Patterns, patternsOf } from './pattern.js'
import type { Manner, Needs } from './statement.js'
import type { Token } from './tokens.js'
import { UNLISTED, unlistedAt } from './unlisted.js'
import { NO_FAVOURITE } from './vocabulary.js'

/** What a way to say something means. That of a frame has no code: its noun has. */
export type Relation = {
  readonly code: string
  readonly how: Manner
  readonly needs: Needs
  /** Somebody is given an office: the noun must be one. */
  readonly office: boolean
  /** It was so once and for all: the noun must be one of that kind. */
  readonly lasting: boolean
  /** The subject is in the genitive: "Frankreichs Hauptstadt". */
  readonly genitive: boolean
  /** Of two ways that fit the one written first is meant. */
  readonly order: number
}

/** What one language has to say. */
export type Grammar = {
  readonly macros: Readonly<Record<string, string>>
  /**
   * A line a way to say something: `code how needs: way`. How is `change` or `end`, else it is a state; needs is
   * `loosely` (a change) or `former`, else nothing; `genitive` is the case of the subject, `office` asks for the noun of one, and `lasting` for one of what never changes. The way is a row of words and slots; words in braces stand for what
   * `macros` holds under that name. The ways of frames have a noun in place of the code.
   */
  readonly ways: readonly string[]
  /** Verbs of those who do something for a thing. */
  readonly agents: readonly Agents[]
  /** The nouns of each code, parted by commas. */
  readonly nouns: readonly Readonly<Record<string, string>>[]
  /** Nouns by kind of attribute, parted by commas; behind a slash other words for the same. The first one tells the attribute. */
  readonly families: readonly Readonly<Record<string, string>>[]
  /** Words in front of a noun that change nothing about it. */
  readonly modifiers: ReadonlySet<string>
}

type Branch = { code: string | null; readonly next: Map<string, Branch> }

/** A grammar made ready for reading. */
export type Reader = {
  readonly patterns: Patterns<Relation>
  readonly nouns: Branch
  readonly modifiers: ReadonlySet<string>
}

const NEEDS: Readonly<Record<string, Needs>> = { loosely: 'change', former: 'former' }

const MARKS = new Set(['change', 'end', 'genitive', 'office', 'lasting', ...Object.keys(NEEDS)])

const relationOf = (head: string, order: number): Relation => {
  const words = head.trim().split(' ')
  const marks = words.filter((word) => MARKS.has(word))
  const code = words.filter((word) => !MARKS.has(word)).join(' ')
  const how = marks.includes('change') ? 'change' : marks.includes('end') ? 'end' : 'state'
  return {
    code: code === '-' ? '' : code,
    how,
    needs: NEEDS[marks.at(-1) ?? ''] ?? 'nothing',
    genitive: marks.includes('genitive'),
    office: marks.includes('office'),
    lasting: marks.includes('lasting'),
    order,
  }
}

const written = (way: string, macros: Grammar['macros']): string => {
  const filled = way.replace(/\{(\w+)\}/g, (_, name: string) => macros[name] ?? '')
  return filled.includes('{') ? written(filled, macros) : filled
}

const waysOf = ({ ways, agents, macros }: Grammar) =>
  [...ways.flatMap((lines) => lines.split('\n')), ...agents.flatMap(waysOfAgents)]
    .filter((line) => line.includes(': '))
    .map((line, order) => {
      const colon = line.indexOf(': ')
      return { way: written(line.slice(colon + 1), macros), meaning: relationOf(line.slice(0, colon), order) }
    })

/** The codes of the nouns of families. */
const familyNouns = (families: Grammar['families']): readonly (readonly [code: string, phrases: string])[] =>
  families.flatMap(Object.entries<string>).flatMap(([family, groups]) =>
    groups.split(',').map((group) => {
      const names = group.trim().split('/')
      return [`${family}:${names[0]}`, names.join(',')] as const
    }),
  )

const nounsOf = ({ nouns, families }: Grammar): Branch => {
  const root: Branch = { code: null, next: new Map() }
  for (const [code, phrases] of [...familyNouns(families), ...nouns.flatMap(Object.entries<string>)])
    for (const phrase of phrases.split(',')) {
      let branch = root
      for (const word of phrase.trim().split(' ')) {
        const next = branch.next.get(word) ?? { code: null, next: new Map() }
        branch.next.set(word, next)
        branch = next
      }
      branch.code = code
    }
  return root
}

/** Makes a grammar ready. Takes some milliseconds, once when it is loaded. */
export const readerOf = (grammar: Grammar): Reader => ({
  patterns: patternsOf(waysOf(grammar)),
  nouns: nounsOf(grammar),
  modifiers: grammar.modifiers,
})

const FRESH = new Set(['new', 'newest', 'neu', 'neue', 'neuer', 'neues', 'neuen', 'neuem'])

/** The longest noun that begins at a token; null where none does, or one that may have several values. */
export const nounAt = ({ nouns, modifiers }: Reader, said: readonly Token[], at: number): Noun | null => {
  const tokens = inNounForm(said, at)
  let from = at
  let fresh = false
  // "The official language" is a noun of its own, "the official capital" the capital.
  let found = longest(nouns, tokens, [at, at])
  while (modifiers.has(tokens[from]?.word ?? '')) {
    fresh ||= FRESH.has(tokens[from]?.word ?? '')
    from++
    const behind = longest(nouns, tokens, [at, from])
    // "The current job title" is no "current job".
    if (behind !== null && (found === null || behind.length > found.length)) found = behind
  }
  if (found === null) return compoundAt(tokens, at) ?? qualified(nouns, tokens, [at, unlistedAt(tokens, at, modifiers)])
  // "The lead maintainer" is no "lead".
  const more = isInCompound(tokens, at, found.length) ? unlistedAt(tokens, at, modifiers) : null
  if (more !== null && more.length > found.length) return more
  return found.code === '' ? null : { ...found, fresh }
}

/** Of these any word in front makes another attribute: "the daily budget" is a budget. */
const COUNTED: ReadonlySet<string> = new Set(['budget', 'price', 'limit', 'rate', 'salary', 'capacity', 'deadline'])

const qualified = (
  nouns: Branch,
  tokens: readonly Token[],
  [at, noun]: readonly [number, Noun | null],
): Noun | null => {
  const last = noun === null ? 0 : at + noun.length - 1
  const code = last > at ? longest(nouns, tokens, [last, last])?.code : undefined
  const name = noun?.code
    .slice(UNLISTED.length)
    .split(' ')
    .slice(0, -1)
    .filter((word) => !/^(?:current|only|usual|regular|present|new|exact)$/.test(word))
    .join(' ')
  return noun !== null && code != null && COUNTED.has(code) && name !== '' ? { ...noun, code: `${code}:${name}` } : noun
}

/** The code of a noun; undefined where it stands in no list. */
export const codeOf = ({ nouns }: Reader, noun: string): string | undefined => {
  let branch: Branch | undefined = nouns
  for (const word of noun.split(' ')) branch = branch?.next.get(word)
  return branch?.code || undefined
}

/** Whether another word of a noun may follow. */
const isInCompound = (tokens: readonly Token[], at: number, length: number): boolean =>
  /^[a-z]{4,}/.test(tokens[at + length]?.raw ?? '') ||
  (tokens[at + length]?.word === 'of' && /^(?:of|is)$/.test(tokens[at + length + 2]?.word ?? ''))

/** "Lieblingsfarbe": what somebody likes best, whatever it is. */
const compoundAt = (tokens: readonly Token[], at: number): Noun | null => {
  const from = FRESH.has(tokens[at]?.word ?? '') ? at + 1 : at
  const [, liked] = /^lieblings-?(.{3,})$/.exec(tokens[from]?.word ?? '') ?? []
  return liked === undefined || NO_FAVOURITE.has(liked)
    ? null
    : { code: `favourite:${normalised(liked)}`, length: from - at + 1, fresh: from > at }
}

const longest = (nouns: Branch, tokens: readonly Token[], [at, from]: readonly [number, number]) => {
  let branch: Branch | undefined = nouns
  let found: { code: string; length: number } | null = null
  for (let i = from; branch !== undefined; i++) {
    if (branch.code !== null) found = { code: branch.code, length: i - at }
    branch = branch.next.get(tokens[i]?.word ?? '')
  }
  return found
}
