import type { DomainEvent } from '../../src/domain/all-events.js'
import { AS_SAID, type MemoryOf } from '../../src/domain/memory/events.js'
import { WORDS } from './history-parts.js'

type Told = { readonly words: readonly number[]; readonly readers: number; readonly session: number }

/** What a memory says, whose speaker is known or not; in one session all are facts that rest on another memory. */
export const characterOf = ({ words, readers, session }: Told, other: string) => {
  const speaker = readers % 2 === 0 ? 'Anna' : null
  const text = words.map((n) => WORDS[n]).join(' ')
  const isFact = session === 1
  return {
    memoryType: isFact ? ('procedural' as const) : ('semantic' as const),
    network: 'world' as const,
    language: 'en' as const,
    importance: words.length / 10,
    trust: 1,
    claimType: isFact ? ('stated' as const) : null,
    evidence: isFact ? [{ memoryId: other, start: 0, end: words.length }] : [],
    said: {
      content: speaker === null ? text : `${speaker}: ${text}`,
      speaker,
      subject: speaker?.toLowerCase() ?? null,
      keywords: text,
      opinionConfidence: null,
      observationSubject: null,
      ...(isFact ? derivedFrom(text) : AS_SAID),
      metadata: { embedding: 'a key that is a column too' },
    },
  }
}

const derivedFrom = (text: string) => ({
  headline: text.slice(0, 3),
  overview: text,
  valid: { from: '2026-01-01', to: text.length > 12 ? '2026-02-01' : null, words: text.slice(0, 5) },
})

export const embeddingOf = (
  { words }: Pick<Told, 'words'>,
  { version, ...m }: MemoryOf<'MemoryStored'>['metadata'],
): readonly DomainEvent[] => {
  if (words.length === 0) return []
  const floats = Float32Array.from({ length: 4 }, (_, i) => Math.sin(1 + i + (words[i % words.length] ?? 0)))
  const vector = Buffer.from(floats.buffer).toString('base64')
  return [
    { type: 'MemoryEmbedded', metadata: m, data: { of: version, model: 'test', dimensions: 4, embedding: { vector } } },
  ]
}
