import pLimit from 'p-limit'
import { deferred } from '../../concurrency/deferred.js'
import { unlessAborted, within } from '../../concurrency/unless-aborted.js'
import { bankOf, type StreamName } from '../../event-store/event-store.js'
import type { ProjectionFault } from '../apply/move-banks.js'
import { A_MINUTE, type Followed } from '../followed.js'
import { ReadModelBehind } from '../progress.js'
import { type Aside, type Because, pairOf, usersAside } from './parking.js'
import { takeInAgain } from './take-in.js'

/** Who is set aside, and why. Both streams of a user come and go together. */
const streamsAside = () => {
  const streams = new Map<StreamName, Because>()
  let changed = deferred()
  const change = (users: readonly Aside[]) => {
    for (const { stream, because } of users) for (const one of pairOf(stream)) streams.set(one, because)
    changed.settle()
    changed = deferred()
  }
  const isErasing = (stream: StreamName) => streams.get(stream) === 'erasure'
  return {
    /** Whether an event of the user cannot be applied. */
    isParked: (stream: StreamName) => streams.get(stream) === 'fault',
    isErasing,
    /** By the stream of their memories. */
    all: (why: Because): readonly Aside[] =>
      [...streams].flatMap(([stream, because]) =>
        because === why && stream === bankOf(stream) ? [{ stream, because }] : [],
      ),
    /** How many users have an event that cannot be applied. */
    count: () => [...streams.values()].filter((because) => because === 'fault').length / 2,
    /** Resolves when somebody is set aside or taken in again. */
    changed: () => changed.done,
    /** Resolves when the user is not being erased. Throws ReadModelBehind when `signal` aborts before. */
    erased: async (stream: StreamName, signal: AbortSignal): Promise<void> => {
      while (isErasing(stream))
        await unlessAborted(changed.done, signal).catch(() => {
          throw new ReadModelBehind(`the user of ${stream} is being erased`)
        })
    },
    add: (user: Aside) => change([user]),
    remove: (stream: StreamName) => {
      for (const one of pairOf(stream)) streams.delete(one)
      change([])
    },
    replace: (users: readonly Aside[]) => {
      streams.clear()
      change(users)
    },
  }
}

export type Resumption = ReturnType<typeof resumption>

const RETRY_MS = 500
type InTurn = ReturnType<typeof pLimit>

/** Tries to take in all that are set aside for a reason, one after the other, and notes how that has ended. */
const takingIn =
  ({ store, model, log }: Followed, aside: ReturnType<typeof streamsAside>, inTurn: InTurn) =>
  async (why: Because, signal: AbortSignal): Promise<void> => {
    for (const user of aside.all(why)) {
      const { stream } = user
      const fault = await takeInAgain({ store, model, signal, inTurn }, user)
      if (fault !== undefined && why === 'fault') continue
      if (fault === undefined) aside.remove(stream)
      else aside.add({ stream, because: 'fault' })
      if (fault !== undefined) log.parked(stream, fault)
      else if (why === 'fault') log.resumed(stream)
    }
  }

/** Takes in whom an erasure set aside as soon as somebody is, and all others from time to time. */
const lookingAfter =
  (
    { log, resumeMs = A_MINUTE }: Followed,
    aside: ReturnType<typeof streamsAside>,
    takeIn: ReturnType<typeof takingIn>,
  ) =>
  async (leading: AbortSignal): Promise<void> => {
    /** Whether it failed, and has to be tried again soon. */
    const attempt = (why: Because): Promise<boolean> =>
      takeIn(why, leading).then(
        () => false,
        (error: unknown) => {
          if (!leading.aborted) log.retrying(error)
          return true
        },
      )
    for (let due = performance.now() + resumeMs; !leading.aborted; ) {
      const changed = aside.changed()
      let failed = await attempt('erasure')
      if (!leading.aborted && performance.now() >= due) {
        due = performance.now() + resumeMs
        failed = (await attempt('fault')) || failed
      }
      const wait = failed ? RETRY_MS : Math.max(0, due - performance.now())
      await within(wait, leading, (either) => unlessAborted(changed, either)).catch(() => {})
    }
  }

/** Keeps in mind who is set aside, erases whom that is for, and tries from time to time whether the others can go on. */
export const resumption = (followed: Followed) => {
  const { model, log } = followed
  const aside = streamsAside()
  /** Runs the application of a batch, never at the same time as a user is taken in again. */
  const inTurn = pLimit(1)
  const takeIn = takingIn(followed, aside, inTurn)
  const lookAfter = lookingAfter(followed, aside, takeIn)
  let care = Promise.resolve()
  return {
    ...aside,
    inTurn,
    /** Notes who is set aside in the table. */
    look: () => inTurn(async () => aside.replace(await usersAside(model))),
    /** Tries to take in again who is noted, now and from time to time, while this process leads. */
    begin: async (leading: AbortSignal): Promise<void> => {
      await takeIn('fault', leading)
      care = care.then(() => lookAfter(leading))
    },
    parked: (stream: StreamName, fault: ProjectionFault) => {
      aside.add({ stream, because: 'fault' })
      log.parked(stream, fault)
    },
    close: async () => {
      await care
      await inTurn(async () => {})
      aside.replace([])
    },
  }
}
