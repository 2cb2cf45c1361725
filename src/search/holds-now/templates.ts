import type { IndexedMemory } from '../../memory-index/memory-index.js'
import { isQuestion } from '../../text/answer-bits.js'
import { isContent } from '../../text/content-words.js'
import { anyAlternative, knownOf, wholeWords } from '../../text/languages.js'
import { onePlace, tokensOf } from '../../text/one-place.js'
import type { FoundMemory } from '../answer.js'
import { type Match, newestFirst } from '../score.js'

/** A memory among the best, by what it says and where it stands. */
export type Statement = Pick<FoundMemory, 'id' | 'content' | 'observed_at'> & { readonly match: Match }

/** In UTF-16 units: a longer text is no single statement. */
const LONGEST = 300
/** Words that begin both: fewer do not tell what the one place is about. */
const LEAST_BEFORE = 2

/** "now", "currently": they stand anywhere, and belong to no template. */
const NOW = new RegExp(wholeWords(anyAlternative(knownOf('latest').values())), 'giu')
const LABEL = /^[^\n:]{1,40}: /
const UNSPACED =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/**
 * Pairs of statements of one party, the earlier first, that differ in one place of one template: "I live in Oslo.", "I now live in
 * Berlin." In languages with spaces between words; of one conversation none, where they may be items of a list.
 */
export const ofOneTemplate = (statements: readonly Statement[]): readonly (readonly [Statement, Statement])[] => {
  const readable = statements.flatMap((statement) => {
    const { content } = statement
    if (content.length > LONGEST || isQuestion(content) || UNSPACED.test(content)) return []
    return [{ statement, tokens: tokensOf(content.replace(LABEL, '').replace(NOW, ' ')) }]
  })
  return readable.flatMap((earlier) =>
    readable.flatMap((later) => {
      const [a, b] = [earlier.statement, later.statement]
      if (!isLater(b, a) || !isOneParty(a.match.about, b.match.about)) return []
      const place = onePlace(earlier.tokens, later.tokens)
      const isTemplate =
        place !== null &&
        place.before.length >= LEAST_BEFORE &&
        [...place.before, ...place.after].some(({ key }) => isContent(key))
      return isTemplate ? [[a, b] as const] : []
    }),
  )
}

/** By the newest telling: what is said again is in force again. Of one moment by their place. */
const isLater = (a: Statement, b: Statement): boolean =>
  (Date.parse(a.observed_at) - Date.parse(b.observed_at) || newestFirst(b.match, a.match)) > 0

const isOneParty = (a: IndexedMemory, b: IndexedMemory): boolean =>
  a.role === b.role && a.subject === b.subject && episodeOf(a) !== episodeOf(b)

/** `said_in` names the episode before the turn, and where there is no turn the memory. */
const episodeOf = ({ said_in }: IndexedMemory): string => said_in.replace(/ .*/s, '')
