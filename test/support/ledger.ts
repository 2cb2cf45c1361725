import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Recorded } from '../../src/event-store/event-store.js'
import type { ServiceProcess } from './own-process.js'

const USERS = ['user 0', 'user 1', 'user 2']

/** Two sentences that no other conversation has. */
const sentences = (n: number): readonly [string, string] => [`Anna: Parcel ${n} is sent.`, `Ben: Box ${n} is full.`]

/** What clients asked of a service that may fail at any moment, and what it acknowledged. */
export const createLedger = () => {
  let next = 0
  let answered = 0
  const stored = new Map<string, string>()
  const deleting = new Set<string>()
  const deleted = new Set<string>()
  const refused: { readonly status: number; readonly retryAfter: string | null; readonly ms: number }[] = []

  /** One request; false when the process was not there to answer. */
  const once = async ({ ask }: Pick<ServiceProcess, 'ask'>, roll: () => number): Promise<boolean> => {
    const user = USERS[Math.floor(roll() * USERS.length)] ?? ''
    const kind = roll()
    const mine = [...stored].flatMap(([id, owner]) => (owner === user && !deleting.has(id) ? [id] : []))
    const victim = kind > 0.8 ? mine[Math.floor(roll() * mine.length)] : undefined
    const n = next++
    if (victim) deleting.add(victim)
    const began = performance.now()
    try {
      const { status, body, headers } = victim
        ? await ask(`/v1/memories/${victim}?user_id=${encodeURIComponent(user)}`, undefined, 'DELETE')
        : kind > 0.6
          ? await ask('/v1/memories/search/fast', { user_id: user, query: `parcel ${Math.floor(roll() * n)}` })
          : await ask('/v1/memories/ingest/quick', {
              user_id: user,
              source_site: 'chat',
              conversation: sentences(n).join('\n'),
            })
      answered++
      if (status !== 200) {
        refused.push({ status, retryAfter: headers.get('Retry-After'), ms: performance.now() - began })
        await pause(20)
      } else if (victim) deleted.add(victim)
      else for (const id of (body.memoryIds as string[] | undefined) ?? []) stored.set(id, user)
      return true
    } catch {
      return false
    }
  }

  return {
    stored,
    refused,
    answered: () => answered,
    /** So many clients, each asking one thing after the other until the process is gone or `signal` aborts. */
    work: async (service: Pick<ServiceProcess, 'ask'>, { rolls, signal }: Work): Promise<void> => {
      const client = async (roll: () => number) => {
        while (!signal.aborted && (await once(service, roll)));
      }
      await Promise.all(rolls.map(client))
    },
    /** Every acknowledged write is there once; what was under way is whole or absent. Answers with how many memories there are. */
    check: async ({ ask }: Pick<ServiceProcess, 'ask'>): Promise<number> => {
      let total = 0
      for (const user of USERS) {
        const memories = await listed(ask, user)
        total += memories.length
        const ids = new Set(memories.map(({ id }) => id))
        const lost = [...stored].filter(([id, owner]) => owner === user && !deleting.has(id) && !ids.has(id))
        expect(lost).toEqual([])
        expect([...deleted].filter((id) => ids.has(id))).toEqual([])
        expect(new Set(memories.map(({ content }) => content)).size).toBe(memories.length)
      }
      return total
    },
    /** The same of the log itself: no gap in any stream, nothing twice, every conversation whole; `gapless` tells of its positions. */
    checkLog: (events: readonly Recorded[], gapless = true): void => {
      const revisions = new Map<string, bigint>()
      for (const { stream, revision } of events) {
        expect(revision).toBe((revisions.get(stream) ?? -1n) + 1n)
        revisions.set(stream, revision)
      }
      const positions = events.map(({ position }) => position)
      if (gapless) expect(positions).toEqual(events.map((_, i) => BigInt(i + 1)))
      expect(positions).toEqual([...new Set(positions)].sort((a, b) => Number(a - b)))
      const of = (type: string) => events.filter((event) => event.type === type)
      const contents = of('MemoryStored').map(({ data }) => (data as { said: { content: string } }).said.content)
      const numbers = new Set(contents.map((content) => Number(/\d+/.exec(content)?.[0])))
      expect([...contents].sort()).toEqual([...numbers].flatMap(sentences).sort())
      const ids = of('MemoryDeleted').map(({ metadata }) => String(metadata.memoryId))
      expect(new Set(ids).size).toBe(ids.length)
      expect([...deleted].filter((id) => !ids.includes(id))).toEqual([])
      expect(of('EpisodeIngested')).toHaveLength(numbers.size)
    },
  }
}
export type Ledger = ReturnType<typeof createLedger>

type Work = { readonly rolls: readonly (() => number)[]; readonly signal: AbortSignal }

const listed = async (ask: ServiceProcess['ask'], user: string) => {
  const found: { readonly id: string; readonly content: string }[] = []
  for (;;) {
    const { body } = await ask(
      `/v1/memories/list?limit=1000&offset=${found.length}&user_id=${encodeURIComponent(user)}`,
    )
    const page = body.memories as typeof found
    found.push(...page)
    if (page.length < 1000) return found
  }
}
