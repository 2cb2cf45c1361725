import fs, { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { vector } from '@electric-sql/pglite-pgvector'
import type { Databases } from './database.js'
import { connectionTurns, type Reader } from './fair-connection.js'
import { DatabaseClosed } from './faults.js'
import { ForeignCluster, refuseForeign } from './foreign-cluster.js'
import { fsyncTree } from './fsync-tree.js'
import { type Connection, handle, type Lend, Session, schemaName } from './handle.js'
import { PgliteStatements } from './pglite-statements.js'

type Init = NodeFS['init']
type NodeFiles = {
  stream_ops: { fsync?: (stream: { nfd: number }) => number }
  tryFSOperation: <T>(operation: () => T) => T
}

/** PGlite's files on the host, with a real fsync: PGlite's own does nothing, so a power cut would lose commits. */
class DurableFiles extends NodeFS {
  override async init(...[pg, options]: Parameters<Init>): ReturnType<Init> {
    const { emscriptenOpts } = await super.init(pg, options)
    const addFsync: NonNullable<typeof emscriptenOpts.preRun>[number] = ({ FS }) => {
      // The declared type of the file system lacks these members.
      const files = FS.filesystems.NODEFS as unknown as NodeFiles
      files.stream_ops.fsync = ({ nfd }) => {
        files.tryFSOperation(() => fs.fsyncSync(nfd)) // translates the host's error codes into those of WebAssembly
        return 0
      }
    }
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), addFsync] } }
  }
}

type PgliteOptions = { readonly fsync: boolean; readonly loadDataDir?: Blob }

/** Starts PGlite on `<directory>/cluster`; a new one is renamed when complete, for kills. @throws ForeignCluster */
export const startPglite = async (directory: string | undefined, options: PgliteOptions): Promise<PGlite> => {
  if (directory === undefined) return start({ fsync: false }, { dataDir: 'memory://', ...dump(options) })
  const cluster = resolve(directory, 'cluster')
  await refuseForeign(directory, cluster)
  if (!existsSync(cluster)) {
    await mkdir(directory, { recursive: true })
    await create(cluster, options)
  }
  try {
    return await start(options, { fs: files(cluster, options) })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ForeignCluster(`The database in ${cluster} does not start: ${reason}`, { cause: error })
  }
}

const create = async (cluster: string, options: PgliteOptions): Promise<void> => {
  const unfinished = `${cluster}.new`
  await rm(unfinished, { recursive: true, force: true })
  const first = await start({ fsync: false }, { fs: new NodeFS(unfinished), ...dump(options) })
  await first.close()
  if (options.fsync) await fsyncTree(unfinished)
  await rename(unfinished, cluster)
  if (options.fsync) await fsyncTree(join(cluster, '..'), { deep: false })
}

const files = (cluster: string, { fsync }: PgliteOptions): NodeFS =>
  fsync ? new DurableFiles(cluster) : new NodeFS(cluster)

const dump = ({ loadDataDir }: PgliteOptions): PGliteOptions => (loadDataDir === undefined ? {} : { loadDataDir })

const start = (options: PgliteOptions, more: PGliteOptions): Promise<PGlite> =>
  PGlite.create({ extensions: { vector, btree_gin }, startParams: parameters(options), ...more })

/** PGlite's own start parameters, without `-F` (fsync off) if commits have to be durable. */
const parameters = ({ fsync }: PgliteOptions): string[] => [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F' || !fsync),
  ...settings.flatMap((setting) => ['-c', setting]),
]

const settings = [
  // PGlite fills all buffers at the start: the default of 128 MB costs 96 MB more. The host's cache serves the rest.
  'shared_buffers=32MB',
  'wal_sync_method=fsync', // fdatasync, the default, is an empty function in PGlite's system layer
  'synchronous_commit=on', // no background writer flushes the log later
  'jit=off',
  'plan_cache_mode=force_custom_plan', // as on a server: no plan is kept from when tables were small
  'TimeZone=UTC',
  'DateStyle=ISO',
  'wal_level=minimal', // there is no replication, so bulk loads may bypass the log
  'max_wal_senders=0',
  'max_wal_size=64MB', // limits the old log files that a checkpoint keeps for reuse
  'min_wal_size=32MB',
]

/**
 * The embedded adapter: a cluster in `directory` (made if missing; the process has to hold its lock), or in memory.
 * With `fsync` an acknowledged commit survives a power cut; without, only the end of the process. `loadDataDir` is a dump
 * of another PGlite's data directory, which a new cluster starts from.
 */
export const openPglite = async (directory: string | undefined, options: PgliteOptions): Promise<Databases> => {
  const db = await startPglite(directory, options)
  const session = new Session()
  const connection = new PgliteStatements(db)
  const turns = connectionTurns()
  const lend =
    (schema: string, reader?: Reader): Lend =>
    (work, changes) =>
      turns.take(async (asGuest) => {
        if (db.closed) throw new DatabaseClosed()
        if (asGuest) return connection.asGuest(schema, () => work(connection))
        await connection.enter(schema)
        return work(changes === undefined ? connection : hosting(connection, () => turns.host(changes)))
      }, reader)
  return {
    kind: 'pglite',
    directory,
    within: (schema) => handle(session, lend(schemaName(schema)), (reader) => lend(schemaName(schema), reader)),
    async script(...texts) {
      session.refuseInside()
      for (const text of texts) await lend('public')((connection) => connection.script(text))
    },
    async notify() {},
    async listen() {
      return async () => {}
    },
    lock: async () => ({ lost: new AbortController().signal, release: async () => {} }),
    async close() {
      await turns.take(async () => {
        if (!db.closed) await db.close()
      })
    },
  }
}

/** The connection of a transaction that lets readers in before each of its statements. */
const hosting = (connection: Connection, host: () => Promise<void>): Connection => ({
  query: async (text, values) => {
    await host()
    return connection.query(text, values)
  },
  command: (text) => connection.command(text),
  script: (...texts) => connection.script(...texts),
})
