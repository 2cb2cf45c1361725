import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    pool: 'forks',
    // A suite that kills the event store of ESDB_URL has it for itself.
    maxWorkers: process.env.ESDB_RESTART ? 1 : 2,
  },
})
