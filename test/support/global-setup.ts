import { execFile } from 'node:child_process'
import { cpSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'
import { openPglite, startPglite } from '../../src/postgres/pglite.js'
import { compiledMain, compileProgram } from './compiled.js'
import { startServer } from './database-server.js'
import { createStoreTemplate, createTemplate } from './database-template.js'
import { servers } from './eventstoredb/tested-server.js'
import { quickStart } from './node-under-test.js'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A Postgres to make databases on, and the ones they are copied from; null where none could be had. */
    postgres: { readonly url: string; readonly template: string; readonly storeTemplate: string } | null
    /** Where the dump of a PGlite data directory with the extensions lies. */
    pgliteDump: string
    /** A folder with an embedded store's database, the same, to copy from. */
    pgliteFolder: string
    /** The same with schemas and read models, as `palimpsest migrate` leaves it. */
    storeFolder: string
  }
}

/** Provides the databases of the suites, for one run; gives the function that takes them away. */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const folder = await mkdtemp(join(tmpdir(), 'palimpsest-test-'))
  await chmod(folder, 0o755) // the server runs as another user
  const pgliteDump = join(folder, 'pglite.tar')
  const pgliteFolder = join(folder, 'pglite')
  const storeFolder = join(folder, 'store')
  const embeddedIsPrepared = Promise.all([prepareEmbedded(pgliteDump, pgliteFolder), compileProgram()])
  const [server] = await Promise.all([
    startServer(folder),
    embeddedIsPrepared.then(() => prepareStore(pgliteFolder, storeFolder)),
  ])
  const templates = server.url === null ? null : await createTemplates(server.url)
  project.provide('pgliteDump', pgliteDump)
  project.provide('pgliteFolder', pgliteFolder)
  project.provide('storeFolder', storeFolder)
  project.provide('postgres', server.url && templates ? { url: server.url, ...templates.names } : null)
  console.log(`databases under test: PGlite and ${server.about}; event stores: ${servers.about}`)
  return async () => {
    await templates?.drop()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

const createTemplates = async (url: string) => {
  const template = await createTemplate(url)
  const storeTemplate = await createStoreTemplate(url, template.name)
  const drop = () => Promise.all([template.drop(), storeTemplate.drop()])
  return { names: { template: template.name, storeTemplate: storeTemplate.name }, drop }
}

const prepareEmbedded = async (path: string, copied: string): Promise<void> => {
  const made = await startPglite(undefined, { fsync: false })
  await made.exec('create extension vector with schema public; create extension btree_gin with schema public')
  const dump = await made.dumpDataDir('none')
  await made.close()
  await writeFile(path, Buffer.from(await dump.arrayBuffer()))
  await (await openPglite(copied, { fsync: false, loadDataDir: dump })).close()
}

const prepareStore = async (embedded: string, store: string): Promise<void> => {
  cpSync(embedded, store, { recursive: true })
  const env = { PALIMPSEST_DATA_DIR: store, EMBEDDED_FSYNC: 'false' }
  await promisify(execFile)(process.execPath, [...quickStart, compiledMain, 'migrate'], { env })
}
