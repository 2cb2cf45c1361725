import { eachOf, type Steps } from '../../concurrency/steps.js'
import { normalised } from '../../indexing/text-hash.js'
import type { KeyedHashes } from '../store-secrets.js'
import type { IngestRequest } from './context.js'
import type { Moment } from './extraction/dates/moment.js'
import type { Conversation } from './extraction/fact.js'
import { dropPastedBack } from './extraction/own-output.js'
import { openConversation } from './extraction/read-conversation.js'
import { spokenTurns } from './extraction/turns/labels.js'
import { isRole, roleOfLabel } from './extraction/turns/speakers.js'
import { isSummary, isTelling } from './telling-turns.js'

/** The turns of a request by their names. */
export type Keyed = {
  readonly id: string
  readonly keys: readonly string[]
  /** At which message or line each of them stands. */
  readonly at: readonly number[]
  /** How many messages or lines there are. */
  readonly end: number
  /** Messages or lines before this one are context only. */
  readonly least: number
  /** Whether somebody speaks in them: a line of another text says too little to be known apart from what stands before it. */
  readonly whole: boolean
  /** Whether the request names its session: all of it is one conversation. */
  readonly inSession: boolean
  /** Whether the turn at a place says more than any other may say, too. */
  readonly isTelling: (place: number) => boolean
  /** Whether it may stand for turns that the client has dropped. */
  readonly isSummary: (place: number) => boolean
  /** When the turns were said, if the request tells that (ISO 8601): the first of the times of messages, or one of all. */
  readonly saidAt: { readonly at: string; readonly byMessages: boolean } | undefined
}

const INSTRUCTIONS = /^(?:system|developer)$/
const INSTRUCTION_LINE = /^\s*(?:\*\*|#+\s)?(?:system|developer)(?:\*\*)?\s?[:：]/i
const LABELLED_LINE = /^\s*(?:\*\*|#+\s)?\p{L}[^:：\n]{0,40}[:：](?:\*\*)?(?:\s|$)/u

/** Undefined for a verbatim text, which is no conversation. Instructions before the first other turn are passed over. */
export function* keyedTurns(keyedHashes: KeyedHashes, request: IngestRequest, group: string): Steps<Keyed | undefined> {
  const { scope, conversation, sourceSite, sessionId, skipExtraction, fromTurn = 0 } = request
  if (skipExtraction) return undefined
  const agent = scope.kind === 'user' ? '' : scope.agentId
  const { told: all, whole, end, times, moment } = turnsIn(conversation)
  const told = yield* eachOf(all, (turn) => ({ said: wordsOf(turn.text), ...turn }))
  const turns = told.filter(({ said }) => said !== '')
  return {
    id: keyedHashes.turn(['transcript', scope.userId, group, agent, sourceSite, sessionId ?? '']),
    keys: yield* eachOf(turns, ({ role, name, said }) => keyedHashes.turn(['turn', role, name, said])),
    at: turns.map(({ at }) => at),
    ...{ end, whole, least: fromTurn },
    inSession: sessionId !== undefined,
    isTelling: (place) => isTelling(turns[place]?.said ?? ''),
    isSummary: (place) => isSummary(turns[place]?.said ?? ''),
    saidAt: saidAt(times, request.observedAt ?? moment?.instant),
  }
}

const saidAt = (times: readonly string[], observedAt: string | undefined): Keyed['saidAt'] => {
  const [first] = times.toSorted((a, b) => Date.parse(a) - Date.parse(b))
  if (first !== undefined) return { at: first, byMessages: true }
  return observedAt === undefined ? undefined : { at: observedAt, byMessages: false }
}

type Told = { readonly role: string; readonly name: string; readonly text: string; readonly at: number }
type Turns = Pick<Keyed, 'end' | 'whole'> & { readonly told: readonly Told[] }
/** When it was said: by its messages, and as a whole. */
type Times = { readonly times: readonly string[]; readonly moment: Moment | undefined }

const turnsIn = (conversation: Conversation): Turns & Times => {
  const opened = openConversation(conversation)
  const { moment } = opened
  if ('lines' in opened) return { ...turnsInText(opened.lines), times: [], moment }
  const told = opened.messages.map(({ role, name = '', content }, at) => ({
    ...{ role: sideOf(role), name, at },
    text: content,
  }))
  const times = opened.messages.flatMap(({ at }) => at ?? [])
  return { told: withoutInstructions(told), whole: true, end: told.length, times, moment }
}

/**
 * By turns where all speakers are named by roles, so that it makes no difference whether they come as messages; else by lines. A
 * turn of a dialogue is known by its lines, too: the first of them says who speaks.
 */
const turnsInText = (lines: readonly string[]): Turns => {
  const end = lines.length
  const spoken = spokenTurns(lines)
  if (spoken?.every(({ speaker }) => isRole(speaker))) {
    const told = spoken.map(({ speaker, text, at }) => ({ role: sideOf(speaker), name: '', text, at }))
    return { told: withoutInstructions(told), whole: true, end }
  }
  const told = lines.map((text, at) => ({ role: '', name: '', text, at }))
  return { told: told.slice(instructionLines(lines)), whole: spoken !== undefined, end }
}

const withoutInstructions = (told: readonly Told[]): readonly Told[] =>
  told.slice(
    Math.max(
      0,
      told.findIndex(({ role }) => !INSTRUCTIONS.test(role)),
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
