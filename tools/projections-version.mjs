/**
 * Writes projections/version.ts: a digest of everything that the rows of the read models follow from. That is the program of
 * the projections with all that it imports, without comments, types and what is not reached, the word lists that it reads, and
 * the versions of its packages. Where it changes, read tables are built anew. `npm run build` and `npm start` run this first.
 * The current directory is the project's.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const FILE = 'projections/version.ts'
const LISTS = 'src/text/languages'

/** The program as one module, and the names of the packages that it imports. */
const programOf = async () => {
  const { build } = await import('esbuild')
  const { metafile, outputFiles } = await build({
    ...{ entryPoints: ['projections/index.ts'], bundle: true, packages: 'external', format: 'esm', platform: 'node' },
    ...{ target: 'node20', minifyWhitespace: true, legalComments: 'none', metafile: true, write: false },
  })
  const [{ imports }] = Object.values(metafile.outputs)
  const packages = imports.flatMap(({ path }) => /^(?!node:)(@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? [])
  return { program: outputFiles[0].text, packages: [...new Set(packages)].sort() }
}

const packageVersion = (name) => JSON.parse(readFileSync(join('node_modules', name, 'package.json'), 'utf8')).version

/**
 * What the rows follow from, by name.
 * @returns {Promise<Readonly<Record<string, string>>>}
 */
export const ingredients = async () => {
  const { program, packages } = await programOf()
  const lists = readdirSync(LISTS).sort()
  return Object.fromEntries([
    ['program', program],
    ...packages.map((name) => [name, packageVersion(name)]),
    ...lists.map((name) => [name, JSON.stringify(JSON.parse(readFileSync(join(LISTS, name), 'utf8')))]),
  ])
}

/** Of names and contents, in any order. @param {readonly (readonly [string, string | Uint8Array])[]} parts */
export const digestOf = (parts) => {
  const hash = createHash('sha256')
  for (const [name, content] of parts.toSorted(([a], [b]) => (a < b ? -1 : 1)))
    hash.update(`${name}\0${content.length}\0`).update(content).update('\0')
  return hash.digest('hex')
}

/** @param {Readonly<Record<string, string>>} parts by name */
export const versionOf = (parts) => digestOf(Object.entries(parts)).slice(0, 16)

const contentFor = (
  digest,
) => `/** Made by tools/projections-version.mjs: of what the rows of the read models follow from. */
export const version = '${digest}'
`

/** Writes the file where it is not what the sources give. */
export const writeVersion = async () => {
  const content = contentFor(versionOf(await ingredients()))
  if (readFileSync(FILE, 'utf8') !== content) writeFileSync(FILE, content)
}

if (process.argv[1] === import.meta.filename) await writeVersion()
