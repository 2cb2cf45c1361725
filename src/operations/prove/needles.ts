/**
 * The forms in which words may stand in a row or a file: as they are, as JSON escapes them, in base64 at each of its three
 * alignments, and in hexadecimal digits; all in lower case.
 */
export const needlesOf = (words: readonly string[]): readonly string[] => [
  ...new Set(words.flatMap((word) => formsOf(word.trim())).map((form) => form.toLowerCase())),
]

/** Base64 and hexadecimal digits of fewer bytes are met by chance. */
const LEAST_ENCODED = 6

const formsOf = (word: string): readonly string[] => {
  if (word === '') return []
  const bytes = Buffer.from(word)
  const plain = [word, JSON.stringify(word).slice(1, -1)]
  if (bytes.length < LEAST_ENCODED) return plain
  return [...plain, bytes.toString('hex'), ...[0, 1, 2].map((shift) => base64At(bytes, shift))]
}

/** The digits that do not depend on what stands before and after it. */
const base64At = (bytes: Buffer, shift: number): string => {
  const digits = Buffer.concat([Buffer.alloc(shift), bytes])
    .toString('base64')
    .replace(/=+$/, '')
  const whole = (bytes.length + shift) % 3 === 0 ? digits : digits.slice(0, -1)
  return whole.slice([0, 2, 3][shift])
}

export const holdsAny = (text: string, needles: readonly string[]): boolean => {
  const lower = text.toLowerCase()
  return needles.some((needle) => lower.includes(needle))
}
