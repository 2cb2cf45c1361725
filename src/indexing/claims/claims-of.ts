import { isAssistantRole } from '../assistant-role.js'
import { lowerComposed } from '../fold.js'
import type { Language } from '../stop-words.js'
import { readSentence } from './read-sentence.js'
import { holds, LIST_MARK, looksStructured } from './sentence.js'
import type { Claim, Statement } from './statement.js'
import { sentencesOf, tokensOf } from './tokens.js'
import { voiceOf } from './voices.js'

/** Who says a text, and in which language it is. */
export type Context = {
  /** The name as labelled; null when unknown. */
  readonly speaker: string | null
  /** In lower case: user, assistant, tool, …; null when unknown. */
  readonly role: string | null
  readonly language: Language
}

/** In UTF-16 units: longer texts say more than claims, and are not read. */
const LONGEST = 1000
const MOST_SENTENCES = 12

const UNNAMED_SPEAKERS = new Set(['user', 'human', 'me', 'customer', 'client', 'benutzer', 'nutzer', 'kunde', 'mensch'])

/** The key of a speaker: '' for one without a name. */
const tellerOf = (speaker: string | null): string => {
  const name = speaker === null ? '' : lowerComposed(speaker).trim()
  return UNNAMED_SPEAKERS.has(name) ? '' : name
}

/**
 * What a text says about single-valued attributes, by rule, in English and German; other languages make no claims, nor do
 * the words of assistants and tools. Precision first: what might be a question, a plan, hearsay or a joke is none.
 */
export const claimsOf = (text: string, context: Context): Statement => readStatement(text, context, null)

/**
 * The same for a text that may take up what the same speaker said just before ("forget that", "no, I meant X"). `before` is
 * the statement of the speaker's last turn, at most one turn of somebody else ago that was no question; it is null otherwise.
 */
export const readStatement = (
  text: string,
  { speaker, role, language }: Context,
  before: Statement | null,
): Statement => {
  const teller = tellerOf(speaker)
  const none = { claims: [], sole: false, teller }
  if (text.length > LONGEST || isAssistantRole(role) || isAssistantRole(speaker) || looksStructured(text)) return none
  const tokens = tokensOf(text.replace(LIST_MARK, (mark) => ' '.repeat(mark.length)))
  const voice = voiceOf(tokens, language)
  const sentences = sentencesOf(tokens)
  if (voice === undefined || sentences.length > MOST_SENTENCES) return none
  if (sentences.some((sentence) => holds(sentence, voice.marks, 'joke'))) return none
  let claims: readonly Claim[] = []
  let more = false
  for (const sentence of sentences) {
    const reading = readSentence(
      sentence,
      { voice, speaker: teller },
      claims.length > 0 ? claims : (before?.claims ?? []),
    )
    claims = [...withoutTaken(claims, reading.claims), ...reading.claims]
    more ||= reading.more
  }
  return { claims, sole: claims.length > 0 && !more, teller }
}

/** What a text says and then corrects or withdraws is not among its claims. */
const withoutTaken = (earlier: readonly Claim[], later: readonly Claim[]): readonly Claim[] =>
  earlier.filter(
    ({ subject, attribute, how }) =>
      how === 'end' || !later.some((claim) => claim.subject === subject && claim.attribute === attribute),
  )
