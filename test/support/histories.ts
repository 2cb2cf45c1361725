import fc from 'fast-check'
import { v5 } from 'uuid'
import type { DomainEvent } from '../../src/domain/events.js'
import type { MemoryOf } from '../../src/domain/memory.js'
import type { Visibility } from '../../src/domain/readers.js'

const NAMESPACE = '11111111-1111-5111-8111-111111111111'
export const uuid = (name: string) => v5(name, NAMESPACE)
const WORDS = ['tea', 'green', 'Lisbon', 'Anna', 'moved', 'bicycle', 'not', '42', 'violin', 'why', 'garden', 'blue']

/** What one append of a random history does to one of a few memories. */
type Step = {
  readonly user: number
  readonly memory: number
  readonly verb: 'store' | 'pend' | 'update' | 'share' | 'delete' | 'supersede' | 'clarify' | 'erase' | 'recall'
  readonly words: readonly number[]
  readonly readers: number
  readonly session: number
}

const step: fc.Arbitrary<Step> = fc.record({
  user: fc.integer({ min: 0, max: 1 }),
  memory: fc.integer({ min: 0, max: 7 }),
  verb: fc.constantFrom(
    'store',
    'store',
    'store',
    'pend',
    'update',
    'share',
    'delete',
    'supersede',
    'clarify',
    'erase',
    'recall',
  ),
  words: fc.array(fc.integer({ min: 0, max: WORDS.length - 1 }), { maxLength: 6 }),
  readers: fc.integer({ min: 0, max: 4 }),
  session: fc.integer({ min: 0, max: 1 }),
})

/** Random histories: appends of events that could have happened, in the order that they did. */
export const histories = fc.array(step, { minLength: 1, maxLength: 40 }).map((steps) => {
  const versions = new Map<string, number>()
  return steps.flatMap((each, i) => appendOf(each, i, versions))
})

const readersOf = (n: number) => {
  const visibility: readonly (Visibility | null)[] = [null, 'workspace', 'agent_only', 'restricted', null]
  return {
    workspaceId: n === 0 ? null : 'w',
    agentId: n === 0 ? null : n === 4 ? 'b' : 'a',
    visibility: visibility[n] ?? null,
    grantedTo: n === 3 ? ['b', 'c'] : [],
  }
}

const appendOf = (s: Step, i: number, versions: Map<string, number>): readonly (readonly DomainEvent[])[] => {
  const memoryId = uuid(`${s.user} ${s.memory}`)
  const before = versions.get(memoryId) ?? 0
  const by = {
    commandId: uuid(`command ${i}`),
    userId: `user ${s.user}`,
    at: new Date(Date.UTC(2026, 0, 1, 0, i)).toISOString(),
    actor: { key: 'standard' as const, agentId: null },
    episodeId: uuid(`episode ${i}`),
  }
  const m = { ...by, memoryId, version: before + 1 }
  const storing = s.verb === 'store' || s.verb === 'pend'
  if (storing !== (before === 0) || before >= 100) return []
  if (s.verb !== 'recall') versions.set(memoryId, s.verb === 'erase' ? 100 : before + 1)
  const character = characterOf(s)
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
    },
  })
  const activated = {
    type: 'EpisodeIngested' as const,
    metadata: by,
    data: { counts: NONE, memoryIds: [], activated: [{ memoryId, ordinal: place.ordinal }] },
  }
  const vector = embeddingOf(s, m)
  switch (s.verb) {
    case 'store':
      return [[stored('active'), ...vector]]
    case 'pend':
      return s.session === 0 ? [[stored('pending'), ...vector]] : [[stored('pending'), ...vector], [activated]]
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
        ],
      ]
    case 'delete':
      return [[{ type: 'MemoryDeleted', metadata: m, data: {} }]]
    case 'supersede':
      return [[{ type: 'MemorySuperseded', metadata: m, data: { by: uuid('another') } }]]
    case 'clarify':
      return [[{ type: 'MemoryClarified', metadata: m, data: { outcome: s.session === 0 ? 'active' : 'deleted' } }]]
    case 'erase':
      return [[{ type: 'MemoryErased', metadata: m, data: {} }]]
    case 'recall':
      return [[{ type: 'MemoriesRecalled', metadata: by, data: { recalls: [{ memoryId, times: 1 + s.session }] } }]]
  }
}

const NONE = {
  factsExtracted: 0,
  memoriesStored: 0,
  memoriesUpdated: 0,
  memoriesDeleted: 0,
  memoriesSkipped: 0,
  duplicates: 0,
  linksCreated: 0,
  compositesCreated: 0,
}

const characterOf = ({ words, readers }: Step) => {
  const speaker = readers % 2 === 0 ? 'Anna' : null
  const text = words.map((n) => WORDS[n]).join(' ')
  return {
    memoryType: 'semantic' as const,
    network: 'world' as const,
    importance: words.length / 10,
    trust: 1,
    said: {
      content: speaker === null ? text : `${speaker}: ${text}`,
      speaker,
      subject: speaker?.toLowerCase() ?? null,
      keywords: text,
      opinionConfidence: null,
      observationSubject: null,
      metadata: { embedding: 'a key that is a column too' },
    },
  }
}

const embeddingOf = (
  { words }: Step,
  { version, ...m }: MemoryOf<'MemoryStored'>['metadata'],
): readonly DomainEvent[] => {
  if (words.length === 0) return []
  const floats = Float32Array.from({ length: 4 }, (_, i) => Math.sin(1 + i + (words[i % words.length] ?? 0)))
  const vector = Buffer.from(floats.buffer).toString('base64')
  return [
    { type: 'MemoryEmbedded', metadata: m, data: { of: version, model: 'test', dimensions: 4, embedding: { vector } } },
  ]
}
