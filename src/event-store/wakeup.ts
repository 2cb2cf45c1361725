import { randomUUID } from 'node:crypto'

/** Tells followers that the log has grown. A wake that is missed costs a second, never an event. */
export type Wakeup = {
  readonly wake: () => void
  /** To be taken before the log is read: a wake in between is then not missed. */
  readonly ticket: () => number
  /** Resolves when the log has grown since the ticket was taken, when a second has passed, or when `signal` aborts. */
  readonly since: (ticket: number, signal: AbortSignal) => Promise<void>
  readonly close: () => Promise<void>
}

type Wire = {
  /** Tells all processes who has appended. */
  readonly notify: (sender: string) => void
  /** Calls back with whoever tells, this process among them; resolves to what stops it. */
  readonly listen: (heard: (sender: string) => void) => Promise<() => Promise<void>>
}

const POLL_MS = 1000

/** In-process waking, and across processes over a wire where there is one. */
export const createWakeup = async (wire?: Wire): Promise<Wakeup> => {
  const me = randomUUID()
  let wakes = 0
  const sleepers = new Set<() => void>()
  const heard = () => {
    wakes++
    for (const rise of [...sleepers]) rise()
  }
  // Its own word comes back when its followers have long read what it has appended, and they would read the log once more.
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
