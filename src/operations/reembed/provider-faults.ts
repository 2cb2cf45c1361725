import { ProviderRejected, ProviderUnavailable } from '../../providers/errors.js'
import { ReembedRefused } from './report.js'

/** What to do about a provider that fails. */
export const goingOnLater = (error: unknown): never => {
  if (!(error instanceof ProviderUnavailable || error instanceof ProviderRejected)) throw error
  throw new ReembedRefused(
    `${error.message}. Check the provider and its settings (NEXT_EMBEDDING_*), then run it again: what was embedded is kept. Nothing was switched.`,
  )
}

/** A model that is to be left may be gone already. */
export const unseen = (error: unknown): 0 => {
  if (error instanceof ProviderUnavailable || error instanceof ProviderRejected) return 0
  throw error
}
