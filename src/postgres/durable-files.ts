import fs from 'node:fs'
import { NodeFS } from '@electric-sql/pglite/nodefs'

type Init = NodeFS['init']
type NodeFiles = {
  stream_ops: { fsync?: (stream: { nfd: number }) => number }
  tryFSOperation: <T>(operation: () => T) => T
}

/**
 * PGlite's files in a directory of the host, with the fsync they lack: without it the system call reports success
 * and does nothing, and a power cut loses commits that had been acknowledged.
 */
export class DurableFiles extends NodeFS {
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
