import { type ChildProcess, spawn } from 'node:child_process'
import { type EventEmitter, once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pLimit from 'p-limit'
import { expect, onTestFinished } from 'vitest'
import { run } from '../../src/cli/run.js'
import { compiledMain } from '../support/compiled.js'
import { nodeUnderTest, nodeWarnings, pathUnderTest, quickStart } from '../support/node-under-test.js'

export type Ended = { readonly code: number | null; readonly stdout: string; readonly stderr: string }
export type Running = {
  readonly child: ChildProcess
  /** Resolves with what was written on both streams as soon as that matches; rejects when the process ends before. */
  seen(pattern: RegExp): Promise<RegExpExecArray>
  readonly ended: Promise<Ended>
}

/** A folder of the test's own. */
export const folder = (): string => {
  const path = mkdtempSync(join(tmpdir(), 'palimpsest-cli-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

/**
 * Starts a program in a folder and an environment of its own; it is killed when the test is over, which fails if Node
 * has warned of anything.
 */
export const start = (
  args: readonly string[],
  settings: Readonly<Record<string, string>> = {},
  program = compiledMain,
): Running => {
  const env = { PATH: pathUnderTest, ...settings }
  const node = program.endsWith('.ts') ? ['--import', import.meta.resolve('tsx'), program] : [program]
  const child = spawn(nodeUnderTest, [...quickStart, ...node, ...args], {
    cwd: folder(),
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const written = { stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      written[stream] += text
      child.emit('written')
    })
  const ended = once(child, 'close').then(([code]): Ended => ({ code, ...written }))
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
    expect(nodeWarnings(written.stderr)).toEqual([])
  })
  const seen = (pattern: RegExp): Promise<RegExpExecArray> =>
    new Promise((resolve, reject) => {
      const look = () => {
        const match = pattern.exec(written.stdout) ?? pattern.exec(written.stderr)
        if (match) resolve(match)
      }
      child.on('written', look)
      look()
      void ended.then(({ code }) => reject(new Error(`ended with ${code}: ${written.stdout}${written.stderr}`)))
    })
  return { child, seen, ended }
}

/** Runs a program to its end, as a process of its own. */
export const palimpsestProcess = (
  args: readonly string[],
  settings?: Readonly<Record<string, string>>,
): Promise<Ended> => start(args, settings).ended

const oneAtATime = pLimit(1)
/** What a command listens to until its process ends. */
const EVENTS: readonly (readonly [EventEmitter, string])[] = [
  ...['SIGTERM', 'SIGINT', 'uncaughtException'].map((name) => [process, name] as const),
  ...[process.stdout, process.stderr].map((stream) => [stream, 'error'] as const),
]

/**
 * Runs a command to its end in this process, which has loaded the application already: for everything but signals, kills
 * and what the logger writes. Environment, folder and output are the command's own meanwhile.
 */
export const palimpsest = (args: readonly string[], settings: Readonly<Record<string, string>> = {}): Promise<Ended> =>
  oneAtATime(async () => {
    const written = { stdout: '', stderr: '' }
    const { env } = process
    const cwd = process.cwd()
    const listeners = EVENTS.map(([from, name]) => ({ from, name, before: from.rawListeners(name) }))
    const restore = (['stdout', 'stderr'] as const).map((name) => {
      const { write } = process[name]
      process[name].write = (text: unknown, ...rest: unknown[]) => {
        written[name] += String(text)
        const done = rest.at(-1)
        if (typeof done === 'function') setImmediate(() => done())
        return true
      }
      return () => {
        process[name].write = write
      }
    })
    process.env = { PATH: pathUnderTest, ...settings }
    process.chdir(folder())
    try {
      const code = await run(args, () => import('../../src/app/app.js'))
      return { code, ...written }
    } finally {
      for (const each of restore) each()
      process.env = env
      process.chdir(cwd)
      for (const { from, name, before } of listeners)
        for (const listener of from.rawListeners(name))
          if (!before.includes(listener)) from.off(name, listener as () => void) // it was a listener of this name
    }
  })
