import { isQuestion } from './answer-bits.js'
import { FUNCTION_WORDS, hasContent, tokensOf } from './content-words.js'
import { allWordsOf, anyAlternative, knownOf, wholeWords } from './languages.js'
import { sentencesOf } from './sentences.js'
import { CLINGING, isStopWord, type Language, wordsOf } from './words.js'

const KNOWN = knownOf('asking')

/** In these a word that asks may stand anywhere. */
const ASKING_ANYWHERE: ReadonlySet<string> = new Set(['zh', 'ja', 'ko', 'hi'])

const phrases = (alternatives: string, language: string): string =>
  CLINGING.has(language) ? `(?:${alternatives})` : wholeWords(alternatives)

/** Greetings and thanks before and after a question, set apart by a sign: "Which colour did I like very much?" asks on. */
const courtesiesOf = (language: string): RegExp => {
  const words = [...allWordsOf([knownOf('fillers').get(language) ?? ''])].join('|')
  const idle = anyAlternative([knownOf('pleasantries').get(language), words || undefined]) || '(?!)'
  const greetings = knownOf('salutations').get(language) ?? '(?!)'
  const first = wholeWords(String.raw`${greetings}|(?:${idle})(?=\s*[,;!.])`)
  const last = wholeWords(String.raw`(?<=[,;!.]\s*)(?:${idle})`)
  return new RegExp(String.raw`^[\s\p{P}]*(?:${first}[\s\p{P}]*)+|(?:${last}[\s\p{P}]*)+$`, 'giu')
}

const formsOf = (language: string, own: NonNullable<ReturnType<typeof KNOWN.get>>) => {
  const opens = own.opens.replaceAll('{pronouns}', `(?:${own.pronouns})`)
  const linked = String.raw`(?:${anyAlternative([own.links, language === 'en' ? undefined : KNOWN.get('en')?.links])})[\s,!.:–-]+`
  const start = String.raw`^[\s\p{P}]*(?:${linked}){0,3}`
  const frames = phrases(own.frames, language)
  return {
    asks: new RegExp(`${start}(?:${opens}|${own.wishes})`, 'iu'),
    asksPolitely: new RegExp(
      ASKING_ANYWHERE.has(language) ? `${frames}|${opens}` : String.raw`${start}${frames}|${frames}[\s,:]*(?:${opens})`,
      'iu',
    ),
    turns: new RegExp(String.raw`(?<=[:;–—]\s*|\s-+\s+|[\s,](?:${linked})+)(?=${frames}|(?<!\p{L})(?:${opens}))`, 'iu'),
    frames: new RegExp(frames, 'giu'),
    courtesies: courtesiesOf(language),
    user: new RegExp(`(${phrases(own.user, language)})(['’]s(?!\\p{L}))?`, 'giu'),
    doing:
      own.doing === undefined
        ? undefined
        : new RegExp(String.raw`(?:^|[\p{P}]\s*|(?<!\p{L})(?:${own.doing})\s+)$`, 'iu'),
  }
}

type Forms = ReturnType<typeof formsOf>

const FORMS: ReadonlyMap<string, Forms> = new Map(
  [...KNOWN].map(([language, own]) => [language, formsOf(language, own)]),
)

/** A sentence is read so far. */
const READ = 300

/** Whether a sentence asks or wishes for something: it states nothing that could be an answer. */
export const asks = (sentence: string, language: Language): boolean =>
  isQuestion(sentence.trim()) || FORMS.get(language)?.asks.test(readOf(sentence)) === true

const readOf = (sentence: string): string => sentence.trim().slice(0, READ).replaceAll('’', "'")

/** What a query is searched by. */
export type Asked = {
  /** What it asks. */
  readonly asked: string
  /** Names and quotations beside that. */
  readonly named: string
}

/**
 * Of several sentences those that ask, if they hold a word of content; without the politeness around them, and without what stands
 * for whoever speaks. The others lend their names and quotations: "My sister Clara called. Where does she live?" All of it where nothing
 * would be left.
 */
export const askedIn = (query: string, language: Language): Asked => {
  const forms = FORMS.get(language)
  if (forms === undefined) return { asked: query, named: '' }
  const sentences = sentencesOf(query).flatMap((sentence) => partsOf(sentence, forms))
  const isAsking = (part: string) => asks(part, language) || forms.asksPolitely.test(readOf(part))
  const asking = sentences.filter((part) => isAsking(part) && holdsContent(bare(part, forms), language))
  const searched = asking.length > 0 ? asking : sentences
  const asked = searched
    .map((part) => bare(part, forms))
    .filter((part) => part !== '')
    .join(' ')
  if (!holdsContent(asked, language)) return { asked: query, named: '' }
  const others = sentences.filter((part) => !searched.includes(part))
  return { asked, named: others.flatMap((part) => namesIn(bare(part, forms), language)).join(' ') }
}

/** "I am in a hurry, but what is my shoe size?" are two. */
const partsOf = (sentence: string, { turns }: Forms): readonly string[] => {
  const at = sentence.search(turns)
  return at <= 0 ? [sentence] : [sentence.slice(0, at), sentence.slice(at)]
}

const QUOTED = /(["“„«「『][^"“”„«»「」『』\n]{1,200}["“”»」』])/u

/** A sentence without politeness, and without what stands for whoever speaks; quotations stay as they are. */
const bare = (sentence: string, forms: Forms): string =>
  sentence
    .split(QUOTED)
    .map((part, i) => (i % 2 === 1 ? part : withoutSpeaker(part.replace(forms.frames, ' '), forms)))
    .join('')
    .replace(forms.courtesies, ' ')
    .trim()

/** "the user" is who speaks, but in "of the user research" it stands before a noun, where the language has such nouns. */
const withoutSpeaker = (text: string, { user, doing }: Forms): string => {
  const kept: string[] = []
  let end = 0
  for (const { 0: written, 2: possessive, index } of text.matchAll(user)) {
    const after = index + written.length
    const [next] = tokensOf(text.slice(after))
    const isSpeaker =
      doing === undefined ||
      possessive !== undefined ||
      next === undefined ||
      FUNCTION_WORDS.has(next.toLowerCase()) ||
      doing.test(text.slice(0, index))
    kept.push(text.slice(end, isSpeaker ? index : after), isSpeaker ? ' ' : '')
    end = after
  }
  return [...kept, text.slice(end)].join('')
}

/** Whether a word is left that is no stop word of the language. */
const holdsContent = (text: string, language: Language): boolean =>
  wordsOf(text).some((word) => !isStopWord(word, language))

const CONVENTIONAL = allWordsOf([...knownOf('nameSigns').values()].map(({ conventional }) => conventional))
const QUOTATIONS = new RegExp(QUOTED, 'gu')
const CAPITALISED = /(?<=[\p{L}\p{N},;:]\s+)\p{Lu}[\p{L}\p{M}\p{N}’'-]*/gu
/** Where nouns have capitals, too, a name is what stands behind another: "Schwester Anna". */
const BEHIND_A_NOUN = /(?<=\p{Lu}[\p{L}\p{M}]+\s+)\p{Lu}[\p{L}\p{M}\p{N}’'-]*/gu

/** The names and quotations in a sentence; none where it says nothing but to whom it is said: "Thanks, Ana!" */
const namesIn = (sentence: string, language: Language): readonly string[] => {
  const capitalised = sentence.match(language === 'de' ? BEHIND_A_NOUN : CAPITALISED) ?? []
  const names = capitalised.filter((name) => !CONVENTIONAL.has(name.toLowerCase()))
  const isSaid = hasContent(sentence, new Set(names.map((name) => name.toLowerCase())))
  return [...(isSaid ? names : []), ...(sentence.match(QUOTATIONS) ?? [])]
}

/** A longer query is cut, in characters. */
const LONGEST_QUERY = 10_000
/** What of a cut query is kept at its beginning and at its end, where the question stands before or behind what was pasted. */
const KEPT = 2000

/** A query as it is searched; and how many characters it had, if it was cut. */
export const searchedQuery = (query: string): { readonly query: string; readonly queryCharacters?: number } => {
  if (query.length <= LONGEST_QUERY) return { query }
  const characters = [...query]
  if (characters.length <= LONGEST_QUERY) return { query }
  const kept = [characters.slice(0, KEPT), characters.slice(-KEPT)].map((part) => part.join('')).join('\n')
  return { query: kept, queryCharacters: characters.length }
}
