import { type Environment, type SettingName, settings } from './environment.js'
import { keyOrServer, missingForOpenAi } from './value-types.js'

/** The built-in model. */
export const BUILT_IN = { model: 'static-en', dimensions: 256 } as const

/** The same settings exist for the model of the store and for the next model. */
type Prefix = '' | 'NEXT_'
const PARTS = ['MODEL', 'DIMENSIONS', 'API_URL', 'API_KEY'] as const

const embeddingFaults = (given: SettingValues): readonly string[] => [
  ...faultsOf(given, ''),
  ...(given.NEXT_EMBEDDING_PROVIDER === undefined ? strayNext(given) : [...faultsOf(given, 'NEXT_'), ...same(given)]),
]

const faultsOf = (given: SettingValues, prefix: Prefix): readonly string[] => {
  const provider = given[`${prefix}EMBEDDING_PROVIDER`] ?? 'builtin'
  if (provider === 'builtin') return strangeToBuiltIn(given, prefix)
  const address = `${prefix}EMBEDDING_API_URL` as const
  return missingForOpenAi(given, `${prefix}EMBEDDING_PROVIDER`, {
    [`${prefix}EMBEDDING_MODEL`]: 'the name of the model, for example text-embedding-3-small',
    [`${prefix}EMBEDDING_DIMENSIONS`]: "the length of the model's vectors, for example 1536",
    ...(given[address] === undefined && { [`${prefix}EMBEDDING_API_KEY`]: keyOrServer(address) }),
  })
}

const strangeToBuiltIn = (given: SettingValues, prefix: Prefix): readonly string[] => {
  const own: Readonly<Record<string, string>> = { MODEL: BUILT_IN.model, DIMENSIONS: String(BUILT_IN.dimensions) }
  return PARTS.flatMap((part) => {
    const value = given[`${prefix}EMBEDDING_${part}`]
    if (value === undefined || value === own[part]) return []
    const must = own[part] === undefined ? 'unset' : `${own[part]} or unset`
    return [
      `${prefix}EMBEDDING_${part} must be ${must} with the built-in model; for another model set ${prefix}EMBEDDING_PROVIDER=openai.`,
    ]
  })
}

const strayNext = (given: SettingValues): readonly string[] =>
  PARTS.filter((part) => given[`NEXT_EMBEDDING_${part}`] !== undefined).map(
    (part) => `NEXT_EMBEDDING_${part} must be unset, or NEXT_EMBEDDING_PROVIDER set to builtin or openai beside it.`,
  )

/** The same model at two addresses could not be told apart. */
const same = (given: SettingValues): readonly string[] =>
  named(given, '') === named(given, 'NEXT_')
    ? ['NEXT_EMBEDDING_MODEL or NEXT_EMBEDDING_DIMENSIONS must differ from the model in EMBEDDING_*; or unset NEXT_*.']
    : []

const named = (given: SettingValues, prefix: Prefix): string =>
  (given[`${prefix}EMBEDDING_PROVIDER`] ?? 'builtin') === 'builtin'
    ? `${BUILT_IN.model} ${BUILT_IN.dimensions}`
    : `${given[`${prefix}EMBEDDING_MODEL`]} ${Number(given[`${prefix}EMBEDDING_DIMENSIONS`])}`

/** Accepted as a standard key, while CORE_API_KEY is unset. */
export const DEVELOPMENT_KEY = 'local-dev-key'

type SettingValues = Readonly<Partial<Record<SettingName, string>>>

/** The fault of a malformed value, with a valid example; a secret is not quoted. */
export const formFault = (name: string, must: string, given: Readonly<Record<string, unknown>>): string => {
  const setting = settings.find((one) => one.name === name)
  const example = setting?.example && must.startsWith('must') ? `, for example ${name}=${setting.example}` : ''
  const found = setting?.secret ? '' : ` (it is ${JSON.stringify(String(given[name]).slice(0, 60))})`
  return `${name} ${must}${example}${found}.`
}

/** Faults of values that are each valid but contradict one another. */
export const contradictions = (given: SettingValues): readonly string[] => [
  ...keyFaults(given),
  ...embeddingFaults(given),
  ...languageModelFaults(given),
  ...mcpScopeFaults(given),
]

const languageModelFaults = (given: SettingValues): readonly string[] => {
  const needed = missingForOpenAi(given, 'LLM_PROVIDER', {
    LLM_MODEL: 'the name of the model, for example gpt-4.1-mini',
    ...(given.LLM_API_URL === undefined && { LLM_API_KEY: keyOrServer('LLM_API_URL') }),
  })
  const [input, output] = [given.LLM_PRICE_INPUT, given.LLM_PRICE_OUTPUT]
  const alone = (input === undefined) === (output === undefined) ? undefined : input === undefined ? 'INPUT' : 'OUTPUT'
  return alone === undefined ? needed : [...needed, `LLM_PRICE_${alone} must be set too, or both prices unset.`]
}

/** A workspace is one of a user, and every read in it is by an agent. */
const mcpScopeFaults = (given: SettingValues): readonly string[] =>
  (['PALIMPSEST_USER_ID', 'PALIMPSEST_AGENT_ID'] as const)
    .filter((needed) => given.PALIMPSEST_WORKSPACE_ID !== undefined && given[needed] === undefined)
    .map((needed) => `${needed} must be set with PALIMPSEST_WORKSPACE_ID.`)

const keyFaults = ({ CORE_API_KEY: standard, CORE_ADMIN_API_KEY: admin }: SettingValues): readonly string[] => [
  ...(standard === DEVELOPMENT_KEY
    ? ['CORE_API_KEY must not be the development key; choose a random one, for example: openssl rand -hex 32.']
    : []),
  ...(admin !== undefined && admin === (standard ?? DEVELOPMENT_KEY)
    ? ['CORE_ADMIN_API_KEY must differ from the standard key; choose another random one: openssl rand -hex 32.']
    : []),
]

/** Settings that are set in vain, one warning each. */
export const vainSettings = (settings: Environment): readonly string[] => {
  const inVain = (names: readonly SettingName[], why: string) =>
    names
      .filter((name) => settings[name] !== undefined && settings[name] !== false)
      .map((name) => `${name} has no effect while ${why}.`)
  const { RERANK_API_URL, LLM_PROVIDER } = settings
  return [
    ...(RERANK_API_URL === undefined ? inVain(OF_RERANKER, 'RERANK_API_URL is unset') : []),
    ...(LLM_PROVIDER === 'none' ? inVain(OF_LANGUAGE_MODEL, 'LLM_PROVIDER is none') : []),
  ]
}

const OF_RERANKER = ['RERANK_API_KEY', 'RERANK_MODEL', 'RERANK_TIMEOUT_MS'] as const
const OF_LANGUAGE_MODEL = [
  'LLM_API_URL',
  'LLM_API_KEY',
  'LLM_MODEL',
  'SEARCH_EXPAND',
  'SEARCH_REPAIR',
  'SEARCH_LLM_TIMEOUT_MS',
] as const

/** The settings are invalid. Every fault is one sentence that begins with the setting's name. */
export class BadSettings extends Error {
  override readonly name = 'BadSettings'
  readonly faults: readonly string[]
  constructor(faults: readonly string[]) {
    super(['These settings are wrong:', ...faults.map((fault) => `  ${fault}`)].join('\n'))
    this.faults = faults
  }
}
