import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { canonicalJson } from '../domain/canonical-json.js'
import type { IdempotentRequest } from '../domain/idempotency.js'
import type { Scope } from '../domain/scope.js'
import type { Fault } from './client-errors.js'
import type { Written } from './writes.js'

const HIGHEST = 2n ** 63n - 1n

const asked = (headers: IncomingHttpHeaders): string => String(headers['x-min-position'] ?? '0')
const isPosition = (text: string): boolean => /^\d{1,19}$/.test(text) && BigInt(text) <= HIGHEST

/** Rules for the headers of a read. */
export const faultsOfRead = (headers: IncomingHttpHeaders): readonly Fault[] =>
  isPosition(asked(headers)) ? [] : [{ field: 'X-Min-Position', says: 'must be a log position, in digits' }]

/** The log position that a read must include; undefined if there is none to wait for. */
export const minPosition = (headers: IncomingHttpHeaders): bigint | undefined =>
  isPosition(asked(headers)) && BigInt(asked(headers)) > 0n ? BigInt(asked(headers)) : undefined

const idempotencyKey = (headers: IncomingHttpHeaders): string | undefined =>
  headers['idempotency-key'] as string | undefined // no list: Node joins what is sent twice

/** Rules for the headers of a write. An invalid key is refused, because ignoring it would let a retry write twice. */
export const faultsOfWrite = (headers: IncomingHttpHeaders): readonly Fault[] =>
  /^[\x20-\x7e]{1,255}$/.test(idempotencyKey(headers) ?? 'none')
    ? []
    : [{ field: 'Idempotency-Key', says: 'must be 1 to 255 printable ASCII characters' }]

/**
 * The idempotency key and the request that it stands for, both as SHA-256 in hex; undefined without a key. Each agent
 * in a workspace has its own keys and cannot learn whether another has used one. No part contains a line break.
 */
export const idempotentRequestOf = (
  headers: IncomingHttpHeaders,
  scope: Scope,
  asked: unknown,
): IdempotentRequest | undefined => {
  const key = idempotencyKey(headers)
  if (key === undefined) return undefined
  const owned = scope.kind === 'user' ? [key] : [key, scope.workspaceId, scope.agentId]
  return { key: sha256(owned.join('\n')), request: sha256(canonicalJson(asked) ?? '') }
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** The log position of a write (0 while the log is empty, so that it is valid as X-Min-Position), and whether it is a replayed answer. */
export const writtenHeaders = ({ position, replayed }: Written<unknown>): Readonly<Record<string, string>> => ({
  'X-Log-Position': position === 'start' ? '0' : `${position}`,
  ...(replayed ? { 'Idempotency-Replayed': 'true' } : {}),
})
