import { readFileSync } from 'node:fs'
import { z } from 'zod'

const fixturesSchema = z.object({
  tolerance: z.number(),
  texts: z.array(z.object({ text: z.string(), ids: z.array(z.int()), first8: z.array(z.number()), norm: z.number() })),
  cosines: z.array(z.object({ a: z.int(), b: z.int(), cosine: z.number() })),
})

export const modelFolder = new URL('../../../models/static-en/', import.meta.url)
export const fixtures = fixturesSchema.parse(JSON.parse(readFileSync(new URL('fixtures.json', modelFolder), 'utf8')))

export const dot = (a: Float32Array | null | undefined, b: Float32Array | null | undefined): number =>
  a && b ? a.reduce((sum, x, i) => sum + x * (b[i] ?? 0), 0) : 0

/** 100,000 characters each, chosen to hurt. */
export const nasties: readonly (readonly [string, string])[] = [
  ['one letter', 'a'.repeat(100_000)],
  ['emoji', '😀'.repeat(50_000)],
  ['lone surrogates', '\ud800'.repeat(100_000)],
  ['CJK', '北京'.repeat(50_000)],
  ['Hangul', '각'.repeat(100_000)],
  ['punctuation', '!¿'.repeat(50_000)],
  ['spaces', ' '.repeat(100_000)],
  ['control characters', '\u0001'.repeat(100_000)],
  ['marks out of order', `a${'\u0345\u0301\u0334'.repeat(33_333)}`],
  ['spacing marks out of order', `a${'\u302e\u{1d165}\u{16ff0}'.repeat(20_000)}`],
  ['accents', 'é'.repeat(100_000)],
  ['sigmas', 'Σ'.repeat(100_000)],
  ['long unknown words', 'zqxj'.repeat(24).concat(' ').repeat(1_030)],
]
