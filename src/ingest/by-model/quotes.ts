/** Characters of a text that is compared: `[from, to)` in the text as written, by place in the normal form. */
export type NormalText = {
  readonly text: string
  readonly from: readonly number[]
  readonly to: readonly number[]
}

const UNSEEN =
  /\p{Cf}|\u034f|\u115f|\u1160|\u17b4|\u17b5|[\u180b-\u180f]|\u3164|\uffa0|[\ufe00-\ufe0f]|[\u{e0000}-\u{e0fff}]/u
const SPACE = /[\s\p{Cc}\u2800]/u
const ALIKE: Readonly<Record<string, string>> = Object.fromEntries(
  (
    [
      ["'", '‘’‚‛′`´ʼ'],
      ['"', '“”„‟″«»‹›「」『』'],
      ['-', '‐‑‒–—―−'],
    ] as const
  ).flatMap(([plain, signs]) => [...signs].map((sign) => [sign, plain])),
)

/** The text in lower case and compatibility form, with plain quotes and dashes, and single spaces for white space. */
export const normalText = (text: string): NormalText => {
  let normal = ''
  const [from, to]: [number[], number[]] = [[], []]
  let at = 0
  for (const sign of text) {
    const end = at + sign.length
    const signs = normalSign(sign)
    if (signs !== ' ' || (normal !== '' && !normal.endsWith(' '))) {
      normal += signs
      from.push(...Array<number>(signs.length).fill(at))
      to.push(...Array<number>(signs.length).fill(end))
    }
    at = end
  }
  return { text: normal, from, to }
}

const normalSign = (sign: string): string => {
  if (SPACE.test(sign)) return ' '
  return UNSEEN.test(sign) ? '' : (ALIKE[sign] ?? sign.normalize('NFKD').toLowerCase())
}

const WORD = /[\p{L}\p{N}]/u
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Khmer}]/u

const wordSigns = (text: string): number => (text.match(/[\p{L}\p{N}]/gu) ?? []).length

/** Whether a word goes on over this place. */
const inWord = (text: string, at: number): boolean => {
  const [before, after] = [[...text.slice(Math.max(0, at - 2), at)].at(-1) ?? '', [...text.slice(at, at + 2)][0] ?? '']
  return WORD.test(before) && WORD.test(after) && !UNSPACED.test(before) && !UNSPACED.test(after)
}

/** Where whole words of a normal text are these, from a place on. */
const placeOf = (text: string, words: string, after = 0): number => {
  for (let at = text.indexOf(words, after); at >= 0; at = text.indexOf(words, at + 1))
    if (!inWord(text, at) && !inWord(text, at + words.length)) return at
  return -1
}

const EDGES = /^[\s\p{P}]+|[\s\p{P}]+$/gu
const LABEL = /^[^:\n]{1,64}: /u
const ELLIPSIS = /\s*(?:\[\.\.\.\]|\.\.\.)\s*/

/** Fewer letters and digits are no evidence, unless they are all that was said. */
const LEAST = 3
const LEAST_UNSPACED = 2

const tellsSomething = (words: string, whole: string): boolean =>
  wordSigns(words) >= (UNSPACED.test(words) ? LEAST_UNSPACED : LEAST) ||
  (wordSigns(words) > 0 && words.replace(EDGES, '') === whole.replace(EDGES, ''))

export type Stretch = { readonly start: number; readonly end: number }

const stretchAt = ({ from, to }: NormalText, at: number, length: number): Stretch => ({
  start: from[at] ?? 0,
  end: to[at + length - 1] ?? 0,
})

/**
 * Where a text says what is quoted of it, as offsets into it; several where the quote leaves something out. White space,
 * quotes, dashes, case and hidden characters make no difference, other words do. Empty: nowhere.
 */
export const findQuote = (said: NormalText, quote: string): readonly Stretch[] => {
  const asked = normalText(quote.replace(/\p{Surrogate}/gu, '')).text.trim()
  for (const words of new Set([asked, asked.replace(EDGES, ''), asked.replace(LABEL, '').replace(EDGES, '')])) {
    if (!tellsSomething(words, said.text)) continue
    const at = placeOf(said.text, words)
    if (at >= 0) return [stretchAt(said, at, words.length)]
  }
  return findParts(said, asked)
}

const findParts = (said: NormalText, asked: string): readonly Stretch[] => {
  const parts = asked.split(ELLIPSIS).map((part) => part.replace(EDGES, ''))
  if (parts.length < 2 || parts.length > 4) return []
  const found: Stretch[] = []
  let after = 0
  for (const words of parts) {
    const at = tellsSomething(words, said.text) ? placeOf(said.text, words, after) : -1
    if (at < 0) return []
    found.push(stretchAt(said, at, words.length))
    after = at + words.length
  }
  return found
}
