import { z } from 'zod'
import { eventStoreSetting } from './event-store-address.js'
import { readTable } from './package-info.js'
import {
  amount,
  key,
  modelName,
  oneOf,
  postgresAddress,
  secretKey,
  share,
  textLike,
  webAddress,
  wholeNumber,
  yesOrNo,
} from './value-types.js'

const scopeName = () => textLike(/^\P{Cc}{1,256}$/u, 'must be a name of at most 256 characters').optional()

/**
 * Every setting by its environment variable, in documentation order: form and default here, meaning in settings.json.
 * `npm run docs` generates `.env.example` and docs/settings.md from both; `--help` and error messages use them too.
 */
export const Environment = z.object({
  PORT: wholeNumber(0, 65_535).default(3050),
  HOST: textLike(/^[^\s/]{1,255}$/, 'must be a host name or an IP address').optional(),
  CORE_API_KEY: key().optional(),
  CORE_ADMIN_API_KEY: key().optional(),
  RATE_LIMIT_PER_MINUTE: wholeNumber(0, 1_000_000).default(0),
  CORE_RUNTIME_CONFIG_MUTATION_ENABLED: yesOrNo().default(false),
  PALIMPSEST_DATA_DIR: textLike(/^[^\0]+$/, 'must be a folder').default('./data'),
  DATABASE_URL: postgresAddress().optional(),
  EVENTSTORE_URL: eventStoreSetting().optional(),
  EVENTSTORE_PREFIX: textLike(
    /^(?!.*-(bank|recall|store))[a-z][a-z0-9-]{0,63}$/,
    'must be 1 to 64 of a-z, 0-9 and -, a letter first, without -bank, -recall or -store',
  ).default('palimpsest'),
  START_WAIT_SECONDS: wholeNumber(0, 86_400).optional(),
  EMBEDDING_PROVIDER: oneOf('builtin', 'openai').default('builtin'),
  EMBEDDING_API_URL: webAddress().optional(),
  EMBEDDING_API_KEY: key().optional(),
  EMBEDDING_MODEL: modelName().optional(),
  EMBEDDING_DIMENSIONS: wholeNumber(1, 16_000).optional(),
  NEXT_EMBEDDING_PROVIDER: oneOf('builtin', 'openai').optional(),
  NEXT_EMBEDDING_API_URL: webAddress().optional(),
  NEXT_EMBEDDING_API_KEY: key().optional(),
  NEXT_EMBEDDING_MODEL: modelName().optional(),
  NEXT_EMBEDDING_DIMENSIONS: wholeNumber(1, 16_000).optional(),
  LLM_PROVIDER: oneOf('none', 'openai').default('none'),
  LLM_API_URL: webAddress().optional(),
  LLM_API_KEY: key().optional(),
  LLM_MODEL: modelName().optional(),
  LLM_TIMEOUT_MS: wholeNumber(100, 600_000).default(60_000),
  LLM_MAX_RETRIES: wholeNumber(0, 10).default(3),
  LLM_CONCURRENCY: wholeNumber(1, 64).default(4),
  LLM_MAX_TOKENS_PER_INGEST: wholeNumber(1_000, 100_000_000).default(200_000),
  LLM_PRICE_INPUT: amount().optional(),
  LLM_PRICE_OUTPUT: amount().optional(),
  RETRIEVAL_PROFILE: oneOf('safe', 'balanced', 'quality').default('balanced'),
  SIMILARITY_THRESHOLD: share().default(0.3),
  MAX_SEARCH_RESULTS: wholeNumber(1, 100).default(10),
  SEARCH_TRACE: yesOrNo().default(false),
  SEARCH_MEMORY_MB: wholeNumber(0, 4000).optional(),
  SEARCH_PROVIDER_TIMEOUT_MS: wholeNumber(10, 60_000).default(2000),
  SEARCH_PROVIDER_PAUSE_MS: wholeNumber(10, 600_000).default(10_000),
  RERANK_API_URL: webAddress().optional(),
  RERANK_API_KEY: key().optional(),
  RERANK_MODEL: modelName().optional(),
  RERANK_TIMEOUT_MS: wholeNumber(10, 60_000).optional(),
  RERANK_CANDIDATES: wholeNumber(1, 100).default(30),
  SEARCH_EXPAND: yesOrNo().default(false),
  SEARCH_REPAIR: yesOrNo().default(false),
  SEARCH_LLM_TIMEOUT_MS: wholeNumber(10, 60_000).optional(),
  MEMORY_CAP_MAX: wholeNumber(1, 1_000_000_000).default(100_000),
  MEMORY_CAP_ENFORCE: yesOrNo().default(false),
  AUDN_CANDIDATE_THRESHOLD: share().default(0.5),
  CLARIFICATION_CONFLICT_THRESHOLD: share().default(0.8),
  CONFLICT_EXPIRY_MS: wholeNumber(0, 31_536_000_000).default(86_400_000),
  CONFLICT_AUTO_RESOLVE: oneOf('on', 'off').default('off'),
  READ_WAIT_MS: wholeNumber(0, 60_000).default(2000),
  WRITE_TIMEOUT_MS: wholeNumber(100, 600_000).default(10_000),
  RECALL_FLUSH_MS: wholeNumber(10, 60_000).default(5000),
  RECALL_RECEIPTS: oneOf('off', 'ids', 'full').default('ids'),
  RECALL_RETENTION_DAYS: wholeNumber(0, 36_500).default(365),
  MAX_APPEND_BYTES: wholeNumber(1_048_576, 16_777_216).optional(),
  PALIMPSEST_MASTER_KEY: secretKey().optional(),
  NEXT_PALIMPSEST_MASTER_KEY: secretKey().optional(),
  SIGNED_CHECKPOINT_EVENTS: wholeNumber(0, 100_000_000).default(10_000),
  SIGNED_CHECKPOINT_INTERVAL_MS: wholeNumber(0, 2_592_000_000).default(3_600_000),
  PALIMPSEST_USER_ID: scopeName(),
  PALIMPSEST_WORKSPACE_ID: scopeName(),
  PALIMPSEST_AGENT_ID: scopeName(),
  EMBEDDED_FSYNC: yesOrNo().default(true),
  LOG_LEVEL: oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent').default('info'),
  LOG_FORMAT: oneOf('auto', 'json', 'pretty').default('auto'),
  LOG_STATEMENTS: yesOrNo().default(false),
})
export type Environment = z.infer<typeof Environment>
export type SettingName = keyof Environment

const settingNames = Object.keys(Environment.shape) as SettingName[] // a shape has no other keys

const text = z.strictObject({
  description: z.string(),
  /** A valid value, of a setting without a default. */
  example: z.string().optional(),
  /** The option of the command line that overrides it. */
  option: z.string().optional(),
  /** Whether its value is never printed. */
  secret: z.boolean().default(false),
})

const texts = readTable('config/settings.json', z.record(z.enum(settingNames), text))

/** The settings as data, in the order of the schema. A default is written as in the environment; '' where there is none. */
export const settings = settingNames.map((name) => {
  const schema: z.ZodType = Environment.shape[name]
  const byDefault = schema instanceof z.ZodDefault ? String(schema.def.defaultValue) : ''
  return { name, byDefault, ...texts[name], example: texts[name].example ?? byDefault }
})
export type Setting = (typeof settings)[number]
