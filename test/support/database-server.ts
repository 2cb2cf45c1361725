import { execFile, spawn } from 'node:child_process'
import { rename, rm, stat, symlink } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'

const run = promisify(execFile)
const tool = join(import.meta.dirname, '../../tools/postgres-pgvector.sh')

export type Server = { readonly url: string | null; readonly about: string; stop(): Promise<void> }

/** The server of DATABASE_URL, else one of our own in a folder, else none, with the reason. */
export const startServer = async (folder: string): Promise<Server> => {
  const given = process.env.DATABASE_URL
  if (given) return { url: given, about: 'the Postgres of DATABASE_URL', stop: async () => {} }
  try {
    return await startOwn(folder)
  } catch (error) {
    const reason = error instanceof Error ? error.message.trim().split('\n').at(-1) : error
    return { url: null, about: `no Postgres (none could be started: ${reason})`, stop: async () => {} }
  }
}

const startOwn = async (folder: string, attempts = 3): Promise<Server> => {
  await symlink(await installed(), join(folder, 'server'))
  for (let attempt = 1; ; attempt++) {
    const port = await freePort()
    try {
      await run('bash', [tool, 'start', folder, String(port)])
    } catch (error) {
      if (attempt === attempts) throw error
      continue
    }
    const unguard = guard(folder)
    const url = `postgres://postgres@127.0.0.1:${port}/postgres`
    await quicken(url)
    const stop = async () => {
      unguard()
      await run('bash', [tool, 'stop', folder])
    }
    return { url, about: 'a Postgres of its own', stop }
  }
}

/**
 * The unpacked server, kept between runs. It is unpacked beside its place and renamed into it, so that two runs at
 * once do not meet; whose rename comes second uses the first one's.
 */
const installed = async (): Promise<string> => {
  const kept = join(tmpdir(), 'palimpsest-postgres-17')
  const owner = await stat(kept)
    .then(({ uid }) => uid)
    .catch(() => undefined)
  if (owner === process.getuid?.()) return join(kept, 'server')
  if (owner !== undefined) throw new Error(`${kept} belongs to another user`)
  const fresh = `${kept}.${process.pid}`
  await run('bash', [tool, 'install', fresh])
  await rename(fresh, kept).catch(() => rm(fresh, { recursive: true, force: true }))
  return join(kept, 'server')
}

/** Stops the server should this process be killed before it can. */
const guard = (folder: string): (() => void) => {
  const script = `while kill -0 ${process.pid} 2>/dev/null; do sleep 2; done; bash "$0" stop "$1"; rm -rf "$1"`
  const guardian = spawn('bash', ['-c', script, tool, folder], { detached: true, stdio: 'ignore' })
  guardian.unref()
  return () => guardian.kill()
}

/** A test's database need not survive a power cut. */
const quicken = async (url: string): Promise<void> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  for (const name of ['fsync', 'full_page_writes']) await client.query(`alter system set ${name} = off`)
  await client.query('select pg_reload_conf()')
  await client.end()
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(address instanceof Object ? address.port : 0))
    })
  })
