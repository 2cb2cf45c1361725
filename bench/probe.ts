import { setTimeout as pause } from 'node:timers/promises'
import { clientOf } from './over-http.js'

/**
 * What a probe in a process of its own is told: where to ask, and for whose memories; to forget what it
 * has found so far, or to tell it.
 */
export type Order = { readonly url: string; readonly user: string } | 'forget' | 'tell'

/** How long each answer took, in milliseconds, and how many were refusals. */
export type Asked = { readonly taken: readonly number[]; readonly refused: number }
export type Probed = { readonly health: Asked; readonly search: Asked }

const EVERY_MS = 20

/**
 * Asks every 20 ms, and while an answer is late notes the questions that could not be asked: each of them would have
 * waited as long as was left of it. So a stall of a second is fifty late answers and not one.
 */
const asking = (ask: () => Promise<number | undefined>) => {
  const taken: number[] = []
  let refused = 0
  const stop = new AbortController()
  const run = async () => {
    while (!stop.signal.aborted) {
      const began = performance.now()
      if ((await ask()) !== 200) refused += 1
      const ms = performance.now() - began
      for (let left = ms; left > 0; left -= EVERY_MS) taken.push(left)
      await pause(Math.max(0, EVERY_MS - ms))
    }
  }
  const running = run()
  const told = async (): Promise<Asked> => {
    stop.abort()
    await running
    return { taken, refused }
  }
  return {
    told,
    forget: () => {
      taken.length = 0
      refused = 0
    },
  }
}

type Asking = ReturnType<typeof asking>
let probes: { readonly health: Asking; readonly search: Asking; readonly close: () => void } | undefined

const begin = (url: string, user: string) => {
  const http = clientOf(url)
  const body = JSON.stringify({ user_id: user, query: 'Where did we talk about it?' })
  return {
    health: asking(() => http.health()),
    search: asking(() => http.send('search/fast', body)),
    close: http.close,
  }
}

const tell = async (): Promise<void> => {
  if (probes === undefined) return
  const probed: Probed = { health: await probes.health.told(), search: await probes.search.told() }
  probes.close()
  process.send?.(probed)
}

process.on('message', (order: Order) => {
  if (order === 'tell') void tell()
  else if (order === 'forget') {
    probes?.health.forget()
    probes?.search.forget()
    process.send?.('forgotten')
  } else probes = begin(order.url, order.user)
})
process.send?.('ready')
