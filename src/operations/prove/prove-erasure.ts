import type { EventStore, Streams } from '../../event-store/event-store.js'
import type { DataKeys } from '../../event-store/sealing/data-keys.js'
import { isUsable, nameOf } from '../../event-store/sealing/key-ref.js'
import type { Databases } from '../../postgres/database.js'
import { compareRebuilt, type Rebuild, type Rebuilt } from './compare-rebuilt.js'
import { allOf, type Needles, needlesOf } from './needles.js'
import type { ErasedOne, ErasureProof, Looked, ProofWatch } from './report.js'
import { rewriteFiles, searchFiles } from './search-files.js'
import { searchLog } from './search-log.js'
import { searchTables } from './search-tables.js'
import { type Embeds, embedWords, searchVectors } from './search-vectors.js'
import { type Sealed, verdictOf } from './verdict.js'

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
