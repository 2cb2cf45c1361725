import fc from 'fast-check'
import { v5 } from 'uuid'
import type { DomainEvent } from '../../src/domain/all-events.js'
import type { MemoryOf } from '../../src/domain/memory/events.js'
import {
  blanked,
  contested,
  erasedIn,
  farewell,
  ingested,
  namesAndLinks,
  readersOf,
  toldElsewhere,
  VERBS,
  WORDS,
  wiped,
  withStretches,
  workedOut,
} from './history-parts.js'
import { characterOf, embeddingOf } from './history-words.js'
import { recallOf } from './recall-samples.js'
import { recordedEpisode } from './recorded-episode.js'

const NAMESPACE = '11111111-1111-5111-8111-111111111111'
export const uuid = (name: string) => v5(name, NAMESPACE)

/** What one append of a random history does to one of a few memories. */
type Step = {
  readonly user: number
  readonly memory: number
  readonly verb: Verb
  readonly words: readonly number[]
  readonly readers: number
  readonly session: number
}

type Verb = (typeof VERBS)[number] | 'leave'

const stepOf = (verbs: readonly Verb[]): fc.Arbitrary<Step> =>
  fc.record({
    user: fc.integer({ min: 0, max: 1 }),
    memory: fc.integer({ min: 0, max: 7 }),
    verb: fc.constantFrom(...verbs),
    words: fc.array(fc.integer({ min: 0, max: WORDS.length - 1 }), { maxLength: 6 }),
    readers: fc.integer({ min: 0, max: 4 }),
    session: fc.integer({ min: 0, max: 1 }),
  })

/** Random histories: appends of events that could have happened, in the order that they did. */
const historiesFrom = (minLength: number, verbs: readonly Verb[] = [...VERBS, 'leave']) =>
  fc.array(stepOf(verbs), { minLength, maxLength: 40 }).map((steps) => {
    const versions = new Map<string, number>()
    return withStretches(steps.flatMap((each, i) => appendOf(each, i, versions)))
  })
export const histories = historiesFrom(1)
/** In which nobody is erased whole. */
export const historiesOfStaying = historiesFrom(1, VERBS)
/** In which most memories have come through several versions. */
export const longHistories = historiesFrom(30)

const appendOf = (s: Step, i: number, versions: Map<string, number>): readonly (readonly DomainEvent[])[] => {
  const memoryId = uuid(`${s.user} ${s.memory}`)
  const before = versions.get(memoryId) ?? 0
  const by = {
    commandId: uuid(`command ${i}`),
    userId: `user ${s.user}`,
    at: new Date(Date.UTC(2026, 0, 1, 0, i)).toISOString(),
    actor: { key: i % 5 === 0 ? ('admin' as const) : ('standard' as const), agentId: null },
    episodeId: uuid(`episode ${s.user} ${s.memory}`),
  }
  const m = { ...by, memoryId, version: before + 1 }
  const storing = s.verb === 'store' || s.verb === 'pend'
  if (storing !== (before === 0) || before >= 100) return []
  if (s.verb !== 'recall' && s.verb !== 'extract' && s.verb !== 'contest')
    versions.set(memoryId, s.verb === 'erase' ? 100 : before + 1)
  const other = uuid(`${s.user} ${(s.memory + 3) % 8}`)
  const character = characterOf(s, other)
  const readers = readersOf(s.readers)
  const place = { session: `session ${s.session}`, ordinal: (i * 7) % 20 }
  const stored = (status: 'active' | 'pending'): MemoryOf<'MemoryStored'> => ({
    type: 'MemoryStored',
    metadata: m,
    data: {
      ...readers,
      ...character,
      status,
      place,
      sourceSite: 'test',
      sessionId: null,
      observedAt: by.at,
      occurredOn: '2026-01-01',
      role: s.session === 1 ? 'user' : null,
      turns: s.readers === 4 ? null : [0, s.session],
    },
  })
  const waiting = s.readers === 1 ? { waits: true as const } : {}
  const activated = ingested(by, { memoryId, ordinal: place.ordinal, ...waiting }, other)
  const answered = {
    type: 'RequestAnswered' as const,
    metadata: by,
    data: { key: `${s.session}`.repeat(64), request: 'ab'.repeat(32), answer: `${i}` },
  }
  const names = s.words.flatMap((n) => WORDS[n] ?? [])
  const vector = [...embeddingOf(s, m), ...namesAndLinks(names, other, m)]
  const recorded = recordedEpisode(by, readers)
  switch (s.verb) {
    case 'store':
      return [[recorded, stored('active'), ...vector, answered]]
    case 'pend':
      if (s.session === 0 && s.readers > 2) versions.set(memoryId, 100)
      return [
        [recorded, stored('pending'), ...vector],
        s.session === 1 ? [activated] : s.readers > 2 ? [blanked(by, [memoryId])] : [],
      ].filter((append) => append.length > 0)
    case 'update':
      return [[{ type: 'MemoryUpdated', metadata: m, data: character }, ...vector]]
    case 'share':
      return [
        [
          {
            type: 'MemoryShared',
            metadata: m,
            data: {
              workspaceId: 'w',
              agentId: 'a',
              visibility: 'restricted',
              grantedTo: ['b', 'c'].slice(0, s.session),
            },
          },
          trusted(s, by, versions),
        ],
      ]
    case 'delete':
      return [[{ type: 'MemoryDeleted', metadata: m, data: {} }]]
    case 'supersede':
      return [[{ type: 'MemorySuperseded', metadata: m, data: { by: s.session === 0 ? other : null } }]]
    case 'restore':
      return [[{ type: 'MemoryRestored', metadata: m, data: { of: 1, ...character } }, ...vector]]
    case 'contest':
      return contested(by, [memoryId, other], s.session === 1).map((event) => [event])
    case 'extract':
      return [workedOut(by, memoryId, other)]
    case 'clarify':
      if (s.readers === 2) return [[{ type: 'MemoryContested', metadata: m, data: {} }]]
      return [[{ type: 'MemoryClarified', metadata: m, data: { outcome: s.session === 0 ? 'active' : 'deleted' } }]]
    case 'erase':
      return [
        [
          {
            type: 'MemoryErased',
            metadata: m,
            data: erasedIn(by.episodeId, uuid(`episode ${s.user} ${(s.memory + 1) % 8}`)),
          },
        ],
      ]
    case 'purge':
      return [[{ type: 'MemoriesDeleted', metadata: by, data: { memories: alsoDeleted(s, versions) } }]]
    case 'wipe': {
      const memories = alsoDeleted(s, versions)
      for (const [id] of memories) versions.set(id, 100)
      return [[wiped(by, memories, uuid(`episode ${s.user} ${(s.memory + 2) % 8}`))]]
    }
    case 'blank':
      versions.set(memoryId, before)
      return [[blanked(by, []), toldElsewhere(by, [memoryId, other], s.session)]]
    case 'leave':
      forgetAll(s, versions)
      return [[farewell(by)]]
    case 'recall':
      return [recallOf(by, { i, memoryId, times: 1 + s.session })]
  }
}

/** The agent is trusted as much as its memory is shared. */
const trusted = (s: Step, { episodeId: _, ...by }: By, versions: Map<string, number>): DomainEvent => {
  const agentId = ['a', 'b'][s.session] ?? ''
  const version = (versions.get(`agent ${s.user} ${agentId}`) ?? 0) + 1
  versions.set(`agent ${s.user} ${agentId}`, version)
  const said = version % 3 === 0 ? ({ erased: true } as const) : { displayName: s.words.length > 2 ? 'Anton' : null }
  return {
    type: 'AgentTrustSet',
    metadata: { ...by, agentId, version },
    data: { trust: s.words.length / 6, said },
  }
}
type By = Omit<MemoryOf<'MemoryStored'>['metadata'], 'memoryId' | 'version'>

/** What the user had is changed no more. */
const forgetAll = ({ user }: Step, versions: Map<string, number>): void => {
  for (let n = 0; n < 8; n++) if (versions.has(uuid(`${user} ${n}`))) versions.set(uuid(`${user} ${n}`), 100)
  for (const agentId of ['a', 'b']) versions.delete(`agent ${user} ${agentId}`)
}

/** The memory itself, which has its new version already, and another of the same user. */
const alsoDeleted = ({ user, memory }: Step, versions: Map<string, number>): [string, number][] => {
  const [id, other] = [uuid(`${user} ${memory}`), uuid(`${user} ${(memory + 1) % 8}`)]
  const before = versions.get(other) ?? 100
  if (before < 100) versions.set(other, before + 1)
  return [[id, versions.get(id) ?? 1], ...(before < 100 ? [[other, before + 1] satisfies [string, number]] : [])]
}
