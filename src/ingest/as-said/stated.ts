import type { Turn } from '../../import/turn.js'
import { isQuestion } from '../../text/answer-bits.js'
import { FILLERS, hasContent, isContent, tokensOf } from '../../text/content-words.js'
import { anyAlternative, knownOf } from '../../text/languages.js'
import { sentencesOf } from '../../text/sentences.js'
import { requestIn } from '../forget-request.js'

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

/** Longer texts have content. */
const LONGEST = 200

/** Phrases that keep a conversation going without content: done, back in a minute, anything else. */
const IDLE = new RegExp(`^(?:${anyAlternative(knownOf('idle').values())})$`, 'iu')

/**
 * Whether a text only keeps a conversation going: "Added.", "brb", "Noted. Anything else?". No turn is stored for it.
 */
export const isIdle = (text: string, people?: ReadonlySet<string>): boolean =>
  text.length <= LONGEST &&
  text
    .replaceAll('’', "'")
    .split(/(?<=[.!?…。！？؟])\s*|\n/u)
    .every((sentence) => keepsGoing(sentence) || !hasContent(sentence, people))

/** Whether a sentence is such a phrase. */
const keepsGoing = (sentence: string): boolean =>
  IDLE.test(sentence.replaceAll('’', "'").replace(/^[\s¿¡"'*_(<\u200e]+|[\s.!?…。！？؟"'*_):,;>-]+$/gu, ''))

/** A question and its answer. */
type Exchange = { readonly question: string; readonly answer: string }

/** In UTF-16 units: a longer answer needs no question, a longer question is more than one. */
const LONGEST_ANSWER = 100
const LONGEST_QUESTION = 300
/** Most content words of an answer that cannot be understood without its question. */
const FEW_WORDS = 4

const YES_OR_NO = new RegExp(String.raw`^(?:${anyAlternative(knownOf('yesOrNo').values())})(?![\p{L}\p{M}'’])`, 'iu')

const QUESTION = /[?？؟]["'”’)\]*_]{0,3}$/

/** The last sentence of a text. */
const lastSentence = (text: string): string => {
  const end = text.slice(-2 * LONGEST_QUESTION)
  const body = end.replace(/[?？؟!.…"'”’)\]*_]+$/, '')
  const before = Math.max(
    ...['. ', '! ', '? ', '。', '！', '？', '؟ ', '\n', '… '].map((mark) => body.lastIndexOf(mark)),
  )
  return end.slice(before + 1).trim()
}

/** Whether an answer is too short to be understood alone: "Yes.", "In May", "Berlin". */
const needsQuestion = (text: string): boolean => {
  if (text.length > LONGEST_ANSWER || QUESTION.test(text) || text.includes('\n')) return false
  if (YES_OR_NO.test(text)) return true
  const words = tokensOf(text)
  const polite = words.every((word) => FILLERS.has(word.toLowerCase())) || keepsGoing(text)
  return !polite && text.length <= 60 && words.filter(isContent).length <= FEW_WORDS && words.length <= FEW_WORDS + 2
}

/** The question that a short answer depends on; undefined for a turn that can be understood alone. */
export const exchangeOf = (before: Turn | undefined, turn: Turn): Exchange | undefined => {
  const answer = turn.text.trim()
  if (!before || before.speaker === null || turn.speaker === null || before.speaker === turn.speaker) return undefined
  const asked = before.text.trim()
  if (!QUESTION.test(asked) || !needsQuestion(answer) || requestIn(answer, true)) return undefined
  const question = lastSentence(asked)
  if (question.length > LONGEST_QUESTION || isIdle(question)) return undefined
  return { question, answer }
}

/** Whether a turn consists of that question only. */
export const isOnly = (question: string, { text }: Turn): boolean => {
  const rest = text.trim()
  return isIdle(rest.slice(0, Math.max(0, rest.length - question.length)))
}
