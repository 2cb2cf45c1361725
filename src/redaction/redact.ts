import { atOnce, eachOf, type Steps } from '../concurrency/steps.js'
import { cardNumbers, ibans } from './card-numbers.js'
import { CONNECTION_KINDS, connections } from './connections.js'
import { KEY_KINDS, KNOWN_KINDS, keys, knownFormats } from './known-formats.js'
import { labelled } from './labelled.js'
import { LABEL_KINDS } from './labels.js'
import { type Finder, type Span, TAKEN } from './span.js'

export type Redacted = { readonly text: string; readonly count: number }

/** In order of precedence: where secrets overlap, the first finder names the kind. */
const FINDERS: readonly Finder[] = [keys, knownFormats, connections, labelled, cardNumbers, ibans]

const KINDS = [...KEY_KINDS, ...KNOWN_KINDS, ...CONNECTION_KINDS, ...LABEL_KINDS, 'card number', 'IBAN']
/** The kinds of an earlier, coarser classification; stored texts contain them. */
const FORMER = ['private_key', 'token', 'api_key', 'password', 'secret', 'card']
const spelled = (kinds: readonly string[]): string =>
  [...new Set(kinds)].map((kind) => kind.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')
const PLACED = new RegExp(String.raw`\[redacted:(?: (?:${spelled(KINDS)})|(?:${spelled(FORMER)}))\]|${TAKEN}`, 'g')

/** Merges overlapping spans, so that no part of a secret remains. */
const merged = (spans: readonly Span[]): readonly Span[] => {
  const all: Span[] = []
  for (const span of spans
    .map((one, rank) => ({ rank, ...one }))
    .sort((a, b) => a.start - b.start || a.rank - b.rank)) {
    const last = all.at(-1) as typeof span | undefined
    if (last === undefined || span.start >= last.end) all.push(span)
    else {
      const { kind, rank } = span.rank < last.rank ? span : last
      all.splice(-1, 1, { start: last.start, end: Math.max(last.end, span.end), kind, ...{ rank } })
    }
  }
  return all
}

/** Splits a span around placeholders of earlier redactions. */
const besideTaken = (text: string, { start, end, kind }: Span): readonly Span[] =>
  [...text.slice(start, end).matchAll(/[^\ufffc]*[\p{L}\p{N}][^\ufffc]*/gu)].map(({ 0: part, index }) => ({
    start: start + index,
    end: start + index + part.length,
    kind,
  }))

/**
 * Placeholders are neither labels nor values: they are replaced by one character during the search, and restored
 * afterwards.
 */
function* redactOnce(text: string): Steps<Redacted> {
  const taken: string[] = []
  const flat = text.replace(PLACED, (placeholder) => {
    taken.push(placeholder)
    return TAKEN
  })
  const found = (yield* eachOf(FINDERS, (find) => find(flat))).flat()
  const spans = merged(taken.length === 0 ? found : found.flatMap((span) => besideTaken(flat, span)))
  let [clean, done] = ['', 0]
  for (const { start, end, kind } of spans) {
    clean += `${flat.slice(done, start)}[redacted: ${kind}]`
    done = end
  }
  clean += flat.slice(done)
  let next = 0
  return { text: taken.length === 0 ? clean : clean.replace(/\ufffc/g, () => taken[next++] ?? ''), count: spans.length }
}

const MOST_ROUNDS = 8

/**
 * Replaces secrets (keys and tokens, private key blocks, passwords, card and account numbers) by `[redacted: <kind>]`
 * and counts them. Idempotent: the search is repeated until it finds nothing, because a removed secret may have hidden
 * another. Linear in the text.
 */
export const redact = (text: string): Redacted => atOnce(redacting(text))

/** The same in steps, one for each finder. */
export function* redacting(text: string): Steps<Redacted> {
  let clean: Redacted = { text, count: 0 }
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const { text: next, count } = yield* redactOnce(clean.text)
    if (count === 0) break
    clean = { text: next, count: clean.count + count }
  }
  return clean
}
