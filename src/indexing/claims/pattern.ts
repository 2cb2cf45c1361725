import type { Token } from './tokens.js'

/** S the subject, V the value, F the former value, N an attribute's noun, X a thing that is part of the attribute. */
type Slot = 'S' | 'V' | 'F' | 'N' | 'X'
const SLOTS: readonly Slot[] = ['S', 'V', 'F', 'N', 'X']

/** Patterns in a tree: those that begin alike share a branch. */
export type Patterns<Meaning> = {
  /** The branches by their words, as written: `is/are`. */
  readonly sets: Map<string, Patterns<Meaning>>
  /** The same by each word; made when it is first needed, since few branches ever are. */
  words: ReadonlyMap<string, readonly Patterns<Meaning>[]> | null
  readonly slots: Map<Slot, Patterns<Meaning>>
  readonly meanings: Meaning[]
}

const branch = <Meaning>(): Patterns<Meaning> => ({ sets: new Map(), words: null, slots: new Map(), meanings: [] })

const childOf = <Meaning>(node: Patterns<Meaning>, piece: string): Patterns<Meaning> => {
  const slot = SLOTS.find((each) => each === piece)
  const known = slot === undefined ? node.sets.get(piece) : node.slots.get(slot)
  if (known !== undefined) return known
  const child = branch<Meaning>()
  if (slot !== undefined) node.slots.set(slot, child)
  else node.sets.set(piece, child)
  return child
}

const wordsIn = <Meaning>(node: Patterns<Meaning>): ReadonlyMap<string, readonly Patterns<Meaning>[]> => {
  if (node.words !== null) return node.words
  const words = new Map<string, Patterns<Meaning>[]>()
  for (const [piece, child] of node.sets)
    for (const word of piece.split('/')) words.set(word, [...(words.get(word) ?? []), child])
  node.words = words
  return words
}

/** A part of a way: where it leads from any of these branches; `word` if it is one word. */
type Part = {
  readonly from: <Meaning>(nodes: ReadonlySet<Patterns<Meaning>>) => ReadonlySet<Patterns<Meaning>>
  readonly word?: string
}

const oneOf = (parts: readonly Part[]): Part => ({
  from: (nodes) => new Set(parts.flatMap((part) => [...part.from(nodes)])),
})
const wordPart = (word: string): Part => ({
  from: (nodes) => new Set([...nodes].map((node) => childOf(node, word))),
  ...(SLOTS.some((slot) => slot === word) ? {} : { word }),
})
const rowOf = (parts: readonly Part[]): Part => {
  const [first, ...more] = parts
  return first !== undefined && more.length === 0
    ? first
    : { from: (nodes) => parts.reduce((reached, part) => part.from(reached), nodes) }
}
/** Words among the options become one branch. */
const choiceOf = (options: readonly Part[]): Part => {
  const words = options.flatMap(({ word }) => word ?? [])
  const others = options.filter(({ word }) => word === undefined)
  const merged = words.length === 0 ? [] : [wordPart(words.join('/'))]
  const [only, ...more] = [...merged, ...others]
  return only !== undefined && more.length === 0 ? only : oneOf([...merged, ...others])
}

/** `a/b` is one of two words, `(a b|c)` one of two phrases, and a `?` behind either makes it optional. */
const wayOf = (text: string): Part => {
  const pieces = text.match(/[()|?]|[^\s()|?]+/g) ?? []
  let at = 0
  const choice = (): Part => {
    const options: Part[] = []
    let row: Part[] = []
    for (; at < pieces.length && pieces[at] !== ')'; at++) {
      const piece = pieces[at] ?? ''
      if (piece === '|') {
        options.push(rowOf(row))
        row = []
        continue
      }
      if (piece === '(') at++
      const part = piece === '(' ? choice() : wordPart(piece)
      if (pieces[at + 1] === '?') at++
      row.push(pieces[at] === '?' ? oneOf([part, { from: (nodes) => nodes }]) : part)
    }
    return choiceOf([...options, rowOf(row)])
  }
  return choice()
}

/** The tree of patterns, each written in the small language of `wayOf`. */
export const patternsOf = <Meaning>(
  all: readonly { readonly way: string; readonly meaning: Meaning }[],
): Patterns<Meaning> => {
  const root = branch<Meaning>()
  for (const { way, meaning } of all) {
    const ends = wayOf(way).from(new Set([root]))
    for (const end of ends) end.meanings.push(meaning)
  }
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

/** What has been found so far, the last place first: an object is made of it only where a way fits as a whole. */
type Chain = { readonly slot: Slot; readonly place: readonly [number, number]; readonly before: Chain | null }

const foundOf = (chain: Chain | null): Found => {
  const found: { [slot in Slot]?: readonly [number, number] } = {}
  // A slot that a way holds twice has the place of the last one.
  for (let link = chain; link !== null; link = link.before) found[link.slot] ??= link.place
  return found
}

type Reached = { readonly at: number; readonly chain: Chain | null }

const NO_BRANCH: readonly never[] = []

/** Tells every way in which a pattern fits from the first token on. The number of steps is bounded. */
export const fits = <Meaning>(
  { tokens, nounAt, endsFrom }: Text,
  patterns: Patterns<Meaning>,
  take: (meaning: Meaning, found: Found, end: number) => void,
): void => {
  let steps = 0
  const step = (node: Patterns<Meaning>, at: number, chain: Chain | null): void => {
    if (++steps > MOST_STEPS) return
    last(node, at, chain)
    for (const child of wordsIn(node).get(tokens[at]?.word ?? '') ?? NO_BRANCH) step(child, at + 1, chain)
    for (const [slot, child] of node.slots) fill(slot, child, { at, chain })
  }
  const fill = (slot: Slot, child: Patterns<Meaning>, { at, chain: before }: Reached): void => {
    if (slot === 'N') {
      const length = nounAt(at)
      if (length > 0) step(child, at + length, { slot, place: [at, at + length], before })
      return
    }
    if (child.meanings.length > 0)
      for (const end of endsFrom(at)) if (end > at) last(child, end, { slot, place: [at, end], before })
    const words = wordsIn(child)
    const nouns = child.slots.has('N')
    // A slot right behind another: only where the first is one word.
    const joined = child.slots.has('V') || child.slots.has('S')
    const until = Math.min(at + LONGEST, tokens.length - 1)
    for (let end = at + 1; end <= until; end++)
      if (words.has(tokens[end]?.word ?? '') || (joined && end === at + 1) || (nouns && nounAt(end) > 0))
        step(child, end, { slot, place: [at, end], before })
  }
  const last = (node: Patterns<Meaning>, at: number, chain: Chain | null): void => {
    if (node.meanings.length === 0) return
    const found = foundOf(chain)
    for (const meaning of node.meanings) take(meaning, found, at)
  }
  step(patterns, 0, null)
}
