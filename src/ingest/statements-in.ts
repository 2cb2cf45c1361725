import { isQuestion } from '../text/answer-bits.js'
import { hasContent } from '../text/content-words.js'
import { sentencesOf } from '../text/sentences.js'
import { isIdle } from './as-said/short-answer.js'

/** The sentences of a text that state something, as offsets into it. */
export const statementsIn = (text: string): readonly { readonly start: number; readonly end: number }[] => {
  let start = 0
  return sentencesOf(text).flatMap((sentence) => {
    const end = start + sentence.length
    const states = hasContent(sentence) && !isIdle(sentence) && !isQuestion(sentence.trim())
    const found = { start, end }
    start = end
    return states ? [found] : []
  })
}
