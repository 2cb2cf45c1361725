import { isJsonObject, type JsonObject } from '../domain/json-object.js'
import { faultsOfUnknownFields } from '../http/check.js'
import type { Edge, Route } from '../http/route.js'
import { scopeFields } from '../http/scope.js'

/** Where the interface of AtomicMemory begins: the `apiUrl` of its SDK ends so. */
const ROOT = '/compat/atomicmemory'

/** A request that has been checked and answered, for what else its answer needs. */
export type Asking = { readonly edge: Edge; readonly input: JsonObject }

type Translation<Body> = {
  /** Fields that the SDK leaves out. */
  readonly defaults?: JsonObject
  /** The answer with what the SDK reads in it and the interface does not have. Absent: as it is. */
  readonly answer?: (body: Body, asking: Asking) => unknown
}

/** The route as the SDK calls it: same checks, work and errors, at its own path, snake_case names in the answer. */
export const translated = <Body>(
  route: Route,
  { defaults = {}, answer = (body) => body }: Translation<Body> = {},
): Route => ({
  ...route,
  path: `${ROOT}${route.path}`,
  run: async (edge, asked) => {
    const input = isJsonObject(asked.input) ? { ...defaults, ...withoutMisspelt(route, asked.input) } : {}
    const reply = await route.run(edge, isJsonObject(asked.input) ? { ...asked, input } : asked)
    // A route answers what its schema says, and who translates it names that type.
    const body = await answer(reply.body as Body, { edge, input })
    return { ...reply, body: inSnakeCase(body) }
  },
})

/** Whose memories: misspelt and ignored it would lead into another scope, or show a memory to more readers. */
const OF_SCOPE = new Set(
  [...Object.keys(scopeFields), 'agent_scope', 'visibility', 'granted_to'].map((name) => name.replaceAll('_', '')),
)

/** Other SDK versions may send fields unknown here: only a deletion refuses them, but every route a misspelt scope. */
const withoutMisspelt = (route: Route, input: JsonObject): JsonObject => {
  if (route.method === 'delete') return input
  const faults = faultsOfUnknownFields(route.input, input, { refuseAll: false })
  const misspelt = new Set(faults.map(({ field }) => field))
  return Object.fromEntries(
    Object.entries(input).filter(([name]) => !misspelt.has(name) || OF_SCOPE.has(name.toLowerCase())),
  )
}

/** Objects under these names have keys that callers have chosen. */
const OF_CALLERS = new Set(['metadata', 'sourceDistribution'])

const inSnakeCase = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(inSnakeCase)
  if (!isJsonObject(value)) return value
  const entries = Object.entries(value).map(([name, part]) => [
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    OF_CALLERS.has(name) ? part : inSnakeCase(part),
  ])
  return Object.fromEntries(entries)
}
