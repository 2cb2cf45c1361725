import type { Token } from './tokens.js'

/** S the subject, V the value, F the former value, N an attribute's noun, X a thing that is part of the attribute. */
type Slot = 'S' | 'V' | 'F' | 'N' | 'X'
const SLOTS: readonly Slot[] = ['S', 'V', 'F', 'N', 'X']

type Element = Slot | ReadonlySet<string>
type Row = readonly Element[]

const elementOf = (piece: string): Element => SLOTS.find((slot) => slot === piece) ?? new Set(piece.split('/'))

/** One-word options become one element. */
const merged = (options: readonly Row[]): readonly Row[] => {
  const single = options.flatMap(([first, ...more]) =>
    more.length === 0 && first !== undefined && typeof first !== 'string' ? [first] : [],
  )
  const others = options.filter(
    ([first, ...more]) => more.length > 0 || first === undefined || typeof first === 'string',
  )
  return single.length === 0 ? options : [[new Set(single.flatMap((words) => [...words]))], ...others]
}

/** `a/b` is one of two words, `(a b|c)` one of two phrases, and a `?` behind either makes it optional. */
const rowsOf = (text: string): readonly Row[] => {
  const pieces = text.match(/[()|?]|[^\s()|?]+/g) ?? []
  let at = 0
  const options = (): readonly Row[] => {
    const all: Row[] = []
    let rows: readonly Row[] = [[]]
    while (at < pieces.length && pieces[at] !== ')') {
      const piece = pieces[at++] ?? ''
      if (piece === '|') {
        all.push(...rows)
        rows = [[]]
        continue
      }
      const inner = piece === '(' ? options() : [[elementOf(piece)]]
      if (piece === '(') at++
      const optional = pieces[at] === '?'
      if (optional) at++
      const ways: readonly Row[] = optional ? [...inner, []] : inner
      rows = rows.flatMap((row) => ways.map((way) => [...row, ...way]))
    }
    return merged([...all, ...rows])
  }
  return options()
}

/** Patterns in a tree: those that begin alike share a branch. */
export type Patterns<Meaning> = {
  readonly words: Map<string, Patterns<Meaning>[]>
  /** The same branches by their words, to share them. */
  readonly sets: Map<string, Patterns<Meaning>>
  readonly slots: Map<Slot, Patterns<Meaning>>
  readonly meanings: Meaning[]
}

const branch = <Meaning>(): Patterns<Meaning> => ({ words: new Map(), sets: new Map(), slots: new Map(), meanings: [] })

const childOf = <Meaning>(node: Patterns<Meaning>, element: Element): Patterns<Meaning> => {
  if (typeof element === 'string') {
    const known = node.slots.get(element)
    if (known !== undefined) return known
    const child = branch<Meaning>()
    node.slots.set(element, child)
    return child
  }
  const key = [...element].join('/')
  const known = node.sets.get(key)
  if (known !== undefined) return known
  const child = branch<Meaning>()
  node.sets.set(key, child)
  for (const word of element) node.words.set(word, [...(node.words.get(word) ?? []), child])
  return child
}

/** The tree of patterns, each written in the small language of `rowsOf`. */
export const patternsOf = <Meaning>(
  all: readonly { readonly way: string; readonly meaning: Meaning }[],
): Patterns<Meaning> => {
  const root = branch<Meaning>()
  for (const { way, meaning } of all) for (const row of rowsOf(way)) row.reduce(childOf, root).meanings.push(meaning)
  return root
}

/** Where the slots of a pattern are in a clause: first token and the one behind the last. */
export type Found = { readonly [slot in Slot]?: readonly [number, number] }

export type Text = {
  readonly tokens: readonly Token[]
  /** How many tokens the noun that begins here has; 0 where none does. */
  readonly nounAt: (at: number) => number
  /** Where the last slot, begun here, may end. */
  readonly endsFrom: (at: number) => readonly number[]
}

/** In tokens: longer names are not read. */
const LONGEST = 14
/** More than any sentence needs. */
const MOST_STEPS = 4000

/** Tells every way in which a pattern fits from the first token on. The number of steps is bounded. */
export const fits = <Meaning>(
  { tokens, nounAt, endsFrom }: Text,
  patterns: Patterns<Meaning>,
  take: (meaning: Meaning, found: Found, end: number) => void,
): void => {
  let steps = 0
  const step = (node: Patterns<Meaning>, at: number, found: Found): void => {
    if (++steps > MOST_STEPS) return
    for (const meaning of node.meanings) take(meaning, found, at)
    for (const child of node.words.get(tokens[at]?.word ?? '') ?? []) step(child, at + 1, found)
    for (const [slot, child] of node.slots) fill(slot, child, { at, found })
  }
  const fill = (slot: Slot, child: Patterns<Meaning>, { at, found }: { at: number; found: Found }): void => {
    if (slot === 'N') {
      const length = nounAt(at)
      if (length > 0) step(child, at + length, { ...found, N: [at, at + length] })
      return
    }
    if (child.meanings.length > 0)
      for (const end of endsFrom(at)) if (end > at) last(child, end, { ...found, [slot]: [at, end] })
    for (let end = at + 1; end <= at + LONGEST && end < tokens.length; end++)
      if (child.words.has(tokens[end]?.word ?? '') || (child.slots.has('N') && nounAt(end) > 0))
        step(child, end, { ...found, [slot]: [at, end] })
  }
  const last = (node: Patterns<Meaning>, at: number, found: Found): void => {
    for (const meaning of node.meanings) take(meaning, found, at)
  }
  step(patterns, 0, {})
}
