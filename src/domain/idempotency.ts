import { z } from 'zod'
import { IdempotencyKeyReused } from './errors.js'
import { type Actor, event, metadata } from './event.js'

/**
 * What a caller was told, in the same append as what the request did: a retry that carries the same key is told it
 * again. Counts and ids, never content.
 */
export const RequestAnswered = event('RequestAnswered', 1, {
  metadata,
  data: z.object({
    /** sha256 of the key that the caller chose, in hex. */
    key: z.hash('sha256'),
    /** HMAC of what was asked under a key of the store, in hex (before there was one, sha256): the same key with another request is a fault of the caller. */
    request: z.hash('sha256'),
    /** As JSON text, so that it is told again to the letter: stores sort the keys of what is not text. */
    answer: z.string(),
  }),
})
export type RequestAnswered = z.infer<typeof RequestAnswered.schema>

/** A wish that may be sent again, and is to be carried out once. Both are hashes, as in RequestAnswered. */
export type IdempotentRequest = {
  readonly key: string
  readonly request: string
  /** As the request was named before the store had a key. */
  readonly unsealed?: string
}

/** Who asks, and whether a retry must find what was answered. */
export type Caller = { readonly actor: Actor; readonly idempotent?: IdempotentRequest }

/** What a request with this key was answered before. */
export type Answered = { readonly request: string; readonly answer: unknown }

/** The answer to tell again, if there is one. Throws IdempotencyKeyReused. */
export const idempotentAnswer = (
  idempotent: IdempotentRequest,
  answered: Answered | undefined,
): Answered | undefined => {
  if (answered && answered.request !== idempotent.request && answered.request !== idempotent.unsealed)
    throw new IdempotencyKeyReused()
  return answered
}
