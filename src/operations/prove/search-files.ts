import { open, readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { Watch } from '../../concurrency/operation.js'
import type { Databases } from '../../postgres/database.js'
import { sql } from '../../postgres/sql.js'
import type { Needles } from './needles.js'
import type { Looked } from './report.js'

/** Rewrites all tables of an embedded database and drops old write-ahead log: files then hold only what rows do. */
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

/** Every file of a directory, ASCII in either case. A word counts at its beginning: "pond" is in "corresponding". */
export const searchFiles = async (
  directory: string,
  { plain, encoded }: Needles,
  { report, signal }: Watch,
): Promise<readonly Looked[]> => {
  const isMet = matcherOf(plain.map(bytesOf), encoded.map(bytesOf))
  const longest = Math.max(...[...plain, ...encoded].map((needle) => bytesOf(needle).length), 1)
  const search = { isMet, longest, piece: Buffer.alloc(PIECE) } // one for a thousand files, most of them small
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const looked: Looked[] = []
  for (const entry of entries.filter((each) => each.isFile())) {
    signal.throwIfAborted()
    const file = join(entry.parentPath, entry.name)
    looked.push({
      place: `file ${relative(directory, file)}`,
      unit: 'bytes',
      ...(await searchFile(file, search)),
    })
    report({ phase: 'Searching', done: looked.length, unit: 'files' })
  }
  return looked
}

/** A character a byte. */
const bytesOf = (needle: string): string => Buffer.from(needle).toString('latin1')

const matcherOf = (plain: readonly string[], encoded: readonly string[]) => (text: string) =>
  plain.some((word) => beginsIn(text, word)) || encoded.some((form) => text.includes(form))

const LETTER = /[a-z]/

const beginsIn = (text: string, word: string): boolean => {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (!LETTER.test(word[0] ?? '') || !LETTER.test(text[at - 1] ?? '')) return true
  return false
}

/** The same bytes, in which the ASCII letters are small ones now. */
const inSmallLetters = (bytes: Buffer): Buffer => {
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] ?? 0
    if (byte >= 65 && byte <= 90) bytes[i] = byte + 32
  }
  return bytes
}

type FileSearch = {
  readonly isMet: (text: string) => boolean
  readonly longest: number
  /** What a piece is read into. */
  readonly piece: Buffer
}

/** In pieces that overlap, so that what lies across two of them is found. */
const searchFile = async (
  file: string,
  { isMet, longest, piece }: FileSearch,
): Promise<Pick<Looked, 'seen' | 'found'>> => {
  const handle = await open(file, 'r')
  try {
    let [seen, found, tail] = [0, 0, '']
    for (;;) {
      const { bytesRead } = await handle.read(piece, 0, PIECE, seen)
      if (bytesRead === 0) return { seen, found }
      const text = tail + inSmallLetters(piece.subarray(0, bytesRead)).toString('latin1')
      if (isMet(text)) found = 1
      tail = text.slice(-longest - 1) // and what stands before it
      seen += bytesRead
    }
  } finally {
    await handle.close()
  }
}
