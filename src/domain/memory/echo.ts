import type { Evidence } from './events.js'
import type { Character } from './state.js'

/**
 * A turn of an assistant that only says again what a question or one memory says is an echo of that memory. It claims nothing, so it
 * rests on no words; its own were drawn from the memory, which a stretch without a length says. So it goes with the memory.
 */
export const asEcho = (memoryId: string): Evidence => [{ memoryId, start: 0, end: 0 }]

/** The memory that a memory is an echo of; null for all others. */
export const echoedBy = ({
  claimType,
  memoryType,
  evidence,
}: Pick<Character, 'claimType' | 'memoryType' | 'evidence'>): string | null =>
  claimType === null && memoryType !== 'composite' ? (evidence[0]?.memoryId ?? null) : null
