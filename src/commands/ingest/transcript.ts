import { eachOf, type Steps } from '../../concurrency/steps.js'
import { normalised } from '../../indexing/text-hash.js'
import type { KeyedHashes } from '../master-key.js'
import type { IngestRequest, NewTurns } from './context.js'
import type { Conversation } from './extraction/fact.js'
import { dropPastedBack } from './extraction/own-output.js'
import { openConversation } from './extraction/read-conversation.js'

/** What a request shares with what was taken in before: its first so many turns, in an episode and those before it. */
export type KnownTurns = {
  readonly known: number
  /** The name of the conversation up to there. */
  readonly end: string
  readonly episodeId: string | null
}

/**
 * How many of the first of these turns were ingested before, in this order: from the beginning of the transcript on, or up
 * to its end. Of a single turn none is known; it goes on where the transcript ends.
 */
export type FindKnownTurns = (
  userId: string,
  transcript: { readonly id: string; readonly keys: readonly string[] },
) => Promise<KnownTurns>

/** The turns of a request by their names. */
export type Keyed = {
  readonly id: string
  readonly keys: readonly string[]
  /** At which message or line each of them stands. */
  readonly at: readonly number[]
  /** Messages or lines before this one are context only. */
  readonly least: number
}

const INSTRUCTIONS = /^(?:system|developer)$/
const INSTRUCTION_LINE = /^\s*(?:\*\*|#+\s)?(?:system|developer)(?:\*\*)?\s?[:：]/i
const LABELLED_LINE = /^\s*(?:\*\*|#+\s)?\p{L}[^:：\n]{0,40}[:：](?:\*\*)?(?:\s|$)/u

/** Undefined for a verbatim text, which is no conversation. Instructions before the first other turn are passed over. */
export function* keyedTurns(keyedHashes: KeyedHashes, request: IngestRequest, group: string): Steps<Keyed | undefined> {
  const { scope, conversation, sourceSite, sessionId, skipExtraction, fromTurn = 0 } = request
  if (skipExtraction) return undefined
  const agent = scope.kind === 'user' ? '' : scope.agentId
  const told = yield* eachOf(turnsIn(conversation), (turn) => ({ ...turn, said: wordsOf(turn.text) }))
  const turns = told.filter(({ said }) => said !== '')
  return {
    id: keyedHashes.turn(['transcript', scope.userId, group, agent, sourceSite, sessionId ?? '']),
    keys: yield* eachOf(turns, ({ role, name, said }) => keyedHashes.turn(['turn', role, name, said])),
    at: turns.map(({ at }) => at),
    least: fromTurn,
  }
}

type Told = { readonly role: string; readonly name: string; readonly text: string; readonly at: number }

const turnsIn = (conversation: Conversation): readonly Told[] => {
  const opened = openConversation(conversation)
  if ('messages' in opened) {
    const first = opened.messages.findIndex(({ role }) => !INSTRUCTIONS.test(role.toLowerCase()))
    return opened.messages
      .map(({ role, name = '', content }, at) => ({ role: role.toLowerCase(), name, text: content, at }))
      .slice(Math.max(0, first))
  }
  return opened.lines.map((text, at) => ({ role: '', name: '', text, at })).slice(instructionLines(opened.lines))
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

/** What is left of the turns when these are known; `from` is the message or line with which it begins. */
export const newTurns = (
  { id, keys, at, least }: Keyed,
  { known, end, episodeId }: KnownTurns,
): { readonly transcript: NewTurns; readonly from: number } => {
  const context = at.filter((place) => place < least).length
  const first = Math.max(known, context)
  return {
    transcript: { id, base: end, keys: keys.slice(first), continues: episodeId },
    from: first === 0 ? 0 : (at[first] ?? Number.MAX_SAFE_INTEGER),
  }
}
