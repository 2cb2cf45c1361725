import { open, readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { Databases } from '../../postgres/database.js'
import { sql } from '../../postgres/sql.js'
import type { Looked, ProofWatch } from './report.js'

/**
 * Writes all tables of an embedded database anew and lets go of the write-ahead log from before, so that its files hold
 * nothing that its rows do not.
 */
export const rewriteFiles = async (databases: Databases): Promise<void> => {
  const db = databases.within('public')
  // A file that is kept to be written over again would keep what it holds until then.
  await db.rows(sql`set wal_recycle = off`)
  await db.rows(sql`vacuum full`)
  for (let round = 0; round < 2; round++) {
    await db.rows(sql`checkpoint`)
    await db.rows(sql`select pg_switch_wal()::text`)
  }
  await db.rows(sql`checkpoint`)
}

const PIECE = 4 << 20

/** Every file of a directory. Bytes are compared, ASCII letters in either case. */
export const searchFiles = async (
  directory: string,
  needles: readonly string[],
  { report, signal }: ProofWatch,
): Promise<readonly Looked[]> => {
  const bytes = needles.map((needle) => Buffer.from(needle).toString('latin1'))
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const looked: Looked[] = []
  for (const entry of entries.filter((each) => each.isFile())) {
    signal.throwIfAborted()
    const file = join(entry.parentPath, entry.name)
    looked.push({ place: `file ${relative(directory, file)}`, unit: 'bytes', ...(await searchFile(file, bytes)) })
    report({ done: looked.length, place: 'files' })
  }
  return looked
}

/** In pieces that overlap, so that what lies across two of them is found. */
const searchFile = async (file: string, needles: readonly string[]): Promise<Pick<Looked, 'seen' | 'found'>> => {
  const most = Math.max(...needles.map(({ length }) => length), 1)
  const piece = Buffer.alloc(PIECE)
  const handle = await open(file, 'r')
  try {
    let [seen, found, tail] = [0, 0, '']
    for (;;) {
      const { bytesRead } = await handle.read(piece, 0, PIECE, seen)
      if (bytesRead === 0) return { seen, found }
      const text = tail + piece.toString('latin1', 0, bytesRead).replace(/[A-Z]/g, (letter) => letter.toLowerCase())
      if (needles.some((needle) => text.includes(needle))) found = 1
      tail = text.slice(-most + 1)
      seen += bytesRead
    }
  } finally {
    await handle.close()
  }
}
