import { readFileSync } from 'node:fs'
import { totalmem } from 'node:os'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { Environment } from './environment.js'
import type { EventStoreAddress } from './event-store-address.js'
import { type LanguageModelSettings, languageModelOf, languageModelWarnings } from './language-model.js'
import { type McpScopeSettings, mcpScopeOf } from './mcp-scope.js'
import { type SearchProviderSettings, searchProvidersOf, searchProviderWarnings } from './search-providers.js'
import { BadSettings, BUILT_IN, contradictions, DEVELOPMENT_KEY, formFault } from './validation.js'

/** The options of `createEmbedding`, with the model always named. */
type EmbeddingSettings = { readonly model: string; readonly dimensions: number } & (
  | { readonly provider: 'builtin' }
  | { readonly provider: 'openai'; readonly baseURL: string; readonly apiKey: string | undefined }
)

/** The model of the store (''), or the one to change it to. */
const embeddingOf = (settings: Environment, prefix: '' | 'NEXT_'): EmbeddingSettings => {
  const [model, dimensions] = [settings[`${prefix}EMBEDDING_MODEL`], settings[`${prefix}EMBEDDING_DIMENSIONS`]]
  // `contradictions` has refused openai without a key and a model.
  if (settings[`${prefix}EMBEDDING_PROVIDER`] !== 'openai' || model === undefined || dimensions === undefined)
    return Object.freeze({ provider: 'builtin', ...BUILT_IN })
  return Object.freeze({
    provider: 'openai',
    baseURL: settings[`${prefix}EMBEDDING_API_URL`] ?? 'https://api.openai.com/v1',
    apiKey: settings[`${prefix}EMBEDDING_API_KEY`],
    model,
    dimensions,
  })
}

/** Environment variables by name. */
export type Variables = Readonly<Record<string, string | undefined>>

/** The configuration of the process, read once at the start. Times are in milliseconds, sizes in bytes. */
export type Config = {
  readonly port: number
  readonly host: string
  readonly keys: { readonly standard: string; readonly admin: string | undefined; readonly development: boolean }
  /** Of one key; 0: no limit. */
  readonly rateLimitPerMinute: number
  readonly configMutable: boolean
  /** Absolute path; unused if there is a `databaseUrl`. */
  readonly dataDir: string
  /** Undefined: the embedded database. */
  readonly databaseUrl: string | undefined
  /** Undefined: the log is a table of the database. */
  readonly eventStore: EventStoreAddress | undefined
  readonly eventStorePrefix: string
  readonly embedding: EmbeddingSettings
  /** The next model, to which `reembed` changes the store; undefined: none. */
  readonly nextEmbedding: EmbeddingSettings | undefined
  readonly llm: LanguageModelSettings
  readonly retrievalProfile: Environment['RETRIEVAL_PROFILE']
  readonly similarityThreshold: number
  readonly maxSearchResults: number
  readonly searchTrace: boolean
  /** The most bytes of memories that searches keep in memory. */
  readonly searchMemoryBytes: number
  readonly searchProviders: SearchProviderSettings
  readonly memoryCap: { readonly max: number; readonly enforced: boolean }
  readonly audnCandidateThreshold: number
  readonly clarificationConflictThreshold: number
  /** How long a conflict between agents stays open, and whether it is resolved then without being asked to. */
  readonly conflicts: { readonly expiryMs: number; readonly byItself: 'on' | 'off' }
  /** What one user may have at most: conflicts that are open, and lessons in force. There is no setting for it. */
  readonly mostOf: { readonly openConflicts: number; readonly lessons: number }
  readonly readWaitMs: number
  readonly writeTimeoutMs: number
  /** `retentionDays`: how long a receipt can be read; 0: for ever. */
  readonly recalls: ReturnType<typeof recallsOf>
  readonly maxAppendBytes: number
  /** 32 bytes; undefined: the store uses a key of its own. */
  readonly masterKey: Buffer | undefined
  /** The one that `keys rotate` gives the store; undefined: one that it makes. */
  readonly nextMasterKey: Buffer | undefined
  /** After how many events, and after how long, a checkpoint of the log is signed; 0: not for that reason. */
  readonly signedCheckpoints: { readonly events: number; readonly intervalMs: number }
  /** Whose memories `palimpsest mcp` serves, as far as that is fixed. */
  readonly mcpScope: McpScopeSettings
  readonly embeddedFsync: boolean
  readonly log: { readonly level: Environment['LOG_LEVEL']; readonly format: Environment['LOG_FORMAT'] }
  /** Warnings for the operator, one sentence each. */
  readonly warnings: readonly string[]
}

/**
 * The configuration from the process's environment, completed by the file `.env` of the working directory, which never
 * overrides it. `overrides` take precedence over both.
 * @throws BadSettings with all faults at once
 */
export const readConfig = (overrides: Variables = {}): Config =>
  configFrom({ ...variablesIn('.env'), ...process.env, ...overrides })

const variablesIn = (file: string): Variables => {
  try {
    return parseEnv(readFileSync(file, 'utf8'))
  } catch (error) {
    if (error instanceof Error && Reflect.get(error, 'code') === 'ENOENT') return {}
    throw new BadSettings([`${file} must be a readable file: ${error instanceof Error ? error.message : error}.`])
  }
}

/**
 * The configuration from the given variables. An empty one counts as unset; unknown ones are ignored.
 * @throws BadSettings with all faults at once
 */
export const configFrom = (variables: Variables): Config => {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''))
  const { data, error } = Environment.safeParse(given)
  const malformed = error?.issues.map(({ path, message }) => formFault(String(path[0]), message, given)) ?? []
  const faults = [...malformed, ...contradictions(given)]
  if (data === undefined || faults.length > 0) throw new BadSettings(faults)
  return frozen(data)
}

const frozen = (settings: Environment): Config => {
  const keys = keysOf(settings)
  const host = settings.HOST ?? (keys.development ? '127.0.0.1' : '0.0.0.0')
  return Object.freeze({
    port: settings.PORT,
    host,
    keys,
    rateLimitPerMinute: settings.RATE_LIMIT_PER_MINUTE,
    configMutable: settings.CORE_RUNTIME_CONFIG_MUTATION_ENABLED,
    dataDir: resolve(settings.PALIMPSEST_DATA_DIR),
    databaseUrl: settings.DATABASE_URL,
    eventStore: Object.freeze(settings.EVENTSTORE_URL),
    eventStorePrefix: settings.EVENTSTORE_PREFIX,
    embedding: embeddingOf(settings, ''),
    nextEmbedding: settings.NEXT_EMBEDDING_PROVIDER && embeddingOf(settings, 'NEXT_'),
    llm: languageModelOf(settings),
    retrievalProfile: settings.RETRIEVAL_PROFILE,
    similarityThreshold: settings.SIMILARITY_THRESHOLD,
    maxSearchResults: settings.MAX_SEARCH_RESULTS,
    searchTrace: settings.SEARCH_TRACE,
    searchMemoryBytes: (settings.SEARCH_MEMORY_MB ?? defaultSearchMemory()) * 2 ** 20,
    searchProviders: searchProvidersOf(settings),
    memoryCap: Object.freeze({ max: settings.MEMORY_CAP_MAX, enforced: settings.MEMORY_CAP_ENFORCE }),
    audnCandidateThreshold: settings.AUDN_CANDIDATE_THRESHOLD,
    clarificationConflictThreshold: settings.CLARIFICATION_CONFLICT_THRESHOLD,
    conflicts: Object.freeze({ expiryMs: settings.CONFLICT_EXPIRY_MS, byItself: settings.CONFLICT_AUTO_RESOLVE }),
    mostOf: Object.freeze({ openConflicts: 10_000, lessons: 10_000 }),
    readWaitMs: settings.READ_WAIT_MS,
    writeTimeoutMs: settings.WRITE_TIMEOUT_MS,
    recalls: recallsOf(settings),
    maxAppendBytes: settings.MAX_APPEND_BYTES ?? (settings.EVENTSTORE_URL === undefined ? 4 : 1) * 2 ** 20,
    masterKey: bytesOf(settings.PALIMPSEST_MASTER_KEY),
    nextMasterKey: bytesOf(settings.NEXT_PALIMPSEST_MASTER_KEY),
    mcpScope: mcpScopeOf(settings),
    embeddedFsync: settings.EMBEDDED_FSYNC,
    signedCheckpoints: checkpointsOf(settings),
    log: Object.freeze({ level: settings.LOG_LEVEL, format: settings.LOG_FORMAT }),
    warnings: Object.freeze(warningsAbout(settings, host)),
  })
}

const keysOf = (settings: Environment) =>
  Object.freeze({
    standard: settings.CORE_API_KEY ?? DEVELOPMENT_KEY,
    admin: settings.CORE_ADMIN_API_KEY,
    development: settings.CORE_API_KEY === undefined,
  })

const recallsOf = (settings: Environment) =>
  Object.freeze({
    flushMs: settings.RECALL_FLUSH_MS,
    receipts: settings.RECALL_RECEIPTS,
    retentionDays: settings.RECALL_RETENTION_DAYS,
  })

const checkpointsOf = (settings: Environment) =>
  Object.freeze({ events: settings.SIGNED_CHECKPOINT_EVENTS, intervalMs: settings.SIGNED_CHECKPOINT_INTERVAL_MS })

const bytesOf = (base64: string | undefined): Buffer | undefined =>
  base64 === undefined ? undefined : Buffer.from(base64, 'base64')

/** In MiB. A container without a limit reports more memory than the machine has. */
const defaultSearchMemory = (): number => {
  const available = Math.min(process.constrainedMemory() || totalmem(), totalmem())
  return Math.min(1024, Math.floor(available / 4 / 2 ** 20))
}

const warningsAbout = (settings: Environment, host: string): string[] => {
  const names = ['CORE_API_KEY', 'CORE_ADMIN_API_KEY'] as const
  const short = names.filter((name) => settings[name] !== undefined && settings[name].length < 16)
  const open = settings.CORE_API_KEY === undefined && !/^(localhost|127\.[\d.]+|::1)$/.test(host)
  return [
    ...short.map((name) => `${name} is easy to guess; take a random one, for example: openssl rand -hex 32.`),
    ...(open ? [`Everybody who can reach ${host} can read and write: CORE_API_KEY is unset.`] : []),
    ...languageModelWarnings(settings),
    ...searchProviderWarnings(settings),
  ]
}
