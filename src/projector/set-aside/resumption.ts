import { setTimeout as pause } from 'node:timers/promises'
import pLimit from 'p-limit'
import { deferred } from '../../concurrency/deferred.js'
import { unlessAborted } from '../../concurrency/unless-aborted.js'
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
  const set = ({ stream, because }: Aside) => {
    for (const one of pairOf(stream)) streams.set(one, because)
  }
  const change = (make: () => void) => {
    make()
    changed.settle()
    changed = deferred()
  }
  const isErasing = (stream: StreamName) => streams.get(stream) === 'erasure'
  return {
    /** Whether an event of the user cannot be applied. */
    isParked: (stream: StreamName) => streams.get(stream) === 'fault',
    isErasing,
    /** By the stream of their memories. */
    all: (): readonly Aside[] =>
      [...streams].flatMap(([stream, because]) => (stream === bankOf(stream) ? [{ stream, because }] : [])),
    /** How many users have an event that cannot be applied. */
    count: () => [...streams.values()].filter((because) => because === 'fault').length / 2,
    /** Resolves when the user is not being erased. Throws ReadModelBehind when `signal` aborts before. */
    erased: async (stream: StreamName, signal: AbortSignal): Promise<void> => {
      while (isErasing(stream))
        await unlessAborted(changed.done, signal).catch(() => {
          throw new ReadModelBehind(`the user of ${stream} is being erased`)
        })
    },
    add: (user: Aside) => change(() => set(user)),
    remove: (stream: StreamName) =>
      change(() => {
        for (const one of pairOf(stream)) streams.delete(one)
      }),
    replace: (users: readonly Aside[]) =>
      change(() => {
        streams.clear()
        for (const user of users) set(user)
      }),
  }
}

export type Resumption = ReturnType<typeof resumption>

const RETRY_MS = 500

/** Keeps in mind who is set aside, erases whom that is for, and tries from time to time whether the others can go on. */
export const resumption = (followed: Followed) => {
  const { model, log } = followed
  const aside = streamsAside()
  /** Runs the application of a batch, never at the same time as a user is taken in again. */
  const inTurn = pLimit(1)
  const care = careFor(followed, aside, inTurn)
  return {
    ...aside,
    inTurn,
    /** Notes who is set aside in the table. */
    look: () => inTurn(async () => aside.replace(await usersAside(model))),
    /** Tries to take in again who is noted, from now on and from time to time, while this process leads. */
    begin: (leading: AbortSignal) => inTurn(() => care.begin(leading)),
    /** Notes who is set aside, while another process looks after them. */
    note: (users: readonly Aside[]) => {
      care.end()
      aside.replace(users)
    },
    parked: (stream: StreamName, fault: ProjectionFault) => {
      aside.add({ stream, because: 'fault' })
      log.parked(stream, fault)
    },
    /** Erases a user who is set aside for that. */
    erase: care.erase,
    close: async () => {
      await care.close()
      await inTurn(async () => {})
      aside.replace([])
    },
  }
}

type InTurn = <T>(work: () => Promise<T>) => Promise<T>

/** What is done for those who are set aside, while this process leads. */
const careFor = (followed: Followed, aside: ReturnType<typeof streamsAside>, inTurn: InTurn) => {
  const { log, resumeMs = A_MINUTE } = followed
  const takeIn = takingIn(followed, aside)
  const erasing = oneByOne(log.retrying)
  let leading: AbortSignal | undefined
  const attempt = async () => {
    for (const user of aside.all())
      if (leading && user.because === 'fault') await takeIn(user, leading, (work) => work())
  }
  const erase = (stream: StreamName): void => {
    const user: Aside = { stream, because: 'erasure' }
    aside.add(user)
    const led = leading
    if (led)
      erasing.add(
        () => !led.aborted && aside.isErasing(stream),
        () => takeIn(user, led, inTurn),
      )
  }
  const timer = setInterval(() => {
    if (leading) void inTurn(attempt).catch(log.retrying)
  }, resumeMs).unref()
  return {
    begin: async (now: AbortSignal): Promise<void> => {
      leading = now
      await attempt()
      for (const { stream, because } of aside.all()) if (because === 'erasure') erase(stream)
    },
    end: (): void => {
      leading = undefined
    },
    erase,
    close: (): Promise<void> => {
      clearInterval(timer)
      return erasing.idle()
    },
  }
}

/** Tries to take a user in again, and notes how that has ended. */
const takingIn =
  ({ store, model, log }: Followed, aside: ReturnType<typeof streamsAside>) =>
  async (user: Aside, signal: AbortSignal, inTurn: InTurn): Promise<void> => {
    const { stream, because } = user
    const fault = await takeInAgain({ store, model, signal, inTurn }, user)
    if (fault === undefined) {
      aside.remove(stream)
      if (because === 'fault') log.resumed(stream)
    } else if (because === 'erasure') {
      aside.add({ stream, because: 'fault' })
      log.parked(stream, fault)
    }
  }

/** Does one piece of work after the other, each until it succeeds, as long as it is due. */
const oneByOne = (failed: (error: unknown) => void) => {
  const inTurn = pLimit(1)
  const again = async (isDue: () => boolean, work: () => Promise<void>): Promise<void> => {
    while (isDue())
      try {
        return await work()
      } catch (error) {
        if (!isDue()) return
        failed(error)
        await pause(RETRY_MS, undefined, { ref: false })
      }
  }
  return {
    add: (isDue: () => boolean, work: () => Promise<void>): void => void inTurn(() => again(isDue, work)),
    idle: () => inTurn(async () => {}),
  }
}
