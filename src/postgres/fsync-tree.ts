import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Flushes a directory to disk: its entries, and with `deep` (the default) every file and directory below it. */
export const fsyncTree = async (
  directory: string,
  { deep = true }: { readonly deep?: boolean } = {},
): Promise<void> => {
  if (deep) {
    for (const entry of await readdir(directory, { withFileTypes: true })) {
      const path = join(directory, entry.name)
      if (entry.isDirectory()) await fsyncTree(path)
      else if (entry.isFile()) await fsyncPath(path)
    }
  }
  await fsyncPath(directory)
}

const fsyncPath = async (path: string): Promise<void> => {
  const file = await open(path)
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
