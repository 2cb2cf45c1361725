import { setTimeout as pause } from 'node:timers/promises'
import type { App } from '../../src/cli/ports.js'
import { run } from '../../src/cli/run.js'
import type { Watch } from '../../src/concurrency/operation.js'

/**
 * The real command line around an application of this file: `/slow` answers after its query's milliseconds, `/fall`
 * lets an error out. The first argument says how the application itself opens and closes.
 */
const [how = '', ...args] = process.argv.slice(2)

const result = { live: 'read_1', built: 'read_2', swapped: false, events: 7, seconds: 0 }

const app: App = {
  handler: ({ url = '' }, response) => {
    if (url === '/fall') setImmediate(() => Promise.reject(new Error('fell')))
    else void pause(Number(url.split('?')[1] ?? 0)).then(() => response.end('answered'))
  },
  ready: Promise.resolve(undefined),
  rebuild: async () => result,
  replay: async function* () {},
  reembed: () => Promise.reject(new Error('no models')),
  ask: () => Promise.reject(new Error('no operations')),
  close: async () => {
    await pause(how === 'never-closes' ? 60_000 : 0)
    console.log('application closed')
  },
}

const composition = {
  openApp: async (_config: unknown, _logger: unknown, { announce }: { readonly announce: (state: string) => void }) => {
    announce('Reading the log')
    if (how === 'fails') throw Object.assign(new Error('connect refused'), { code: 'ECONNREFUSED' })
    if (how === 'opens-slowly') await pause(1500)
    return app
  },
  rebuildStore: async () => ({
    rebuild: async (_options: unknown, { report }: Watch) => {
      report({ phase: 'Building', done: 7, total: 7, unit: 'events' })
      return result
    },
    close: async () => void (await pause(how === 'never-closes' ? 60_000 : 0)),
  }),
  reembedStore: () => Promise.reject(new Error('no store')),
  eraseStore: () => Promise.reject(new Error('no store')),
  reingestStore: () => Promise.reject(new Error('no store')),
  proveErasure: () => Promise.reject(new Error('no store')),
  replayErasures: () => Promise.reject(new Error('no store')),
  signCheckpoint: () => Promise.reject(new Error('no store')),
  rotateKeys: () => Promise.reject(new Error('no store')),
  planStore: async () => result,
  copyStore: async () => ({ events: 7, streams: 2, hash: 'ab'.repeat(32), written: 7, grown: false, seconds: 0 }),
  reachStores: async () => {},
  mcpWhenOpen: () => ({ ended: Promise.resolve(), close: async () => {} }),
  mcpOfService: () => ({ ended: Promise.resolve(), close: async () => {} }),
  openToReplay: async () => ({ replay: async function* () {}, close: async () => {} }),
  prepareStore: async () => ['The log is prepared.', 'The read models have caught up.'],
}

run(args, async () => composition).then((code) => process.exit(code))
