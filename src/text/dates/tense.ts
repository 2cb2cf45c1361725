import { knownOf } from '../languages.js'
import { ABBREVIATIONS } from '../sentences.js'
import { wordsOf } from '../words.js'

export type Tense = 'past' | 'future'

/** Matches a text that ends with one of these, or begins with it. */
const endsWith = (alternatives: string): RegExp =>
  new RegExp(String.raw`(?:^|(?<![\p{L}\p{M}]))(?:${alternatives})\s*$`, 'iu')

/** Matches any of these as a whole word. */
const words = (alternatives: string): RegExp =>
  new RegExp(String.raw`(?<![\p{L}\p{M}])(?:${alternatives})(?![\p{L}\p{M}])`, 'iu')

type Signs = NonNullable<ReturnType<ReturnType<typeof knownOf<'tense'>>['get']>>

const signsOf = ({ future, past, ahead, present }: Signs) => ({
  future: words(future),
  past: words(past),
  present: words(present),
  ahead: ahead.map(({ verb, to }) => ({ verb: words(verb), to: endsWith(to) })),
})
const known = new Map([...knownOf('tense')].map(([language, signs]) => [language, signsOf(signs)]))

/** Of the language and of English, which is mixed into all of them. */
const signsFor = (language: string) => [language, 'en'].flatMap((each) => known.get(each) ?? [])

/** They may begin with a capital. */
const ANY_CASE = ABBREVIATIONS.replace(/(?<=^|\|)\p{Ll}/gu, (first) => `[${first}${first.toUpperCase()}]`)

/** Ends of sentences, except full stops after a number or an abbreviation. */
export const SENTENCE_END = new RegExp(
  String.raw`(?:(?<!(?<!\d)\d{1,2}|(?<!\p{L})(?:${ANY_CASE}|No|\p{Lu}))\.|[;\n])(?=\s|$)|[!?]`,
  'gu',
)
/** Longest clause, in characters; bounds the cost of text without full stops. */
const REACH = 200
/** Up to this many words besides a date may not form a clause. */
const FEW_WORDS = 3

/** The sentence around an offset, and its part between commas. */
const around = (
  text: string,
  at: number,
  end: number,
): { readonly sentence: string; readonly clause: readonly string[] } => {
  const [before, after] = [text.slice(Math.max(0, at - REACH), at), text.slice(end, end + REACH)]
  const start = before.slice(
    1 + [...before.matchAll(SENTENCE_END)].reduce((last, { index }) => Math.max(last, index), -1),
  )
  const rest = after.slice(0, after.search(SENTENCE_END) < 0 ? undefined : after.search(SENTENCE_END) + 1)
  const comma = rest.search(/,\s/)
  return {
    sentence: start + text.slice(at, end) + rest,
    clause: [start.slice(start.lastIndexOf(', ') + 1), text.slice(at, end), comma < 0 ? rest : rest.slice(0, comma)],
  }
}

/** The tense of the words around a mention, if they show one. */
export const tenseAt = (text: string, [at, end]: readonly [number, number], language: string): Tense | undefined => {
  const { sentence, clause } = around(text, at, end)
  if (isDestination(clause, language)) return 'future'
  const told = tenseOf(clause.join(''), language)
  // A separate clause without a past form is in the present, regardless of the rest of the sentence.
  return told ?? (wordsOf(`${clause[0]} ${clause[2]}`).length > FEW_WORDS ? undefined : tenseOf(sentence, language))
}

/** "The meeting was moved to Friday", "I booked a flight for Friday": the word before the date may be read as a part of it. */
const isDestination = ([before = '', date = '', after = '']: readonly string[], language: string): boolean => {
  const [first = ''] = date.split(/\s/)
  const leads = [before, first, `${before}${first}`]
  return signsFor(language).some(({ ahead }) =>
    ahead.some(({ verb, to }) => leads.some((lead) => to.test(lead)) && verb.test(`${before}${after}`)),
  )
}

const tenseOf = (text: string, language: string): Tense | undefined => {
  for (const { future, past, present } of signsFor(language)) {
    if (future.test(text)) return 'future'
    if (past.test(text)) return 'past'
    if (present.test(text)) return 'future'
  }
  return undefined
}
