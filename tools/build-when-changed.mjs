/**
 * Compiles the program into dist/ when dist/ is not what the sources give. `npm start` runs it first. Types are not
 * checked here; `npm run build` and `npm test` do that. The current directory is the project's.
 *
 * Contents count, not times: dist/made-from.json holds a digest of the sources and one of the files made from them. A
 * build that was killed half way matches neither, so the next start builds again. A file is renamed into its place when
 * it is complete, and only when it differs, so two starts at the same time never see half a file.
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { digestOf, writeVersion } from './projections-version.mjs'

const DIST = 'dist'
const SOURCES = ['src', 'projections']
const SETTINGS = ['tsconfig.json', 'tsconfig.build.json', 'package.json', 'package-lock.json']
const STAMP = join(DIST, 'made-from.json')
/** A file on its way to its place. Its name begins with a dot. */
const UNFINISHED = join(DIST, `.${process.pid}`)

/** All files below a folder. */
const under = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))

const read = (files) => files.map((file) => [file, readFileSync(file)])
const TOOLS = [
  import.meta.filename,
  ...['bundle.mjs', 'projections-version.mjs'].map((name) => join(import.meta.dirname, name)),
]
const digestOfSources = () => digestOf(read([...TOOLS, ...SOURCES.flatMap(under), ...SETTINGS]))

const isBuiltFrom = (sources) => {
  try {
    const stamp = JSON.parse(readFileSync(STAMP, 'utf8'))
    const built = under(DIST).filter((file) => file !== STAMP && !basename(file).startsWith('.'))
    return stamp.sources === sources && stamp.build === digestOf(read(built))
  } catch {
    return false
  }
}

/** Names and contents of all modules and their source maps. Mistakes of syntax end the process, with their places. */
const compile = async () => {
  const { bundle } = await import('./bundle.mjs')
  try {
    const files = await bundle({ entryPoints: ['src/main.ts'], outdir: DIST })
    return files.map(({ path, contents }) => [relative('', path), contents])
  } catch (error) {
    if (!error.errors) throw error
    process.exit(1) // esbuild has printed them
  }
}

const isAt = (path, content) => {
  try {
    return readFileSync(path).equals(content)
  } catch {
    return false
  }
}

const put = (path, content) => {
  if (isAt(path, content)) return
  mkdirSync(dirname(path), { recursive: true })
  // A program that names its interpreter can be started by its own name.
  const isProgram = content.length > 2 && content[0] === 0x23 && content[1] === 0x21
  writeFileSync(UNFINISHED, content, { mode: isProgram ? 0o755 : 0o644 })
  renameSync(UNFINISHED, path)
}

/** Makes dist/ hold these files and no others. */
const replace = (files) => {
  for (const [path, content] of files) put(path, content)
  const kept = new Set([STAMP, ...files.map(([path]) => path)])
  for (const file of under(DIST)) if (!kept.has(file)) rmSync(file, { force: true })
}

const build = async (sources) => {
  console.error('Compiling palimpsest, some 3 s. A first start then creates its database, some 6 s more.')
  const start = performance.now()
  const files = await compile()
  console.error(`Compiled in ${((performance.now() - start) / 1000).toFixed(1)} s.`)
  try {
    replace(files)
    // A source that was changed meanwhile is compiled in the next round.
    if (digestOfSources() === sources) put(STAMP, Buffer.from(JSON.stringify({ sources, build: digestOf(files) })))
  } catch (error) {
    // Another start has removed the unfinished file. The next round looks again.
    if (error.code !== 'ENOENT') throw error
  }
}

/** The digest of the sources with the version that they give; a finished build holds it already. */
const versioned = async () => {
  const sources = digestOfSources()
  if (isBuiltFrom(sources)) return sources
  await writeVersion()
  return digestOfSources()
}

for (let sources = await versioned(); !isBuiltFrom(sources); sources = await versioned()) await build(sources)
