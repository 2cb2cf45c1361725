import { stage } from './context.js'
import { packFlat } from './package-flat.js'

/** A memory answers when it holds at least this share of what the query's words weigh. */
const ANSWERING_WORDS = 0.5
/** The best memory also answers when its score, 0 to 1, is at least this. */
const ANSWERING_SCORE = 0.5

/** Makes the text for a prompt out of the memories of the answer. */
export const packageFlat = stage('package', (search) => {
  const words = new Map(search.matches.map(({ id, lexical }) => [id, lexical]))
  const packable = search.memories.map((memory, place) => ({
    ...memory,
    answers: (words.get(memory.id) ?? 0) >= ANSWERING_WORDS || (place === 0 && memory.score >= ANSWERING_SCORE),
  }))
  return { ...search, packed: packFlat(packable, search.request.tokenBudget) }
})
