import { grouped } from '../concurrency/slices.js'
import { SYSTEM } from '../domain/event.js'
import type { RecallEvent } from '../domain/recall.js'
import type { Scope } from '../domain/scope.js'
import { encode } from '../event-store/codec.js'
import { appendDeterminate, type EventStore, type Position, type Streams } from '../event-store/event-store.js'

type OfUser = { readonly userId: string }

export type ForgetDependencies = {
  readonly store: Pick<EventStore, 'append'>
  readonly streams: Streams
  readonly now: () => string
  readonly newId: () => string
  /** How many days receipts are kept; 0: for ever. */
  readonly retentionDays: number
  /** Days before this one of which users have receipts, some of them. */
  readonly recallsBefore: (day: string, most: number) => Promise<readonly (OfUser & { readonly day: string })[]>
  /** Searches with words that returned what was erased since an instant, some of them. */
  readonly recallsWithErased: (
    instant: string,
    most: number,
  ) => Promise<readonly (OfUser & { readonly recallId: string })[]>
  /** Resolves when the read models include the position. */
  readonly shown: (position: Position) => Promise<void>
}

const A_DAY_MS = 24 * 60 * 60 * 1000
/** Found in one step. */
const AT_ONCE = 500
/** Erasures are looked at for so long: words that were written down later than a memory was erased are given up, too. */
const LOOKED_BACK_DAYS = 7

/** From when on receipts are shown (ISO 8601); null: all. */
export const keptSince = ({ now, retentionDays }: Pick<ForgetDependencies, 'now' | 'retentionDays'>): string | null =>
  retentionDays === 0 ? null : daysBefore(now(), retentionDays)

const daysBefore = (instant: string, days: number): string =>
  new Date(Date.parse(instant) - days * A_DAY_MS).toISOString()

/**
 * Gives up receipts that are older than they are to be kept, and words of searches that returned what is erased. What is
 * given up is an event of its user, so that read models that are built anew come to the same rows. Two processes that do
 * so at once append the same thing twice, which changes nothing.
 */
export const createForgetRecalls = (parts: ForgetDependencies) => {
  /** Searches that returned what is erased: their words. */
  const forgetWords = (): Promise<void> =>
    inSteps(parts, {
      find: () => parts.recallsWithErased(daysBefore(parts.now(), LOOKED_BACK_DAYS), AT_ONCE),
      event: (found, by) => ({
        type: 'RecallWordsErased',
        metadata: { ...by, reason: 'basis_erased' },
        data: { recallIds: found.map(({ recallId }) => recallId) },
      }),
    })
  const forgetExpired = async (): Promise<void> => {
    const since = keptSince(parts)
    if (since === null) return
    await inSteps(parts, {
      find: () => parts.recallsBefore(since.slice(0, 10), AT_ONCE),
      event: (found, by) => ({
        type: 'RecallsExpired',
        metadata: { ...by, reason: 'expired' },
        data: { days: found.map(({ day }) => day) },
      }),
    })
  }
  return {
    forgetWords,
    forgetRecalls: async (): Promise<void> => {
      await forgetWords()
      await forgetExpired()
    },
  }
}

type Forgetting<Found> = {
  readonly find: () => Promise<readonly Found[]>
  readonly event: (found: readonly Found[], by: Omit<RecallEvent['metadata'], 'reason'>) => RecallEvent
}

/**
 * Step by step, each shown before the next looks for more; ends when there is nothing more to find, or nothing new: what was given
 * up and is found again is of a user who stands still.
 */
const inSteps = async <Found extends OfUser>(
  { store, streams, now, newId, shown }: ForgetDependencies,
  { find, event }: Forgetting<Found>,
): Promise<void> => {
  const given = new Set<string>()
  for (;;) {
    const all = await find()
    const found = all.filter((one) => !given.has(JSON.stringify(one)))
    for (const one of found) given.add(JSON.stringify(one))
    let last: Position = 0n
    for (const [userId, own] of grouped(found, ({ userId }) => userId)) {
      const by = { commandId: newId(), userId, at: now(), actor: SYSTEM } as const
      const events = encode([event(own, by)], 'any')
      const { position } = await appendDeterminate(store, { stream: streams.recall(userId), expected: 'any', events })
      if (position > last) last = position
    }
    if (found.length === 0) return
    await shown(last)
    if (all.length < AT_ONCE) return
  }
}

type Settling = {
  /** Resolves when the read models show which searches of the user this process has answered. */
  readonly settled: (userId: string) => Promise<void>
  readonly forgetWords: () => Promise<void>
}

/**
 * With what is erased go the words of searches that returned it. Where that fails no read shows them, and they go later.
 */
export const andForgetWords =
  ({ settled, forgetWords }: Settling) =>
  <Wish extends { readonly scope: Scope }, Result>(command: (wish: Wish) => Promise<Result>) =>
  async (wish: Wish): Promise<Result> => {
    const result = await command(wish)
    try {
      // Words that still wait would come after the erasure.
      await settled(wish.scope.userId)
      await forgetWords()
    } catch {}
    return result
  }
