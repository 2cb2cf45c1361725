import type { DomainEvent } from '../../src/domain/all-events.js'
import type { EpisodeOf } from '../../src/domain/episode.js'
import type { MemoryOf, Wording } from '../../src/domain/memory/events.js'
import type { Readers } from '../../src/domain/scope.js'
import type { RunningApp } from './app.js'
import { clientOf } from './client.js'
import { uuid } from './histories.js'
import { samples } from './samples.js'

/** Four characters of a memory, behind those that are taken before. */
const stretchOf = (memoryId: string, before: readonly string[]) => {
  const start = 4 * before.filter((id) => id === memoryId).length
  return { memoryId, start, end: start + 4 }
}

const OWN: Readers = { workspaceId: null, agentId: null, visibility: null, grantedTo: [] }

type Fact = {
  readonly on: readonly string[]
  readonly memoryType?: 'semantic' | 'composite'
  readonly readers?: Readers
  readonly said?: Partial<Wording>
  readonly trust?: number
  /** Which episode it was extracted from, and which of its turns. */
  readonly episodeId?: string
  readonly turns?: [number, number]
}

/**
 * What a full ingest appends, as it may stand in the log: facts that rest on memories, what supersedes what, and links.
 * Each call waits until it is shown.
 */
export const factsOf = (app: RunningApp) => {
  const client = clientOf(app)
  const { 'MemoryStored.fact': sample, MemorySuperseded: superseded, MemoriesLinked: linked } = samples
  if (sample?.type !== 'MemoryStored' || superseded?.type !== 'MemorySuperseded' || linked?.type !== 'MemoriesLinked')
    throw new Error('the samples have changed')
  const written = sample.data.said
  if ('erased' in written) throw new Error('the samples have changed')
  let commands = 0
  const by = (userId: string) => ({
    ...sample.metadata,
    commandId: uuid(`fact command ${commands++}`),
    userId,
    at: new Date().toISOString(),
  })
  const append = async (userId: string, events: readonly DomainEvent[]): Promise<void> => {
    const position = await client.append(userId, events)
    const headers = { 'X-Min-Position': `${position}` }
    await app.ask(`/v1/memories/list?user_id=${encodeURIComponent(userId)}`, undefined, { headers })
  }
  return {
    append,
    by,
    /** Stores a fact that rests on these memories; its id. */
    state: async (userId: string, content: string, fact: Fact): Promise<string> => {
      const {
        on,
        memoryType = 'semantic',
        readers = OWN,
        episodeId = uuid(`facts of ${userId}`),
        turns = [0, 0],
      } = fact
      const memoryId = uuid(`${userId} ${content} ${commands}`)
      const { episodeId: _, ...metadata } = by(userId)
      const event: MemoryOf<'MemoryStored'> = {
        ...sample,
        metadata: { ...metadata, episodeId, memoryId, version: 1 },
        data: {
          ...sample.data,
          ...readers,
          // Of one time the later is told by its place.
          place: { ...sample.data.place, ordinal: commands },
          trust: fact.trust ?? sample.data.trust,
          memoryType,
          turns,
          claimType: memoryType === 'composite' ? null : 'stated',
          evidence: on.map((id, n) => stretchOf(id, on.slice(0, n))),
          said: { ...written, content, subject: 'anna', headline: '', overview: content, ...fact.said },
        },
      }
      const recorded = samples.EpisodeRecorded as EpisodeOf<'EpisodeRecorded'>
      const frame: readonly DomainEvent[] =
        fact.episodeId === undefined
          ? [{ ...recorded, metadata: { ...metadata, episodeId }, data: { ...recorded.data, ...readers } }]
          : []
      await append(userId, [...frame, event])
      return memoryId
    },
    /** Supersedes one memory, in the given version, by another; by none, it is retracted. */
    supersede: (userId: string, memoryId: string, next: { readonly version: number; readonly by: string | null }) =>
      append(userId, [
        {
          type: 'MemorySuperseded',
          metadata: {
            ...by(userId),
            memoryId,
            version: next.version,
            reason: next.by === null ? 'retracted' : 'superseded',
          },
          data: { by: next.by },
        },
      ]),
    link: (userId: string, links: EpisodeOf<'MemoriesLinked'>['data']['links']) =>
      append(userId, [{ ...linked, metadata: by(userId), data: { links } }]),
    mention: (userId: string, mentions: readonly (readonly [string, string, EntityType])[]) =>
      append(userId, [
        {
          type: 'EntitiesMentioned',
          metadata: { ...by(userId), episodeId: uuid(`facts of ${userId}`) },
          data: { mentions: mentions.map(([memoryId, name, type]) => ({ memoryId, said: { name, type } })) },
        },
      ]),
  }
}

type Mention = EpisodeOf<'EntitiesMentioned'>['data']['mentions'][number]['said']
type EntityType = Extract<Mention, { readonly name: string }>['type']
