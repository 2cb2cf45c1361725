import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { isOfUser, type UserEvent } from '../../../domain/all-events.js'
import { canonicalJson } from '../../../domain/canonical-json.js'
import { isAnonymous, type Recorded, type StreamName, twinOf } from '../../../event-store/event-store.js'
import type { Database } from '../../../postgres/database.js'
import { type Bank, emptyBank, foldEvent } from '../fold/bank.js'
import { KEYS, keyText, type Row, type Table } from '../fold/rows.js'
import { readEvent, readStreams } from '../read-log.js'
import type { Replayed } from '../replayed.js'
import type { Mismatch } from './check-report.js'
import { inLog } from './check-streams.js'
import { expectedRows } from './expected-rows.js'
import { KINDS, type Page, readPage } from './read-rows.js'

/** Whether an event makes the next version of each memory that it changes. Call it before the event is folded. */
const checkVersions = ({ memories, rows }: Bank, recorded: Recorded, event: UserEvent): Mismatch | undefined => {
  for (const [id, version] of versionsMadeBy(event)) {
    const before = memories.get(id)?.version ?? 0
    if (before === 0 && event.type !== 'MemoryStored')
      return inLog(recorded, `it makes version ${version} of memory ${id}, which was never stored`)
    if (version !== before + 1)
      return inLog(recorded, `it makes version ${version} of memory ${id}, after version ${before}`)
  }
  return checkAgent(rows, recorded, event)
}

const checkAgent = (rows: Bank['rows'], recorded: Recorded, event: UserEvent): Mismatch | undefined => {
  if (event.type !== 'AgentTrustSet') return undefined
  const { agentId, version } = event.metadata
  const before = rows.of('agent_trust', agentId).length
  return version === before + 1
    ? undefined
    : inLog(recorded, `it makes version ${version} of an agent's trust, after version ${before}`)
}

const versionsMadeBy = ({ type, data, metadata }: UserEvent): readonly (readonly [string, number])[] => {
  if (type === 'MemoriesDeleted' || type === 'MemoriesErased') return data.memories
  return 'memoryId' in metadata && 'version' in metadata ? [[metadata.memoryId, metadata.version]] : []
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

/**
 * Folds the streams of a user, and compares the read models with it, page by page. Each page is one snapshot and says how far the
 * streams had been applied by then; the fold continues to exactly that point. So the comparison is right while the service
 * writes, and blocks no write. Without read models it folds all there is.
 */
export const checkUser = async (
  replayed: Pick<Replayed, 'store'>,
  db: Database | undefined,
  { user, stream, ends, signal }: Checking,
): Promise<CheckedUser> => {
  const fold = folding(replayed, { user, stream, anonymous: db === undefined })
  let rows = 0
  const compare = async (readModels: Database, tables: readonly Table[]): Promise<Mismatch | undefined> => {
    for (let after: string | undefined; ; ) {
      const page: Page = await readPage(readModels, tables, { user, after, size: PAGE })
      const wrong = await fold.to(page.revisions, signal)
      if (wrong) return wrong
      for (const [table, actual] of page.rows) {
        const expected = expectedRows(fold.bank, table, page.range)
        const found = firstDifference(user, table, { log: expected, readModels: actual })
        if (found) return found
        rows += actual.length
      }
      after = page.range.last
      if (after === undefined) return undefined
    }
  }
  let mismatch: Mismatch | undefined
  if (db === undefined) mismatch = await fold.to(ends, signal)
  else for (const tables of KINDS) mismatch ??= await compare(db, tables)
  const memories = [...fold.bank.memories.values()]
  const versions = memories.reduce((sum, memory) => sum + memory.versions.length, 0)
  return { mismatch, memories: memories.length, versions, episodes: fold.bank.rows.ids('episode'), rows }
}

type Folding = Pick<Checking, 'user' | 'stream'> & {
  /** Whether events count that do not name the user any more: no read model shows what they say. */
  readonly anonymous: boolean
}

/** A fold that advances to a given point, and never back. */
const folding = ({ store }: Pick<Replayed, 'store'>, { user, stream, anonymous }: Folding) => {
  const bank: Bank = emptyBank()
  const folded = new Map<StreamName, bigint>([
    [stream, -1n],
    [twinOf(stream) ?? stream, -1n],
  ])
  const take = (recorded: Recorded): Mismatch | undefined => {
    folded.set(recorded.stream, recorded.revision)
    const event = readEvent(recorded)
    if (!isOfUser(event) || (isAnonymous(recorded) && !anonymous)) return undefined
    const wrong = checkVersions(bank, recorded, event)
    foldEvent(bank, event)
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
  return { bank, to }
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

type Sides = { readonly log: readonly Row[]; readonly readModels: readonly Row[] }

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

const byKey = (table: Table, rows: readonly Row[]): ReadonlyMap<string, Row> =>
  new Map(rows.map((row) => [keyText(table, row), row]))

const keyOf = (user: string, table: Table, row: Row | undefined): Record<string, string> => ({
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
