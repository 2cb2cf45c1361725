import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import pLimit from 'p-limit'

/** Flushes at once share their commits of the file system's journal. A new cluster of 970 files: 0.1 s, one by one 2 to 3 s. */
const AT_ONCE = 16

/** Flushes a directory to disk: its entries, and with `deep` (the default) every file and directory below it. */
export const fsyncTree = async (
  directory: string,
  { deep = true }: { readonly deep?: boolean } = {},
): Promise<void> => {
  const entries = deep ? await readdir(directory, { withFileTypes: true, recursive: true }) : []
  const below = entries.filter((entry) => entry.isFile() || entry.isDirectory())
  const limit = pLimit(AT_ONCE)
  await limit.map([...below.map(({ parentPath, name }) => join(parentPath, name)), directory], fsyncPath)
}

const fsyncPath = async (path: string): Promise<void> => {
  const file = await open(path)
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
