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

/** Whether it states one thing. In doubt, as after an abbreviation, it states more. */
export const statesOneThing = (text: string): boolean =>
  !/(?:[.!?…]\s|[。！？])\s*\S/u.test(text) && statementsIn(text).length === 1
