import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { endedBySignals } from '../../src/concurrency/ended-by-signals.js'
import { compiledMain } from '../support/compiled.js'
import { nodeUnderTest } from '../support/node-under-test.js'

const module = pathToFileURL(join(dirname(compiledMain), 'concurrency', 'ended-by-signals.js')).href

/** A process that handles signals and is busy for an hour. */
const busy = (work: string) =>
  `const { endedBySignals } = await import(${JSON.stringify(module)})
   for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {})
   const compute = async () => { process.stdout.write('busy'); for (const end = Date.now() + 3_600_000; Date.now() < end; ); }
   await ${work}`

describe('work that holds the event loop', () => {
  test.each(['SIGINT', 'SIGTERM'] as const)('is ended by %s immediately', async (signal) => {
    const child = spawn(nodeUnderTest, ['--input-type=module', '--eval', busy('endedBySignals(compute)')])
    await once(child.stdout, 'data')
    child.kill(signal)
    expect(await once(child, 'exit')).toEqual([null, signal])
  })

  test('leaves the handlers as they were, also when it fails', async () => {
    const handler = () => {}
    process.on('SIGTERM', handler)
    const before = process.rawListeners('SIGTERM')
    try {
      const during = await endedBySignals(async () => process.listenerCount('SIGTERM'))
      expect(during).toBe(0)
      expect(process.rawListeners('SIGTERM')).toEqual(before)
      await expect(endedBySignals(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
      expect(process.rawListeners('SIGTERM')).toEqual(before)
    } finally {
      process.off('SIGTERM', handler)
    }
  })
})
