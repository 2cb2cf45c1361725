import { english, germanicAndRomance } from './latin-scripts.js'
import { otherScripts } from './other-scripts.js'

const notAscii = /[^\p{ASCII}]/u
/** Invisible characters: zero-width characters, soft hyphens, joiners, variation selectors, direction marks. */
const unseen = /(?:\p{Cf}|\u034f|\u115f|\u1160|\u17b4|\u17b5|\u3164|\uffa0|[\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}])+/gu
/** Tag characters: invisible in every font, each represents an ASCII character. */
const hidden = /[\u{e0020}-\u{e007e}]/gu
const HIDDEN_ROW = 0xe0000
const marks = /\p{Mn}{1,20}/gu
const latinMarks = /(?<=[A-Za-z])\p{Mn}{1,20}/gu
const latin = /[A-Za-z]/
const alike = new Map(
  Object.entries({
    a: 'аαɑ',
    b: 'ьʙ',
    c: 'сϲ',
    d: 'ԁ',
    e: 'еεҽ',
    g: 'ɡց',
    h: 'һ',
    i: 'іιɩı',
    j: 'ј',
    k: 'кκ',
    l: 'ӏⅼ',
    m: 'м',
    n: 'пո',
    o: 'оοօ',
    p: 'рρ',
    q: 'ԛ',
    r: 'гᴦ',
    s: 'ѕꜱ',
    t: 'тτ',
    u: 'υսц',
    v: 'νѵ',
    w: 'ԝωѡ',
    x: 'хχ',
    y: 'уүγ',
    A: 'АΑ',
    B: 'ВΒ',
    C: 'С',
    D: 'ᗪ',
    E: 'ЕΕ',
    F: 'Ϝ',
    H: 'НΗ',
    I: 'ІΙ',
    J: 'Ј',
    K: 'КΚ',
    M: 'МΜ',
    N: 'Ν',
    O: 'ОΟ',
    P: 'РΡ',
    S: 'Ѕ',
    T: 'ТΤ',
    X: 'ХΧ',
    Y: 'ҮΥ',
    Z: 'Ζ',
  }).flatMap(([letter, others]) => [...others].map((other): [string, string] => [other, letter])),
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
const HINT =
  /ignor|disregard|forget|overrid|bypass|you are|system|sistem|systèm|assistant|developer|<\||\[\/?inst|<\/?instr|memor|memór|mémoir|knowledge base|history|remember|note|store|save|keep in mind|from now on|missacht|vergiss|verges|überge|beachte|bist|sie sind|lösch|merk|ab jetzt|ab sofort|nun|olvid|descart|caso|borr|elimin|ahora|recuerd|esque|desconsider|apag|exclu|agora|lembr|delet|dimentic|trascur|scart|cancell|ora|adesso|ricord|tu es|vous êtes|oubli|abstraction|compte|supprim|effac|maintenant|désormais|dorénavant|souviens|rappelle|retiens/i
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
    (HINT.test(plain) && english.some((pattern) => pattern.test(plain))) ||
    (HINT.test(text) && germanicAndRomance.some((pattern) => pattern.test(text))) ||
    (otherLetters.test(text) && otherScripts.some((pattern) => pattern.test(text)))
  )
}
