import type { Provider } from '../../providers/errors.js'
import type { Search } from './context.js'

type Skipped = { readonly stage: string; readonly skipped: string }

/** The search as it was, with a stage noted that changed nothing, and why: in words of ours. */
export const withoutStage = (search: Search, { stage, skipped }: Skipped): Search => ({
  ...search,
  skipped: new Map([...search.skipped, [stage, skipped]]),
})

/**
 * The same where a provider was asked in vain. The answer, the trace and the explanation of a search tell what this notes;
 * log and health are told by the guard.
 */
export const withoutProvider = (search: Search, provider: Provider, { stage, skipped }: Skipped): Search => ({
  ...withoutStage(search, { stage, skipped: `${provider}: ${skipped}` }),
  degraded: [...search.degraded.filter((other) => other !== provider), provider],
})
