import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { ModelUnusable } from '../errors.js'
import { packagedModel } from './model-files.js'

type Kindred = { readonly lexeme: string; readonly cosine: number }

/**
 * The lexemes that stand near an English lexeme in meaning, nearest first, as tools/kindred-words.ts worked them out of
 * the built-in model's vectors; none for a lexeme that the list does not know. A line is read when it is asked for.
 * @throws ModelUnusable when the list cannot be read
 */
export const loadKindredWords = async (
  folder: URL = packagedModel(),
): Promise<(lexeme: string) => readonly Kindred[]> => {
  const path = new URL('kindred.txt', folder)
  const text = await readFile(path, 'utf8').catch(() => {
    throw new ModelUnusable(`The list of kindred words ${fileURLToPath(path)} cannot be read`)
  })
  const lines = new Map(text.split('\n').map((line) => [line.slice(0, line.indexOf(' ')), line]))
  return (lexeme) => (lines.get(lexeme)?.split(' ').slice(1) ?? []).map(entry)
}

/** A lexeme with its cosine in two digits. */
const entry = (written: string): Kindred => ({ lexeme: written.slice(0, -2), cosine: Number(written.slice(-2)) / 100 })
