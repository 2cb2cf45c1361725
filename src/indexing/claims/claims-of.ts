import { isAssistantRole } from '../assistant-role.js'
import { lowerComposed } from '../fold.js'
import type { Language } from '../stop-words.js'
import { agreedIn, answered, exchangeIn } from './exchange.js'
import { mayFrame, tells } from './hints.js'
import { withoutOwnEvents } from './own-events.js'
import { inOwnVoice } from './own-voice.js'
import { readSentence } from './read-sentence.js'
import { HEADINGS, holds, LIST_MARK, looksStructured } from './sentence.js'
import { isSmallTalk } from './small-talk.js'
import type { Claim, Statement } from './statement.js'
import { sentencesOf, type Token, tokensOf } from './tokens.js'
import { mayClaimAnything, type Voice, voiceOf } from './voices.js'
import { withdrawsAll } from './withdrawals.js'

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

/** What the speaker said just before. */
export type Before = {
  /** The claims of the speaker's last turn, if at most one turn of somebody else stands between. */
  readonly claims: readonly Claim[]
  /** Whether that turn asked something: then "forget that" may be about the question. */
  readonly asked: boolean
}

/**
 * What a text says about single-valued attributes, by rule, in English and German; other languages make no claims, nor do
 * the words of assistants and tools. Precision first: what might be a question, a plan, hearsay or a joke is none. With
 * `before` a text may take up what the same speaker said just before it: "forget that", "no, I meant X".
 */
export const claimsOf = (told: string, context: Context, before: Before | null = null): Statement => {
  const text = told.replace(HEADINGS, '')
  const exchange = exchangeIn(text)
  if (exchange === null) return readBehindJoke(text, context, before) ?? read(text, context, before)
  const { speaker, answer } = exchange
  const spoken = { ...context, speaker }
  const agreed = agreedIn(exchange)
  if (agreed !== null) return read(agreed, { ...spoken, role: null }, before)
  const statement = read(answer, spoken, before)
  const full = statement.claims.length > 0 ? null : answered(exchange)
  return full === null ? statement : read(full, spoken, null)
}

/** "Just kidding, …" behind what was not meant. */
const JOKED =
  /^(?:(?:haha|hehe|lol|no|nein|sorry)[,!]? )?(?:(?:i(?:['’]m| am| was) )?(?:just |only )?(?:kidding|joking)|(?:that|it|this) was (?:just |only )?a joke|(?:das )?war (?:nur )?(?:ein (?:witz|scherz)|spaß)|nur spaß)(?=[,;–-] ?)/iu

/** What is told with a joke of the turn before is a correction of it, or else takes it back; null for another text. */
const readBehindJoke = (text: string, context: Context, before: Before | null): Statement | null => {
  // In a correction that is told in full it stands on a line of its own.
  const head = text.slice(0, text.lastIndexOf('\n') + 1)
  const [joked = ''] = JOKED.exec(text.slice(head.length)) ?? []
  if (joked === '' || (head === '' && (before === null || before.claims.length === 0))) return null
  const rest = text.slice(head.length + joked.length)
  const corrected = read(`${head}${'sorry'.padStart(joked.length)}${rest}`, context, before)
  if (corrected.claims.some(({ how }) => how === 'correct')) return corrected
  return head === '' ? read(`${joked}.${rest.slice(1)}`, context, before) : null
}

const read = (text: string, { speaker, role, language }: Context, before: Before | null): Statement => {
  const teller = tellerOf(speaker)
  const none = { claims: [], sole: false, teller }
  if (text.length > LONGEST || isAssistantRole(role) || isAssistantRole(speaker) || looksStructured(text)) return none
  // What takes up something said before needs no telling word: "no, it is X".
  if ((before === null || before.claims.length === 0) && !mayClaimAnything(text)) return none
  const tokens = tokensOf(text.replace(LIST_MARK, blank))
  const voice = voiceOf(tokens, language)
  const sentences = sentencesOf(tokens)
  if (voice === undefined || sentences.length > MOST_SENTENCES) return none
  let said: Before = before ?? { claims: [], asked: false }
  let claims: readonly Claim[] = []
  let more = false
  for (const sentence of sentences) {
    if (isSmallTalk(sentence)) continue
    if (said.claims.length === 0 && !tells(sentence, voice.hints) && !mayFrame(sentence)) {
      more = true
      continue
    }
    const reading = readSentence(sentence, { voice, speaker: teller }, said)
    claims = [...withoutTaken(claims, reading.claims), ...reading.claims]
    more ||= reading.more
    if (claims.length > 0) said = { claims, asked: false }
  }
  claims = withoutOwnEvents(claims, tokens, before?.claims ?? [])
  // Looked for last: most texts make no claims.
  if (claims.length === 0 || isJoke(sentences, voice)) return none
  const spoken = inOwnVoice(text, speaker)
  if (spoken.length === text.length) return { claims, sole: !more, teller }
  return { ...read(spoken, { speaker, role, language }, before), sole: false }
}

/** Whether a text is not meant; "Just kidding" ahead of it is about what was said before. */
const isJoke = (sentences: readonly (readonly Token[])[], { marks, followUps }: Voice): boolean =>
  sentences.some((sentence, i) => holds(sentence, marks, 'joke') && !(i === 0 && withdrawsAll(sentence, followUps)))

/** Offsets stay as they are. */
const blank = (read: string): string => ' '.repeat(read.length)

/** What a text says and then corrects or withdraws is not among its claims. */
const withoutTaken = (earlier: readonly Claim[], later: readonly Claim[]): readonly Claim[] =>
  earlier.filter(
    ({ subject, attribute, how }) =>
      how === 'end' || !later.some((claim) => claim.subject === subject && claim.attribute === attribute),
  )
