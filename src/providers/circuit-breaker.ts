import { unlessAborted } from '../concurrency/unless-aborted.js'
import { AnswerUnusable, ProviderRejected, ProviderUnavailable } from './errors.js'
import type { Guard } from './guard.js'

/** After so many failures in a row the provider is left alone for a while. */
const MOST_FAILURES = 3

export type Failure = {
  /** In words of ours: no key, no text. */
  readonly detail: string
  /** How many in a row, this one included. */
  readonly failures: number
  /** Whether it is left alone from now on. */
  readonly paused: boolean
  readonly error: unknown
}

export type CircuitOptions = {
  /** How long one call may take, in milliseconds. */
  readonly timeoutMs: number
  /** How long a provider that keeps failing is left alone, in milliseconds. */
  readonly pauseMs: number
  /** ISO 8601: now. */
  readonly now: () => string
  readonly failed: (failure: Failure) => void
  /** The first answer after failures. */
  readonly recovered: () => void
}

/** How a provider is: since when it has failed and how; null while its last answer was good, or none was asked for. */
export type Trouble = { readonly since: string; readonly detail: string } | null

/**
 * A circuit breaker (Nygard, Release It!). A failed or slow call gives a reason; after three in a row, nobody asks for
 * `pauseMs`. Then one caller tries while the others go without; its answer opens the way for all.
 * cockatiel does not fit: all wait for the one that tries, which takes the whole time limit while a server hangs.
 * Nor does opossum: it opens by a share of failures in a window of time, kept by timers.
 */
export const circuitBreaker = ({ timeoutMs, pauseMs, now, failed, recovered }: CircuitOptions) => {
  let failures = 0
  let openUntil = 0
  let trying = false
  let trouble: Trouble = null

  const succeed = () => {
    const wasFailing = failures > 0
    failures = 0
    openUntil = 0
    trouble = null
    if (wasFailing) recovered()
  }
  const fail = (error: unknown, detail: string): string => {
    failures++
    trouble = { since: trouble?.since ?? now(), detail }
    const paused = failures >= MOST_FAILURES
    if (paused) openUntil = performance.now() + pauseMs
    failed({ detail, failures, paused, error })
    return detail
  }
  const guard: Guard = async (ask) => {
    if (performance.now() < openUntil || trying) return { skipped: 'paused after failures' }
    const isTrial = failures >= MOST_FAILURES
    trying = isTrial
    const timeUp = AbortSignal.timeout(timeoutMs)
    try {
      const value = await unlessAborted(ask(timeUp), timeUp)
      succeed()
      return { value }
    } catch (error) {
      return { skipped: fail(error, timeUp.aborted ? 'timed out' : detailOf(error)) }
    } finally {
      if (isTrial) trying = false
    }
  }
  return { guard, trouble: (): Trouble => trouble }
}

const detailOf = (error: unknown): string => {
  const isKnown =
    error instanceof ProviderUnavailable || error instanceof ProviderRejected || error instanceof AnswerUnusable
  return isKnown ? error.detail : 'failed'
}
