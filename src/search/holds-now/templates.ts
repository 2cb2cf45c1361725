import type { IndexedMemory } from '../../memory-index/memory-index.js'
import { isQuestion } from '../../text/answer-bits.js'
import { isContent } from '../../text/content-words.js'
import { anyAlternative, knownOf, wholeWords } from '../../text/languages.js'
import { type OnePlace, onePlace, type Token, tokensOf } from '../../text/one-place.js'
import { lexemesIn } from '../../text/search-vector.js'
import { TURN_LABEL } from '../../text/speaker-name.js'
import { languageOf } from '../../text/words.js'
import type { FoundMemory } from '../answer.js'
import { type Match, newestFirst } from '../score.js'

/** A memory among the best, by what it says and where it stands. */
export type Statement = Pick<FoundMemory, 'id' | 'content' | 'observed_at'> & { readonly match: Match }

/** In UTF-16 units: a longer text is no single statement. */
const LONGEST = 300
/** Words that begin both, and that both have in all: fewer do not tell what the one place is about. */
const LEAST_BEFORE = 2
const LEAST_SHARED = 3

/** "now", "currently": they stand anywhere, and belong to no template. */
const NOW = new RegExp(wholeWords(anyAlternative(knownOf('latest').values())), 'giu')
/** What follows the first clause tells more of it, or something else. */
const firstClause = (content: string): string => content.replace(TURN_LABEL, '').replace(/[,;:].*$/su, '')
const UNSPACED =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/**
 * Pairs of statements of one party, the earlier first, that differ in one place of one template: "I live in Oslo.", "I now live in
 * Berlin." In languages with spaces between words; of one conversation none, where they may be items of a list; and none where the
 * query names what stands in that place of the earlier: it asks for that one. `asked` are the lexemes of the query.
 */
export const ofOneTemplate = (
  statements: readonly Statement[],
  asked: ReadonlySet<string>,
): readonly (readonly [Statement, Statement])[] => {
  const readable = statements.flatMap((statement) => {
    const { content } = statement
    if (content.length > LONGEST || isQuestion(content) || UNSPACED.test(content)) return []
    return [{ statement, tokens: tokensOf(firstClause(content).replace(NOW, ' ')) }]
  })
  return readable.flatMap((earlier) =>
    readable.flatMap((later) => {
      const [a, b] = [earlier.statement, later.statement]
      if (!isLater(b, a) || !isOneParty(a.match.about, b.match.about)) return []
      const place = onePlace(earlier.tokens, later.tokens)
      const isAsked = place?.values[0].some((token) => isAmong(asked, token, a.match.about))
      return isOneTemplate(place) && isAsked !== true ? [[a, b] as const] : []
    }),
  )
}

const isAmong = (asked: ReadonlySet<string>, { text }: Token, { language }: IndexedMemory): boolean =>
  [...lexemesIn(text, languageOf(language))].some((lexeme) => asked.has(lexeme))

/** What both share says as much as what differs. */
const isOneTemplate = (place: OnePlace | null): boolean => {
  if (place === null) return false
  const shared = [...place.before, ...place.after]
  return (
    place.before.length >= LEAST_BEFORE &&
    shared.length >= LEAST_SHARED &&
    place.values.every(({ length }) => length <= shared.length) &&
    shared.some(({ key }) => isContent(key))
  )
}

/** By the newest telling: what is said again is in force again. Of one moment by their place. */
const isLater = (a: Statement, b: Statement): boolean =>
  (Date.parse(a.observed_at) - Date.parse(b.observed_at) || newestFirst(b.match, a.match)) > 0

const isOneParty = (a: IndexedMemory, b: IndexedMemory): boolean =>
  a.role === b.role && a.subject === b.subject && episodeOf(a) !== episodeOf(b)

/** `said_in` names the episode before the turn, and where there is no turn the memory. */
const episodeOf = ({ said_in }: IndexedMemory): string => said_in.replace(/ .*/s, '')
