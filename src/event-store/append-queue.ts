import { EventStoreOverloaded } from './event-store.js'

export type Limits = {
  /** Maximum number of commands in one transaction, and of waiting ones. */
  readonly commands: number
  readonly waiting: number
  /** Maximum bytes of one transaction (a larger command is alone in one), and of waiting commands. */
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

/** Whether a failed batch is retried in halves: only if the fault is one of a command. */
type Divisible = (error: unknown) => boolean

/** Group commit: commands share the transaction after the one that runs. A refused batch is split, to isolate the fault. */
export class AppendQueue<Command, Outcome> {
  private readonly write: (commands: readonly Command[]) => Promise<readonly Outcome[]>
  private readonly divisible: Divisible
  private readonly limits: Limits
  private readonly waiting: Waiting<Command, Outcome>[] = []
  private waitingBytes = 0
  private running: Promise<void> | undefined

  constructor(
    write: (commands: readonly Command[]) => Promise<readonly Outcome[]>,
    divisible: Divisible,
    limits: Limits = appendLimits,
  ) {
    this.write = write
    this.divisible = divisible
    this.limits = limits
  }

  /** Resolves when the command's transaction is committed. Throws EventStoreOverloaded when too much waits. */
  append(command: Command, bytes: number): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      const { waiting, waitingBytes, limits } = this
      if (waiting.length >= limits.waiting || (waiting.length > 0 && waitingBytes + bytes > limits.waitingBytes))
        return reject(new EventStoreOverloaded('too many appends are waiting'))
      waiting.push({ command, bytes, resolve, reject })
      this.waitingBytes += bytes
      this.running ??= this.run()
    })
  }

  /** How many commands wait for the transaction that runs to end. */
  depth(): number {
    return this.waiting.length
  }

  /** Resolves when nothing waits any more. */
  async idle(): Promise<void> {
    await this.running
  }

  private async run(): Promise<void> {
    while (this.waiting.length > 0) await this.settle(this.take())
    this.running = undefined
  }

  private take(): readonly Waiting<Command, Outcome>[] {
    let bytes = 0
    let count = 0
    for (const { bytes: more } of this.waiting) {
      if (count === this.limits.commands || (count > 0 && bytes + more > this.limits.bytes)) break
      bytes += more
      count++
    }
    this.waitingBytes -= bytes
    return this.waiting.splice(0, count)
  }

  private async settle(batch: readonly Waiting<Command, Outcome>[]): Promise<void> {
    try {
      const outcomes = await this.write(batch.map(({ command }) => command))
      for (const [i, outcome] of outcomes.entries()) batch[i]?.resolve(outcome)
    } catch (error) {
      if (batch.length === 1 || !this.divisible(error)) for (const { reject } of batch) reject(error)
      else {
        const half = batch.length >> 1
        await this.settle(batch.slice(0, half))
        await this.settle(batch.slice(half))
      }
    }
  }
}
