import { z } from 'zod'

const digits = '^\\d{1,19}$'

/** Headers of answers. */
export const answerHeaders = {
  'X-Request-Id': {
    description: "The request's id in our log: the caller's own, if it sent a sane one.",
    schema: { type: 'string' },
  },
  'X-Log-Position': {
    description: 'Where the last event of this write stands in the log. Hand it on as `X-Min-Position`.',
    schema: { type: 'string', pattern: digits },
  },
  'Idempotency-Replayed': {
    description: 'This is what the first request with this `Idempotency-Key` was answered.',
    schema: { type: 'string', const: 'true' },
  },
  'X-Ignored-Fields': {
    description:
      'Fields of this request that the operation does not know, at most 20. Percent-encoded, between commas.',
    schema: { type: 'string', pattern: "^[\\w.!~*'()%,-]*$" },
  },
  'Retry-After': { description: 'Try again in so many seconds.', schema: { type: 'string', pattern: '^\\d+$' } },
  'WWW-Authenticate': { description: 'How to authenticate.', schema: { type: 'string', const: 'Bearer' } },
  Allow: { description: 'The methods that this path takes.', schema: { type: 'string' } },
} as const

/** Headers of requests. Their examples belong to their schemas: the page would fill in one of the parameter itself, and send it. */
export const anyHeaders = {
  'X-Request-Id': z
    .string()
    .optional()
    .describe('An id of your own for this request: up to 128 letters, digits, dots, hyphens and underscores.')
    .meta({ examples: ['checkout-7f3a'], param: { id: 'RequestId' } }),
}

export const readHeaders = {
  ...anyHeaders,
  'X-Min-Position': z
    .string()
    .meta({ pattern: digits })
    .optional()
    .describe('Wait until what is read includes this position of the log; 503 where that takes too long.')
    .meta({ examples: ['42'], param: { id: 'MinPosition' } }),
}

export const writeHeaders = {
  ...anyHeaders,
  'Idempotency-Key': z
    .string()
    .min(1)
    .max(255)
    .optional()
    .meta({ pattern: '^[\\x20-\\x7e]{1,255}$' })
    .describe(
      'Sent again with the same key within 24 hours, the same request is carried out once, and answered as the first time.',
    )
    .meta({ examples: ['turn-17-of-c-17'], param: { id: 'IdempotencyKey' } }),
}
