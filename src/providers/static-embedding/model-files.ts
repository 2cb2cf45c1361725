import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { endianness } from 'node:os'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { ModelUnusable } from '../errors.js'

const manifestSchema = z.object({
  name: z.string(),
  dimensions: z.int().positive(),
  vocabulary_size: z.int().positive(),
  files: z.object({ 'vectors.bin': z.object({ bytes: z.int(), sha256: z.string() }) }),
})
type Manifest = z.infer<typeof manifestSchema>

export type StaticModel = {
  readonly name: string
  readonly dimensions: number
  /** token id = index in the list */
  readonly vocabulary: readonly string[]
  /** row-major, row = token id */
  readonly rows: Int8Array
  /** scale of each row: vector[id][i] = rows[id * dimensions + i] * scales[id] */
  readonly scales: Float32Array
}

const pathOf = (folder: URL, file: string): string => fileURLToPath(new URL(file, folder))

const read = (folder: URL, file: string): Promise<Buffer> =>
  readFile(new URL(file, folder)).catch((error: NodeJS.ErrnoException) => {
    throw new ModelUnusable(`The embedding model's file ${pathOf(folder, file)} cannot be read (${error.code})`)
  })

const readManifest = async (folder: URL): Promise<Manifest> => {
  const text = (await read(folder, 'model.json')).toString('utf8')
  try {
    return manifestSchema.parse(JSON.parse(text))
  } catch {
    throw new ModelUnusable(`${pathOf(folder, 'model.json')} does not describe an embedding model`)
  }
}

const readVocabulary = async (folder: URL, size: number): Promise<readonly string[]> => {
  const lines = (await read(folder, 'vocab.txt')).toString('utf8').split('\n', size)
  if (lines.length !== size || lines[100] !== '[UNK]')
    throw new ModelUnusable(`${pathOf(folder, 'vocab.txt')} is damaged: it is not the list of ${size} tokens`)
  return lines
}

const readVectors = async (folder: URL, expected: Manifest['files']['vectors.bin']): Promise<Buffer> => {
  const bytes = await read(folder, 'vectors.bin')
  if (bytes.length !== expected.bytes || createHash('sha256').update(bytes).digest('hex') !== expected.sha256)
    throw new ModelUnusable(
      `${pathOf(folder, 'vectors.bin')} is damaged: its size or its sha256 is not what model.json says`,
    )
  return bytes
}

/** The package's own models/static-en: seen from src/, from dist/src/, and from dist/chunks/ of a bundle. */
export const packagedModel = (): URL => {
  const folders = ['../../../', '../../../../', '../../'].map(
    (root) => new URL(`${root}models/static-en/`, import.meta.url),
  )
  const found = folders.find((folder) => existsSync(new URL('model.json', folder)))
  if (!found) throw new ModelUnusable('The folder models/static-en is missing from this installation')
  return found
}

/**
 * Reads and checks model.json, vocab.txt and vectors.bin (layouts: model.json).
 * @throws ModelUnusable, naming the file, when one is missing or damaged
 */
export const readStaticModel = async (folder: URL): Promise<StaticModel> => {
  if (endianness() !== 'LE') throw new ModelUnusable('The built-in embedding model needs a little-endian machine')
  const { name, dimensions, vocabulary_size: size, files } = await readManifest(folder)
  const [vocabulary, bytes] = await Promise.all([
    readVocabulary(folder, size),
    readVectors(folder, files['vectors.bin']),
  ])
  if (bytes.length !== size * (dimensions + Float32Array.BYTES_PER_ELEMENT))
    throw new ModelUnusable('model.json contradicts itself: vectors.bin does not hold vocabulary_size rows and scales')
  const start = bytes.byteOffset
  return {
    name,
    dimensions,
    vocabulary,
    rows: new Int8Array(bytes.buffer, start, size * dimensions),
    // Copied, because a float array must start at a multiple of four.
    scales: new Float32Array(bytes.buffer.slice(start + size * dimensions, start + bytes.length)),
  }
}

type RelatedTermsTable = { readonly lexeme: string; readonly cosine: number }

/**
 * Related English lexemes, nearest first, from tools/related-terms.ts; none for an unlisted one. Parsed on demand.
 * @throws ModelUnusable when the list cannot be read
 */
export const loadRelatedTerms = async (
  folder: URL = packagedModel(),
): Promise<(lexeme: string) => readonly RelatedTermsTable[]> => {
  const text = (await read(folder, 'kindred.txt')).toString('utf8')
  const lines = new Map(text.split('\n').map((line) => [line.slice(0, line.indexOf(' ')), line]))
  return (lexeme) => (lines.get(lexeme)?.split(' ').slice(1) ?? []).map(entry)
}

/** A lexeme and its cosine in two digits. */
const entry = (written: string): RelatedTermsTable => ({
  lexeme: written.slice(0, -2),
  cosine: Number(written.slice(-2)) / 100,
})
