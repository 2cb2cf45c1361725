import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { Answer } from './app.js'
import type { Fields } from './client.js'
import { compiledMain } from './compiled.js'
import { expectDocumented } from './documented.js'
import { nodeUnderTest, nodeWarnings, pathUnderTest, quickStart } from './node-under-test.js'

const headers = { Authorization: 'Bearer local-dev-key', 'Content-Type': 'application/json' }

export type ServiceProcess = {
  readonly url: string
  /** GET, or POST with a body; rejects when the process does not answer. */
  readonly ask: (path: string, body?: unknown, method?: string) => Promise<Answer<Fields>>
  /** Undefined while it runs. */
  readonly exitCode: () => number | null | undefined
  readonly output: () => string
  readonly kill: (signal?: NodeJS.Signals) => Promise<void>
}

/** The whole service as a process of its own, on a free port, ready to answer. It is killed by `kill`, at the latest with this process. */
export const startService = async (settings: Readonly<Record<string, string>>): Promise<ServiceProcess> => {
  const env = { PATH: pathUnderTest, PORT: '0', LOG_FORMAT: 'json', RECALL_FLUSH_MS: '50', ...settings }
  const child = spawn(nodeUnderTest, [...quickStart, compiledMain, 'serve'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  let exitCode: number | null | undefined
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-200_000)
    })
  const ended = once(child, 'close').then(([code]) => {
    exitCode = code
  })
  const end = () => child.kill('SIGKILL')
  process.once('exit', end)
  const kill = async (signal: NodeJS.Signals = 'SIGKILL') => {
    child.kill(signal)
    await ended
    process.off('exit', end)
    const [warning] = nodeWarnings(output)
    if (warning !== undefined) throw new Error(`Node has warned: ${warning}`)
  }
  const url = await readiness(
    () => output,
    () => exitCode !== undefined,
  ).catch(async (error) => {
    await kill()
    throw error
  })
  const ask: ServiceProcess['ask'] = async (path, body, method = body === undefined ? 'GET' : 'POST') => {
    const response = await fetch(url + path, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const { status } = response
    const text = await response.text()
    expectDocumented({ method, url: path, status, headers: Object.fromEntries(response.headers), text })
    return { status, body: JSON.parse(text) as Fields, headers: response.headers }
  }
  return { url, ask, exitCode: () => exitCode, output: () => output, kill }
}

/** Its address, as soon as it answers that all is well. */
const readiness = async (output: () => string, hasEnded: () => boolean): Promise<string> => {
  for (const deadline = performance.now() + 60_000; performance.now() < deadline; await pause(30)) {
    if (hasEnded()) break
    const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(output()) ?? []
    const status =
      url &&
      (await fetch(`${url}/health`).then(
        (answer) => answer.status,
        () => 0,
      ))
    if (url && status === 200) return url
  }
  throw new Error(`the service did not start: ${output().slice(-3000)}`)
}
