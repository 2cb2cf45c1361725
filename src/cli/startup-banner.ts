import type { Config } from '../config/config.js'
import { version } from '../config/package-info.js'

/** The lines that are printed when the server is ready. The two commands can be pasted. */
export const startupBanner = (config: Config, address: string): readonly string[] => {
  const key = config.keys.development ? config.keys.standard : '$CORE_API_KEY'
  const post = (path: string, body: object) =>
    `  curl -s ${address}/v1/memories/${path} -H "Authorization: Bearer ${key}" -H "Content-Type: application/json" -d '${JSON.stringify(body)}'`
  return [
    `palimpsest ${version} is ready: ${address}`,
    ...places(config),
    config.keys.development
      ? `  key   ${key} (for development only: set CORE_API_KEY before anybody else can reach this address)`
      : '  key   the one in CORE_API_KEY',
    '',
    'Store a memory:',
    post('ingest/quick', {
      user_id: 'demo',
      conversation: 'I live in Lisbon and prefer green tea.',
      source_site: 'demo',
    }),
    'Ask for it:',
    post('search', { user_id: 'demo', query: 'Where do I live?' }),
    '',
    'Ctrl-C stops it.',
  ]
}

/** The same when writes are refused until a fault is repaired. */
export const unready = (config: Config, address: string, fault: string): readonly string[] => [
  `palimpsest ${version} refuses writes: ${address}`,
  ...places(config),
  '',
  fault,
  '',
  `${address}/health says when that is over. Ctrl-C stops it.`,
]

const places = (config: Config): readonly string[] => [
  `  data  ${dataOf(config)}`,
  ...(config.eventStore ? [`  log   ${logOf(config.eventStore)}`] : []),
]

const dataOf = ({ databaseUrl, dataDir }: Config): string => {
  if (databaseUrl === undefined) return dataDir
  const { host, pathname } = new URL(databaseUrl)
  return `Postgres, ${host}${pathname}`
}

const logOf = ({ hosts }: NonNullable<Config['eventStore']>): string =>
  `EventStoreDB, ${hosts.map(({ address, port }) => `${address}:${port}`).join(', ')}`
