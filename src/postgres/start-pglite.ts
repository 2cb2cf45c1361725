import fs, { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { vector } from '@electric-sql/pglite-pgvector'
import { ForeignCluster, refuseForeign } from './foreign-cluster.js'
import { fsyncTree } from './fsync-tree.js'

type Init = NodeFS['init']
type NodeFiles = {
  stream_ops: { fsync?: (stream: { nfd: number }) => number }
  tryFSOperation: <T>(operation: () => T) => T
}

/**
 * PGlite's files in a directory of the host, with the fsync they lack: without it the system call reports success
 * and does nothing, and a power cut loses commits that had been acknowledged.
 */
class DurableFiles extends NodeFS {
  override async init(...[pg, options]: Parameters<Init>): ReturnType<Init> {
    const { emscriptenOpts } = await super.init(pg, options)
    const addFsync: NonNullable<typeof emscriptenOpts.preRun>[number] = ({ FS }) => {
      // The declared type of the file system leaves these members out.
      const files = FS.filesystems.NODEFS as unknown as NodeFiles
      files.stream_ops.fsync = ({ nfd }) => {
        files.tryFSOperation(() => fs.fsyncSync(nfd)) // turns the host's error codes into the machine's
        return 0
      }
    }
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), addFsync] } }
  }
}

export type PgliteOptions = { readonly fsync: boolean; readonly loadDataDir?: Blob }

/**
 * Starts PGlite on `<directory>/cluster`. A new cluster is made beside it and renamed when complete, so that a
 * process killed meanwhile leaves nothing that looks like one.
 * @throws ForeignCluster when what is there is not of this version, or no database at all.
 */
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
  PGlite.create({ extensions: { vector, btree_gin, pg_trgm, unaccent }, startParams: parameters(options), ...more })

/** PGlite's own start parameters, less `-F` (fsync off) where commits have to last. */
const parameters = ({ fsync }: PgliteOptions): string[] => [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F' || !fsync),
  ...settings.flatMap((setting) => ['-c', setting]),
]

const settings = [
  // PGlite fills all of its buffers at the start: the default of 128 MB is 96 MB more of resident memory, and no quicker,
  // because the host keeps the same pages in its own cache.
  'shared_buffers=32MB',
  'wal_sync_method=fsync', // fdatasync, the default, is an empty function in PGlite's system layer
  'synchronous_commit=on', // there is no background writer that would flush the log later
  'jit=off',
  'pg_trgm.similarity_threshold=0.2', // words are alike that share a fifth of their trigrams
  'TimeZone=UTC',
  'DateStyle=ISO',
  'wal_level=minimal', // nobody follows this log, so bulk loads need not pass through it
  'max_wal_senders=0',
  'max_wal_size=64MB', // what a checkpoint keeps of the log's old files to write them anew, at most
  'min_wal_size=32MB',
]
