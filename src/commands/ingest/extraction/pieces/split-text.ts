/** A segmenter slows down with the length of what it is given, so long lines go through it in windows. */
const WINDOW = 2000
const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })

const sentencesOf = (line: string): readonly string[] => {
  const sentences: string[] = []
  let rest = line
  while (rest.length > WINDOW) {
    const found = [...segmenter.segment(rest.slice(0, WINDOW))].map(({ segment }) => segment)
    // the last one may go on behind the window
    const whole = found.length > 1 ? found.slice(0, -1) : found
    sentences.push(...whole)
    rest = rest.slice(whole.join('').length)
  }
  return [...sentences, ...[...segmenter.segment(rest)].map(({ segment }) => segment)]
}

const insideCharacter = (text: string, at: number): boolean =>
  /[\ud800-\udbff]/.test(text.charAt(at - 1)) && /[\udc00-\udfff]/.test(text.charAt(at))

/** Cuts at the last space before the limit, else between two characters (marks and joiners stay with theirs where near). */
const cutHard = (text: string, limit: number): readonly string[] => {
  const parts: string[] = []
  let from = 0
  while (text.length - from > limit) {
    const space = text.lastIndexOf(' ', from + limit - 1)
    let at = space > from + limit / 2 ? space + 1 : from + limit
    for (let back = 0; back < 16 && (insideCharacter(text, at) || /[\p{M}\u200d]/u.test(text.charAt(at))); back += 1)
      at -= 1
    if (insideCharacter(text, at)) at -= 1
    parts.push(text.slice(from, at))
    from = at
  }
  return [...parts, text.slice(from)]
}

/** Lines, then sentences of long lines, then cuts within long sentences; joined again they give the text back. */
export const atomsOf = (text: string, limit: number): readonly string[] =>
  (text.match(/[^\n]*\n|[^\n]+$/g) ?? []).flatMap((line) =>
    line.length <= limit ? [line] : sentencesOf(line).flatMap((sentence) => cutHard(sentence, limit)),
  )

/** Packs neighbours into as few strings as fit the limit, in order. */
export const packed = (atoms: readonly string[], limit: number): readonly string[] => {
  const packs: string[][] = []
  let size = Number.POSITIVE_INFINITY
  for (const atom of atoms) {
    if (size + atom.length > limit) {
      packs.push([])
      size = 0
    }
    packs.at(-1)?.push(atom)
    size += atom.length
  }
  return packs.map((pack) => pack.join(''))
}
