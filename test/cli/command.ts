import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { compiledMain } from '../support/compiled.js'
import { nodeUnderTest, nodeWarnings, pathUnderTest } from '../support/node-under-test.js'

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
  const child = spawn(nodeUnderTest, [...node, ...args], { cwd: folder(), env, stdio: ['ignore', 'pipe', 'pipe'] })
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

/** Runs a program to its end. */
export const palimpsest = (args: readonly string[], settings?: Readonly<Record<string, string>>): Promise<Ended> =>
  start(args, settings).ended
