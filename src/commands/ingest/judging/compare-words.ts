import { type Token, tokensOf, withoutFiller } from '../same-claim.js'

/** What somebody says, and who. */
export type Said = { readonly text: string; readonly speaker: string | null }

/**
 * Whether two statements about how something is are the same words but for a value, or but for a negation; null where both
 * may hold, and in doubt. In English and, as far as its words are here, in German.
 */
export const compareWords = (a: Said, b: Said): 'new_value' | 'negated' | null => {
  if (a.speaker !== b.speaker && [a, b].some(({ text }) => OF_THE_SPEAKER.test(text))) return null
  if ([a, b].some(({ text }) => UNSURE.test(text))) return null
  if (isNegated(a.text, b.text) || isNegated(b.text, a.text)) return 'negated'
  return hasOtherValue(tokensOf(a.text), tokensOf(b.text)) ? 'new_value' : null
}

const word = (all: string) => new RegExp(`(?<![\\p{L}'])(?:${all.replaceAll(' ', '|')})(?![\\p{L}])`, 'iu')

/** What these say is of whoever says it. */
const OF_THE_SPEAKER = word('i me my mine we us our you your ich wir mein meine unser unsere du dein')
/** Questions, conditions, what may be, what was, and what is so at times: two of these contradict nothing. */
const UNSURE = new RegExp(
  `\\?|${
    word(
      'may might could would if unless when while sometimes often usually maybe perhaps probably was were had did been ' +
        'only almost about around roughly vielleicht wenn falls war waren hatte manchmal oft',
    ).source
  }`,
  'iu',
)

const NEGATIONS: ReadonlySet<string> = new Set(['not', 'never', 'nicht', 'nie', 'kein', 'keine', 'keinen'])
const AUXILIARIES: ReadonlySet<string> = new Set(['do', 'does'])

const keysOf = (text: string): readonly string[] => withoutFiller(tokensOf(text)).map(({ key }) => key)

/** Whether the first denies what the second says, in the same words. */
const isNegated = (denying: string, saying: string): boolean => {
  const denied = keysOf(denying)
  const said = keysOf(saying)
  if (denied.filter((key) => NEGATIONS.has(key)).length !== 1 || said.some((key) => NEGATIONS.has(key))) return false
  const rest = denied.filter((key) => !NEGATIONS.has(key) && !AUXILIARIES.has(key))
  const other = denied.some((key) => AUXILIARIES.has(key)) ? said.filter((key) => !AUXILIARIES.has(key)) : said
  return rest.length > 1 && rest.length === other.length && rest.every((key, i) => isSameWord(key, other[i] ?? ''))
}

/** "does not support", "supports". */
const isSameWord = (a: string, b: string): boolean => a === b || b === `${a}s` || b === `${a}es`

const IS: ReadonlySet<string> = new Set(['is', 'are', 'ist', 'sind', 'lautet', 'equals', '='])
/** Verbs behind which a number is the only one. */
const STATES: ReadonlySet<string> = new Set([
  ...IS,
  ...['costs', 'expires', 'starts', 'ends', 'opens', 'closes', 'takes', 'needs', 'requires', 'has', 'have', 'allows'],
  ...['listens', 'weighs', 'kostet', 'hat', 'braucht', 'beträgt', 'beginnt', 'endet', 'öffnet', 'schließt'],
])
const DEFINITE: ReadonlySet<string> = new Set(['the', 'our', 'my', 'this', 'der', 'die', 'das', 'unser', 'unsere'])

const hasOtherValue = (a: readonly Token[], b: readonly Token[]): boolean => {
  if (a.length !== b.length) return false
  const differing = a.flatMap(({ key }, i) => (key === b[i]?.key ? [] : [i]))
  const [first, last] = [differing[0], differing.at(-1)]
  if (first === undefined || last === undefined || last - first > 2) return false
  const before = a.slice(0, first)
  if (before.length < 2) return false
  const values = [a, b].map((tokens) => tokens.slice(first, last + 1))
  if (values.every((value) => value.length === 1 && value.every(isNumber)))
    return before.some(({ key }) => STATES.has(key))
  return last === a.length - 1 && isOfOne(before) && values.every((value) => value.every(isNameOrNumber))
}

/** "The owner of the project is": there is one. */
const isOfOne = (before: readonly Token[]): boolean =>
  DEFINITE.has(before[0]?.key ?? '') && IS.has(before.at(-1)?.key ?? '')

const isNumber = ({ key }: Token): boolean => /^\p{N}/u.test(key)

const isNameOrNumber = (token: Token): boolean => isNumber(token) || /^\p{Lu}/u.test(token.text)
