import type { Provider } from '../../providers/errors.js'
import type { CompletionRequest } from '../../providers/language-model.js'
import type { Search, SearchModel } from './context.js'
import { dayAsked } from './open-search.js'

type Question<Value> = Pick<CompletionRequest<Value>, 'prompt' | 'schema' | 'maxOutputTokens'>

/**
 * Asks a language model about the query of a search. It is told the query, without secrets, and the day, and nothing of any
 * memory; the guard says whether it answered in time.
 */
export const askModel = <Value>(search: Search, model: SearchModel, question: Question<Value>) => {
  const input = JSON.stringify({ query: model.redacted(search.request.query), today: dayAsked(search) })
  return model.guard((signal) => model.complete({ ...question, input, signal }))
}

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
