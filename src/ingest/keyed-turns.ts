import type { KeyedHashes } from '../commands/master-key.js'
import { eachOf, type Steps } from '../concurrency/steps.js'
import { spokenTurns } from '../import/labels.js'
import type { Conversation } from '../import/message.js'
import { isRole, roleOfLabel } from '../import/speakers.js'
import { readMoment } from '../text/dates/moment.js'
import { normalised } from '../text/text-hash.js'
import { openConversation } from './as-said/read-conversation.js'
import { dropPastedBack } from './as-said/unsaid.js'
import type { IngestRequest } from './context.js'

/** A turn whose message has an id: the names of that id and of what it says, whenever it was said. */
type Identified = { readonly place: number; readonly id: string; readonly words: string }

/** The turns of a request by their names: of the speaker, the words and the time, where one is given. */
export type Keyed = {
  /** The name of the user, readers, agent, source and session: only their transcripts are compared. */
  readonly id: string
  readonly keys: readonly string[]
  /** At which message or line each of them stands. */
  readonly at: readonly number[]
  /** How many messages or lines there are. */
  readonly end: number
  /** Messages or lines before this one are context only. */
  readonly least: number
  readonly inSession: boolean
  /** Whether it is a text of several lines in a session in which nobody speaks: it may be edited and sent again. */
  readonly isDocument: boolean
  /** In a session; an id that stands twice says nothing. */
  readonly messages: readonly Identified[]
}

const INSTRUCTIONS = /^(?:system|developer)$/
const INSTRUCTION_LINE = /^\s*(?:\*\*|#+\s)?(?:system|developer)(?:\*\*)?\s?[:：]/i
const LABELLED_LINE = /^\s*(?:\*\*|#+\s)?\p{L}[^:：\n]{0,40}[:：](?:\*\*)?(?:\s|$)/u

/** Undefined for a verbatim text, which is no conversation. Instructions before the first other turn are ignored. */
export function* keyedTurns(
  { turn: nameOf }: Pick<KeyedHashes, 'turn'>,
  request: IngestRequest,
  group: string,
): Steps<Keyed | undefined> {
  const { scope, conversation, sourceSite, sessionId, skipExtraction, fromTurn = 0 } = request
  if (skipExtraction) return undefined
  const agent = scope.kind === 'user' ? '' : scope.agentId
  const inSession = sessionId !== undefined
  const { turns: all, isSpoken, end } = turnsIn(conversation)
  const said = yield* eachOf(all, (turn) => ({ ...turn, words: wordsOf(turn.text) }))
  const turns = said.filter(({ words }) => words !== '')
  const id = nameOf(['transcript', scope.userId, group, agent, sourceSite, sessionId ?? ''])
  const keys = yield* eachOf(turns, ({ role, name, words, time }) =>
    nameOf(['turn', role, name, words, ...(time === undefined ? [] : [time])]),
  )
  const messages = turns.flatMap(({ role, name, words, message }, place) =>
    message === undefined || !inSession
      ? []
      : [{ place, id: nameOf(['message', id, role, message]), words: nameOf(['turn', role, name, words]) }],
  )
  const ids = messages.map((message) => message.id)
  return {
    id,
    keys,
    at: turns.map(({ at }) => at),
    end,
    least: fromTurn,
    inSession,
    isDocument: inSession && !isSpoken && turns.length > 1,
    messages: messages.filter((message) => ids.indexOf(message.id) === ids.lastIndexOf(message.id)),
  }
}

type Turn = {
  readonly role: string
  readonly name: string
  readonly text: string
  readonly at: number
  /** ISO 8601 */
  readonly time?: string | undefined
  /** The id of its message. */
  readonly message?: string | undefined
}
type Turns = Pick<Keyed, 'end'> & { readonly turns: readonly Turn[]; readonly isSpoken: boolean }

const turnsIn = (conversation: Conversation): Turns => {
  const opened = openConversation(conversation)
  if ('lines' in opened) return turnsInText(opened.lines)
  const turns = opened.messages.map(({ role, name = '', content, at: time, id }, at) => ({
    role: sideOf(role),
    name,
    text: content,
    at,
    time: time === undefined ? undefined : (readMoment(time)?.instant ?? time),
    message: id,
  }))
  return { turns: withoutInstructions(turns), isSpoken: true, end: turns.length }
}

/**
 * By turns where all speakers are named by roles, so that it makes no difference whether they come as messages; else by lines. A
 * turn of a dialogue is known by its lines, too: the first of them says who speaks.
 */
const turnsInText = (lines: readonly string[]): Turns => {
  const end = lines.length
  const spoken = spokenTurns(lines)
  if (spoken?.every(({ speaker }) => isRole(speaker))) {
    const turns = spoken.map(({ speaker, text, at }) => ({ role: sideOf(speaker), name: '', text, at }))
    return { turns: withoutInstructions(turns), isSpoken: true, end }
  }
  const turns = lines.map((text, at) => ({ role: '', name: '', text, at }))
  return { turns: turns.slice(instructionLines(lines)), isSpoken: spoken !== undefined, end }
}

const withoutInstructions = (turns: readonly Turn[]): readonly Turn[] =>
  turns.slice(
    Math.max(
      0,
      turns.findIndex(({ role }) => !INSTRUCTIONS.test(role)),
    ),
  )

/** The side of a conversation, the same for all words for it ("user", "human"); numbers tell speakers apart. */
const sideOf = (role: string): string => {
  const written = role.toLowerCase()
  return (/^\p{L}+$/u.test(written) ? roleOfLabel(written) : null) ?? written
}

/** How many lines instructions take at the start: up to the first line of anybody else. */
const instructionLines = (lines: readonly string[]): number => {
  const first = lines.findIndex((line) => line.trim() !== '')
  if (first < 0 || !INSTRUCTION_LINE.test(lines[first] ?? '')) return 0
  const other = lines.findIndex((line, i) => i > first && LABELLED_LINE.test(line) && !INSTRUCTION_LINE.test(line))
  return Math.max(0, other)
}

/** The words by which a turn is known: without what this service wrote into it. */
const wordsOf = (text: string): string => normalised(dropPastedBack(text).text)
