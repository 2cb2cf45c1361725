import type { RequestHandler } from 'express'
import { rateLimit } from 'express-rate-limit'
import { TooManyRequests } from './client-errors.js'
import { contextOf } from './request-log.js'

const MINUTE_MS = 60_000

/** Limits the requests of each key per minute; 0: no limit. Throws TooManyRequests. Goes after the key check. */
export const limitRate = (perMinute: number): RequestHandler =>
  perMinute === 0
    ? (_request, _response, next) => next()
    : rateLimit({
        windowMs: MINUTE_MS,
        limit: perMinute,
        standardHeaders: false,
        legacyHeaders: false,
        keyGenerator: (_request, response) => contextOf(response).key ?? 'standard',
        requestPropertyName: LIMIT,
        handler: (request, _response, next) => next(new TooManyRequests(secondsUntil(resetOf(request)))),
      })

const LIMIT = 'rateLimit'

/** When the current window ends, which express-rate-limit stores on the request. */
const resetOf = (request: object): number => {
  const end: unknown = Reflect.get(Reflect.get(request, LIMIT) ?? {}, 'resetTime')
  return end instanceof Date ? end.getTime() : Date.now() + MINUTE_MS
}

const secondsUntil = (end: number): number => Math.max(1, Math.ceil((end - Date.now()) / 1000))
