import { z } from 'zod'
import { IdempotencyKeyReused } from './errors.js'
import { type Actor, event, metadata } from './event.js'

/**
 * The response to a request, in the same append as its effects: a retry with the same key receives it again. Contains
 * counts and ids, never content.
 */
export const RequestAnswered = event('RequestAnswered', 1, {
  metadata,
  data: z.object({
    /** sha256 of the caller's idempotency key, in hex. */
    key: z.hash('sha256'),
    /** HMAC of the request under a key of the store, in hex. The same key with another request is an error of the caller. */
    request: z.hash('sha256'),
    /** JSON text, so that it is returned byte for byte: stores reorder the keys of structured values. */
    answer: z.string(),
    /** When it was first answered (ISO 8601), where an erasure of the user has handed it on; else it was with this event. */
    since: z.iso.datetime().optional(),
  }),
})
export type RequestAnswered = z.infer<typeof RequestAnswered.schema>

/** In the append of a command. */
export const requestAnswered = (
  { commandId, userId, at, actor }: RequestAnswered['metadata'],
  data: RequestAnswered['data'],
): RequestAnswered => ({ type: 'RequestAnswered', metadata: { commandId, userId, at, actor }, data })

/** How long the answer to a request with a key is repeated. */
export const KEPT_MS = 24 * 60 * 60 * 1000

/** A request that is carried out once even if it is sent again. Both hashes are those of RequestAnswered. */
export type IdempotentRequest = { readonly key: string; readonly request: string }

/** The caller, and the idempotency key if the request has one. */
export type Caller = { readonly actor: Actor; readonly idempotent?: IdempotentRequest }

/** The recorded response to an earlier request with this key. */
export type Answered = { readonly request: string; readonly answer: unknown }

/** The recorded response, if there is one. Throws IdempotencyKeyReused. */
export const idempotentAnswer = (
  idempotent: IdempotentRequest,
  answered: Answered | undefined,
): Answered | undefined => {
  if (answered && answered.request !== idempotent.request) throw new IdempotencyKeyReused()
  return answered
}
