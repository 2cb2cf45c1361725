import { Command } from 'commander'
import { type SettingName, settings } from '../config/environment.js'
import { version } from '../config/package-info.js'
import { ownDirectory, withDirectories } from './claim-directory.js'
import { addCopyLog } from './copy-log.js'
import { addErase } from './erase.js'
import { EXIT } from './explain.js'
import { addKeys, addSign } from './keys.js'
import { type Chapter, type Entry, withManual } from './manual.js'
import { addMcp } from './mcp.js'
import { type Act, command } from './options.js'
import type { Run } from './ports.js'
import { addRebuild } from './rebuild.js'
import { addReembed } from './reembed.js'
import { addReingest } from './reingest.js'
import { addReplay } from './replay/commands.js'
import { serve } from './serve.js'
import { startWait } from './start-wait.js'

/** The commands and their help. */
export const createProgram = (act: Act): Command => {
  const program = withManual(new Command('palimpsest'), manual)
    .description('Long-term memory for software agents, served over HTTP and MCP.')
    .version(version)
    .exitOverride()
    .showHelpAfterError('(palimpsest --help tells more)')
  command(program, 'serve', ['PORT', 'HOST', 'PALIMPSEST_DATA_DIR', 'DATABASE_URL'])
    .description('Start the server; the default. It runs until Ctrl-C or SIGTERM, and finishes what it has begun.')
    .action((given) => act(given, serve))
  addMcp(program, act)
  command(program, 'migrate')
    .description(
      'Prepare the store and bring the read models up to date, then end. `serve` does the same at its start.',
    )
    .action((given) => act(given, migrate))
  for (const add of [addRebuild, addCopyLog, addReplay, addReembed, addReingest, addKeys, addSign, addErase])
    add(program, act)
  return program
}

const migrate = async ({ config, logger, prepareStore, reachStores, say }: Run): Promise<number> => {
  for (const warning of config.warnings) logger.warn(warning)
  // A signal ends the process, as it ends all of this command.
  const { signal } = new AbortController()
  await reachStores(config, startWait({ logger }, { waitMs: config.startWait.commandMs, signal }))
  const prepare = () => prepareStore(config, logger)
  for (const sentence of await withDirectories(ownDirectory(config), 'palimpsest migrate', prepare)) say(sentence)
  return EXIT.done
}

const described = ({ name, description, byDefault }: (typeof settings)[number]): Entry => [
  name,
  `${description}${byDefault === '' ? '' : ` [${byDefault}]`}`,
]

const important: readonly SettingName[] = [
  'PORT',
  'HOST',
  'CORE_API_KEY',
  'CORE_ADMIN_API_KEY',
  'PALIMPSEST_DATA_DIR',
  'DATABASE_URL',
  'EMBEDDING_PROVIDER',
  'LOG_LEVEL',
]

const manual: readonly Chapter[] = [
  {
    heading: 'Examples:',
    of: 'commands',
    entries: [
      ['palimpsest', 'an embedded database in ./data, on port 3050'],
      ['palimpsest serve --port 4000 --data-dir ~/memory'],
      ['CORE_API_KEY=$(openssl rand -hex 32) palimpsest serve --host 0.0.0.0'],
      ['PALIMPSEST_USER_ID=ana palimpsest mcp --data-dir ~/memory', 'memory for an MCP client'],
      ['palimpsest mcp --profile mem0', 'under the names that the client knows'],
      ['palimpsest migrate --database-url postgres://localhost/palimpsest'],
      ['palimpsest rebuild --verify', 'from the log alone, the same rows'],
      ['palimpsest copy-log --to-database-url postgres://localhost/palimpsest'],
      ['palimpsest replay check', 'the log by its own rules, and the read models against it'],
      ['palimpsest replay --help', 'what a memory was, when, and why'],
      ['palimpsest reembed --dry-run --price 0.02', 'what another embedding model would cost'],
      ['palimpsest keys rotate', 'another secret key'],
      ['palimpsest checkpoints sign >> kept-elsewhere.jsonl'],
      ['palimpsest reingest --all --dry-run', 'what facts of older conversations would cost'],
      ['palimpsest erase --user ana --dry-run', 'how much there is of a user to erase'],
      ['palimpsest erase --prove --user ana --words-file gone.txt', 'that nothing is left'],
    ],
  },
  {
    heading: 'Settings, from the environment or from a file .env in the working directory (options come first):',
    of: 'terms',
    entries: [
      ...settings.filter(({ name }) => important.includes(name)).map(described),
      ['All of them are in docs/settings.md and in .env.example.'],
    ],
  },
  'Logs go to stderr, all else to stdout.',
  {
    heading: 'Exit codes:',
    of: 'terms',
    entries: [
      ['0', 'stopped as asked'],
      ['1', 'failed, or not found, or a verification or check found a difference; the message says why or where'],
      ['2', 'the settings or the arguments are wrong'],
      ['3', 'another process has the data directory, or rebuilds the read models'],
      ['130', 'ended at once by a second signal'],
    ],
  },
]
