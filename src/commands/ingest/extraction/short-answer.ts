import { isIdle, keepsGoing } from './small-talk.js'
import type { Turn } from './turns/turn.js'
import { FILLERS } from './words/stop-words.js'
import { isContent, tokensOf } from './words/tokens.js'

/** A question and its answer, each with who said it. */
export type Exchange = { readonly question: string; readonly answer: string }

/** In UTF-16 units: a longer answer speaks for itself, a longer question is more than one. */
const LONGEST_ANSWER = 100
const LONGEST_QUESTION = 300
/** Content words that an answer holds at most which needs its question to be understood. */
const FEW_WORDS = 4

/** Yes and no, and what stands for them, in the languages of the search. */
const YES_OR_NO =
  /^(?:yes|yeah|yep|yup|yea|sure|of course|correct|right|exactly|definitely|absolutely|indeed|no|nope|nah|never|not (?:really|yet|anymore|at all|any more)|neither|both|none|always|sometimes|often|rarely|ja|jawohl|klar|genau|nein|nee|doch|noch nicht|niemals|nie|sí|si|claro|por supuesto|no|nunca|todavía no|oui|ouais|non|jamais|bien sûr|pas encore|sim|claro|não|nao|ainda não|sì|certo|certamente|mai|non ancora|nog niet|nooit|zeker|да|нет|конечно|никогда|ещё нет|はい|ええ|うん|いいえ|いや|まだ|是的?|对|對|没错|沒錯|不是?|没有|沒有|有|还没|還沒|네|예|응|아니요?|아니오|아직|نعم|أجل|لا|ليس بعد|हाँ|हां|जी|नहीं)(?![\p{L}\p{M}'’])/iu

const QUESTION = /[?？؟]["'”’)\]*_]{0,3}$/

/** What stands at the end of a text behind the sentence before. */
const lastSentence = (text: string): string => {
  const end = text.slice(-2 * LONGEST_QUESTION)
  const body = end.replace(/[?？؟!.…"'”’)\]*_]+$/, '')
  const before = Math.max(
    ...['. ', '! ', '? ', '。', '！', '？', '؟ ', '\n', '… '].map((mark) => body.lastIndexOf(mark)),
  )
  return end.slice(before + 1).trim()
}

/** Says little, and nothing of its own accord: "Yes.", "In May", "Berlin". */
const needsQuestion = (text: string): boolean => {
  if (text.length > LONGEST_ANSWER || QUESTION.test(text) || text.includes('\n')) return false
  if (YES_OR_NO.test(text)) return true
  const words = tokensOf(text)
  const polite = words.every((word) => FILLERS.has(word.toLowerCase())) || keepsGoing(text)
  return !polite && text.length <= 60 && words.filter(isContent).length <= FEW_WORDS && words.length <= FEW_WORDS + 2
}

/** The question that a turn answers in so few words that they mean nothing without it; undefined where it stands alone. */
export const exchangeOf = (before: Turn | undefined, turn: Turn): Exchange | undefined => {
  const answer = turn.text.trim()
  if (!before || before.speaker === null || turn.speaker === null || before.speaker === turn.speaker) return undefined
  const asked = before.text.trim()
  if (!QUESTION.test(asked) || !needsQuestion(answer)) return undefined
  const question = lastSentence(asked)
  if (question.length > LONGEST_QUESTION || isIdle(question)) return undefined
  return { question, answer }
}

/** Whether a turn asks that question and says nothing beside it. */
export const isOnly = (question: string, { text }: Turn): boolean => {
  const rest = text.trim()
  return isIdle(rest.slice(0, Math.max(0, rest.length - question.length)))
}
