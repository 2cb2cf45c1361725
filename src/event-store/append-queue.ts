import { EventStoreOverloaded } from './event-store.js'

export type Limits = {
  /** Commands in one transaction, and waiting at most. */
  readonly commands: number
  readonly waiting: number
  /** Bytes in one transaction (a larger command goes alone), and waiting at most. */
  readonly bytes: number
  readonly waitingBytes: number
}

export const appendLimits: Limits = { commands: 256, waiting: 4096, bytes: 1 << 20, waitingBytes: 64 << 20 }

type Waiting<Command, Outcome> = {
  readonly command: Command
  readonly bytes: number
  readonly resolve: (outcome: Outcome) => void
  readonly reject: (error: unknown) => void
}

/** Whether a failed batch may be tried in halves: only when the fault is one of the commands' own. */
export type Divisible = (error: unknown) => boolean

/**
 * Group commit: what many callers append while a transaction runs goes together into the next one.
 * A batch that the database refuses is split, so that one caller's fault is never another's.
 */
export const createAppendQueue = <Command, Outcome>(
  write: (commands: readonly Command[]) => Promise<readonly Outcome[]>,
  divisible: Divisible,
  limits: Limits = appendLimits,
) => {
  const waiting: Waiting<Command, Outcome>[] = []
  let waitingBytes = 0
  let running: Promise<void> | undefined

  const take = () => {
    let bytes = 0
    let count = 0
    for (const { bytes: more } of waiting) {
      if (count === limits.commands || (count > 0 && bytes + more > limits.bytes)) break
      bytes += more
      count++
    }
    waitingBytes -= bytes
    return waiting.splice(0, count)
  }

  const settle = async (batch: readonly Waiting<Command, Outcome>[]): Promise<void> => {
    try {
      const outcomes = await write(batch.map(({ command }) => command))
      for (const [i, outcome] of outcomes.entries()) batch[i]?.resolve(outcome)
    } catch (error) {
      if (batch.length === 1 || !divisible(error)) for (const { reject } of batch) reject(error)
      else {
        const half = batch.length >> 1
        await settle(batch.slice(0, half))
        await settle(batch.slice(half))
      }
    }
  }

  const run = async () => {
    while (waiting.length > 0) await settle(take())
    running = undefined
  }

  return {
    /** Resolves when the command's transaction is committed. Throws EventStoreOverloaded when too much waits. */
    append: (command: Command, bytes: number): Promise<Outcome> =>
      new Promise((resolve, reject) => {
        if (waiting.length >= limits.waiting || (waiting.length > 0 && waitingBytes + bytes > limits.waitingBytes))
          return reject(new EventStoreOverloaded('too many appends are waiting'))
        waiting.push({ command, bytes, resolve, reject })
        waitingBytes += bytes
        running ??= run()
      }),
    /** Resolves when nothing waits any more. */
    idle: async () => running,
  }
}
