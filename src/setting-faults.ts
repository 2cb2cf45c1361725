import { type SettingName, settings } from './environment.js'

/** Accepted as a standard key, while CORE_API_KEY is unset. */
export const DEVELOPMENT_KEY = 'local-dev-key'
/** The model that comes with palimpsest. */
export const BUILT_IN = { model: 'static-en', dimensions: 256 } as const

/** Variables that are set, by name. */
export type Given = Readonly<Partial<Record<SettingName, string>>>

/** One sentence about a value of the wrong form, with one that would do; a secret is not repeated. */
export const formFault = (name: string, must: string, given: Readonly<Record<string, unknown>>): string => {
  const setting = settings.find((one) => one.name === name)
  const example = setting?.example && must.startsWith('must') ? `, for example ${name}=${setting.example}` : ''
  const found = setting?.secret ? '' : ` (it is ${JSON.stringify(String(given[name]).slice(0, 60))})`
  return `${name} ${must}${example}${found}.`
}

/** Sentences about values that are each of the right form, yet not together. */
export const contradictions = (given: Given): readonly string[] => [...keyFaults(given), ...embeddingFaults(given)]

const keyFaults = ({ CORE_API_KEY: standard, CORE_ADMIN_API_KEY: admin }: Given): readonly string[] => [
  ...(standard === DEVELOPMENT_KEY
    ? ['CORE_API_KEY must not be the development key; choose a random one, for example: openssl rand -hex 32.']
    : []),
  ...(admin !== undefined && admin === (standard ?? DEVELOPMENT_KEY)
    ? ['CORE_ADMIN_API_KEY must differ from the standard key; choose another random one: openssl rand -hex 32.']
    : []),
]

const embeddingFaults = (given: Given): readonly string[] => {
  const provider = given.EMBEDDING_PROVIDER ?? 'builtin'
  if (provider === 'openai') return missingForOpenAi(given)
  if (provider !== 'builtin') return []
  const { EMBEDDING_MODEL: model, EMBEDDING_DIMENSIONS: dimensions, EMBEDDING_API_URL: url, EMBEDDING_API_KEY } = given
  const builtIn = 'with the built-in model; for another model set EMBEDDING_PROVIDER=openai'
  return [
    ...(differs(model, BUILT_IN.model) ? [`EMBEDDING_MODEL must be ${BUILT_IN.model} or unset ${builtIn}.`] : []),
    ...(differs(dimensions, String(BUILT_IN.dimensions))
      ? [`EMBEDDING_DIMENSIONS must be ${BUILT_IN.dimensions} or unset ${builtIn}.`]
      : []),
    ...(url === undefined ? [] : [`EMBEDDING_API_URL must be unset ${builtIn}.`]),
    ...(EMBEDDING_API_KEY === undefined ? [] : [`EMBEDDING_API_KEY must be unset ${builtIn}.`]),
  ]
}

const differs = (value: string | undefined, expected: string): boolean => value !== undefined && value !== expected

const missingForOpenAi = (given: Given): readonly string[] => {
  const needed = [
    ['EMBEDDING_MODEL', 'the name of the model, for example text-embedding-3-small'],
    ['EMBEDDING_DIMENSIONS', "the length of the model's vectors, for example 1536"],
    ...(given.EMBEDDING_API_URL === undefined
      ? ([['EMBEDDING_API_KEY', 'a key of https://api.openai.com/v1, or EMBEDDING_API_URL to another server']] as const)
      : []),
  ] as const
  return needed
    .filter(([name]) => given[name] === undefined)
    .map(([name, what]) => `${name} must be set with EMBEDDING_PROVIDER=openai: ${what}.`)
}
