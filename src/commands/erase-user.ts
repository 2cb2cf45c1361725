import { eraseUser, type UserExtent, type UserNow } from '../domain/user.js'
import { type BankDependencies, decideInBank, type Requester } from './decide-in-bank.js'
import type { Done } from './transact.js'

export type EraseUserDependencies = BankDependencies & {
  readonly userNow: (userId: string) => Promise<UserNow>
  /** Resolves when the read models show which searches of the user this process has answered. */
  readonly settled: (userId: string) => Promise<void>
  /** Resolves when the user's keys are destroyed and the rows are gone; rejects where that takes too long. */
  readonly erased: (userId: string) => Promise<void>
}

/**
 * Takes all that there is of a user out of every read, and out of the log, whoever may read it and whatever became of it: one
 * event says so of all that stands before it, so there is no erasure that stopped half way. What is written later is a new
 * beginning. Answers how much there was. Throws UserNotFound.
 */
export const createEraseUser =
  (parts: EraseUserDependencies) =>
  async (asked: Requester): Promise<Done<UserExtent>> => {
    const { userId } = asked.scope
    // What still waits would come after the erasure. Where it cannot be shown, its words go later.
    await parts.settled(userId).catch(() => {})
    const done = await decideInBank(parts, asked, {
      read: () => parts.userNow(userId),
      decide: (now, by) => ({ events: eraseUser(now, by), result: now.extent }),
    })
    // It has happened, and will come to its end.
    await parts.erased(userId).catch(() => {})
    return done
  }
