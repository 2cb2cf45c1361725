import type { EventStore, Streams } from '../../event-store/event-store.js'
import type { DataKeys } from '../../event-store/sealing/data-keys.js'
import { isUsable, nameOf } from '../../event-store/sealing/key-ref.js'
import type { Databases } from '../../postgres/database.js'
import { identifier, list, sql } from '../../postgres/sql.js'
import { Vectors } from '../../postgres/vectors.js'
import { compareRebuilt, type Rebuild, type Rebuilt } from './compare-rebuilt.js'
import { namingOptions } from './naming-options.js'
import { allOf, type Needles, needlesOf } from './needles.js'
import type { ErasedOne, ErasureProof, Looked, ProofWatch } from './report.js'
import { rewriteFiles, searchFiles } from './search-files.js'
import { searchLog } from './search-log.js'

/** The vectors of the words by one embedding model, each line a text; or why there are none. */
type Embeds = readonly ((
  words: readonly string[],
  signal: AbortSignal,
) => Promise<{ readonly vectors: readonly (Float32Array | null)[] } | { readonly why: string }>)[]

type Embedded = { readonly vectors: readonly Float32Array[]; readonly unseen: readonly string[] }

/** In no transaction: a model may be far away, and slow. */
const embedWords = async (embeds: Embeds, words: readonly string[], signal: AbortSignal): Promise<Embedded> => {
  const vectors: Float32Array[] = []
  const unseen: string[] = []
  for (const embed of words.length === 0 ? [] : embeds) {
    const told = await embed(words, signal)
    if ('why' in told) unseen.push(`Vectors were not searched for the words: ${told.why}`)
    else vectors.push(...told.vectors.filter((vector) => vector !== null))
  }
  return { vectors, unseen }
}

/** Nearer than this are two vectors of one text, in half precision too. */
const MOST_APART = 0.0001

type Column = { readonly schema: string; readonly table: string; readonly column: string }

/** Every vector column of every table of the database. */
const searchVectors = async (
  databases: Databases,
  vectors: readonly Float32Array[],
  { report, signal }: ProofWatch,
): Promise<readonly Looked[]> => {
  const looked: Looked[] = []
  for (const column of vectors.length === 0 ? [] : await vectorColumns(databases)) {
    signal.throwIfAborted()
    looked.push(await searchColumn(databases, column, vectors))
    report({ done: looked.length, place: 'columns of vectors' })
  }
  return looked
}

const vectorColumns = (databases: Databases): Promise<readonly Column[]> =>
  databases.within('public').rows<Column>(sql`
    select n.nspname::text as schema, c.relname::text as table, a.attname::text as column
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid
    where c.relkind = 'r' and n.nspname not like 'pg\\_%' and t.typname in ('vector', 'halfvec')
    order by 1, 2, 3`)

/** Vectors of other lengths are of another model. A distance that is no number, as of a vector of zeros, is near to nothing. */
const searchColumn = async (
  databases: Databases,
  { schema, table, column }: Column,
  vectors: readonly Float32Array[],
): Promise<Looked> => {
  const at = sql`t.${identifier(column)}::vector`
  const [row] = await databases.within(schema).rows<{ seen: number; found: number }>(sql`
    select count(*)::int as seen,
           count(*) filter (where exists (
             select
             from unnest(${new Vectors(vectors)}::vector[]) as w (wanted)
             where case when vector_dims(${at}) = vector_dims(w.wanted) then (${at} <=> w.wanted) < ${MOST_APART}::float8 end
           ))::int as found
    from ${identifier(schema)}.${identifier(table)} as t
    where t.${identifier(column)} is not null`)
  return {
    place: `vectors of ${schema}.${table}.${column}`,
    seen: row?.seen ?? 0,
    unit: 'vectors',
    found: row?.found ?? 0,
  }
}

/** What was found out about what is sealed in the log. */
type Sealed = {
  /** Of a memory: whether the log says that it was erased. */
  readonly isErased: boolean
  /** Events of it that hold words which were never sealed. */
  readonly unsealed: number
  readonly keys: number
  /** Keys that open. */
  readonly opening: number
  /** Keys of which nobody knows whether they are destroyed. */
  readonly unknown: number
}

type Seen = {
  readonly wanted: ErasedOne
  readonly sealed: Sealed
  readonly looked: readonly Looked[]
  /** What else speaks against it, and what to do about that. */
  readonly against: readonly { readonly says: string; readonly next: string }[]
}

/** Whether it is proven, what speaks against it, and what to do then. */
const verdictOf = ({
  wanted,
  sealed,
  looked,
  against: differences,
}: Seen): Pick<ErasureProof, 'proven' | 'looked' | 'against' | 'next'> => {
  const against = [...againstIt(wanted, sealed), ...differences.map(({ says }) => says)]
  const proven = against.length === 0 && looked.every(({ found }) => found === 0)
  return { proven, looked, against, next: proven ? [] : whatNext({ wanted, sealed, looked, against: differences }) }
}

const againstIt = ({ memory }: ErasedOne, { isErased, unsealed, unknown, keys }: Sealed): readonly string[] => [
  ...(isErased ? [] : ['The log says nowhere that this memory was erased.']),
  ...(unsealed === 0 ? [] : [`${unsealed} events hold words that were never sealed, and cannot be erased.`]),
  ...(unknown === 0
    ? []
    : [`${unknown} keys are missing, or open with another secret key: they are not known to be destroyed.`]),
  ...(memory !== null || keys > 0 ? [] : ['The log holds nothing sealed of this user.']),
]

const whatNext = ({ wanted, sealed, looked, against }: Seen): readonly string[] => {
  const whom = namingOptions(wanted)
  const words = looked.filter(({ unit, found }) => unit !== 'keys' && unit !== 'rows compared' && found > 0)
  return [
    ...(sealed.isErased ? [] : [`Erase it first: palimpsest erase ${whom}`]),
    ...(sealed.isErased && sealed.opening > 0
      ? [
          `Where an older table of keys was restored, destroy them again: palimpsest erase --replay. Otherwise erase first: palimpsest erase ${whom}`,
        ]
      : []),
    ...against.map(({ next }) => next),
    ...(words.length === 0
      ? []
      : [
          'Words that another memory or user says as well are found there: leave them out of the words, or erase that, too.',
        ]),
  ]
}

type Table = { readonly schema: string; readonly name: string; readonly columns: readonly string[] }

/** Every column of every table of the database, but for what the log seals: that is read as the log. */
const searchTables = async (
  databases: Databases,
  needles: readonly string[],
  { report, signal }: ProofWatch,
): Promise<readonly Looked[]> => {
  const looked: Looked[] = []
  for (const table of await tablesOf(databases)) {
    signal.throwIfAborted()
    looked.push(...(await searchTable(databases, table, needles)))
    report({ done: looked.length, place: 'columns of tables' })
  }
  return looked
}

const tablesOf = (databases: Databases): Promise<readonly Table[]> =>
  databases.within('public').rows<Table>(sql`
    select n.nspname::text as schema, c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind = 'r' and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'
    group by 1, 2
    order by 1, 2`)

const searchTable = async (
  databases: Databases,
  { schema, name, columns }: Table,
  needles: readonly string[],
): Promise<readonly Looked[]> => {
  const all = columns.filter((column) => !(schema === 'log' && name === 'event' && column === 'data'))
  const counts = all.map(
    (column) => sql`count(*) filter (where exists (
      select from unnest(${needles}::text[]) as needle where strpos(lower(t.${identifier(column)}::text), needle) > 0
    ))::int`,
  )
  const [row] = await databases.within(schema).rows<{ seen: number; found: readonly number[] }>(sql`
    select count(*)::int as seen, array[${list(counts)}]::int[] as found
    from ${identifier(schema)}.${identifier(name)} as t`)
  return all.map((column, i) => ({
    place: `${schema}.${name}.${column}`,
    seen: row?.seen ?? 0,
    unit: 'rows',
    found: row?.found[i] ?? 0,
  }))
}

type Proving = {
  /** As it is kept. */
  readonly raw: Pick<EventStore, 'follow' | 'end' | 'checkpoints'>
  readonly databases: Databases
  readonly keys: Pick<DataKeys, 'find'>
  readonly streams: Streams
  readonly rebuilds: readonly Rebuild[]
  readonly embeds: Embeds
}

type Wanted = ErasedOne & {
  /** What must be gone. The store does not know it any more. */
  readonly words: readonly string[]
}

/**
 * Looks for what is left of an erased memory, or of all that a user said: in the log, in read models that differ from a rebuild,
 * in every table, and in files.
 */
export const proveErasure = async (proving: Proving, wanted: Wanted, watch: ProofWatch): Promise<ErasureProof> => {
  const started = performance.now()
  const { raw, databases, keys, streams } = proving
  const { user } = wanted
  const forms = needlesOf(wanted.words)
  const needles = allOf(forms)
  const log = await searchLog(raw, { ...wanted, needles, streams: [streams.bank(user), streams.recall(user)] }, watch)
  const sealed = await sealedOf(keys, log)
  const rebuilt = sealed.opening > 0 ? NOT_REBUILT : await compareRebuilt(proving.rebuilds, watch)
  const embedded = await embedWords(proving.embeds, wanted.words, watch.signal)
  const vectors = await searchVectors(databases, embedded.vectors, watch)
  const tables = needles.length === 0 ? [] : await searchTables(databases, needles, watch)
  const files = await filesOf(databases, forms, watch)
  const looked: readonly Looked[] = [
    { place: 'clear parts of the log', seen: log.events, unit: 'events', found: log.clear },
    { place: 'keys of what is sealed in the log', seen: sealed.keys, unit: 'keys', found: sealed.opening },
    ...rebuilt.looked,
    ...tables,
    ...vectors,
    ...files,
  ]
  return {
    ...verdictOf({ wanted, sealed, looked, against: rebuilt.against }),
    unseen: [...rebuilt.unseen, ...embedded.unseen, ...unseenOf(databases, wanted.words)],
    seconds: (performance.now() - started) / 1000,
  }
}

/** What is built from events that still open would hold their words, and leave them in the files of the database. */
const NOT_REBUILT: Rebuilt = {
  ...{ looked: [], against: [] },
  unseen: ['Read models were not compared with a rebuild: what still opens would be written once more.'],
}

const sealedOf = async (
  keys: Proving['keys'],
  { refs, isErased, unsealed }: Awaited<ReturnType<typeof searchLog>>,
): Promise<Sealed> => {
  const found = await keys.find(refs)
  const states = refs.map((ref) => found.get(nameOf(ref)) ?? 'missing')
  const opening = states.filter(isUsable).length
  const unknown = states.filter((state) => state === 'unfit' || state === 'missing').length
  return { isErased, unsealed, keys: refs.length, opening, unknown }
}

const filesOf = async (databases: Databases, needles: Needles, watch: ProofWatch): Promise<readonly Looked[]> => {
  const { directory } = databases
  if (directory === undefined || needles.plain.length === 0) return []
  await rewriteFiles(databases)
  return searchFiles(directory, needles, watch)
}

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
