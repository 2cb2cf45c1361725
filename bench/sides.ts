import { spawn } from 'node:child_process'
import { cp } from 'node:fs/promises'
import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import type { Variables } from '../src/config/config.js'
import { clientOf } from './over-http.js'
import { seedLog, userOf } from './seed.js'
import type { Place } from './stores.js'
import { tell } from './tell.js'

/** A build of the service in a process of its own. */
export type Side = {
  readonly name: string
  /** Milliseconds, and the answer. Throws for any status but 200. */
  readonly post: (path: string, body: object) => Promise<{ readonly ms: number; readonly body: unknown }>
  readonly restart: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** A folder with a build of the service, and the store that it runs on. */
type Build = { readonly name: string; readonly folder: string; readonly variables: Variables; readonly size: number }

const READY_MS = 20 * 60_000

/** The same log for each build, which then makes read models of its own. */
export const openSides = async (
  place: Place,
  folders: Readonly<Record<string, string>>,
  size: number,
): Promise<readonly Side[]> => {
  const databases = await place.open(() => {})
  const population = { scope: { kind: 'user', userId: userOf(size) } as const, memories: size }
  await seedLog({ databases, config: place.config, tell }, [population])
  await databases.close()
  const sides: Side[] = []
  for (const [name, folder] of Object.entries(folders))
    sides.push(await openSide({ name, folder, variables: await copyOf(place, name), size }))
  return sides
}

const copyOf = async ({ config }: Place, name: string): Promise<Variables> => {
  const { databaseUrl: url, dataDir } = config
  if (url === undefined) {
    await cp(dataDir, `${dataDir}-${name}`, { recursive: true })
    return { PALIMPSEST_DATA_DIR: `${dataDir}-${name}` }
  }
  const client = new Client({ connectionString: url.replace(/[^/]*$/, 'postgres') })
  await client.connect()
  const template = client.escapeIdentifier(url.replace(/^.*\//, ''))
  await client.query(`create database ${client.escapeIdentifier(name)} template ${template}`)
  await client.end()
  return { DATABASE_URL: url.replace(/[^/]*$/, name) }
}

const openSide = async (build: Build): Promise<Side> => {
  const port = await freePort()
  let running = await start(build, port)
  const client = clientOf(`http://127.0.0.1:${port}`)
  const post: Side['post'] = async (path, body) => {
    const began = performance.now()
    const text = await client.post(path, body)
    return { ms: performance.now() - began, body: JSON.parse(text) }
  }
  const restart = async () => {
    await running.stop()
    running = await start(build, port)
  }
  const stop = () => {
    client.close()
    return running.stop()
  }
  return { name: build.name, post, restart, stop }
}

const start = async ({ name, folder, variables, size }: Build, port: number) => {
  tell(`${name}: starting, and waiting for its read models`)
  const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), 'src/main.ts'], {
    cwd: folder,
    env: { ...process.env, DATABASE_URL: '', ...variables, PORT: String(port), LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  let isRunning = true
  const ended = new Promise<void>((resolve) =>
    child.once('exit', () => {
      isRunning = false
      resolve()
    }),
  )
  await ready(() => isRunning, `http://127.0.0.1:${port}/v1/memories/stats?user_id=${userOf(size)}`, size)
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  return { stop }
}

/** Resolves when the read models show all of the user's memories. */
const ready = async (isRunning: () => boolean, url: string, size: number): Promise<void> => {
  for (const end = performance.now() + READY_MS; isRunning() && performance.now() < end; await pause(250)) {
    const answer = await fetch(url, { headers: { authorization: 'Bearer local-dev-key' } }).catch(() => undefined)
    if (answer?.status !== 200) continue
    const { count } = (await answer.json()) as { count: number } // as the interface says
    if (count >= size) return
  }
  throw new Error('the service did not get ready')
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })
