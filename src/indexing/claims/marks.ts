import { isQuoted, standsAt, type Token } from './tokens.js'

/**
 * What a small word or phrase does to the clause or text that it stands in. `now`: it has become so. `drop`: nothing.
 * `correct`: something said before was wrong. `end`: with a negation, it is no longer so. `block`: the clause is no claim
 * (plans, wishes, "also", "used to"). `void`: nor is any other of its sentence (hearsay, "if", "imagine"). `joke`: nor is any
 * of the whole text.
 */
export type Mark = 'now' | 'drop' | 'correct' | 'end' | 'block' | 'void' | 'joke'
/** Phrases, parted by commas. */
export type MarkWords = Readonly<Record<Mark, string>>

/** Phrases under their first words, the longest first. */
export type Marks = ReadonlyMap<string, readonly { readonly rest: readonly string[]; readonly mark: Mark }[]>

const KINDS = ['now', 'drop', 'correct', 'end', 'block', 'void', 'joke'] as const

export const marksOf = (all: MarkWords): Marks => {
  const marks = new Map<string, { rest: readonly string[]; mark: Mark }[]>()
  for (const mark of KINDS)
    for (const phrase of all[mark].split(',')) {
      const [first = '', ...rest] = phrase.trim().split(/\s+/)
      marks.set(first, [...(marks.get(first) ?? []), { rest, mark }])
    }
  for (const phrases of marks.values()) phrases.sort((a, b) => b.rest.length - a.rest.length)
  return marks
}

/** Phrases, parted by commas: of each row one word of each place, where a plus stands for a space. */
export const rowsOf = (...rows: readonly (readonly string[])[]): string =>
  rows
    .flatMap((places) =>
      places
        .map((place) => place.split(' ').map((phrase) => phrase.replaceAll('+', ' ')))
        .reduce((heads, words) => heads.flatMap((head) => words.map((word) => `${head} ${word}`))),
    )
    .join(', ')

const WEEKDAYS =
  /^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|sonnabend)$/

const TIME_OF_DAY = /^(?:am|pm|a\.m\.|p\.m\.|o'clock|noon|midnight|\d{1,2}(?::\d\d)?(?:am|pm)?)$/

/** What is done in part is in that state. */
const PARTLY =
  /^(?:paid|shipped|delivered|refunded|settled|invoiced|billed|complete|completed|funded|bezahlt|beglichen|geliefert|erstattet)$/

const RHYTHMIC = /^(?:meets|up|is|are|held|place|together|convenes|gathers|run|made|taken)$/

const NAMES = new Set([
  'may',
  'will',
  'next',
  'hope',
  'once',
  'second',
  'still',
  'just',
  'simply',
  'never',
  'almost',
  'well',
])

/** "May Grant", "Next Door" begin with a name, and "per second" counts. */
const isNoMark = ({ word, raw }: Token, before: Token | undefined, after: Token | undefined): boolean =>
  before?.word === 'per' ||
  // "Every Monday" is one day of the week.
  (/^(?:every|each|jede[nrms]?)$/.test(word) && WEEKDAYS.test(after?.word ?? '')) ||
  // "Opens at 7 every day".
  (word === 'every' && after?.word === 'day' && TIME_OF_DAY.test(before?.word ?? '')) ||
  (word === 'second' && /^(?:floor|division|league|grade|class|form|grader|storey)$/.test(after?.word ?? '')) ||
  // "The invoice is partly paid": its state.
  (/^(?:partly|partially|half|teilweise)$/.test(word) && PARTLY.test(after?.word ?? '')) ||
  // "In second place", but not "our second place".
  (word === 'second' && before?.word === 'in' && after?.word === 'place') ||
  (word === 'right' && /^(?:the|his|her|their)$/.test(before?.word ?? '')) ||
  // "The insurance claim": no verb.
  (word === 'claim' && /^(?:the|this|insurance|warranty|damage|expense|expenses|travel)$/.test(before?.word ?? '')) ||
  // "Every two weeks", "once a month".
  (word === 'every' &&
    /^(?:two|three|four|six|eight|other|\d+|week|month|quarter|year|fortnight|hour)$/.test(after?.word ?? '') &&
    RHYTHMIC.test(before?.word ?? '')) ||
  (word === 'once' && /^(?:a|per|every)$/.test(after?.word ?? '') && RHYTHMIC.test(before?.word ?? '')) ||
  (word === 'next' && after?.word === 'to') ||
  // "The flat is let to Anna".
  (word === 'let' && (/^(?:is|are)$/.test(before?.word ?? '') || /^(?:to|by|out)$/.test(after?.word ?? ''))) ||
  (word === 'second' && before?.word === 'the' && /^\p{Lu}/u.test(raw)) ||
  // Nobody is quoted by a hand.
  (word === 'writes' && after?.word === 'with') ||
  // "From the Basic plan to the Pro plan".
  (word === 'plan' && before?.proper === true) ||
  (NAMES.has(word) && /^\p{Lu}/u.test(raw) && /^\p{Lu}/u.test(after?.raw ?? ''))

/** "I" is a pronoun. */
const isInName = ({ proper, raw, word }: Token): boolean => proper && word !== 'i' && /^\p{Lu}/u.test(raw)

/** "In the Film Institute", "at First Valley Bank": its last word begins a name. */
const endsInName = (tokens: readonly Token[], at: number, length: number): boolean => {
  const [last, next] = [tokens[at + length], tokens[at + length + 1]]
  if (length === 0 || !/^(?:in|at)$/.test(tokens[at]?.word ?? '') || last === undefined || next === undefined)
    return false
  return isInName(last) && isInName(next)
}

/** The mark that stands at a token, and of how many tokens it is; a capital in a sentence makes it part of a name. */
export const markAt = (
  marks: Marks,
  tokens: readonly Token[],
  at: number,
): { readonly mark: Mark; readonly length: number } | null => {
  const token = tokens[at]
  if (token === undefined || (isInName(token) && at > 0 && tokens[at - 1]?.word !== ':')) return null
  // What is quoted means nothing.
  if (token.proper && isQuoted(tokens[at + 1] ?? token)) return null
  if (isNoMark(token, tokens[at - 1], tokens[at + 1])) return null
  for (const { rest, mark } of marks.get(token.word) ?? []) {
    if (!standsAt(tokens, rest, at + 1)) continue
    if (endsInName(tokens, at, rest.length)) continue
    // "If anyone asks, …", but not "if anyone asks nicely, …".
    if (mark === 'drop' && /^(?:if|falls)$/.test(token.word) && /\p{L}/u.test(tokens[at + 1 + rest.length]?.word ?? ''))
      continue
    return { mark, length: rest.length + 1 }
  }
  return null
}
