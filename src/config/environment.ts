import { z } from 'zod'
import { eventStoreSetting } from './event-store-address.js'
import {
  key,
  modelName,
  nextEmbedding,
  oneOf,
  postgresAddress,
  share,
  textLike,
  webAddress,
  wholeNumber,
  yesOrNo,
} from './value-types.js'

/**
 * Every setting, by the name of its environment variable, in the order in which people meet them. What a value must
 * be, its default and its description stand here only; `.env.example`, the README's table, `--help` and the words about
 * faults follow. `option` is the command-line option that overrides it; a `secret` is never repeated to anybody.
 */
export const Environment = z.object({
  PORT: wholeNumber(0, 65_535).default(3050).meta({
    description: 'Port to listen on; 0 takes a free one.',
    option: '--port <number>',
  }),
  HOST: textLike(/^[^\s/]{1,255}$/, 'must be a host name or an IP address')
    .optional()
    .meta({
      description: 'Address to listen on. Without it: 127.0.0.1 while the development key is active, else 0.0.0.0.',
      example: '127.0.0.1',
      option: '--host <address>',
    }),
  CORE_API_KEY: key().optional().meta({
    description: 'The standard key of the API. Without it the development key `local-dev-key` is accepted.',
    secret: true,
  }),
  CORE_ADMIN_API_KEY: key().optional().meta({
    description: 'The admin key, which must differ from the standard one. Without it nobody is admin.',
    secret: true,
  }),
  RATE_LIMIT_PER_MINUTE: wholeNumber(0, 1_000_000).default(0).meta({
    description: 'Requests that each key may make in a minute; 0: as many as it likes.',
  }),
  CORE_RUNTIME_CONFIG_MUTATION_ENABLED: yesOrNo().default(false).meta({
    description: 'Whether `PUT /v1/memories/config` may turn settings while the service runs; not for production.',
  }),
  PALIMPSEST_DATA_DIR: textLike(/^[^\0]+$/, 'must be a folder')
    .default('./data')
    .meta({
      description: 'Folder of the embedded database, which is used while DATABASE_URL is unset.',
      option: '--data-dir <folder>',
    }),
  DATABASE_URL: postgresAddress().optional().meta({
    description:
      'A Postgres database with pgvector, for the read models, and for the log while EVENTSTORE_URL is unset.',
    example: 'postgres://user:password@localhost:5432/palimpsest',
    option: '--database-url <url>',
    secret: true,
  }),
  EVENTSTORE_URL: eventStoreSetting().optional().meta({
    description: 'An EventStoreDB (KurrentDB) for the log. Without it the log is a table beside the read models.',
    example: 'esdb://user:password@localhost:2113',
    secret: true,
  }),
  EVENTSTORE_PREFIX: textLike(
    /^(?!.*-(bank|recall|store))[a-z][a-z0-9-]{0,63}$/,
    'must be 1 to 64 of a-z, 0-9 and -, a letter first, without -bank, -recall or -store',
  )
    .default('palimpsest')
    .meta({ description: "First part of every stream's name in the log. One database holds the store of one prefix." }),
  EMBEDDING_PROVIDER: oneOf('builtin', 'openai').default('builtin').meta({
    description: '`builtin`: the model that comes with palimpsest; `openai`: any server that speaks that API.',
  }),
  EMBEDDING_API_URL: webAddress().optional().meta({
    description: 'For `openai`: the base URL of the API, version included. Without it: https://api.openai.com/v1.',
    example: 'http://localhost:11434/v1',
    secret: true,
  }),
  EMBEDDING_API_KEY: key().optional().meta({
    description: 'For `openai`: the key of that server, if it wants one.',
    secret: true,
  }),
  EMBEDDING_MODEL: modelName().optional().meta({
    description: 'For `openai`: the name of the model, needed. The built-in model is `static-en`.',
    example: 'text-embedding-3-small',
  }),
  EMBEDDING_DIMENSIONS: wholeNumber(1, 16_000).optional().meta({
    description: "For `openai`: the length of the model's vectors, needed. The built-in model has 256.",
    example: '1536',
  }),
  ...nextEmbedding,
  LLM_PROVIDER: textLike(/^none$/, 'must be none: language models are not available yet')
    .default('none')
    .meta({
      description: '`none`: facts are extracted and decided by rules. No other is available yet.',
    }),
  LLM_MODEL: modelName().optional().meta({ description: 'Has no effect while LLM_PROVIDER is `none`.' }),
  RETRIEVAL_PROFILE: oneOf('safe', 'balanced', 'quality').default('balanced').meta({
    description: 'Preset of depth and diversity of a search: `safe`, `balanced` or `quality`.',
  }),
  SIMILARITY_THRESHOLD: share().default(0.3).meta({
    description: 'Least similarity (0 to 1) of a result that matches no word of the query.',
  }),
  MAX_SEARCH_RESULTS: wholeNumber(1, 100).default(10).meta({
    description: 'Number of results of a search that asks for no `limit`.',
  }),
  SEARCH_TRACE: yesOrNo().default(false).meta({
    description: 'Whether every search answers `observability`, not only those that ask for it.',
  }),
  MEMORY_CAP_MAX: wholeNumber(1, 1_000_000_000).default(100_000).meta({
    description: 'How many active memories a user may have.',
  }),
  MEMORY_CAP_ENFORCE: yesOrNo().default(false).meta({
    description: 'Whether an ingest that would take a user over MEMORY_CAP_MAX is refused.',
  }),
  AUDN_CANDIDATE_THRESHOLD: share().default(0.7).meta({
    description: 'Least similarity (0 to 1) of memories that a new fact is compared with by a language model.',
  }),
  CLARIFICATION_CONFLICT_THRESHOLD: share().default(0.8).meta({
    description: 'Confidence (0 to 1) below which a contradiction replaces nothing.',
  }),
  READ_WAIT_MS: wholeNumber(0, 60_000).default(2000).meta({
    description: 'How long a read waits for the read models to show an earlier write, in milliseconds.',
  }),
  WRITE_TIMEOUT_MS: wholeNumber(100, 600_000).default(10_000).meta({
    description: 'How long a write that meets other writers of its user is tried again, in milliseconds.',
  }),
  RECALL_FLUSH_MS: wholeNumber(10, 60_000).default(5000).meta({
    description: 'How long counts of recalled memories are gathered before they are written, in milliseconds.',
  }),
  MAX_APPEND_BYTES: wholeNumber(1_048_576, 16_777_216).default(1_048_576).meta({
    description:
      'Most bytes of one append to the log, from 1 MiB (which holds the largest conversation) to 16 MiB; a larger ingest goes in parts.',
  }),
  PALIMPSEST_MASTER_KEY: textLike(/^[A-Za-z0-9+/]{43}=$/, 'must be 32 random bytes in base64 (openssl rand -base64 32)')
    .optional()
    .meta({
      description:
        "The store's secret key, 32 bytes in base64. Without it one is made at the first start, and kept in the data directory or in a table of the database. It never changes.",
      example: 'Zm9yIGV4YW1wbGUsIG5vdCBmb3IgdXNlIQAAAAAAAAA=',
      secret: true,
    }),
  EMBEDDED_FSYNC: yesOrNo().default(true).meta({
    description: 'Whether the embedded database survives a power cut; `false` is quicker, for tests.',
  }),
  LOG_LEVEL: oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent').default('info').meta({
    description: 'Least level that is logged: `trace`, `debug`, `info`, `warn`, `error`, `fatal` or `silent`.',
  }),
  LOG_FORMAT: oneOf('auto', 'json', 'pretty').default('auto').meta({
    description: '`json`: one object a line; `pretty`: for people; `auto`: pretty on a terminal. Logs go to stderr.',
  }),
})
export type Environment = z.infer<typeof Environment>
export type SettingName = keyof Environment

type Setting = {
  readonly name: SettingName
  readonly description: string
  /** As it is written in the environment; '' when there is none. */
  readonly byDefault: string
  /** A value that would do. */
  readonly example: string
  readonly option?: string
  readonly secret: boolean
}

const settingNames = Object.keys(Environment.shape) as SettingName[] // a shape has no other keys

/** The settings as data, in the order of the schema. */
export const settings: readonly Setting[] = settingNames.map((name) => {
  const schema: z.ZodType = Environment.shape[name]
  const { description = '', example, option, secret } = schema.meta() ?? {}
  const byDefault = schema instanceof z.ZodDefault ? String(schema.def.defaultValue) : ''
  return {
    name,
    description,
    byDefault,
    example: typeof example === 'string' ? example : byDefault,
    ...(typeof option === 'string' ? { option } : {}),
    secret: secret === true,
  }
})
