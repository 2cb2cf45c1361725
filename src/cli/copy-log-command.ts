import type { Command } from 'commander'
import type { Variables } from '../config/config.js'
import type { CopyArguments } from './copy-log.js'
import { command, overridesOf } from './setting-options.js'

export type CopyAction = (overrides: Variables, wishes: CopyArguments) => Promise<void>

export const addCopyLog = (program: Command, copyLog: CopyAction): void => {
  command(program, 'copy-log', ['PALIMPSEST_DATA_DIR', 'DATABASE_URL'])
    .description(
      'Copy the log into another store, read it back and compare. Run again, it goes on where it was broken off, and brings what came later. Read models are not copied: the service builds them.',
    )
    .option('--to-data-dir <folder>', 'into an embedded database')
    .option('--to-database-url <url>', 'into a Postgres database')
    .option('--to-eventstore-url <url>', 'into an EventStoreDB')
    .option('--json', 'one JSON object a line, the result last', false)
    .action(({ toDataDir, toDatabaseUrl, toEventstoreUrl, json, ...options }) => {
      const all = { PALIMPSEST_DATA_DIR: toDataDir, DATABASE_URL: toDatabaseUrl, EVENTSTORE_URL: toEventstoreUrl }
      const to = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
      return copyLog(overridesOf(options), { to, json: json === true })
    })
}
