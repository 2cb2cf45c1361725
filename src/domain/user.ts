import { z } from 'zod'
import { UserNotFound } from './errors.js'
import { event, type Metadata, metadata } from './event.js'
import { KEPT_MS, type RequestAnswered, requestAnswered } from './idempotency.js'

const count = z.int().min(0)

/** What there is of a user, in all workspaces and whatever became of it. */
export const userExtent = z.object({
  memories: count,
  /** Those of the memories that were made of others. */
  derived: count,
  episodes: count,
  turns: count,
  lessons: count,
  conflicts: count,
  /** Those that wrote, or of which anything was said. */
  agents: count,
  /** The receipts of searches. */
  recalls: count,
})
export type UserExtent = z.infer<typeof userExtent>

/** Of one of the user's streams: the first revision that is erased, and the last one that was known. */
const stretch = z.object({ from: z.int().min(0), to: z.int().min(0) })
type Stretch = z.infer<typeof stretch>

/**
 * All that was ever said to the service by a user or about them is gone: whatever stands before this event in the stream of
 * their memories, and in that of their searches. What comes after it is a new beginning.
 */
export const UserErased = event('UserErased', 1, {
  metadata,
  data: z.object({
    /** What there was of them. */
    extent: userExtent,
    /** What came before is erased by an earlier event of this type. Null: there was no such stream. */
    bank: stretch.nullable(),
    recalls: stretch.nullable(),
  }),
})
export type UserErased = z.infer<typeof UserErased.schema>

/** A user as the read models show them. */
export type UserNow = {
  readonly extent: UserExtent
  /** Whether there is anything of them that was not erased with them before. */
  readonly isLeft: boolean
  readonly bank: Stretch | null
  readonly recalls: Stretch | null
  /** What the requests with a key were answered that erased them, and when (ISO 8601). */
  readonly answered: readonly (Pick<RequestAnswered['data'], 'key' | 'request' | 'answer'> & { readonly at: string })[]
}

/** How much there is to erase. Throws UserNotFound where there is nothing. */
export const extentOf = ({ extent, isLeft }: UserNow): UserExtent => {
  if (!isLeft) throw new UserNotFound()
  return extent
}

/** Whether nothing is left of an erased user but so many memories, parts of an ingest that was under way then. */
export const isLeftover = ({ extent: { memories, derived: _, ...others }, bank }: UserNow, pending: number): boolean =>
  (bank?.from ?? 0) > 0 && memories === pending && Object.values(others).every((count) => count === 0)

/**
 * Erases the user, but not what was answered to those who erased them before: it would go with all else, and the same request,
 * sent again, erase what was said since. Throws UserNotFound where there is nothing to erase.
 */
export const eraseUser = (now: UserNow, by: Metadata): readonly (UserErased | RequestAnswered)[] => [
  { type: 'UserErased', metadata: by, data: { extent: extentOf(now), bank: now.bank, recalls: now.recalls } },
  ...now.answered
    .filter(({ at }) => Date.parse(by.at) - Date.parse(at) <= KEPT_MS)
    .map(({ at, ...answered }) => requestAnswered(by, { ...answered, since: at })),
]
