import { defineConfig } from 'vitest/config'

const common = {
  testTimeout: process.env.SOAK === '1' ? 3_600_000 : 120_000,
  hookTimeout: 240_000,
  // The machine may have much else to do.
  expect: { poll: { timeout: 20_000 } },
  pool: 'forks' as const,
  setupFiles: ['test/support/seeded.ts'],
}

/** Suites that change what all of a process shares: each has a process of its own. */
const alone = ['test/deployment/*.test.ts', 'test/containers/*.test.ts', 'test/faults/clock.test.ts']

/** Suites that start the program as processes of its own, kill them and start them again: `npm run test:processes`. */
const processes = ['test/faults/*.test.ts', 'test/cli/*.test.ts']

export default defineConfig({
  test: {
    // Once for all projects: the databases of the run.
    globalSetup: ['test/support/global-setup.ts'],
    // A suite that kills the event store of ESDB_URL has it for itself.
    maxWorkers: process.env.ESDB_RESTART ? 1 : 3,
    // What is transformed already is kept from run to run, by its content.
    experimental: { fsModuleCache: true },
    projects: [
      {
        test: {
          ...common,
          name: 'in one process',
          include: ['test/**/*.test.ts'],
          exclude: [...alone, ...processes],
          isolate: false,
        },
      },
      { test: { ...common, name: 'processes', include: processes, exclude: alone, isolate: false } },
      { test: { ...common, name: 'alone', include: alone } },
    ],
  },
})
