import type { IncomingHttpHeaders } from 'node:http'
import type { Fault } from './refusals.js'

const HIGHEST = 2n ** 63n - 1n

const asked = (headers: IncomingHttpHeaders): string => String(headers['x-min-position'] ?? '0')
const isPosition = (text: string): boolean => /^\d{1,19}$/.test(text) && BigInt(text) <= HIGHEST

/** What a read may not say in its headers. */
export const faultsOfRead = (headers: IncomingHttpHeaders): readonly Fault[] =>
  isPosition(asked(headers)) ? [] : [{ field: 'X-Min-Position', says: 'must be a log position, in digits' }]

/** The log position that a read wants to see included; undefined where there is nothing to wait for. */
export const minPosition = (headers: IncomingHttpHeaders): bigint | undefined =>
  isPosition(asked(headers)) && BigInt(asked(headers)) > 0n ? BigInt(asked(headers)) : undefined

/** What a write may not say in its headers: a key passed over in silence would let a retry double. */
export const faultsOfWrite = (headers: IncomingHttpHeaders): readonly Fault[] =>
  headers['idempotency-key'] === undefined ? [] : [{ field: 'Idempotency-Key', says: 'not available yet' }]

/** A log position as a header: 0 while the log is empty, so that it can be handed back as X-Min-Position. */
export const positionHeader = (position: bigint | 'start'): Readonly<Record<string, string>> => ({
  'X-Log-Position': position === 'start' ? '0' : `${position}`,
})
