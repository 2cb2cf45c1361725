/**
 * The double as a server of its own, whose log outlives it, for a try of the suites that take a running EventStoreDB:
 *   npx tsx test/support/eventstoredb/serve.ts <folder> [--port 2113] [--tls] [--user ops:secret] [--foreign 5000]
 *   npx tsx test/support/eventstoredb/serve.ts <folder> --restart      kills it and starts it again, as it was
 */
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { makeCertificate } from './certificate.js'
import { openLastingLog } from './lasting-log.js'
import { startEventStoreDouble } from './server.js'
import type { ServerLog } from './server-log.js'

type Running = { readonly pid: number; readonly args: readonly string[] }

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    port: { type: 'string', default: '0' },
    tls: { type: 'boolean', default: false },
    user: { type: 'string' },
    foreign: { type: 'string', default: '0' },
    restart: { type: 'boolean', default: false },
  },
})
const folder = resolve(positionals[0] ?? '.')
const about = join(folder, 'running.json')

const running = (): Running => JSON.parse(readFileSync(about, 'utf8'))

/** Whole or not at all: who restarts the server waits for it. */
const noteRunning = (port: number): void => {
  const args = [folder, '--port', `${port}`, ...(values.tls ? ['--tls'] : [])]
  if (values.user !== undefined) args.push('--user', values.user)
  writeFileSync(`${about}.${process.pid}`, JSON.stringify({ pid: process.pid, args }))
  renameSync(`${about}.${process.pid}`, about)
}

/** A certificate that stays the same, as the clients trust its file. */
const certificate = async () => {
  const [ca, key] = [join(folder, 'ca.pem'), join(folder, 'key.pem')]
  if (!existsSync(key)) {
    const made = await makeCertificate()
    writeFileSync(ca, made.certificate)
    writeFileSync(key, made.key)
    await made.remove()
  }
  return { certificate: readFileSync(ca, 'utf8'), key: readFileSync(key, 'utf8') }
}

/** Events of others, most of them in streams whose names begin as some of ours do. */
const appendForeign = (log: ServerLog, count: number): void => {
  const names = ['orders', 'testy-storefront', 'palimpsest-bank', 'test-store']
  for (let n = 0; n < count; n++) {
    const event = { id: randomUUID(), type: 'OrderPlaced', contentType: 'application/json' }
    const [data, metadata] = [new TextEncoder().encode(`{"order":${n}}`), new Uint8Array()]
    log.append(`${names[n % names.length]}-${n % 51}`, 'any', [{ ...event, data, metadata }])
  }
}

const serve = async (): Promise<void> => {
  mkdirSync(folder, { recursive: true })
  const log = await openLastingLog(join(folder, 'log.jsonl'))
  appendForeign(log, Number(values.foreign))
  const tls = values.tls ? { tls: await certificate() } : {}
  const user = values.user === undefined ? {} : { user: values.user }
  const { port } = await startEventStoreDouble({ log, port: Number(values.port), ...tls, ...user })
  noteRunning(port)
  const [name, password = ''] = (values.user ?? '').split(':')
  const credentials = values.user === undefined ? '' : `${name}:${encodeURIComponent(password)}@`
  const options = values.tls ? `tlsCAFile=${encodeURIComponent(join(folder, 'ca.pem'))}` : 'tls=false'
  console.log(`esdb://${credentials}127.0.0.1:${port}?${options}`)
}

const restart = async (): Promise<void> => {
  const { pid, args } = running()
  process.kill(pid, 'SIGKILL')
  const again = spawn(process.execPath, [...process.execArgv, import.meta.filename, ...args], {
    detached: true,
    stdio: 'ignore',
  })
  again.unref()
  for (; running().pid === pid; await pause(20))
    if (again.exitCode !== null) throw new Error(`it has ended with ${again.exitCode}`)
}

await (values.restart ? restart() : serve())
