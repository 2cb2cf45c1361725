import { normalised } from '../normalise.js'
import type { Subject } from '../subject.js'
import type { Token } from '../tokens.js'

const ENDING = /(?<=[sßzdtgbfk])es$|(?<!s)s$/u
/** Of adjectives in names: "des Grünen Hauses". */
const WEAK = /^(?:neu|alt|rot|grun|blau|schwarz|weiss|gross|klein|hoh|deutsch|\p{L}{3,}isch)en$/u

const WEAK_NOUN = /(?<=.{3}[ae]nt|arch|vorsitzende|beauftragte|verantwortliche|vorgesetzte|verlobte)e?n$/u

/** The noun that stands here, or in one of the next two places, without an ending. */
const without = (ending: RegExp, tokens: readonly Token[], at: number): readonly Token[] => {
  const noun = tokens.findIndex(({ raw }, i) => i >= at && i < at + 3 && /^\p{Lu}/u.test(raw))
  return tokens.map((token, i) => (i === noun ? { ...token, word: token.word.replace(ending, '') } : token))
}

/** A noun behind an article or "als", as it stands in a list: "des Bürgermeisters", "als Präsidenten", "zum Vorsitzenden". */
export const inNounForm = (tokens: readonly Token[], at: number): readonly Token[] => {
  const before = tokens[at - 1]?.word ?? ''
  if (before === 'des') return without(ENDING, tokens, at)
  return /^(?:als|zum|den|dem)$/.test(before) ? without(WEAK_NOUN, tokens, at) : tokens
}

/**
 * "frankreichs" is France, "museums harz" the museum, and behind "der" the name of a woman or a firm stands as it is. `before` is
 * the word in front; null where the first word is in no genitive.
 */
export const inNominative = (subject: Subject, before: string): Subject | null => {
  // "Anna Voss'".
  if (/'s?$/.test(subject.key)) return { ...subject, key: subject.key.replace(/'s?$/, '') }
  const [first = '', ...more] = subject.key.split(' ')
  if (before === 'der' || before === 'des')
    return { ...subject, key: behindArticle([first, ...more], before).join(' ') }
  const last = more.at(-1) ?? ''
  // "Anna Kerns" is Anna Kern.
  if (last.length > 3 && last.endsWith('s') && subject.is === 'named')
    return { ...subject, key: subject.key.slice(0, -1) }
  return first.length > 3 && first.endsWith('s')
    ? { ...subject, key: normalised([first.slice(0, -1), ...more].join(' ')) }
    : null
}

const behindArticle = ([first = '', ...more]: readonly string[], article: string): readonly string[] => {
  const adjective = WEAK.test(first) && more.length > 0
  if (adjective) return [first.slice(0, -1), ...(article === 'des' ? noun(more) : more)]
  return article === 'des' ? noun([first, ...more]) : [first, ...more]
}

const noun = ([first = '', ...more]: readonly string[]): readonly string[] => [
  first.length > 3 ? first.replace(ENDING, '') : first,
  ...more,
]

const KIND =
  /^(?:projekts?|stadt|gemeinde|firma|unternehmens?|konzerns?|software) (?=\p{L})|^(?:servers?|rechners?|hosts?|dienst(?:es)?) (?=[a-z][a-z\d]*[-_]\S+$)/u

/** "Das Projekt Kiwi" is Kiwi. */
export const withoutKind = (subject: Subject): Subject =>
  subject.is === 'named' && KIND.test(subject.key) ? { ...subject, key: subject.key.replace(KIND, '') } : subject
