import { atOnce, eachOf, type Steps } from '../../concurrency/steps.js'
import { escaped } from '../languages.js'
import { byFormat, byNumber, byPlace, type Finder, FORMAT_KINDS, type Span } from './formats.js'
import { LABEL_KINDS, labelled } from './labelled.js'
import { TAKEN } from './value.js'

export type Redacted = { readonly text: string; readonly count: number }

/** In order of precedence: where secrets overlap, the first finder names the kind. */
const FINDERS: readonly Finder[] = [byFormat, byPlace, labelled, byNumber]

const KINDS = [...new Set([...FORMAT_KINDS, ...LABEL_KINDS])].map(escaped)
const PLACED = new RegExp(String.raw`\[redacted: (?:${KINDS.join('|')})\]|${TAKEN}`, 'g')

/** Merges overlapping spans, so that no part of a secret remains. */
const merged = (spans: readonly Span[]): readonly Span[] => {
  const all: (Span & { readonly rank: number })[] = []
  const ranked = spans.map((span, rank) => ({ ...span, rank })).sort((a, b) => a.start - b.start || a.rank - b.rank)
  for (const span of ranked) {
    const last = all.at(-1) ?? span
    const end = Math.max(last.end, span.end)
    if (last === span || span.start >= last.end) all.push(span)
    else all[all.length - 1] = { ...(span.rank < last.rank ? span : last), start: last.start, end }
  }
  return all
}

/** Splits a span around placeholders of earlier redactions. */
const besideTaken = (text: string, { start, end, kind }: Span): readonly Span[] =>
  [...text.slice(start, end).matchAll(/[^\ufffc]*[\p{L}\p{N}][^\ufffc]*/gu)].map(({ 0: part, index }) => {
    const from = start + index
    return { start: from, end: from + part.length, kind }
  })

/** Placeholders are neither labels nor values: one character replaces each during the search, and is restored. */
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
 * Replaces secrets (keys, tokens, passwords, card and account numbers) by `[redacted: <kind>]`, and counts them.
 * Idempotent: repeats until it finds none, because a removed one may have hidden another. Linear in the text.
 */
export const redact = (text: string): Redacted => atOnce(redacting(text))

/** The same in steps, one for each finder. */
export function* redacting(text: string, rounds = MOST_ROUNDS): Steps<Redacted> {
  const once = yield* redactOnce(text)
  if (once.count === 0 || rounds === 1) return once
  const { text: clean, count } = yield* redacting(once.text, rounds - 1)
  return { text: clean, count: once.count + count }
}

/** Metadata with secrets in keys and texts redacted, at any depth. Keys made equal get a number: no value is lost. `clean` does so for a value. */
export const withoutSecrets = (
  metadata: Readonly<Record<string, unknown>>,
  clean = redactedUnder,
): Record<string, unknown> => {
  const cleaned = new Map<string, unknown>()
  for (const [key, value] of Object.entries(metadata)) {
    const { text, count } = redact(key)
    let own = text
    for (let n = 2; count > 0 && cleaned.has(own); n += 1) own = `${text} (${n})`
    cleaned.set(own, clean(value, key))
  }
  return Object.fromEntries(cleaned)
}

/** A password or PIN is often recognisable only by its key, so key and value are also read together. */
export const redactedUnder = (value: unknown, key: string): unknown => {
  if (Array.isArray(value)) return value.map((item) => redactedUnder(item, key))
  if (typeof value === 'object' && value !== null) return withoutSecrets({ ...value })
  if (typeof value !== 'string' && typeof value !== 'number') return value
  const { text } = redact(String(value))
  const quote = typeof value === 'number' || /["\n]/.test(text) ? '' : '"'
  const label = `${key}: ${quote}`
  const { text: labelled } = redact(`${label}${text}${quote}`)
  const cleaned = labelled.startsWith(label) ? labelled.slice(label.length, labelled.length - quote.length) : text
  return cleaned === String(value) ? value : cleaned
}
