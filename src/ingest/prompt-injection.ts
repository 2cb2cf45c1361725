import { anyAlternative, knownOf } from '../text/languages.js'

const injections = [...knownOf('injections').values()]
const han = /\p{Script=Han}/u
const inWords = injections.flatMap(({ starts = '' }) => (starts === '' || han.test(starts) ? [] : starts)).join('|')
/** Where an order starts: with a clause, or after a word before which it may start within one. */
const ORDER_START = String.raw`(?:^|[.!?:;,\n"'(\[>*¡¿。、「『“«-]\s{0,3}|(?<!\p{L})(?:${inWords})[,:]?\s{1,3})`
const hanStart = (starts: string): string => String.raw`(?:^|[。!?,;:、\n\s"'“「『(【]|${starts})`

/** Excludes rules with another owner: rules of a doctor, a game or a recipe are forgotten every day. */
const ofNobodyElse = String.raw`(?!\p{L})(?!\s{1,3}(?:${anyAlternative(injections.map(({ owners }) => owners))})(?!\p{L})(?!\s{1,3}(?:${anyAlternative(injections.map(({ system }) => system))})))`

const filled = (pattern: string): string =>
  pattern
    .replace(/\{up to (\d): ([^{}]*)\}/g, '(?:(?:$2){gap}){0,$1}')
    .replaceAll('{gap}', String.raw`\s{1,3}`)
    .replaceAll('{ofNobodyElse}', ofNobodyElse)

/** The orders and the forged frames of one language. */
const patternsOf = ({ starts = '', orders, frames }: (typeof injections)[number]): readonly RegExp[] => {
  const start = han.test(starts) ? hanStart(starts) : ORDER_START
  return [...orders.map((order) => start + filled(order)), ...frames.map(filled)].map(
    (source) => new RegExp(source, 'iu'),
  )
}

const { en, ...others } = Object.fromEntries(knownOf('injections'))
const english = en === undefined ? [] : patternsOf(en)
const otherLatin = Object.values(others).flatMap((own) => (own.hint === undefined ? [] : patternsOf(own)))
const otherScripts = Object.values(others).flatMap((own) => (own.hint === undefined ? patternsOf(own) : []))

const notAscii = /[^\p{ASCII}]/u
/** Invisible characters: zero-width characters, soft hyphens, joiners, variation selectors, direction marks. */
const unseen = /(?:\p{Cf}|\u034f|\u115f|\u1160|\u17b4|\u17b5|\u3164|\uffa0|[\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}])+/gu
/** Tag characters: invisible in every font, each represents an ASCII character. */
const hidden = /[\u{e0020}-\u{e007e}]/gu
const HIDDEN_ROW = 0xe0000
const marks = /\p{Mn}{1,20}/gu
const latinMarks = /(?<=[A-Za-z])\p{Mn}{1,20}/gu
const latin = /[A-Za-z]/
/** Latin letters, each before the letters of other alphabets that look like it. */
const ALIKE =
  'aаαɑ bьʙ cсϲ dԁ eеεҽ gɡց hһ iіιɩı jј kкκ lӏⅼ mм nпո oоοօ pрρ qԛ rгᴦ sѕꜱ tтτ uυսц vνѵ wԝωѡ xхχ yуүγ ' +
  'AАΑ BВΒ CС Dᗪ EЕΕ FϜ HНΗ IІΙ JЈ KКΚ MМΜ NΝ OОΟ PРΡ SЅ TТΤ XХΧ YҮΥ ZΖ'
const alike = new Map(
  ALIKE.split(' ').flatMap(([letter = '', ...others]) => others.map((other): [string, string] => [other, letter])),
)
const lookalikes = new RegExp(`[${[...alike.keys()].join('')}]`, 'g')

/**
 * The text in visible, normal form: letters of usual width, without invisible characters. If invisible characters are
 * the only separators between words, they are read as spaces. Letters of another alphabet among similar Latin ones are
 * read as Latin.
 */
const undisguised = (text: string): readonly string[] => {
  if (!notAscii.test(text)) return [text]
  const shown = text
    .replace(hidden, (letter) => String.fromCharCode((letter.codePointAt(0) ?? HIDDEN_ROW) - HIDDEN_ROW))
    // Runs of marks are cut first: composing them takes time quadratic in their length.
    .replace(/(\p{Mn}{8})\p{Mn}+/gu, '$1')
    .normalize('NFKC')
  const joined = shown.replace(unseen, '')
  const forms = [joined, ...(joined === shown ? [] : [shown.replace(unseen, ' ')])]
  return [...new Set(forms.flatMap((form) => [form, withoutMarks(form), asLatin(form)]))]
}

/** Arabic without vowels and long strokes, with letters in their plain forms. */
const withoutMarks = (text: string): string =>
  /\p{Script=Arabic}/u.test(text)
    ? text
        .replace(marks, '')
        .replaceAll('ـ', '')
        .replace(/[أإآٱ]/g, 'ا')
        .replaceAll('ى', 'ي')
    : text

/** Only next to Latin letters: a text in Cyrillic or Greek is not a disguise. */
const asLatin = (text: string): string =>
  latin.test(text) ? text.replace(lookalikes, (letter) => alike.get(letter) ?? letter) : text

/** For languages without accents; in others accents distinguish an order from a report (`ignore`, `ignoré`). */
const withoutAccents = (text: string): string =>
  notAscii.test(text) ? text.normalize('NFD').replace(latinMarks, '').normalize('NFC') : text

/**
 * Every pattern in Latin letters contains one of these words. Most turns contain none, so one test replaces all
 * patterns.
 */
const INJECTION_HINT = new RegExp(anyAlternative(injections.map(({ hint }) => hint)), 'i')
const otherLetters = /[\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

/**
 * Whether a text addresses the assistant or the memory instead of a person, in the usual forms of English, German,
 * Spanish, French, Portuguese, Italian, Russian, Arabic, Chinese and Japanese, including disguised letters. Each
 * pattern is an order (imperative, start of a clause) or a forged frame; a report in the first person ("I ignored the
 * …") does not match.
 */
export const isPromptInjection = (text: string): boolean => undisguised(text).some(isShownPromptInjection)

const isShownPromptInjection = (text: string): boolean => {
  const plain = withoutAccents(text)
  return (
    (INJECTION_HINT.test(plain) && english.some((pattern) => pattern.test(plain))) ||
    (INJECTION_HINT.test(text) && otherLatin.some((pattern) => pattern.test(text))) ||
    (otherLetters.test(text) && otherScripts.some((pattern) => pattern.test(text)))
  )
}
