/** How long to wait between attempts, in milliseconds. */
export type BackOff = {
  /** before the first retry, doubled before each further one */
  readonly firstDelayMs: number
  readonly longestDelayMs: number
}

/**
 * Milliseconds before a retry (0 = the first): exponential, half of it random, so that callers that failed together do
 * not retry together ("equal jitter"). `random` is in [0, 1).
 *
 * The loops around it are not p-retry's: a subscription and a listening connection run for hours and start again from
 * the shortest wait after each success, whereas p-retry counts the attempts of one call; a provider's Retry-After is a
 * lower bound of the wait, which p-retry cannot take; its jitter vanishes at the longest delay; and it throws away the
 * result of an attempt during which the signal aborted.
 */
export const retryDelayMs = (
  retry: number,
  { firstDelayMs, longestDelayMs }: BackOff,
  random: number = Math.random(),
): number => Math.min(longestDelayMs, firstDelayMs * 2 ** retry) * (0.5 + random / 2)
