import { readFileSync } from 'node:fs'
import { totalmem } from 'node:os'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { Environment } from './environment.js'
import { embeddingOf, languageModelOf, searchProvidersOf } from './models.js'
import { BadSettings, contradictions, DEVELOPMENT_KEY, formFault, vainSettings } from './validation.js'

/** Environment variables by name. */
export type Variables = Readonly<Record<string, string | undefined>>

/** The configuration of the process, read once at the start. Times are in milliseconds, sizes in bytes. */
export type Config = ReturnType<typeof frozen>

/**
 * Configuration from the environment, then `.env` of the working directory. `overrides` come before both.
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

const frozen = (settings: Environment) =>
  Object.freeze({ ...servingOf(settings), ...storeOf(settings), ...modelsOf(settings), ...limitsOf(settings) })

/** How the process is reached, and what it tells its operator. */
const servingOf = (settings: Environment) => {
  const { CORE_API_KEY: ownKey } = settings
  const host = settings.HOST ?? (ownKey === undefined ? '127.0.0.1' : '0.0.0.0')
  return {
    port: settings.PORT,
    host,
    keys: Object.freeze({
      standard: ownKey ?? DEVELOPMENT_KEY,
      admin: settings.CORE_ADMIN_API_KEY,
      development: ownKey === undefined,
    }),
    /** Of one key; 0: no limit. */
    rateLimitPerMinute: settings.RATE_LIMIT_PER_MINUTE,
    configMutable: settings.CORE_RUNTIME_CONFIG_MUTATION_ENABLED,
    mcpScope: mcpScopeOf(settings),
    log: Object.freeze({
      level: settings.LOG_LEVEL,
      format: settings.LOG_FORMAT,
      statements: settings.LOG_STATEMENTS,
    }),
    /** For the operator, one sentence each. */
    warnings: Object.freeze(warningsAbout(settings, host)),
  }
}

/** Whose memories `palimpsest mcp` serves. Over HTTP the address of a request says that, or its headers. */
const mcpScopeOf = ({
  PALIMPSEST_USER_ID: user_id,
  PALIMPSEST_WORKSPACE_ID: workspace_id,
  PALIMPSEST_AGENT_ID: agent_id,
}: Environment) =>
  Object.freeze({
    ...(user_id === undefined ? {} : { user_id }),
    ...(workspace_id === undefined ? {} : { workspace_id }),
    ...(agent_id === undefined ? {} : { agent_id }),
  })

const storeOf = (settings: Environment) => ({
  /** Absolute path; unused if there is a `databaseUrl`. */
  dataDir: resolve(settings.PALIMPSEST_DATA_DIR),
  /** Undefined: the embedded database. */
  databaseUrl: settings.DATABASE_URL,
  /** Undefined: the log is a table of the database. */
  eventStore: Object.freeze(settings.EVENTSTORE_URL),
  eventStorePrefix: settings.EVENTSTORE_PREFIX,
  maxAppendBytes: settings.MAX_APPEND_BYTES ?? (settings.EVENTSTORE_URL === undefined ? 4 : 1) * 2 ** 20,
  /** How long a start waits for a server that does not answer yet; 0: one try. */
  startWait: Object.freeze({
    serviceMs: (settings.START_WAIT_SECONDS ?? 60) * 1000,
    commandMs: (settings.START_WAIT_SECONDS ?? 0) * 1000,
  }),
  embeddedFsync: settings.EMBEDDED_FSYNC,
  /** 32 bytes; undefined: the store uses a key of its own. */
  masterKey: bytesOf(settings.PALIMPSEST_MASTER_KEY),
  /** The one that `keys rotate` gives the store; undefined: one that it makes. */
  nextMasterKey: bytesOf(settings.NEXT_PALIMPSEST_MASTER_KEY),
  /** After how many events, and after how long, a checkpoint of the log is signed; 0: not for that reason. */
  signedCheckpoints: Object.freeze({
    events: settings.SIGNED_CHECKPOINT_EVENTS,
    intervalMs: settings.SIGNED_CHECKPOINT_INTERVAL_MS,
  }),
})

const modelsOf = (settings: Environment) => ({
  embedding: embeddingOf(settings, ''),
  /** The next model, to which `reembed` changes the store; undefined: none. */
  nextEmbedding: settings.NEXT_EMBEDDING_PROVIDER && embeddingOf(settings, 'NEXT_'),
  llm: languageModelOf(settings),
  retrievalProfile: settings.RETRIEVAL_PROFILE,
  similarityThreshold: settings.SIMILARITY_THRESHOLD,
  maxSearchResults: settings.MAX_SEARCH_RESULTS,
  searchTrace: settings.SEARCH_TRACE,
  /** The most bytes of memories that searches keep in memory. */
  searchMemoryBytes: (settings.SEARCH_MEMORY_MB ?? defaultSearchMemory()) * 2 ** 20,
  searchProviders: searchProvidersOf(settings),
})

/** What one user may have at most: conflicts that are open, and lessons in force. There is no setting for it. */
const MOST_OF: { readonly openConflicts: number; readonly lessons: number } = Object.freeze({
  openConflicts: 10_000,
  lessons: 10_000,
})

/** What decisions go by, and how long requests wait. */
const limitsOf = (settings: Environment) => ({
  memoryCap: Object.freeze({ max: settings.MEMORY_CAP_MAX, enforced: settings.MEMORY_CAP_ENFORCE }),
  audnCandidateThreshold: settings.AUDN_CANDIDATE_THRESHOLD,
  clarificationConflictThreshold: settings.CLARIFICATION_CONFLICT_THRESHOLD,
  /** How long a conflict between agents stays open, and whether it is resolved then without being asked to. */
  conflicts: Object.freeze({ expiryMs: settings.CONFLICT_EXPIRY_MS, byItself: settings.CONFLICT_AUTO_RESOLVE }),
  mostOf: MOST_OF,
  readWaitMs: settings.READ_WAIT_MS,
  writeTimeoutMs: settings.WRITE_TIMEOUT_MS,
  recalls: Object.freeze({
    flushMs: settings.RECALL_FLUSH_MS,
    receipts: settings.RECALL_RECEIPTS,
    /** How long a receipt can be read; 0: for ever. */
    retentionDays: settings.RECALL_RETENTION_DAYS,
  }),
})

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
    ...vainSettings(settings),
  ]
}
