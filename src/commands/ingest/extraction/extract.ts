import { detectLanguage } from '../../../indexing/detect-language.js'
import type { Language } from '../../../indexing/language.js'
import { redact } from '../../../redaction/redact.js'
import { type Moment, readMoment } from './dates/moment.js'
import { takeSessionDate } from './dates/session-date.js'
import { describe } from './describe.js'
import type { Conversation, Extraction, Message, Options } from './fact.js'
import { dropPastedBack } from './pasted-back.js'
import { joinShort } from './pieces/join-short.js'
import type { Piece } from './pieces/piece.js'
import { piecesOf } from './pieces/pieces-of.js'
import { jsonMessages } from './turns/json-messages.js'
import { turnOf } from './turns/messages.js'
import { readTurns } from './turns/read-turns.js'
import { isPerson } from './turns/speakers.js'
import type { Turn } from './turns/turn.js'
import { hasContent } from './words/tokens.js'

const MOST_FACTS = 2000
const EPOCH: Moment = { instant: '1970-01-01T00:00:00.000Z', day: '1970-01-01' }

/** A conversation taken apart: turns without secrets, and the date that a first line gave. */
type Read = { readonly turns: readonly Turn[]; readonly moment: Moment | undefined; readonly redactions: number }

const fromMessages = (messages: readonly Message[], dated: Moment | undefined): Read => {
  let redactions = 0
  let moment = dated
  const clean = (text: string): string => {
    const { text: cleaned, count } = redact(text)
    redactions += count
    return cleaned
  }
  const turns = messages.map(turnOf).map(({ speaker, text }, index) => {
    const session = index === 0 ? takeSessionDate(text) : { rest: text, moment: undefined }
    moment ??= session.moment
    return { speaker: speaker === null ? null : clean(speaker), text: clean(session.rest) }
  })
  return { turns, moment, redactions }
}

const fromText = (written: string): Read => {
  const { rest, moment } = takeSessionDate(written.replace(/\r\n?/g, '\n').replace(/^\ufeff/, ''))
  const messages = jsonMessages(rest)
  if (messages) return fromMessages(messages, moment)
  const { text, count } = redact(rest)
  return { turns: readTurns(text), moment, redactions: count }
}

const momentOf = ({ at, observedAt }: Options, session: Moment | undefined): Moment =>
  (observedAt === undefined ? undefined : readMoment(observedAt)) ?? session ?? readMoment(at) ?? EPOCH

/** Names of those who speak, lower case, whole and by their words. */
const peopleIn = (turns: readonly Turn[]): ReadonlySet<string> => {
  const names = new Set(
    turns.flatMap(({ speaker }) => (speaker !== null && isPerson(speaker) ? [speaker.toLowerCase()] : [])),
  )
  return new Set([...names].flatMap((name) => [name, ...name.split(' ').filter((word) => word.length > 2)]))
}

/** A turn without a content word is left out; every piece of one with a content word is kept. */
const cut = (turns: readonly Turn[], people: ReadonlySet<string>): readonly Piece[] =>
  turns.flatMap(({ speaker, text, moment }, turn) =>
    hasContent(text, people)
      ? piecesOf(text).map((piece) => ({ speaker, text: piece, turn, ...(moment ? { moment } : {}) }))
      : [],
  )

/** English when unsure. */
const languageOf = (pieces: readonly Piece[]): Language =>
  detectLanguage(pieces.map(({ text }) => text.slice(0, 200)).join('\n')) ?? 'en'

/** What each party said, for judging; the text itself stays in one. */
const partsOf = (conversation: Conversation, text: string): readonly string[] =>
  ('text' in conversation ? readTurns(text) : conversation.messages.map(turnOf)).map((turn) => turn.text)

const verbatim = (conversation: Conversation, options: Options): Extraction => {
  const written =
    'text' in conversation
      ? conversation.text
      : conversation.messages
          .map(turnOf)
          .map(({ speaker, text }) => (speaker === null ? text : `${speaker}: ${text}`))
          .join('\n')
  const normal = written.replace(/\r\n?/g, '\n').trim()
  const body = 'text' in conversation ? normal : (conversation.messages[0]?.content ?? '')
  const moment = momentOf(options, takeSessionDate(body).moment)
  const { text, count } = redact(normal)
  const piece: Piece = { speaker: null, text, turn: 0, parts: partsOf(conversation, text) }
  const facts = text === '' ? [] : [describe(piece, { moment, people: new Set(), language: languageOf([piece]) })]
  return { observedAt: moment.instant, observedOn: moment.day, facts, redactions: count, pastedBack: 0 }
}

/**
 * Rule-based extraction of memories from a conversation: one a turn, long turns in pieces, small talk left out, secrets
 * redacted. Pure and total: what "now" is comes in with the options, and no text makes it throw. At most `maxFacts`
 * facts: beyond that short neighbouring turns are joined, so that nothing is lost.
 */
export const extract = (conversation: Conversation, options: Options): Extraction => {
  if (options.skipExtraction) return verbatim(conversation, options)
  const read = 'text' in conversation ? fromText(conversation.text) : fromMessages(conversation.messages, undefined)
  const moment = momentOf(options, read.moment)
  const cleaned = read.turns.map((turn) => ({ turn, ...dropPastedBack(turn.text) }))
  const people = peopleIn(read.turns)
  const spoken = cleaned.map(({ turn, text }) => ({ ...turn, text }))
  const pieces = joinShort(cut(spoken, people), options.maxFacts ?? MOST_FACTS)
  const language = languageOf(pieces)
  return {
    observedAt: moment.instant,
    observedOn: moment.day,
    facts: pieces.map((piece) => describe(piece, { moment, people, language })),
    redactions: read.redactions,
    pastedBack: cleaned.reduce((sum, { pastedBack }) => sum + pastedBack, 0),
  }
}
