import type { Watch } from '../../concurrency/operation.js'
import type { EventStore, Streams } from '../../event-store/event-store.js'
import type { DataKeys } from '../../event-store/sealing/data-keys.js'
import { isUsable, nameOf } from '../../event-store/sealing/key-ref.js'
import type { Databases } from '../../postgres/database.js'
import { identifier, list, type Sql, sql } from '../../postgres/sql.js'
import { Vectors } from '../../postgres/vectors.js'
import { compareRebuilt, type Rebuild } from './compare-rebuilt.js'
import { allOf, needlesOf } from './needles.js'
import { type ErasedOne, type ErasureProof, type Findings, type Looked, namingOptions } from './report.js'
import { rewriteFiles, searchFiles } from './search-files.js'
import { searchLog } from './search-log.js'

/** The vectors of the words by one embedding model, each line a text; or why there are none. */
type Embeds = readonly ((
  words: readonly string[],
  signal: AbortSignal,
) => Promise<{ readonly vectors: readonly (Float32Array | null)[] } | { readonly why: string }>)[]

type Proving = {
  /** As it is kept. */
  readonly raw: Pick<EventStore, 'follow' | 'end' | 'checkpoints'>
  readonly databases: Databases
  readonly keys: Pick<DataKeys, 'find'>
  readonly streams: Streams
  readonly rebuilds: readonly Rebuild[]
  readonly embeds: Embeds
}

type ProofRequest = ErasedOne & {
  /** What must be gone. The store does not know it any more. */
  readonly words: readonly string[]
}

type Searching = Watch & { readonly found: Findings }

/** Looks for what is left of an erased memory or user: in the log, read models, every table, and files. */
export const proveErasure = async (proving: Proving, wanted: ProofRequest, watch: Watch): Promise<ErasureProof> => {
  const started = performance.now()
  const { databases } = proving
  const { words } = wanted
  const found: Findings = { looked: [], against: [], next: [], unseen: [] }
  const searching = { ...watch, found }
  const forms = needlesOf(words)
  const needles = allOf(forms)
  const opening = await searchSealed(proving, { ...wanted, needles }, searching)
  // What is built from events that still open would hold their words, and leave them in the files of the database.
  if (opening > 0) found.unseen.push(NOT_REBUILT)
  else await compareRebuilt(proving.rebuilds, found, watch)
  const vectors = await embedWords(proving, words, searching)
  await searchTables(proving, { needles, vectors }, searching)
  const { directory } = databases
  if (directory !== undefined && forms.plain.length > 0) {
    await rewriteFiles(databases)
    found.looked.push(...(await searchFiles(directory, forms, watch)))
  }
  if (found.looked.some((one) => ['rows', 'vectors', 'bytes', 'events'].includes(one.unit) && one.found > 0))
    found.next.push(
      'Words that another memory or user says as well are found there: leave them out of the words, or erase that, too.',
    )
  return {
    proven: found.against.length === 0 && found.looked.every((one) => one.found === 0),
    ...found,
    unseen: [...found.unseen, ...unseenOf(databases, words)],
    seconds: (performance.now() - started) / 1000,
  }
}

const NOT_REBUILT = 'Read models were not compared with a rebuild: what still opens would be written once more.'

/** Looks at the log as it is kept, and at the keys of what is sealed in it. Answers with how many of these still open. */
const searchSealed = async (
  { raw, keys, streams }: Proving,
  wanted: ProofRequest & { readonly needles: readonly string[] },
  { found, ...watch }: Searching,
): Promise<number> => {
  const { user, memory } = wanted
  const log = await searchLog(raw, { ...wanted, streams: [streams.bank(user), streams.recall(user)] }, watch)
  const { refs, isErased, unsealed } = log
  const known = await keys.find(refs)
  const states = refs.map((ref) => known.get(nameOf(ref)) ?? 'missing')
  const opening = states.filter(isUsable).length
  const unknown = states.filter((state) => state === 'unfit' || state === 'missing').length
  found.looked.push(
    { place: 'clear parts of the log', seen: log.events, unit: 'events', found: log.clear },
    { place: 'keys of what is sealed in the log', seen: refs.length, unit: 'keys', found: opening },
  )
  const erase = `palimpsest erase ${namingOptions(wanted)}`
  if (!isErased) {
    found.against.push('The log says nowhere that this memory was erased.')
    found.next.push(`Erase it first: ${erase}`)
  } else if (opening > 0)
    found.next.push(
      `Where an older table of keys was restored, destroy them again: palimpsest erase --replay. Otherwise erase first: ${erase}`,
    )
  if (unsealed > 0) found.against.push(`${unsealed} events hold words that were never sealed, and cannot be erased.`)
  if (unknown > 0)
    found.against.push(
      `${unknown} keys are missing, or open with another secret key: they are not known to be destroyed.`,
    )
  if (memory === null && refs.length === 0) found.against.push('The log holds nothing sealed of this user.')
  return opening
}

/** The vectors of the words by each model. In no transaction: a model may be far away, and slow. */
const embedWords = async (
  { embeds }: Proving,
  words: readonly string[],
  { found, signal }: Searching,
): Promise<readonly Float32Array[]> => {
  const vectors: Float32Array[] = []
  for (const embed of words.length === 0 ? [] : embeds) {
    const told = await embed(words, signal)
    if ('why' in told) found.unseen.push(`Vectors were not searched for the words: ${told.why}`)
    else vectors.push(...told.vectors.filter((vector) => vector !== null))
  }
  return vectors
}

/** What is looked for in a database. */
type SearchTerms = { readonly needles: readonly string[]; readonly vectors: readonly Float32Array[] }

type Column = { readonly name: string; readonly hasVectors: boolean }
type Table = { readonly schema: string; readonly name: string; readonly columns: readonly Column[] }

/** Every column of every table of the database, but for what the log seals: that is read as the log. */
const searchTables = async (
  { databases }: Proving,
  terms: SearchTerms,
  { found, report, signal }: Searching,
): Promise<void> => {
  const tables = terms.needles.length === 0 ? [] : await tablesOf(databases)
  let done = 0
  for (const table of tables) {
    signal.throwIfAborted()
    found.looked.push(...(await searchTable(databases, table, terms)))
    done += table.columns.length
    report({ phase: 'Searching', done, unit: 'columns of tables' })
  }
}

const tablesOf = (databases: Databases): Promise<readonly Table[]> =>
  databases.within('public').rows<Table>(sql`
    select n.nspname::text as schema, c.relname::text as name,
           jsonb_agg(jsonb_build_object('name', a.attname, 'hasVectors', t.typname in ('vector', 'halfvec'))
             order by a.attname) as columns
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid
    where c.relkind = 'r' and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'
    group by 1, 2
    order by 1, 2`)

type ColumnSearch = {
  readonly place: string
  readonly unit: 'rows' | 'vectors'
  /** Conditions on a row `t`. */
  readonly isSeen: Sql
  readonly isFound: Sql
}

const searchTable = async (databases: Databases, table: Table, terms: SearchTerms): Promise<readonly Looked[]> => {
  const { schema, name } = table
  const searches = table.columns.flatMap((column) => columnSearches(table, column, terms))
  const counts = (conditions: readonly Sql[]) =>
    list(conditions.map((condition) => sql`count(*) filter (where ${condition})::int`))
  const [row] = await databases.within(schema).rows<{ seen: readonly number[]; found: readonly number[] }>(sql`
    select array[${counts(searches.map(({ isSeen }) => isSeen))}]::int[] as seen,
           array[${counts(searches.map(({ isFound }) => isFound))}]::int[] as found
    from ${identifier(schema)}.${identifier(name)} as t`)
  return searches.map(({ place, unit }, i) => ({ place, unit, seen: row?.seen[i] ?? 0, found: row?.found[i] ?? 0 }))
}

const columnSearches = (
  table: Table,
  { name, hasVectors }: Column,
  { needles, vectors }: SearchTerms,
): readonly ColumnSearch[] => {
  const place = `${table.schema}.${table.name}.${name}`
  if (place === 'log.event.data') return []
  const value = sql`t.${identifier(name)}`
  const words: ColumnSearch = {
    place,
    unit: 'rows',
    isSeen: sql`true`,
    isFound: sql`exists (
      select from unnest(${needles}::text[]) as needle where strpos(lower(${value}::text), needle) > 0
    )`,
  }
  const numbers: ColumnSearch = {
    place: `vectors of ${place}`,
    unit: 'vectors',
    isSeen: sql`${value} is not null`,
    isFound: isNear(value, vectors),
  }
  return hasVectors && vectors.length > 0 ? [words, numbers] : [words]
}

/** Nearer than this are two vectors of one text, in half precision too. */
const MOST_APART = 0.0001

/** Vectors of other lengths are of another model. A distance that is no number, as of a vector of zeros, is near to nothing. */
const isNear = (value: Sql, vectors: readonly Float32Array[]): Sql => sql`exists (
  select
  from unnest(${new Vectors(vectors)}::vector[]) as w (wanted)
  where case
    when vector_dims(${value}::vector) = vector_dims(w.wanted)
    then (${value}::vector <=> w.wanted) < ${MOST_APART}::float8
  end
)`

const unseenOf = ({ directory }: Databases, words: readonly string[]): readonly string[] => [
  ...(words.length === 0
    ? ['No words were given (--words-file): tables and files were not searched, only the keys were looked at.']
    : []),
  directory === undefined
    ? "The files of the database server, its write-ahead log and that log's archive were not looked at."
    : 'Values that the database keeps compressed in its files were searched as rows, not as bytes.',
  'Ids of memories and turns stay in the log and in trails; names of users and agents were searched for where they are among the words.',
  'Vectors were searched for those of the words, line by line: name whole sentences, as they were said. The vector of a text that is not among them is not known any more.',
  'Backups, copies of the log, disks below the file system and logs of other programs were not looked at.',
]
