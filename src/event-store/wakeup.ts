import { randomUUID } from 'node:crypto'

/** Notifies followers that the log has grown. A missed notification costs a second, never an event. */
export type Wakeup = {
  readonly wake: () => void
  /** What this process is called among those that a channel notifies. */
  readonly sender: string
  /** Take it before the log is read, so that no notification in between is missed. */
  readonly ticket: () => number
  /** Resolves when the log has grown since the ticket was taken, when a second has passed, or when `signal` aborts. */
  readonly since: (ticket: number, signal: AbortSignal) => Promise<void>
  readonly close: () => Promise<void>
}

/** Calls back for each notification of a process with its sender, own ones included; resolves to a function that stops it. */
type Listen = (heard: (sender: string) => void) => Promise<() => Promise<void>>

const POLL_MS = 1000

/** Notifies within the process; what other processes append is heard of through a channel, where there is one. */
export const createWakeup = async (listen?: Listen): Promise<Wakeup> => {
  const me = randomUUID()
  let wakes = 0
  const sleepers = new Set<() => void>()
  const heard = () => {
    wakes++
    for (const rise of [...sleepers]) rise()
  }
  // A process's own notification comes back after its followers have read the events; they would read the log again for nothing.
  const stop = await listen?.((sender) => {
    if (sender !== me) heard()
  })
  return {
    wake: heard,
    sender: me,
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
