import { type Memory, remove } from '../domain/memory.js'
import { type Actor, type Metadata, notBefore } from '../domain/metadata.js'
import type { Scope } from '../domain/scope.js'
import type { Position } from '../event-store/event-store.js'
import type { Streams } from '../event-store/streams.js'
import type { Known, Transact } from './transact.js'

export type DeleteParts = {
  readonly transact: Transact
  readonly streams: Streams
  readonly bank: (stream: string) => Promise<Known<string | null>>
  readonly memory: (scope: Scope, id: string) => Promise<Memory>
  readonly timeoutMs: number
  readonly now: () => string
  readonly newId: () => string
}

type Wish = { readonly scope: Scope; readonly memoryId: string; readonly actor: Actor }

/** Deletes a memory softly: its words leave every read but those of the past. Throws MemoryNotFound. */
export const createDelete =
  ({ transact, streams, bank, memory, timeoutMs, now, newId }: DeleteParts) =>
  async ({ scope, memoryId, actor }: Wish): Promise<Position | 'start'> => {
    const stream = streams.bank(scope.userId)
    const wish: Omit<Metadata, 'at'> = { commandId: newId(), userId: scope.userId, actor, reason: 'requested' }
    const at = now()
    const read = async () => {
      const { revision, state: lastAt } = await bank(stream)
      return { revision, state: { lastAt, memory: await memory(scope, memoryId) } }
    }
    const { position } = await transact(
      {
        stream,
        read,
        decide: ({ state }) => remove(state.memory, { memoryId, by: { ...wish, at: notBefore(state.lastAt, at) } }),
      },
      AbortSignal.timeout(timeoutMs),
    )
    return position
  }
