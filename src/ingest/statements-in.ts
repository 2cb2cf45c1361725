import { isQuestion } from '../indexing/answer-bits.js'
import { hasContent } from '../indexing/content-words.js'
import { isIdle } from './as-said/short-answer.js'

const SENTENCE = /[^.!?…。！？؟।\n]+(?:[.!?…。！？؟।]+|\n|$)/gu

/** The sentences of a text that state something, as offsets into it. */
export const statementsIn = (text: string): readonly { readonly start: number; readonly end: number }[] =>
  [...text.matchAll(SENTENCE)].flatMap((match) => {
    const [sentence] = match
    const states = hasContent(sentence) && !isIdle(sentence) && !isQuestion(sentence)
    return states ? [{ start: match.index, end: match.index + sentence.length }] : []
  })
