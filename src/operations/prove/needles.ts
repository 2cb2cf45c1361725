/** The forms in which words may stand in a row or a file, in lower case. */
export type Needles = {
  /** As they are, and as JSON escapes them. */
  readonly plain: readonly string[]
  /** In base64 at each of its three alignments, and in hexadecimal digits. */
  readonly encoded: readonly string[]
}

export const needlesOf = (words: readonly string[]): Needles => {
  const wanted = words.map((word) => word.trim()).filter((word) => word !== '')
  return {
    plain: distinct(wanted.flatMap((word) => [word, JSON.stringify(word).slice(1, -1)])),
    encoded: distinct(wanted.flatMap(encodedForms)),
  }
}

export const allOf = ({ plain, encoded }: Needles): readonly string[] => [...plain, ...encoded]

const distinct = (forms: readonly string[]): readonly string[] => [...new Set(forms.map((form) => form.toLowerCase()))]

/** Base64 and hexadecimal digits of fewer bytes are met by chance. */
const LEAST_ENCODED = 6

const encodedForms = (word: string): readonly string[] => {
  const bytes = Buffer.from(word)
  if (bytes.length < LEAST_ENCODED) return []
  return [bytes.toString('hex'), ...[0, 1, 2].map((shift) => base64At(bytes, shift))]
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
