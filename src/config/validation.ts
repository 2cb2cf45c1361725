import { BUILT_IN, embeddingFaults } from './contradictions.js'
import { type SettingName, settings } from './environment.js'

export { BUILT_IN }

/** Accepted as a standard key, while CORE_API_KEY is unset. */
export const DEVELOPMENT_KEY = 'local-dev-key'

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
