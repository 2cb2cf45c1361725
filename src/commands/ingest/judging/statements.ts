import { eachOf, type Steps } from '../../../concurrency/steps.js'
import { type Network, ownText } from '../../../domain/memory/events.js'
import type { Readers, Scope } from '../../../domain/scope.js'
import { isQuestion } from '../../../indexing/answer-bits.js'
import { type Before, type Context, claimsOf } from '../../../indexing/claims/claims-of.js'
import { agreedIn, exchangeIn } from '../../../indexing/claims/exchange.js'
import { endsPlay, opensPlay } from '../../../indexing/claims/own-voice.js'
import type { Statement } from '../../../indexing/claims/statement.js'
import type { Fact } from '../extraction/fact.js'

/** A memory, or a fact that is about to be one, with what it says of single-valued attributes. */
export type StatedFact = {
  readonly memoryId: string
  readonly version: number
  readonly statement: Statement
  readonly readers: Readers
  readonly network?: Network | undefined
  /** ISO day on which it was said; null where that is unknown. */
  readonly observedOn: string | null
  /** ISO instant of the write. */
  readonly at: string
}

/** A memory as it is read. */
export type Claiming = Omit<StatedFact, 'statement'> & Context & { readonly content: string }

export const statedBy = ({ content, speaker, role, language, ...memory }: Claiming): StatedFact => ({
  ...memory,
  statement: claimsOf(ownText({ content, speaker }), { speaker, role, language }),
})

/** One turn of somebody else may stand between what is said and its correction. */
const TURNS_BETWEEN = 2

/** What states something, at its place in a conversation. */
export type Stating = Pick<Fact, 'content' | 'speaker' | 'role' | 'language' | 'turns'>

/** What was told before a conversation, so many turns behind its first one. */
export type Told = Omit<Stating, 'turns'> & Pick<StatedFact, 'observedOn' | 'at'> & { readonly behind: number }

/** The last memories of a transcript, up to the end of an episode, as far as all of these readers may read them. */
export type FindLastTold = (
  scope: Scope,
  wanted: {
    readonly transcript: string
    readonly episodeId: string | null
    readonly readers: Readers
    /** Only what was told before this episode. */
    readonly before?: string
  },
) => Promise<readonly (Told & { readonly episodeId: string; readonly active: boolean })[]>

type Claimed = { readonly turn: number; readonly claims: Before['claims'] }

/**
 * What the facts of a conversation state, in their order: a turn may take up what its speaker said just before. While people play
 * parts they state nothing.
 */
export function* statementsOf(facts: readonly Stating[]): Steps<readonly Statement[]> {
  const lastOf = new Map<string, Claimed>()
  let last: Claimed | undefined
  let asked = -1
  const isPlayed = playing()
  return yield* eachOf(facts, (fact) => {
    const { role, speaker, turns } = fact
    const text = ownText(fact)
    const key = JSON.stringify([role, speaker])
    // Two agree on another value for what either has told.
    const takesUp = agrees(text) ? last : lastOf.get(key)
    const said = claimsOf(text, fact, beforeOf(takesUp, { turn: turns[0], asked }))
    const statement: Statement = isPlayed(text) ? { ...said, claims: [], sole: false, played: true } : said
    const claimed = { turn: turns[1], claims: statement.claims }
    lastOf.set(key, claimed)
    if (claimed.claims.length > 0) last = claimed
    if (isQuestion(text)) asked = turns[1]
    return statement
  })
}

const agrees = (text: string): boolean => {
  const exchange = exchangeIn(text)
  return exchange !== null && agreedIn(exchange) !== null
}

/** Tells of each turn of a conversation, in their order, whether people play parts in it that an earlier one has begun. */
const playing = (): ((text: string) => boolean) => {
  let on = false
  return (text) => {
    if (on && endsPlay(text)) on = false
    const isPlayed = on
    on ||= opensPlay(text)
    return isPlayed
  }
}

/** Which facts of a conversation are played; for ingests that need not know what they state. */
export function* playedIn(facts: readonly Pick<Stating, 'content' | 'speaker'>[]): Steps<readonly boolean[]> {
  const isPlayed = playing()
  return yield* eachOf(facts, (fact) => isPlayed(ownText(fact)))
}

/** What a turn may take up: the last one of its speaker. `asked`: the last turn that asked something. */
const beforeOf = (last: Claimed | undefined, { turn, asked }: { turn: number; asked: number }): Before | null =>
  last === undefined || turn - last.turn > TURNS_BETWEEN ? null : { claims: last.claims, asked: asked > last.turn }

const DAY_MS = 86_400_000
/** What is no session of its own is soon another conversation. */
const HOUR_MS = 3_600_000

type Following = { readonly observedOn: string; readonly now: string; readonly inSession: boolean }

/**
 * What a conversation may take up of what was told before it, in the order in which it was said: what was said on the same
 * day or the day before and, where no session holds the two together, written within the last hour.
 */
export const takenUp = (told: readonly Told[], { observedOn, now, inSession }: Following): readonly Stating[] => {
  const follows = (each: Told): boolean => {
    const days = each.observedOn === null ? 0 : (Date.parse(observedOn) - Date.parse(each.observedOn)) / DAY_MS
    const since = Date.parse(now) - Date.parse(each.at)
    return days >= 0 && days <= 1 && (inSession || since <= HOUR_MS)
  }
  return told
    .filter(follows)
    .map((each) => ({ ...each, turns: [-each.behind, -each.behind] as const }))
    .toReversed()
}
