import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { isOfUser, type UserEvent } from '../../../domain/all-events.js'
import { canonicalJson } from '../../../domain/canonical-json.js'
import { isAnonymous, type Recorded, type StreamName, twinOf } from '../../../event-store/event-store.js'
import type { Database } from '../../../postgres/database.js'
import { foldEvent } from '../fold/fold-event.js'
import { createRows, KEYS, keyText, type ModelRow, type Rows, type Table } from '../fold/rows.js'
import { readEvent, readStreams } from '../read-log.js'
import type { Replayed } from '../replayed.js'
import type { Mismatch } from './check-report.js'
import { inLog } from './check-streams.js'
import { type Columns, KINDS, type Page, readPage } from './read-rows.js'

/** Whether an event makes the next version of each memory, or of an agent's trust. Call it before the event is folded. */
const checkVersions = (rows: Rows, recorded: Recorded, event: UserEvent): Mismatch | undefined => {
  for (const [what, table, id, version] of versionsMadeBy(event)) {
    const before = rows.of(table, id).length
    if (before === 0 && table === 'memory_version' && event.type !== 'MemoryStored')
      return inLog(recorded, `it makes version ${version} of ${what}, which was never stored`)
    if (version !== before + 1)
      return inLog(recorded, `it makes version ${version} of ${what}, after version ${before}`)
  }
  return undefined
}

type Made = readonly [what: string, table: Table, id: string, version: number]

const versionsMadeBy = ({ type, data, metadata }: UserEvent): readonly Made[] => {
  const ofMemory = (id: string, version: number): Made => [`memory ${id}`, 'memory_version', id, version]
  if (type === 'MemoriesDeleted' || type === 'MemoriesErased')
    return data.memories.map(([id, version]) => ofMemory(id, version))
  if (type === 'AgentTrustSet') return [["an agent's trust", 'agent_trust', metadata.agentId, metadata.version]]
  return 'memoryId' in metadata && 'version' in metadata ? [ofMemory(metadata.memoryId, metadata.version)] : []
}

/** Memories or episodes per page: it bounds how long a server that runs a check keeps its requests waiting. */
const PAGE = 200

type CheckedUser = {
  readonly mismatch: Mismatch | undefined
  readonly memories: number
  readonly versions: number
  readonly episodes: number
  readonly rows: number
}

type Checking = {
  readonly user: string
  /** That of the user's memories. */
  readonly stream: StreamName
  /** The last revisions that the log has been checked to. */
  readonly ends: ReadonlyMap<StreamName, bigint>
  readonly signal: AbortSignal
}

/** The read models that a fold is compared with. */
export type Compared = { readonly db: Database; readonly columns: Columns }

/**
 * Folds the streams of a user, and compares the read models with it, page by page. Each page is one snapshot and says how far the
 * streams had been applied by then; the fold continues to exactly that point. So the comparison is right while the service
 * writes, and blocks no write. Without read models it folds all there is.
 */
export const checkUser = async (
  replayed: Pick<Replayed, 'store'>,
  readModels: Compared | undefined,
  { user, stream, ends, signal }: Checking,
): Promise<CheckedUser> => {
  const fold = folding(replayed, { user, stream, anonymous: readModels === undefined })
  let compared = 0
  const compare = async ({ db, columns }: Compared, tables: readonly Table[]): Promise<Mismatch | undefined> => {
    for (let after: string | undefined; ; ) {
      const page: Page = await readPage(db, tables, { columns, user, after, size: PAGE })
      const wrong = await fold.to(page.revisions, signal)
      if (wrong) return wrong
      for (const [table, actual] of page.rows) {
        const expected = fold.rows.within(table, page.range)
        const found = firstDifference(user, table, { log: expected, readModels: actual })
        if (found) return found
        compared += actual.length
      }
      after = page.range.last
      if (after === undefined) return undefined
    }
  }
  let mismatch: Mismatch | undefined
  if (readModels === undefined) mismatch = await fold.to(ends, signal)
  else for (const tables of KINDS) mismatch ??= await compare(readModels, tables)
  const { count } = fold.rows
  return {
    mismatch,
    memories: count('memory'),
    versions: count('memory_version'),
    episodes: count('episode'),
    rows: compared,
  }
}

type Folding = Pick<Checking, 'user' | 'stream'> & {
  /** Whether events count that do not name the user any more: no read model shows what they say. */
  readonly anonymous: boolean
}

/** A fold that advances to a given point, and never back. */
const folding = ({ store }: Pick<Replayed, 'store'>, { user, stream, anonymous }: Folding) => {
  const rows = createRows()
  const folded = new Map<StreamName, bigint>([
    [stream, -1n],
    [twinOf(stream) ?? stream, -1n],
  ])
  const ids = new Map<string, bigint>()
  const take = (recorded: Recorded): Mismatch | undefined => {
    folded.set(recorded.stream, recorded.revision)
    const before = ids.get(recorded.id)
    if (before !== undefined) return inLog(recorded, `the event at position ${before} has the same id`)
    ids.set(recorded.id, recorded.position)
    const event = readEvent(recorded)
    if (!isOfUser(event) || (isAnonymous(recorded) && !anonymous)) return undefined
    const wrong = checkVersions(rows, recorded, event)
    foldEvent(rows, event)
    return wrong
  }
  const to = async (revisions: Page['revisions'], signal: AbortSignal): Promise<Mismatch | undefined> => {
    const parts = [...folded].map(([stream, at]) => ({ stream, from: at + 1n, to: revisions.get(stream) ?? -1n }))
    const behind = parts.filter((part) => part.to >= part.from)
    for await (const recorded of readStreams(store, behind, signal)) {
      const wrong = take(recorded)
      if (wrong) return wrong
    }
    const beyond = parts.find((part) => (folded.get(part.stream) ?? -1n) < part.to)
    return beyond && beyondLog(user, beyond.stream, { log: folded.get(beyond.stream) ?? -1n, readModels: beyond.to })
  }
  return { rows, to }
}

/** The read models claim a revision that the log does not have. */
export const beyondLog = (
  user: string,
  stream: StreamName,
  { log, readModels }: { readonly log: bigint; readonly readModels: bigint },
): Mismatch => ({
  in: 'read models',
  table: 'bank',
  key: { user_id: user, stream },
  column: 'revision',
  log: log < 0n ? 'no such stream' : `${log} at the end`,
  readModels: `${readModels}`,
})

type Sides = { readonly log: readonly ModelRow[]; readonly readModels: readonly ModelRow[] }

/** The first row, by its key, that differs between the two sides. */
const firstDifference = (user: string, table: Table, { log, readModels }: Sides): Mismatch | undefined => {
  const expected = byKey(table, log)
  const actual = byKey(table, readModels)
  for (const key of [...new Set([...expected.keys(), ...actual.keys()])].sort()) {
    const [mine, theirs] = [expected.get(key), actual.get(key)]
    const at = { in: 'read models', table, key: keyOf(user, table, mine ?? theirs) } as const
    if (mine === undefined) return { ...at, column: null, log: 'no such row', readModels: 'a row' }
    if (theirs === undefined) return { ...at, column: null, log: 'a row', readModels: 'no such row' }
    const column = Object.keys(mine).find((name) => isDifferent(name, mine[name], theirs[name]))
    if (column !== undefined)
      return { ...at, column, log: shown(column, mine[column]), readModels: shown(column, theirs[column]) }
  }
  return undefined
}

const byKey = (table: Table, rows: readonly ModelRow[]): ReadonlyMap<string, ModelRow> =>
  new Map(rows.map((row) => [keyText(table, row), row]))

const keyOf = (user: string, table: Table, row: ModelRow | undefined): Record<string, string> => ({
  user_id: user,
  ...Object.fromEntries(KEYS[table].map((column) => [column, String(row?.[column])])),
})

/** Columns that hold what was said, or names. */
const CONTENT = new Set([
  'subject',
  'key',
  'role',
  'content',
  'speaker',
  'keywords',
  'metadata',
  'observation_subject',
  'summary',
  'overview',
  'valid_words',
  'fact',
  'facts',
  'source_url',
  'name',
  'display_name',
  'pattern',
  'wrong_example',
  'right_example',
])

const isDifferent = (column: string, mine: unknown, theirs: unknown): boolean =>
  CONTENT.has(column) ? !isDeepStrictEqual(mine, theirs) : !isDeepStrictEqual(plain(mine), plain(theirs))

/** Numbers may be large ones, and instants have more or fewer digits. */
const plain = (value: unknown): unknown => {
  if (typeof value === 'bigint') return Number(value)
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'string') return value
  const instant = /^\d{4}-\d{2}-\d{2}T.*Z$/.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(instant) ? value : instant
}

/** A value as a mismatch shows it: of content its length and hash alone, whatever the order of its keys. */
const shown = (column: string, value: unknown): string => {
  if (value === null || !CONTENT.has(column)) return JSON.stringify(typeof value === 'bigint' ? Number(value) : value)
  const text = typeof value === 'string' ? value : (canonicalJson(value) ?? '')
  return `${[...text].length} characters, md5 ${createHash('md5').update(text).digest('hex')}`
}
