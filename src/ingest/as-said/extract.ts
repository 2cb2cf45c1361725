import { atOnce, eachOf, type Steps } from '../../concurrency/steps.js'
import type { SaidTurn } from '../../domain/episode.js'
import { locatedIn, type WrittenMoment } from '../../domain/moment.js'
import type { Conversation } from '../../import/message.js'
import { readTurns } from '../../import/read-turns.js'
import { isPerson } from '../../import/speakers.js'
import { type Turn, turnOf } from '../../import/turn.js'
import { isAssistantRole } from '../../text/assistant.js'
import { hasContent } from '../../text/content-words.js'
import { readMoment, takeSessionDate } from '../../text/dates/moment.js'
import { detectLanguage } from '../../text/detect-language.js'
import { anyAlternative, knownOf } from '../../text/languages.js'
import { redacting } from '../../text/secrets/redact.js'
import type { Language } from '../../text/words.js'
import { cut, joinShort, type Piece } from './cut.js'
import { describe } from './describe.js'
import type { Extraction, Options } from './fact.js'
import { openConversation, readConversation } from './read-conversation.js'
import { isIdle } from './stated.js'
import { dropPastedBack, statedIn, withoutKnown } from './unsaid.js'

const MOST_FACTS = 2000
const EPOCH = { instant: '1970-01-01T00:00:00.000Z', offset: null, isLocal: false }

const EDITED = new RegExp(String.raw`\s?\u200e?<(?:${anyAlternative(knownOf('edited').values())})>\s*$`, 'iu')

const timeOf = (
  { at, observedAt, timeZone }: Options,
  session: WrittenMoment | undefined,
): Pick<Extraction, 'moment' | 'isTimed'> => {
  const given = (observedAt === undefined ? undefined : readMoment(observedAt)) ?? session
  return { moment: locatedIn(timeZone, given ?? readMoment(at) ?? EPOCH), isTimed: given !== undefined }
}

/** Names of the speakers in lower case: the whole name and each of its words. */
const peopleAmong = (speakers: readonly string[]): ReadonlySet<string> => {
  const names = new Set(speakers.filter(isPerson).map((speaker) => speaker.toLowerCase()))
  return new Set([...names].flatMap((name) => [name, ...name.split(' ').filter((word) => word.length > 2)]))
}

/** Sample size for the language of a conversation. */
const TELLING = 64

/** The language of an evenly spaced sample of the pieces; English when unsure. */
const languageOf = (pieces: readonly Piece[]): Language => {
  const apart = Math.ceil(pieces.length / TELLING)
  const some = pieces.filter((_, i) => i % apart === 0)
  return detectLanguage(some.map(({ text }) => text.slice(0, 200)).join('\n')) ?? 'en'
}

function* verbatim(conversation: Conversation, options: Options): Steps<Extraction> {
  const messages = 'messages' in conversation ? conversation.messages : undefined
  const labelled = messages
    ?.map(turnOf)
    .map(({ speaker, text }) => (speaker === null ? text : `${speaker}: ${text}`))
    .join('\n')
  const written = 'text' in conversation ? conversation.text : (labelled ?? '')
  const normal = written.replace(/\r\n?/g, '\n').trim()
  const first = messages?.[0]
  const told = takeSessionDate(first?.content ?? normal).moment
  const time = timeOf(options, told ?? (first?.at === undefined ? undefined : readMoment(first.at)))
  const { text } = yield* redacting(normal)
  const { replacement } = conversation
  const read: readonly SaidTurn[] =
    messages === undefined
      ? [{ role: null, name: null, content: text }]
      : (yield* readConversation({ moment: undefined, dateLine: '', messages })).said
  const said = read.map((turn, i) => (i === 0 ? { ...turn, ...replacement } : turn))
  // The words of each turn, so that labels between them are not classified as forged roles.
  const parts = (messages?.map(turnOf) ?? readTurns(text)).map((turn) => turn.text)
  const piece: Piece = {
    speaker: options.speaker ?? null,
    role: null,
    text,
    turn: 0,
    lastTurn: said.length - 1,
    parts,
    ...(replacement && { replacement }),
  }
  const isNothing = text === '' || (replacement !== undefined && (isIdle(text) || !hasContent(text)))
  const facts = isNothing ? [] : [describe(piece, { ...time, people: new Set(), language: languageOf([piece]) })]
  return {
    ...time,
    facts,
    said,
    cameBack: 0,
  }
}

/**
 * Rule-based extraction of memories from a conversation: one per turn, long turns in pieces, small talk dropped,
 * secrets redacted. Pure and total: the current time is an option, and no text makes it throw. Beyond `maxFacts` facts
 * short neighbouring turns are joined, so that nothing is lost.
 */
export const extract = (conversation: Conversation, options: Options): Extraction =>
  atOnce(extracting(conversation, options))

/** What a turn states: without what nobody says, and without memories that come back. What replaces something is said. */
const cleanedOf = (turn: Turn, { knownWords }: Options) => {
  const { text, ownOutputLines } = dropPastedBack(statedIn(turn.text, turn))
  const isMessage = turn.role !== undefined && turn.replacement === undefined
  const isUsers = !isAssistantRole(turn.role ?? turn.speaker)
  const own = knownWords && isMessage ? withoutKnown(text, knownWords, isUsers) : { text, left: 0 }
  return { turn, text: own.text, cameBack: ownOutputLines + own.left }
}

/** The same in steps: no step takes longer than one turn or piece. */
export function* extracting(conversation: Conversation, options: Options): Steps<Extraction> {
  if (options.skipExtraction) return yield* verbatim(conversation, options)
  const opened = openConversation(conversation)
  const time = timeOf(options, opened.moment)
  const { turns, said, places = [], omitted, speakers } = yield* readConversation(opened, options)
  const cleaned = yield* eachOf(turns, (turn) => cleanedOf(turn, options))
  const people = peopleAmong(speakers)
  const spoken = cleaned.map(({ turn, text }) => ({ ...turn, text: text.replace(EDITED, '') }))
  const { standing = [], timeZone } = options
  const single = yield* cut(spoken, people, { omitted, standing, timeZone })
  const language = languageOf(single)
  const pieces = joinShort(single, options.maxFacts ?? MOST_FACTS)
  yield
  const facts = yield* eachOf(pieces, (piece) => describe(piece, { ...time, people, language }))
  return {
    ...time,
    facts: said.length === turns.length ? facts : facts.map((fact) => ({ ...fact, turns: [0, 0] as const })),
    said,
    places,
    cameBack: cleaned.reduce((sum, { cameBack }) => sum + cameBack, 0),
  }
}
