/** What a position counts: a memory's own words, those of its neighbours, those of the two beyond. */
const WEIGHTS: Readonly<Record<string, number>> = { A: 1, B: 0.5, C: 0.2 }

/** Where each lexeme stands, of words as Postgres writes a tsvector. */
export const placesIn = (words: string): ReadonlyMap<string, readonly number[]> => {
  const found = new Map<string, readonly number[]>()
  for (let at = 0; at < words.length; ) {
    const end = endOfLexeme(words, at)
    const next = endOfPlaces(words, end)
    const places = words.slice(end + 1, next).split(',')
    found.set(
      words.slice(at, end),
      places.map((place) => Number.parseInt(place, 10)),
    )
    at = next + 1
  }
  return found
}

/** The weights of all positions of each wanted lexeme, of words as Postgres writes a tsvector. */
export const frequenciesIn = (words: string, wanted: ReadonlyMap<string, unknown>): ReadonlyMap<string, number> => {
  const found = new Map<string, number>()
  for (let at = 0; at < words.length; ) {
    const end = endOfLexeme(words, at)
    const next = endOfPlaces(words, end)
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

const endOfPlaces = (words: string, from: number): number => {
  const space = words.indexOf(' ', from)
  return space < 0 ? words.length : space
}

const weightOf = (words: string, from: number, to: number): number => {
  let sum = 0
  for (let i = from; i < to; i++) sum += WEIGHTS[words[i] ?? ''] ?? 0
  return sum
}
