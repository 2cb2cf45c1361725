/** Joiners that Persian, Hindi and emoji are written with, line breaks, and the visible format signs of Arabic. */
const SHOWN = String.raw`\n\t\u200c\u200d\u0600-\u0605\u06dd\u070f\u08e2`
/**
 * What no reader sees: control and format characters, tags, fillers, and the variation selectors that can carry a text
 * (U+FE0E and U+FE0F choose the form of an emoji, and stay).
 */
const UNSEEN = new RegExp(
  String.raw`(?![${SHOWN}])[\p{Cc}\p{Cf}\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\uffa0\ufe00-\ufe0d\u{e0000}-\u{e0fff}]`,
  'gu',
)

/** The text that a person sees: without hidden characters; line and paragraph separators are line breaks. */
export const visible = (text: string): string =>
  text
    .replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .replace(UNSEEN, '')
    .replace(/\p{Surrogate}/gu, '\ufffd')

/** Characters with which a chat template or a tag could begin, and the brackets of a template's marks such as [INST]. */
const FRAMING = /[<>]|\[(?=\/?[A-Z_]{2,20}\])/g

const escaped = (sign: string): string => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`

/**
 * Data for a model as one JSON document on one line. No string in it can end the document, forge another turn, or hold
 * the special tokens of a chat template: quotes, line breaks and the characters of such tokens are escaped, hidden
 * characters are gone. Whatever stands in it stays a value.
 */
export const asData = (value: unknown): string =>
  JSON.stringify(value, (_key, each: unknown) => (typeof each === 'string' ? visible(each) : each)).replace(
    FRAMING,
    escaped,
  )
