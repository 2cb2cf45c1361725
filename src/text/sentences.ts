import { FUNCTION_WORDS, hasContent, tokensOf } from './content-words.js'
import { detectLanguage } from './detect-language.js'
import { knownOf } from './languages.js'

/** Titles and abbreviations of all languages, in a pattern: a full stop behind one of them ends no sentence. */
export const ABBREVIATIONS = [...knownOf('abbreviations').values()].join('|')
const ABBREVIATED = new RegExp(String.raw`(?<![\p{L}\p{M}])(?:${ABBREVIATIONS})\.\s*$`, 'iu')
const INITIAL = /(?<![\p{L}\p{M}])\p{Lu}\.\s*$/u

const isAbbreviated = (text: string): boolean => ABBREVIATED.test(text) || INITIAL.test(text)

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })
/** A segmenter slows down with the length of its input, so long texts are segmented in windows, UTF-16 units. */
const WINDOW = 2000

/** The sentences of a text with the white space behind them; their concatenation is the text. A line ends a sentence. */
export const sentencesOf = (text: string): readonly string[] => {
  const sentences: string[] = []
  let rest = text
  while (rest.length > WINDOW) {
    const found = segmentsOf(rest.slice(0, WINDOW))
    // The last sentence may go on after the window.
    const whole = found.length > 1 ? found.slice(0, -1) : found
    sentences.push(...whole)
    rest = rest.slice(whole.reduce((sum, { length }) => sum + length, 0))
  }
  return [...sentences, ...segmentsOf(rest)]
}

/** ".NET", "example.org": a full stop ends a sentence before a space alone. */
const GOES_ON = /[.!?]$/

const segmentsOf = (text: string): readonly string[] => {
  const sentences: string[] = []
  let begun = ''
  for (const { segment } of segmenter.segment(text)) {
    begun += segment
    if (isAbbreviated(segment) || GOES_ON.test(segment)) continue
    sentences.push(begun)
    begun = ''
  }
  return begun === '' ? sentences : [...sentences, begun]
}

const known = [...knownOf('statements').values()]

/** The fewest statements of a speaker that form a list: two are one thing that they say. */
const LEAST_SAID = 3
/** The fewest statements of a text without speakers. */
const LEAST = 2
/** In UTF-16 units: a longer line is a paragraph. */
const LONGEST = 300
/** A longer text is a document, whose sentences depend on one another. */
const LONGEST_TEXT = 1800

/** Starts like a statement: a capital, a digit, a letter without case, or the first person; not code or markup. */
const OPENS = new RegExp(
  String.raw`^["'“„«(]?(?:[\p{Lu}\p{Lt}\p{Lo}\p{N}]|(?:${known.map(({ opens }) => opens).join('|')})\b)`,
  'u',
)
/** Continues on the next line, or is a heading, a field, code, a table row or a log line. */
const UNFIT =
  /[,:;\\{}[\]|=<>`]$|^[#>|`~{}[\]<$]|^\d{1,4}[-:./]\d|=>|\(\)|;$|\|.*\||^(?:commit|diff|at|import|from|def|class|function|const|let|var|return|if|for|while)\s|^\p{Lu}{3,}[ :\]]/u

/** A JSON object on one line, among statements. */
const RECORD = /^\{.*\}$/u

const isStatement = (line: string): boolean =>
  RECORD.test(line) ||
  (line.length <= LONGEST && OPENS.test(line) && !UNFIT.test(line) && hasContent(line) && wordsIn(line) > 2)

/** In scripts without spaces two letters count as a word. */
const wordsIn = (text: string): number =>
  tokensOf(text).length +
  Math.floor((text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu)?.length ?? 0) / 2)

/** Statements one per line, none broken across lines; undefined if the lines are no such list. */
export const statementLines = (lines: readonly string[]): readonly string[] | undefined => {
  const filled = lines.map((line) => line.trim()).filter((line) => line !== '')
  const isList =
    filled.length > LEAST || (filled.length === LEAST && !leans(filled[1] ?? '', firstWordsIn(lines.join('\n'))))
  return isList && filled.every(isStatement) && !isWrapped(filled) ? filled : undefined
}

/** Hard-wrapped text: nearly all lines have the same length, and few end a sentence. */
const isWrapped = (lines: readonly string[]): boolean => {
  const inner = lines.slice(0, -1)
  const longest = inner.reduce((most, { length }) => Math.max(most, length), 0)
  const ended = inner.filter((line) => /[.!?…。！？]["')”]?$/u.test(line)).length
  return longest >= 50 && ended < inner.length / 2 && inner.every(({ length }) => length > 0.7 * longest)
}

type Kind = 'leaning' | 'determiners' | 'speaker'

const firstWords = (signs: readonly Readonly<Record<Kind, string>>[]): Readonly<Record<Kind, RegExp>> => {
  const among = (kind: Kind) => new RegExp(`^(?:${signs.map((each) => each[kind]).join('|')})$`)
  return { leaning: among('leaning'), determiners: among('determiners'), speaker: among('speaker') }
}

const OF_LANGUAGE = new Map([...knownOf('statements')].map(([language, signs]) => [language, firstWords([signs])]))
/** An article in one language may be a pronoun in another. */
const OF_ANY = firstWords(known)

const firstWordsIn = (text: string) => OF_LANGUAGE.get(detectLanguage(text) ?? '') ?? OF_ANY

/** Sentences that each have a subject of their own: "Alice works at Acme. Bob lives in Paris. My dog is called Rex." */
const statementSentences = (text: string): readonly string[] | undefined => {
  const sentences = sentencesOf(text)
    .map((each) => each.trim())
    .filter((each) => each !== '')
  if (sentences.length < LEAST || !sentences.every((each) => isStatement(each) && /[.!。！]$/u.test(each)))
    return undefined
  const words = firstWordsIn(text)
  const subjects = sentences.map((each) => subjectOf(each, words))
  return subjects.every((subject) => subject !== undefined) && new Set(subjects).size === subjects.length
    ? sentences
    : undefined
}

/** In lower case, without what an apostrophe adds. */
const wordsOf = (sentence: string): readonly string[] =>
  sentence.split(/\s+/).map((word) => word.replace(/['’]\p{L}{1,2}$/u, '').toLowerCase())

type FirstWords = ReturnType<typeof firstWords>

/** Whether it refers to what is before it by its first word. */
const leans = (sentence: string, { leaning, determiners }: FirstWords): boolean => {
  const [first = ''] = wordsOf(sentence)
  return leaning.test(first) && !determiners.test(first)
}

/** The first words of a sentence, if they name its subject. */
const subjectOf = (sentence: string, words: FirstWords): string | undefined => {
  const [first = '', second = ''] = wordsOf(sentence)
  if (words.determiners.test(first)) return `${first} ${second}`
  if (words.leaning.test(first)) return undefined
  return words.speaker.test(first) || !FUNCTION_WORDS.has(first) ? first : undefined
}

/** The sentences of a text that each make sense alone; undefined where one refers to another, or states nothing, or has a label. */
export const independentSentences = (text: string): readonly string[] | undefined => {
  if (text.length > LONGEST_TEXT || /\n|: /u.test(text.trim())) return undefined
  const sentences = sentencesOf(text.trim()).map((each) => each.trim())
  const words = firstWordsIn(text)
  const isAlone = sentences.every(isStatement) && !sentences.slice(1).some((each) => leans(each, words))
  return sentences.length >= LEAST && isAlone ? sentences : undefined
}

/** The statements of a list, one per line or one per sentence; undefined if the text is no list. */
export const statementsOf = (text: string, { isSaid }: { readonly isSaid: boolean }): readonly string[] | undefined => {
  if (text.length > LONGEST_TEXT && !text.includes('\n')) return undefined
  const statements = text.includes('\n') ? statementLines(text.split('\n')) : statementSentences(text)
  return isSaid && statements !== undefined && statements.length < LEAST_SAID ? undefined : statements
}
