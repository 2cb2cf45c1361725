import { setTimeout as pause } from 'node:timers/promises'
import { ProviderRejected, ProviderUnavailable } from './errors.js'

export type BackOff = {
  /** attempts after the first one */
  readonly maxRetries: number
  /** milliseconds before the first retry, doubled before each further one */
  readonly firstDelayMs: number
  readonly longestDelayMs: number
  /** if a server asks for a longer wait, the caller gets the error instead */
  readonly longestRetryAfterMs: number
}

export const usualBackOff: BackOff = {
  maxRetries: 3,
  firstDelayMs: 500,
  longestDelayMs: 8_000,
  longestRetryAfterMs: 10_000,
}

/** The fault in words that are safe to show. `retryAfterMs`: the wait that the server asked for. */
export type Fault = { readonly detail: string; readonly retryable: boolean; readonly retryAfterMs?: number }

const USUAL_RETRY_AFTER_MS = 5_000
const MOST_RETRY_AFTER_SECONDS = 3_600

const asSeconds = (ms: number): number => Math.min(MOST_RETRY_AFTER_SECONDS, Math.max(1, Math.ceil(ms / 1000)))

/**
 * Milliseconds before a retry (0 = the first): exponential, half of it random, so that callers that failed together do
 * not retry together ("equal jitter"). `dice` is in [0, 1).
 */
export const delayBefore = (retry: number, backOff: BackOff, dice: number): number =>
  Math.min(backOff.longestDelayMs, backOff.firstDelayMs * 2 ** retry) * (0.5 + dice / 2)

type Manner = {
  readonly provider: ProviderUnavailable['provider']
  readonly backOff: BackOff
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
  { provider, backOff, signal }: Manner,
): Promise<T> => {
  for (let retry = 0; ; retry++) {
    try {
      return await attempt()
    } catch (error) {
      const fault = signal.aborted ? undefined : faultOf(error)
      if (!fault) throw error
      if (!fault.retryable) throw new ProviderRejected(provider, fault.detail)
      const asked = fault.retryAfterMs ?? 0
      if (retry >= backOff.maxRetries || asked > backOff.longestRetryAfterMs)
        throw new ProviderUnavailable(provider, fault.detail, asSeconds(fault.retryAfterMs ?? USUAL_RETRY_AFTER_MS))
      await pause(Math.max(asked, delayBefore(retry, backOff, Math.random())), undefined, { signal })
    }
  }
}
