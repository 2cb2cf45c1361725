import { setTimeout as pause } from 'node:timers/promises'
import { type BackOff, retryDelayMs } from '../concurrency/back-off.js'
import { ProviderRejected, ProviderUnavailable } from './errors.js'

export type Retries = BackOff & {
  /** attempts after the first one */
  readonly maxRetries: number
  /** if a server asks for a longer wait, the caller gets the error instead */
  readonly longestRetryAfterMs: number
}

export const usualRetries: Retries = {
  maxRetries: 3,
  firstDelayMs: 500,
  longestDelayMs: 8_000,
  longestRetryAfterMs: 10_000,
}

/** Where somebody waits for an answer that can do without: one more attempt, and no waiting. */
export const hurriedRetries: Retries = {
  maxRetries: 1,
  firstDelayMs: 100,
  longestDelayMs: 200,
  longestRetryAfterMs: 500,
}

/** The fault in words that are safe to show. `retryAfterMs`: the wait that the server asked for. */
export type Fault = { readonly detail: string; readonly retryable: boolean; readonly retryAfterMs?: number }

const USUAL_RETRY_AFTER_MS = 5_000
const MOST_RETRY_AFTER_SECONDS = 3_600

const retryAfterSeconds = ({ retryAfterMs = USUAL_RETRY_AFTER_MS }: Fault): number =>
  Math.min(MOST_RETRY_AFTER_SECONDS, Math.max(1, Math.ceil(retryAfterMs / 1000)))

type Manner = {
  readonly provider: ProviderUnavailable['provider']
  readonly retries: Retries
  /** aborts the wait between two attempts */
  readonly signal: AbortSignal
}

/**
 * Retries until `run` succeeds. `faultOf` classifies an error; undefined: it is not the provider's, and is rethrown.
 * @throws ProviderRejected immediately for a fault that is not retryable
 * @throws ProviderUnavailable when the retries are used up, or the server asks for too long a wait
 */
export const withRetries = async <T>(
  attempt: () => Promise<T>,
  faultOf: (error: unknown) => Fault | undefined,
  { provider, retries, signal }: Manner,
): Promise<T> => {
  for (let retry = 0; ; retry++) {
    try {
      return await attempt()
    } catch (error) {
      const fault = signal.aborted ? undefined : faultOf(error)
      if (!fault) throw error
      if (!fault.retryable) throw new ProviderRejected(provider, fault.detail)
      const wait = waitBefore(retry, fault, retries)
      if (wait === undefined) throw new ProviderUnavailable(provider, fault.detail, retryAfterSeconds(fault))
      await pause(wait, undefined, { signal })
    }
  }
}

/** In milliseconds; undefined where no retry is left, or the server asks for too long a wait. */
const waitBefore = (retry: number, { retryAfterMs = 0 }: Fault, retries: Retries): number | undefined => {
  if (retry >= retries.maxRetries || retryAfterMs > retries.longestRetryAfterMs) return undefined
  return Math.max(retryAfterMs, retryDelayMs(retry, retries))
}
