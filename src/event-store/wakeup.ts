import { randomUUID } from 'node:crypto'

/** Notifies followers that the log has grown. A missed notification costs a second, never an event. */
export type Wakeup = {
  readonly wake: () => void
  /** Take it before the log is read, so that no notification in between is missed. */
  readonly ticket: () => number
  /** Resolves when the log has grown since the ticket was taken, when a second has passed, or when `signal` aborts. */
  readonly since: (ticket: number, signal: AbortSignal) => Promise<void>
  readonly close: () => Promise<void>
}

type Wire = {
  /** Notifies all processes, with the sender. */
  readonly notify: (sender: string) => void
  /** Calls back for each notification with its sender, own ones included; resolves to a function that stops it. */
  readonly listen: (heard: (sender: string) => void) => Promise<() => Promise<void>>
}

const POLL_MS = 1000

/** Notifies within the process, and other processes through a channel where there is one. */
export const createWakeup = async (wire?: Wire): Promise<Wakeup> => {
  const me = randomUUID()
  let wakes = 0
  const sleepers = new Set<() => void>()
  const heard = () => {
    wakes++
    for (const rise of [...sleepers]) rise()
  }
  // A process's own notification comes back after its followers have read the events; they would read the log again for nothing.
  const stop = await wire?.listen((sender) => {
    if (sender !== me) heard()
  })
  return {
    wake: () => {
      heard()
      wire?.notify(me)
    },
    ticket: () => wakes,
    since: (ticket, signal) =>
      new Promise((resolve) => {
        if (wakes > ticket || signal.aborted) return resolve()
        const rise = () => {
          clearTimeout(timer)
          signal.removeEventListener('abort', rise)
          sleepers.delete(rise)
          resolve()
        }
        const timer = setTimeout(rise, POLL_MS)
        signal.addEventListener('abort', rise, { once: true })
        sleepers.add(rise)
      }),
    close: async () => stop?.(),
  }
}
