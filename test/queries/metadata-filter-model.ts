import fc from 'fast-check'
import type { Database } from '../../src/postgres/database.js'
import { sql } from '../../src/postgres/sql.js'
import { fill, uuid } from '../search/world.js'

const MEMORIES = 12
const EPISODES_OF_ONE = 4

type Metadata = Readonly<Record<string, unknown>>
type Filter = Readonly<Record<string, unknown>>
type Told = { readonly metadata: Metadata; readonly isReadable: boolean }
export type Memory = {
  readonly own: Metadata
  readonly episode: Metadata
  /** Where it was said again. */
  readonly again: readonly Told[]
  /** The number of an earlier memory that it rests on. */
  readonly restsOn: number | null
}

const KEYS = ['a', 'b', 'a "quoted" \\ ключ.$', 'not']
const DATES = [
  '2026-05-08',
  '2026-05-08T10:00:00Z',
  '2026-05-08T10:00Z',
  '2026-05-08T12:30+02:00',
  '2026-05-08T12:00:00.5+02:00',
  '2026-05-09 01:00:00+03:00',
  '2026-05-08T23:59:59.999999',
  '2026-05-09',
]
const scalars = [1, 2, 2.5, -1, '1', 'x', '', true, false, null, ...DATES, 'soon', '2026-99-99T', '10:00:00']
const scalar = fc.constantFrom(...scalars)
const value = fc.oneof(
  { weight: 4, arbitrary: scalar },
  { weight: 2, arbitrary: fc.array(scalar, { maxLength: 3 }) },
  { weight: 1, arbitrary: fc.constantFrom<unknown>([['x', 1]], { b: 1 }, [{ in: 1 }], {}) },
)
const key = fc.constantFrom(...KEYS)
const metadata = fc.dictionary(key, value, { maxKeys: 3 })
const told = fc.record({ metadata, isReadable: fc.boolean() })
export const memories = fc.array(
  fc.record({
    own: fc.oneof(fc.constant({}), metadata),
    episode: metadata,
    again: fc.oneof(fc.constant([]), fc.array(told, { maxLength: EPISODES_OF_ONE - 1 })),
    restsOn: fc.constantFrom(null, null, 0, 1),
  }),
  { minLength: MEMORIES, maxLength: MEMORIES },
)
/** The first two are what others rest on: these say nothing of their own. */
export const asBasis = (memory: Memory, n: number): Memory => (n < 2 ? { ...memory, own: {}, restsOn: null } : memory)

const bound = fc.constantFrom<unknown>(
  1,
  2,
  '2026-05-08',
  '2026-05-09',
  '2026-05-08T10:00:00.000Z',
  '2026-05-08T10:30:00.000Z',
)
const conditions = fc
  .record(
    {
      in: fc.array(scalar, { minLength: 1, maxLength: 3 }),
      ...{ gt: bound, gte: bound, lt: bound, lte: bound },
      exists: fc.boolean(),
      not: fc.oneof(scalar, fc.record({ in: fc.array(scalar, { minLength: 1, maxLength: 2 }) })),
    },
    { requiredKeys: [] },
  )
  .filter((each) => Object.keys(each).length > 0)
const field = fc.oneof(
  fc.tuple(key, scalar),
  fc.tuple(
    fc.constantFrom('a', 'b', 'any'),
    fc.oneof(conditions, fc.record({ in: fc.array(scalar, { minLength: 1 }) })),
  ),
)
export const filterOf = (depth: number): fc.Arbitrary<Filter> => {
  if (depth === 0) return fc.array(field, { minLength: 1, maxLength: 2 }).map(Object.fromEntries)
  const inner = filterOf(depth - 1)
  const group = fc.tuple(fc.constantFrom('all', 'any'), fc.array(inner, { minLength: 1, maxLength: 2 }))
  const entry = fc.oneof(field, group, fc.tuple(fc.constant('not'), inner))
  return fc.array<readonly [string, unknown]>(entry, { minLength: 1, maxLength: 3 }).map(Object.fromEntries)
}

/** What a filter means, told another way: by rules on values. */
const instantOf = (text: string): number => {
  const written = text.replace(' ', 'T')
  return Date.parse(written.length === 10 || /(?:Z|[+-]\d\d:\d\d)$/.test(written) ? written : `${written}Z`)
}
const ORDER: Readonly<Record<string, (order: number) => boolean>> = {
  gt: (order) => order > 0,
  gte: (order) => order >= 0,
  lt: (order) => order < 0,
  lte: (order) => order <= 0,
}
const orderOf = (member: unknown, limit: unknown): number => {
  if (typeof member === 'number' && typeof limit === 'number') return member - limit
  if (typeof member !== 'string' || typeof limit !== 'string') return Number.NaN
  if (limit.length > 10) return instantOf(member) - instantOf(limit)
  if (!/^\d{4}-\d\d-\d\d(?:[T ]|$)/.test(member)) return Number.NaN
  const day = member.slice(0, 10)
  return day < limit ? -1 : Number(day > limit)
}
const isObject = (each: unknown): each is Filter => typeof each === 'object' && each !== null && !Array.isArray(each)
const meets = (member: unknown, tests: Filter): boolean =>
  Object.entries(tests).every(([name, operand]) =>
    name === 'in'
      ? Array.isArray(operand) && operand.includes(member)
      : ORDER[name]?.(orderOf(member, operand)) === true,
  )

type Question = {
  readonly hasNot: boolean
  readonly ask: (memory: readonly Metadata[]) => boolean
  readonly one: (its: Metadata) => boolean
}
const ofOne = (one: Question['one']): Question => ({ hasNot: false, one, ask: (tellings) => tellings.some(one) })
const none = (inner: Question): Question => ({
  hasNot: true,
  one: () => false,
  ask: (tellings) => !inner.ask(tellings),
})
const group = (kind: 'every' | 'some', questions: readonly Question[]): Question => {
  const free = questions.filter(({ hasNot }) => !hasNot)
  const asked = ofOne((its) => free[kind](({ one }) => one(its)))
  if (free.length === questions.length) return asked
  const others = questions.filter(({ hasNot }) => hasNot)
  const all = free.length > 0 ? [asked, ...others] : others
  return { hasNot: true, one: () => false, ask: (tellings) => all[kind](({ ask }) => ask(tellings)) }
}
const under = (name: string, asked: unknown): readonly Question[] => {
  if (!isObject(asked)) return under(name, { in: [asked] })
  const { exists, not, ...tests } = asked
  const has = ofOne((its) => Object.hasOwn(its, name))
  const members = (its: Metadata) => (Object.hasOwn(its, name) ? [its[name]].flat() : [])
  return [
    ...(Object.keys(tests).length > 0 ? [ofOne((its) => members(its).some((each) => meets(each, tests)))] : []),
    ...(exists === undefined ? [] : [exists ? has : none(has)]),
    ...(not === undefined ? [] : [none(group('every', under(name, not)))]),
  ]
}
/** Lists of what all has to hold are one list: what of it is without `not` is asked of one telling. */
const questionsIn = (filter: Filter): readonly Question[] =>
  Object.entries(filter).flatMap(([name, asked]): readonly Question[] => {
    if (Array.isArray(asked)) {
      const parts = asked.filter(isObject)
      return name === 'all'
        ? parts.flatMap(questionsIn)
        : [
            group(
              'some',
              parts.map((each) => group('every', questionsIn(each))),
            ),
          ]
    }
    return name === 'not' && isObject(asked) ? [none(group('every', questionsIn(asked)))] : under(name, asked)
  })

const tellingsOf = (all: readonly Memory[], { own, episode, again, restsOn }: Memory): readonly Metadata[] => {
  const basis = restsOn === null ? undefined : all[restsOn]
  const readable = (memory: Memory) =>
    memory.again.flatMap(({ metadata: its, isReadable }) => (isReadable ? [its] : []))
  return [
    { ...episode, ...own },
    ...again.flatMap(({ metadata: its, isReadable }) => (isReadable ? [{ ...its, ...own }] : [])),
    ...(basis === undefined ? [] : [basis.episode, ...readable(basis)]),
  ]
}

const episodeId = (memory: number, n: number): string => uuid(1000 + memory * EPISODES_OF_ONE + n)

/** Fills the read tables with memories of agent a, said in episodes of agent b. */
export const store = async (db: Database, all: readonly Memory[]): Promise<void> => {
  await fill(
    db,
    all.map(({ restsOn }, n) => ({
      content: `memory number ${n}`,
      ...{ workspace: 'crew', agent: 'a', restsOn: restsOn === null ? [] : [restsOn] },
    })),
  )
  const episodes = all.flatMap(({ episode, again }, m) =>
    [{ metadata: episode, isReadable: true }, ...again].map((its, n) => ({
      ...its,
      id: episodeId(m, n),
      memory: uuid(m),
      n,
    })),
  )
  const rows = sql`jsonb_to_recordset(${JSON.stringify(episodes)}::jsonb)
    as r(id uuid, memory uuid, n int, metadata jsonb, "isReadable" boolean)`
  await db.rows(sql`truncate episode, memory_telling`)
  await db.rows(sql`
    insert into episode (user_id, id, workspace_id, agent_id, visibility, granted_to, state, source_site, source_url, observed_at,
      metadata, recorded_at, awaits, request_hash, attempts, fell_back)
    select 'u1', r.id, 'crew', 'b', case when r."isReadable" then 'workspace' else 'agent_only' end, '{}', 'ingested', 'chat', '',
           now(), r.metadata, now(), '', '', 0, false
    from ${rows}`)
  await db.rows(sql`
    insert into memory_telling (user_id, memory_id, episode_id, turn, first_turn, told_on, recorded_at, is_first)
    select 'u1', r.memory, r.id, 0, 0, '2026-05-08', now(), r.n = 0
    from ${rows}`)
  const own = all.map((memory, n) => ({ id: uuid(n), episode: episodeId(n, 0), metadata: memory.own }))
  await db.rows(sql`
    update memory_text t set metadata = r.metadata
    from jsonb_to_recordset(${JSON.stringify(own)}::jsonb) as r(id uuid, metadata jsonb)
    where t.user_id = 'u1' and t.id = r.id`)
  await db.rows(sql`
    insert into memory_access (user_id, id, access_count, last_accessed_at)
    select user_id, id, 0, now()
    from memory
    on conflict do nothing`)
  await db.rows(sql`
    update memory m set episode_id = r.episode, turn = 0, last_turn = 0
    from jsonb_to_recordset(${JSON.stringify(own)}::jsonb) as r(id uuid, episode uuid)
    where m.user_id = 'u1' and m.id = r.id`)
}

/** The ids of the memories of which a filter is true, for agent a. */
export const passing = (all: readonly Memory[], filter: Filter): readonly string[] => {
  const question = group('every', questionsIn(filter))
  return all.flatMap((memory, n) => (question.ask(tellingsOf(all, memory)) ? [uuid(n)] : []))
}
