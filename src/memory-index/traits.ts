import { ANSWERS } from '../text/answer-bits.js'
import { isAssistantRole } from '../text/assistant.js'
import type { Entry } from './memory-index.js'

/** What a memory is worth to a search whatever the query is; its score says how these weights count. */
export const TRAIT_WEIGHTS = {
  question: -0.06,
  instruction: 0.15,
  length: 0.05,
} as const

/** What somebody asks an assistant in so many words or more tells of them: it is no mere question. */
const MERE_QUESTION = 12

/** What a score knows of a memory whatever the query is; `assistant`: the machine side said it. */
export const traitsOf = ({ memory, own_len }: Pick<Entry, 'memory' | 'own_len'>) => {
  const assistant = isAssistantRole(memory.role)
  const mere = memory.is_question && (own_len < MERE_QUESTION || memory.role === null || assistant)
  return {
    question: mere ? TRAIT_WEIGHTS.question : 0,
    length: TRAIT_WEIGHTS.length * Math.log(3 + own_len),
    assistant,
    // How something is to be done from now on: counts where a word matches. Of the machine side it is an answer.
    instruction: !assistant && (memory.answer_bits & ANSWERS.instruction) !== 0 ? TRAIT_WEIGHTS.instruction : 0,
  }
}
