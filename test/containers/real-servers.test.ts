import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { dockerAnswers, startEventStoreDb, startPostgres } from './docker.js'

const SUITES = [
  'test/event-store',
  'test/postgres',
  'test/commands/copy-log.test.ts',
  'test/cli/copy-log.test.ts',
  'test/http/on-event-store.test.ts',
  'test/faults/event-store-process.test.ts',
  'test/faults/leader-killed.test.ts',
]
const imageOf = (service: string): string => {
  const { services } = parse(readFileSync('docker-compose.yml', 'utf8'))
  return services[service].image
}

describe.skipIf(!(await dockerAnswers()))('with Docker, on the images that docker-compose.yml names', () => {
  test('the suites of the log and of the databases pass', { timeout: 1_800_000 }, async () => {
    const servers = await Promise.all([startEventStoreDb(imageOf('eventstore')), startPostgres(imageOf('postgres'))])
    const [log, database] = servers
    try {
      const env = { ...process.env, ESDB_URL: log.url, DATABASE_URL: database.url }
      const vitest = spawn('npx', ['vitest', 'run', ...SUITES], { env, stdio: 'inherit' })
      const [code] = await once(vitest, 'close')
      expect(code).toBe(0)
    } finally {
      await Promise.all(servers.map(({ stop }) => stop()))
    }
  })
})
