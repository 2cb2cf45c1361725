import { setTimeout as pause } from 'node:timers/promises'
import { unlessAborted } from '../../concurrency/unless-aborted.js'
import type { EmbeddingProvider } from '../../providers/embedding.js'
import { ProviderUnavailable } from '../../providers/errors.js'

/** Waits for a provider that is not there, as long as it asks for; so many times without an answer in between. */
const TRIES = 5

type Wait = (ms: number, signal: AbortSignal) => Promise<void>
const wait: Wait = async (ms, signal) => void (await pause(ms, undefined, { signal }))

/**
 * Shows texts to a model that may be busy or away. `waiting` is told of each wait in seconds.
 * Throws ProviderUnavailable when it stays away, ProviderRejected at once, and what `signal` aborts with.
 */
export const patiently = async (
  { embed }: Pick<EmbeddingProvider, 'embed'>,
  texts: readonly string[],
  { signal, waiting, waitFor = wait }: { signal: AbortSignal; waiting: (seconds: number) => void; waitFor?: Wait },
): Promise<readonly (Float32Array | null)[]> => {
  for (let tries = 1; ; tries++) {
    try {
      return await unlessAborted(embed(texts), signal)
    } catch (error) {
      if (!(error instanceof ProviderUnavailable) || tries >= TRIES) throw error
      waiting(error.retryAfterSeconds)
      await waitFor(error.retryAfterSeconds * 1000, signal)
    }
  }
}
