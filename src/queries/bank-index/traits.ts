import { ANSWERS } from '../../text/answer-bits.js'
import { isAssistantRole } from '../../text/assistant.js'
import type { Entry } from './bank.js'

/** What these count in a score: see `scorer`, which adds them to what depends on the query. */
const QUESTION = -0.06
const LENGTH = 0.05
const INSTRUCTION = 0.15

/** What somebody asks an assistant in so many words or more tells of them: it is no mere question. */
const MERE_QUESTION = 12

/** What a score knows of a memory whatever the query is; `assistant`: the machine side said it. */
export const traitsOf = ({ memory, own_len }: Pick<Entry, 'memory' | 'own_len'>) => {
  const assistant = isAssistantRole(memory.role)
  const mere = memory.is_question && (own_len < MERE_QUESTION || memory.role === null || assistant)
  return {
    question: mere ? QUESTION : 0,
    length: LENGTH * Math.log(3 + own_len),
    assistant,
    // How something is to be done from now on: counts where a word matches. Of the machine side it is an answer.
    instruction: !assistant && (memory.answer_bits & ANSWERS.instruction) !== 0 ? INSTRUCTION : 0,
  }
}
