/** What a position counts: a memory's own words, those of its neighbours, those of the two beyond. */
const WEIGHTS: Readonly<Record<string, number>> = { A: 1, B: 0.5, C: 0.2 }

/** The weights of all positions of each wanted lexeme, of words as Postgres writes a tsvector. */
export const frequenciesIn = (words: string, wanted: ReadonlyMap<string, unknown>): ReadonlyMap<string, number> => {
  const found = new Map<string, number>()
  for (let at = 0; at < words.length; ) {
    const end = endOfLexeme(words, at)
    let next = words.indexOf(' ', end)
    if (next < 0) next = words.length
    const key = words.slice(at, end)
    if (wanted.has(key)) found.set(key, weightOf(words, end, next))
    at = next + 1
  }
  return found
}

/** Behind its closing quote; a quote inside is written twice. */
const endOfLexeme = (words: string, start: number): number => {
  let end = words.indexOf("'", start + 1)
  while (end >= 0 && words[end + 1] === "'") end = words.indexOf("'", end + 2)
  return end < 0 ? words.length : end + 1
}

const weightOf = (words: string, from: number, to: number): number => {
  let sum = 0
  for (let i = from; i < to; i++) sum += WEIGHTS[words[i] ?? ''] ?? 0
  return sum
}
