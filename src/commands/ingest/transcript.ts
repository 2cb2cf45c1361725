import { eachOf, inTurns, type Steps } from '../../concurrency/steps.js'
import { readerGroup, readersOf } from '../../domain/scope.js'
import type { Revision, StreamName, Streams } from '../../event-store/event-store.js'
import { normalised } from '../../indexing/text-hash.js'
import type { KeyedHashes } from '../store-secrets.js'
import type { Known } from '../transact.js'
import type { IngestRequest, NewTurns } from './context.js'
import type { Conversation } from './extraction/fact.js'
import { dropPastedBack } from './extraction/own-output.js'
import { openConversation } from './extraction/read-conversation.js'

/** What a request shares with what was taken in before: its first so many turns, in an episode and those before it. */
type KnownTurns = {
  readonly known: number
  /** The name of the conversation up to there. */
  readonly end: string
  readonly episodeId: string | null
}

/**
 * How many of the first of these turns were ingested before, in this order: from the beginning of the transcript on, or up
 * to its end. Of a single turn none is known; it goes on where the transcript ends. With the revision of the read models
 * before that was read.
 */
type FindKnownTurns = (
  userId: string,
  transcript: { readonly stream: StreamName; readonly id: string; readonly keys: readonly string[] },
) => Promise<Pick<Known<unknown>, 'revision'> & { readonly turns: KnownTurns }>

/** The turns of a request by their names. */
type Keyed = {
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
function* keyedTurns(keyedHashes: KeyedHashes, request: IngestRequest, group: string): Steps<Keyed | undefined> {
  const { scope, conversation, sourceSite, sessionId, skipExtraction, fromTurn = 0 } = request
  if (skipExtraction) return undefined
  const agent = scope.kind === 'user' ? '' : scope.agentId
  const told = yield* eachOf(turnsIn(conversation), (turn) => ({ said: wordsOf(turn.text), ...turn }))
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
const newTurns = (
  { id, keys, at, least }: Keyed,
  { known, end, episodeId }: KnownTurns,
): { readonly transcript: NewTurns; readonly from: number } => {
  const context = at.filter((place) => place < least).length
  const first = Math.max(known, context)
  return {
    transcript: { id, base: end, keys: keys.slice(first), continues: episodeId, adjoins: first === known },
    from: first === 0 ? 0 : (at[first] ?? Number.MAX_SAFE_INTEGER),
  }
}

/** What a look-up of known turns needs. */
export type TranscriptDependencies = {
  readonly keyedHashes: KeyedHashes
  readonly streams: Streams
  readonly bank: (stream: string) => Promise<Known<string | null>>
  readonly knownTurns: FindKnownTurns
}

/** What of a request was ingested before, as of a revision of its user's stream. */
export type KnownBefore = {
  readonly keyed: Keyed | undefined
  readonly turns: KnownTurns
  readonly revision: Revision
}

const NONE: KnownTurns = { known: 0, end: '', episodeId: null }

/** The revision is read first, so what is known is never older than it. */
export const knownBefore = async (
  dependencies: TranscriptDependencies,
  request: IngestRequest,
): Promise<KnownBefore> => {
  const { scope } = request
  const keyed = await inTurns(keyedTurns(dependencies.keyedHashes, request, readerGroup(readersOf(scope, request))))
  const stream = dependencies.streams.bank(scope.userId)
  if (keyed === undefined) return { keyed, revision: (await dependencies.bank(stream)).revision, turns: NONE }
  return { keyed, ...(await dependencies.knownTurns(scope.userId, { stream, ...keyed })) }
}

/** The same as of another revision. */
export const knownAsOf = async (
  dependencies: TranscriptDependencies,
  { scope: { userId } }: IngestRequest,
  { before, revision }: { readonly before: KnownBefore; readonly revision: Revision },
): Promise<KnownBefore> => {
  const { keyed } = before
  if (keyed === undefined || revision === before.revision) return before
  const stream = dependencies.streams.bank(userId)
  const { turns } = await dependencies.knownTurns(userId, { stream, ...keyed })
  return { keyed, revision, turns }
}

/** Whether what is new of the request is still the same. A single turn is always new. */
export const isStillNew = ({ keyed, turns }: KnownBefore, now: KnownBefore): boolean =>
  keyed === undefined || keyed.keys.length === 1 || (turns.known === now.turns.known && turns.end === now.turns.end)

/** Whether all of its turns were ingested before. */
export const isAlreadyKnown = ({ keyed, turns }: KnownBefore): boolean =>
  keyed !== undefined && turns.episodeId !== null && newTurns(keyed, turns).transcript.keys.length === 0

export const newIn = ({
  keyed,
  turns,
}: KnownBefore): { readonly transcript: NewTurns | null; readonly from: number } =>
  keyed === undefined ? { transcript: null, from: 0 } : newTurns(keyed, turns)
