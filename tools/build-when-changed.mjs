/**
 * Compiles the program into dist/ when dist/ is not what the sources give: `npm start` runs it first, and it costs a
 * tenth of a second when nothing has changed. Types are not checked here (`npm test` and `npm run build` do that).
 *
 * What counts is content, not times: a digest of the sources and the compiler, and one of the files in dist/, both kept
 * in dist/made-from.json. A build is made beside dist/ and takes its place when it is whole, so a build that was killed
 * is never started, and no file of a source that is gone stays. The folder is that of the current directory.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const DIST = 'dist'
const SOURCES = ['src', 'projections']
const COMPILER = 'node_modules/typescript'
/** What else decides on what comes out; packages do not, as nothing of them is compiled. */
const SETTINGS = ['tsconfig.json', 'tsconfig.build.json', 'package.json', join(COMPILER, 'package.json')]
const STAMP = 'made-from.json'

/** All files below a folder in a fixed order. */
const under = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()

/** Of names and contents; `names` are those that count, relative to the same folder. */
const digestOf = (files, nameOf = (file) => file) => {
  const hash = createHash('sha256')
  for (const file of files) {
    const content = readFileSync(file)
    hash.update(`${nameOf(file)}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

const digestOfSources = () =>
  digestOf([import.meta.filename, ...SOURCES.flatMap(under), ...SETTINGS], (file) =>
    file === import.meta.filename ? 'this' : file,
  )

const digestOfBuild = (folder) =>
  digestOf(
    under(folder).filter((file) => file !== join(folder, STAMP)),
    (file) => file.slice(folder.length),
  )

/** Whether the folder holds the whole build of these sources, untouched. */
const isBuildOf = (sources, folder) => {
  try {
    const stamp = JSON.parse(readFileSync(join(folder, STAMP), 'utf8'))
    return stamp.sources === sources && stamp.build === digestOfBuild(folder)
  } catch {
    return false
  }
}

/** Takes the types out of every source. Only its syntax can be wrong; then nothing is kept. */
const compile = async (folder) => {
  const { default: ts } = await import(pathToFileURL(join(COMPILER, 'lib/typescript.js')).href)
  const complain = (faults) => {
    if (faults.length === 0) return
    process.stderr.write(
      ts.formatDiagnostics(faults, { ...ts.sys, getCanonicalFileName: (name) => name, getNewLine: () => '\n' }),
    )
    rmSync(folder, { recursive: true, force: true })
    process.exit(1)
  }
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: (fault) => complain([fault]) }
  // Each module stands for itself (`isolatedModules`), so neither packages nor the language's own types are read.
  const quick = { noCheck: true, noResolve: true, types: [], outDir: folder }
  const { options, fileNames, errors } = ts.getParsedCommandLineOfConfigFile('tsconfig.build.json', quick, host)
  complain(errors)
  const program = ts.createProgram(fileNames, options)
  complain([...program.getOptionsDiagnostics(), ...program.getSyntacticDiagnostics()])
  complain(program.emit().diagnostics)
}

/** What builds left that were killed. The name of such a folder ends with the process that makes it. */
const clearLeftovers = () => {
  for (const name of readdirSync('.')) {
    const maker = /^dist\.(\d+)(\.old)?$/.exec(name)?.[1]
    if (maker !== undefined && !lives(Number(maker))) rmSync(name, { recursive: true, force: true })
  }
}

const lives = (pid) => {
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Another start may have built the same meanwhile and run on it already: then that one stays. */
const replace = (fresh, sources) => {
  if (isBuildOf(sources, DIST)) return rmSync(fresh, { recursive: true })
  const old = `${fresh}.old`
  try {
    renameSync(DIST, old)
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
  }
  renameSync(fresh, DIST)
  rmSync(old, { recursive: true, force: true })
}

const sources = digestOfSources()
if (!isBuildOf(sources, DIST)) {
  clearLeftovers()
  const fresh = `${DIST}.${process.pid}`
  mkdirSync(fresh)
  await compile(fresh)
  writeFileSync(join(fresh, STAMP), JSON.stringify({ sources, build: digestOfBuild(fresh) }))
  replace(fresh, sources)
}
