const PLAIN = /^[\t\n\r -~]*$/
const DROPPED = /[\uFFFD\p{Cf}\p{Cn}\p{Co}]|(?![\t\n\r])\p{Cc}/gu
const WHITE_SPACE = /\s/g
const IDEOGRAPH =
  /[\u4E00-\u9FFF\u3400-\u4DBF\u{20000}-\u{2A6DF}\u{2A700}-\u{2B73F}\u{2B740}-\u{2B81F}\u{2B820}-\u{2CEAF}\uF900-\uFAFF\u{2F800}-\u{2FA1F}]/gu
/** Sorting a run of marks costs the square of its length, and no script needs more than 30 (UAX #15, section 13). */
const EXCESSIVE_MARKS = /(\p{M}{30})\p{M}+/gu
const PLAIN_WORD = /[^\t\n\r!-/:-@[-`{-~ ]+|[!-/:-@[-`{-~]/g
const WORD = /[^ !-/:-@[-`{-~\p{P}]+|[!-/:-@[-`{-~\p{P}]/gu

const clean = (text: string): string =>
  text
    .replace(DROPPED, '')
    .replace(WHITE_SPACE, ' ')
    .replace(IDEOGRAPH, ' $& ')
    .replace(EXCESSIVE_MARKS, '$1')
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()

/**
 * The words of a text, with repetition, as the built-in model sees them (steps 1 to 4 of `tokenisation` in
 * models/static-en/model.json): lower-case, without accents, each punctuation character and each CJK ideograph alone.
 * These are the words that `weigh` is asked about.
 */
export const basicWords = (text: string): readonly string[] =>
  (PLAIN.test(text) ? text.toLowerCase().match(PLAIN_WORD) : clean(text).match(WORD)) ?? []
