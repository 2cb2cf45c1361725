import { isQuestion } from '../../text/answer-bits.js'
import { asks } from '../../text/asking.js'
import { isAssistantRole } from '../../text/assistant.js'
import { hasContent } from '../../text/content-words.js'
import { isCourtesy } from '../../text/courtesies.js'
import { sentencesOf } from '../../text/sentences.js'
import { isRoleWord, TURN_LABEL } from '../../text/speaker-name.js'
import type { Language } from '../../text/words.js'

/** What is looked at of a memory: who is named as saying what, and in which language. */
type SaidText = {
  readonly content: string
  readonly role: string | null
  readonly language: Language
}

/** A memory by what one side of the conversation says in it. */
export type Stated = {
  /** Its statements, without questions, wishes and mere courtesy; empty where it states nothing. */
  readonly statements: string
  /** What is asked around them, by either side. */
  readonly questions: string
  /** A question with its short answer: the question tells what the answer is about. */
  readonly isExchange: boolean
}

type Part = { readonly isAssistant: boolean; text: string }

/** So much of a memory is looked at, in UTF-16 units: an answer further back is beyond one sentence of a prompt. */
const LOOKED_AT = 2000

export const statedBy = (side: 'assistant' | 'user', memory: SaidText): Stated => {
  const parts = partsOf(memory)
  const isExchange = parts.length === 2 && isQuestion(parts[0]?.text ?? '')
  const sentences = parts.flatMap(({ isAssistant, text }) =>
    spokenSentences(text).map((sentence) => {
      const isOfSide = isAssistant === (side === 'assistant')
      // A machine's imperative is advice, a user's is a wish.
      const isAsked = isAssistant ? isQuestion(sentence) : asks(sentence, memory.language)
      const isStated = isOfSide && !isAsked && hasContent(sentence) && !(isAssistant && isCourtesy(sentence))
      return { sentence, isStated }
    }),
  )
  const joined = (isStated: boolean): string =>
    sentences.flatMap((each) => (each.isStated === isStated ? [each.sentence] : [])).join(' ')
  return { statements: joined(true), questions: joined(false), isExchange }
}

/** Whether a memory says nothing but wishes, thanks and offers. What a person hopes for or enjoys is told of them. */
export const isMereCourtesy = ({ content, role }: Pick<SaidText, 'content' | 'role'>): boolean =>
  content.length <= LOOKED_AT &&
  (isAssistantRole(role)
    ? spokenSentences(content.replace(TURN_LABEL, '')).every(
        (sentence) => !hasContent(sentence) || isCourtesy(sentence),
      )
    : !hasContent(content.replace(TURN_LABEL, '')))

/** The turns of a text: one as a rule, two where a short answer stands with its question, more where turns were joined. */
const partsOf = ({ content, role }: SaidText): readonly Part[] => {
  const parts: Part[] = []
  for (const line of content.slice(0, LOOKED_AT).split('\n')) {
    const [label = '', name = ''] = TURN_LABEL.exec(line) ?? []
    const last = parts.at(-1)
    if (last === undefined || (label !== '' && (isRoleWord(name) || isQuestion(last.text)))) {
      parts.push({ isAssistant: isAssistantRole(isRoleWord(name) ? name : role), text: line.slice(label.length) })
    } else last.text += `\n${line}`
  }
  return parts
}

/** Who types in small letters ends sentences all the same: "i teach pottery. how do i price a course?" */
const NEXT_SENTENCE = /(?<=\p{L}{2}[.!?…]["')\]]?\s+)(?=\p{Ll})/u

const spokenSentences = (text: string): readonly string[] =>
  sentencesOf(text)
    .flatMap((sentence) => sentence.split(NEXT_SENTENCE))
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')
