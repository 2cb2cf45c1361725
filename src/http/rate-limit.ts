import type { RequestHandler } from 'express'
import { MemoryStore, rateLimit } from 'express-rate-limit'
import { TooManyRequests } from './client-errors.js'
import type { KeyClass } from './keys.js'
import { contextOf } from './request-log.js'

const MINUTE_MS = 60_000

type RateLimit = {
  /** Counts each request. Throws TooManyRequests. Goes after the key check. */
  readonly limit: RequestHandler
  /** Counts one more request of the key, which another one holds. Throws TooManyRequests. */
  readonly count: (key: KeyClass) => Promise<void>
}

const UNLIMITED: RateLimit = { limit: (_request, _response, next) => next(), count: async () => {} }

/** Limits the requests of each key per minute; 0: no limit. */
export const createRateLimit = (perMinute: number): RateLimit => {
  if (perMinute === 0) return UNLIMITED
  const store = new MemoryStore()
  return {
    limit: rateLimit({
      windowMs: MINUTE_MS,
      limit: perMinute,
      store,
      standardHeaders: false,
      legacyHeaders: false,
      keyGenerator: (_request, response) => contextOf(response).key ?? 'standard',
      requestPropertyName: LIMIT,
      handler: (request, _response, next) => next(new TooManyRequests(secondsUntil(resetOf(request)))),
    }),
    count: async (key) => {
      const { totalHits, resetTime } = await store.increment(key)
      if (totalHits > perMinute) throw new TooManyRequests(secondsUntil(endOf(resetTime)))
    },
  }
}

const LIMIT = 'rateLimit'

/** When the current window ends, which express-rate-limit stores on the request. */
const resetOf = (request: object): number => endOf(Reflect.get(Reflect.get(request, LIMIT) ?? {}, 'resetTime'))

const endOf = (end: unknown): number => (end instanceof Date ? end.getTime() : Date.now() + MINUTE_MS)

const secondsUntil = (end: number): number => Math.max(1, Math.ceil((end - Date.now()) / 1000))
