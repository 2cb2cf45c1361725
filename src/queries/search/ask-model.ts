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
