import { DEFAULT_TRUST } from '../domain/agent.js'
import type { Scope } from '../domain/scope.js'
import type { Database } from '../postgres/database.js'
import { type Sql, sql, whole } from '../postgres/sql.js'
import { type Filters, isNarrowing, passingAmong, readPassing, wantedOf } from '../queries/filters.js'
import type { Group, MemoryIndex } from './memory-index.js'

/** What one caller sees of an index: whole groups of readers, never a single memory more. */
export type VisibleIndex = {
  readonly memoryIndex: MemoryIndex
  readonly groups: readonly Group[]
  /** By index of the group: 1 where the caller may read its memories. */
  readonly mask: Uint8Array
  /** By index of the group: how far others trust its agent, 0 to 1. */
  readonly trust: Float64Array
  /** The ids that pass the filters, where it is known. */
  readonly permitted: ReadonlySet<string> | undefined
}

/** Groups of readers by key, each with the trust in its agent; null where nothing was set, and where the caller is that agent. */
export type TrustByGroup = ReadonlyMap<string, number | null>

/** The groups that the caller sees; one that the index does not have has no active memory. */
export const visibleIndex = (
  memoryIndex: MemoryIndex,
  seen: TrustByGroup,
  permitted: ReadonlySet<string> | undefined,
): VisibleIndex => {
  const groups: Group[] = []
  const mask = new Uint8Array(memoryIndex.groups.size + 1)
  const trust = new Float64Array(memoryIndex.groups.size + 1).fill(DEFAULT_TRUST)
  for (const [key, level] of seen) {
    const group = memoryIndex.groups.get(key)
    if (group === undefined) continue
    groups.push(group)
    mask[group.index] = 1
    trust[group.index] = level ?? DEFAULT_TRUST
  }
  return { memoryIndex, groups, mask, trust, permitted }
}

/** The words as the visible memories write them, and how many of them hold each. */
export const visibleWords = ({ groups: [first, ...others] }: VisibleIndex): ReadonlyMap<string, number> => {
  if (first === undefined || others.length === 0) return first?.words ?? new Map()
  const words = new Map(first.words)
  for (const group of others)
    for (const [word, memories] of group.words) words.set(word, (words.get(word) ?? 0) + memories)
  return words
}

/** Where more memories pass, the ids of all of them would take longer to send than to ask which of the best pass. */
const FEW = 2000

/** One text: an array takes several times as long to write and to read. */
const packed: Sql = sql`coalesce(string_agg(m.id::text, ','), '')`

/** The memories that pass the filters; undefined where no filter is set, and where they are not few. */
export const readFewPermitted = async (
  db: Database,
  scope: Scope,
  filters: Filters,
): Promise<ReadonlySet<string> | undefined> => {
  if (!isNarrowing(filters)) return undefined
  const [row] = await db.rows<{ readonly ids: string | null }>(sql`/* index: the few that pass the filters */
    select case when count(*) <= ${whole(FEW)} then ${packed} end as ids
    from (select id from ${wantedOf(scope, filters)} as m limit ${whole(FEW + 1)}) as m`)
  return row?.ids == null ? undefined : new Set(row.ids.split(','))
}

/** Which memories pass the filters, where they are not few. */
export type PermittedReads = {
  readonly among: (ids: readonly string[]) => Promise<ReadonlySet<string>>
  readonly all: () => Promise<ReadonlySet<string>>
}

export const permittedReads = (db: Database, scope: Scope, filters: Filters): PermittedReads => ({
  among: (ids) => passingAmong(db, wantedOf(scope, filters), ids),
  all: async () => new Set((await readPassing(db, scope, filters))?.split(',')),
})
