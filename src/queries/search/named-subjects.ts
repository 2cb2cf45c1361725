import { contentWords, wordsOf } from '../../indexing/words.js'

/**
 * Those of the known subjects whose whole name stands in the query, longest first: "ann" is not named by "Mary Ann"
 * where both are known. Names that are stop words too ("Will") count only where no other is named.
 */
export const namedSubjects = (query: string, known: readonly string[]): readonly string[] => {
  const words = spaced(query)
  const named = known.filter((subject) => spaced(subject) !== ' ' && words.includes(spaced(subject)))
  const whole = named.filter((subject) => !named.some((other) => isPartOf(subject, other)))
  const telling = whole.filter((subject) => contentWords(subject).length > 0)
  return (telling.length > 0 ? telling : whole).toSorted((a, b) => b.length - a.length || (a < b ? -1 : 1))
}

/** The query without the names, for an encoder that cannot weigh words: a name drowns the rest. */
export const withoutNames = (query: string, subjects: readonly string[]): string => {
  const rest = subjects.reduce((text, subject) => text.replace(nameOf(subject), ' '), query)
  return wordsOf(rest).length > 0 ? rest : query
}

const spaced = (text: string): string => ` ${wordsOf(text).join(' ')} `.replace('  ', ' ')

const isPartOf = (subject: string, other: string): boolean =>
  spaced(other) !== spaced(subject) && spaced(other).includes(spaced(subject))

/** Words are letters, marks and digits only, so they are safe in a pattern. */
const nameOf = (subject: string): RegExp =>
  new RegExp(
    String.raw`(?<![\p{L}\p{M}\p{N}])${wordsOf(subject).join(String.raw`[^\p{L}\p{N}]{1,3}`)}(?:['’]s)?(?![\p{L}\p{M}\p{N}])`,
    'giu',
  )
