import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import { durable } from '../bench/durable.js'
import { overHttp } from '../bench/over-http.js'
import { openApp } from '../src/app/app.js'
import { readConfig, type Variables } from '../src/config/config.js'
import { startServer } from '../test/support/database-server.js'
import type { Address } from './asking.js'
import { BadInput } from './datasets/read-json.js'

/** A service to ask; `about` says for the report how it is set up. */
export type Target = Address & {
  readonly about: Readonly<Record<string, unknown>>
  readonly close: () => Promise<void>
}

export type TargetWish = { readonly url?: string; readonly key: string; readonly postgres: boolean }

/** The service that runs at the address, else one in this process on a store of its own that goes with it. */
export const openTarget = async ({ url, key, postgres }: TargetWish): Promise<Target> => {
  if (url !== undefined) return running(url.replace(/\/+$/, ''), key)
  const folder = await mkdtemp(join(tmpdir(), 'palimpsest-eval-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    return postgres ? await onPostgres(folder, remove) : await serve(embeddedIn(folder), remove)
  } catch (error) {
    await remove()
    throw error
  }
}

const START_MS = 30_000

/** A service that is still opening its store is waited for. */
const running = async (url: string, key: string): Promise<Target> => {
  for (const deadline = performance.now() + START_MS; ; await pause(200)) {
    const { status } = await fetch(`${url}/health`).catch((error: unknown) => {
      throw new BadInput(`Nothing answers at ${url}: ${reasonOf(error)}.`)
    })
    if (status === 200) return { url, key, about: { service: 'running' }, close: async () => {} }
    if (performance.now() > deadline) throw new BadInput(`${url}/health answers ${status}.`)
  }
}

/** fetch itself only says that it failed. */
const reasonOf = (error: unknown): string => {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  return cause instanceof Error ? cause.message : String(cause)
}

const embeddedIn = (folder: string): Variables => ({ PALIMPSEST_DATA_DIR: join(folder, 'store'), DATABASE_URL: '' })

const onPostgres = async (folder: string, remove: () => Promise<void>): Promise<Target> => {
  await chmod(folder, 0o755)
  const server = await startServer(folder)
  const stop = async () => {
    await server.stop()
    await remove()
  }
  if (server.url === null) throw new BadInput(`There is no Postgres to evaluate on: ${server.about}.`)
  try {
    return await serve({ DATABASE_URL: await durable(server.url) }, stop)
  } catch (error) {
    await server.stop()
    throw error
  }
}

const serve = async (store: Variables, afterwards: () => Promise<void>): Promise<Target> => {
  const config = readConfig({ ...store, RATE_LIMIT_PER_MINUTE: '0', MEMORY_CAP_ENFORCE: 'false' })
  const app = await openApp(config, pino({ level: 'silent' }), { announce: () => {} })
  await app.ready
  const http = await overHttp(app.handler)
  return {
    url: http.url,
    key: config.keys.standard,
    about: {
      service: 'in this process',
      store: config.databaseUrl === undefined ? 'embedded' : 'postgres',
      embedding: { provider: config.embedding.provider, model: config.embedding.model },
      retrievalProfile: config.retrievalProfile,
      similarityThreshold: config.similarityThreshold,
    },
    close: async () => {
      await http.close()
      await app.close()
      await afterwards()
    },
  }
}
