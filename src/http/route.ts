import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'
import type { Done } from '../commands/transact.js'
import type { Settings } from '../config/runtime-settings.js'
import { canonicalJson } from '../domain/canonical-json.js'
import type { Caller, IdempotentRequest } from '../domain/idempotency.js'
import { isJsonObject } from '../domain/json-object.js'
import type { Scope } from '../domain/scope.js'
import type { Api } from './api.js'
import { check, type Fields, type Rule, type Schema } from './check.js'
import { AgentRequired, BadRequest, type Fault } from './client-errors.js'
import type { ErrorName } from './errors.js'
import type { KeyClass } from './keys.js'
import { omitUndefined } from './omit-undefined.js'
import { actorOf, lacksAgent, type Scoped, scopeOf } from './scope.js'

/** Name and version of the running package. */
export type About = { readonly version: string; readonly description: string; readonly license: string }

/** Everything but the request that a route handler uses. */
export type Edge = {
  readonly api: Api
  readonly about: About
  /** Defaults of a search. They may change while the process runs. */
  readonly defaults: { readonly maxSearchResults: () => number; readonly similarityThreshold: () => number }
  /** The settings that may change while the service runs, where that is enabled. */
  readonly runtimeSettings: Pick<Settings, 'update'> & { readonly enabled: boolean }
  /** The settings that the health report shows. */
  readonly config: () => Readonly<Record<string, unknown>>
  /** Whether every search returns its trace. */
  readonly searchTrace: boolean
  /** Counts a further request of the key against its limit. Throws TooManyRequests. */
  readonly countRequest: (key: KeyClass) => void
  /** The OpenAPI document. */
  readonly document: () => unknown
}

/** A request as received. `input` is the body of POST and PUT, and the query of GET and DELETE. */
export type RouteRequest = {
  readonly params: Fields
  readonly input: unknown
  readonly headers: IncomingHttpHeaders
  readonly key: KeyClass
}

export type Reply = {
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** A fault of ours in a part of it, for the log. */
  readonly fault?: unknown
}

type Method = 'get' | 'post' | 'put' | 'delete'

/** A route apart from what it takes and answers. */
export type Outline = {
  readonly call: `${Uppercase<Method>} /${string}`
  /** The operationId, from which generated clients take their method names; openapi/operations.json describes it. */
  readonly name: string
  /** Errors of this route, in addition to those that all routes of its kind may answer (openapi/refusals.json). */
  readonly errors?: readonly ErrorName[]
  /** Whether a query needs the admin key. Absent: always under /v1/admin/, never elsewhere. */
  readonly needsAdmin?: (query: Fields) => boolean
  /** Throws, before the body is read, where this process accepts no such request. */
  readonly gate?: (edge: Edge) => void
  /** Keys and elements that a body may hold, where these are more than elsewhere. */
  readonly mostValues?: number
}

/** A complete route: the router and the OpenAPI document are both made from it. */
export type Route = Omit<Outline, 'needsAdmin' | 'call'> & {
  readonly method: Method
  readonly path: string
  readonly kind: 'read' | 'write' | 'adjust' | 'open'
  readonly errors: readonly ErrorName[]
  readonly needsAdmin: Outline['needsAdmin'] | undefined
  readonly params: z.ZodObject
  readonly input: z.ZodObject
  readonly rules: readonly Rule[]
  /** The successful answers, by status. */
  readonly results: Readonly<Record<number, z.ZodObject>>
  readonly run: (edge: Edge, asked: RouteRequest) => Promise<Reply>
}

export type Spec<Params, Input> = Outline & {
  /** Absent where the path has none. */
  readonly params?: Schema<Params>
  readonly input: Schema<Input>
  readonly rules?: readonly Rule[]
  /** The answer with status 200. */
  readonly result: z.ZodObject
}

export type Asking<Params, Input> = { readonly edge: Edge; readonly params: Params; readonly input: Input }
type Question<Params, Input> = Asking<Params, Input> & { readonly scope: Scope }

/** For routes without path parameters or without input. */
export const nothing = z.object({})

/** A read in a scope. It runs once the read models show every write that was acknowledged to its user. */
export const read = <Params, Input extends Scoped>(
  spec: Spec<Params, Input> & { readonly answer: (question: Question<Params, Input>) => Promise<unknown> },
): Route => ({
  ...outline(spec),
  kind: 'read',
  run: async (edge, asked) => {
    const { params, input } = checked(spec, asked, faultsOfRead(asked.headers))
    await edge.api.ready(input.user_id, minPosition(asked.headers))
    return { status: 200, body: await spec.answer({ edge, scope: scopeOf(input), params, input }) }
  },
})

type Writing<Params, Input, Result> = Spec<Params, Input> & {
  readonly write: (wish: Question<Params, Input> & { readonly caller: Caller }) => Promise<Done<Result>>
  /** Absent: the result as it is. */
  readonly answer?: (result: Result) => unknown
  /** The answer with status 202, and when it is given: what is left to do is done later. */
  readonly later?: { readonly result: z.ZodObject; readonly when: (input: Input) => boolean }
}
type Owned = Omit<Scoped, 'user_id'> & { readonly user_id?: string | undefined }

/** A write in a scope. It answers with the log position of its last event. */
export const write = <Params, Input extends Scoped, Result>(spec: Writing<Params, Input, Result>): Route =>
  writeOfOwner({ ...spec, owner: async ({ input }) => input.user_id })

/** A write about something whose user may be left out: `owner` finds them. */
export const writeOfOwner = <Params, Input extends Owned, Result>(
  spec: Writing<Params, Input, Result> & { readonly owner: (asking: Asking<Params, Input>) => Promise<string> },
): Route => ({
  ...outline(spec),
  results: { 200: spec.result, ...(spec.later ? { 202: spec.later.result } : {}) },
  kind: 'write',
  run: async (edge, asked) => {
    const { params, input } = checked(spec, asked, faultsOfWrite(asked.headers))
    const scope = scopeOf({ ...input, user_id: input.user_id ?? (await spec.owner({ edge, params, input })) })
    const { method, path } = placeOf(spec)
    const idempotent = idempotentRequestOf(asked.headers, scope, [method, path, asked.params, asked.input])
    const caller = { actor: actorOf(asked.key, input), ...omitUndefined({ idempotent }) }
    const written = await spec.write({ edge, scope, params, input, caller })
    return {
      status: spec.later?.when(input) ? 202 : 200,
      headers: writtenHeaders(written),
      body: spec.answer ? spec.answer(written.result) : written.result,
    }
  },
})

/** A route without input and without a scope. */
export const open = (
  spec: Outline & Pick<Route, 'results'> & { readonly reply: (edge: Edge) => Promise<Reply> },
): Route => ({
  ...outline({ ...spec, input: nothing, result: nothing }),
  kind: 'open',
  results: spec.results,
  run: spec.reply,
})

/** Whether the path needs a key. */
export const needsKey = ({ path }: Pick<Route, 'path'>): boolean => path.startsWith('/v1/')

/** Everything below this path needs the admin key, unknown paths included. */
export const ADMIN_PATH = '/v1/admin'

/** What all kinds of routes have in common. */
export const outline = <Params, Input>(spec: Spec<Params, Input>): Omit<Route, 'run' | 'kind'> => ({
  params: nothing,
  rules: [],
  errors: [],
  results: { 200: spec.result },
  ...spec,
  ...placeOf(spec),
  needsAdmin: spec.call.includes(` ${ADMIN_PATH}/`) ? () => true : spec.needsAdmin,
})

const placeOf = ({ call }: Outline) => {
  const [method = '', path = ''] = call.split(' ')
  // A call begins with one of the methods.
  return { method: method.toLowerCase() as Method, path }
}

/** The fields of a request. Throws AgentRequired, or BadRequest with all that is wrong. */
export const checked = <Params, Input>(spec: Spec<Params, Input>, asked: RouteRequest, faults: readonly Fault[]) => {
  if (isJsonObject(asked.input) && lacksAgent(asked.input)) throw new AgentRequired()
  // Where a path has no parameters, nothing reads them.
  const params = check((spec.params ?? nothing) as Schema<Params>, asked.params)
  const input = check(spec.input, asked.input, { ...spec, ...placeOf(spec) })
  const all = [...faults, ...params.faults, ...input.faults]
  if (all.length > 0 || params.value === undefined || input.value === undefined) throw new BadRequest(all)
  return { params: params.value, input: input.value }
}

const HIGHEST = 2n ** 63n - 1n

const positionIn = (headers: IncomingHttpHeaders): string => String(headers['x-min-position'] ?? '0')

/** Rules for the headers of a read. */
export const faultsOfRead = (headers: IncomingHttpHeaders): readonly Fault[] =>
  /^\d{1,19}$/.test(positionIn(headers)) && BigInt(positionIn(headers)) <= HIGHEST
    ? []
    : [{ field: 'X-Min-Position', says: 'must be a log position, in digits' }]

/** The log position that a read must include, where `faultsOfRead` found no fault; undefined if there is none to wait for. */
export const minPosition = (headers: IncomingHttpHeaders): bigint | undefined =>
  BigInt(positionIn(headers)) || undefined

const idempotencyKey = (headers: IncomingHttpHeaders): string | undefined =>
  headers['idempotency-key'] as string | undefined // no list: Node joins what is sent twice

/** Rules for the headers of a write. An invalid key is refused, because ignoring it would let a retry write twice. */
export const faultsOfWrite = (headers: IncomingHttpHeaders): readonly Fault[] =>
  /^[\x20-\x7e]{1,255}$/.test(idempotencyKey(headers) ?? 'none')
    ? []
    : [{ field: 'Idempotency-Key', says: 'must be 1 to 255 printable ASCII characters' }]

/**
 * The idempotency key and the request that it stands for, both as SHA-256 in hex; undefined without a key. Each agent
 * in a workspace has its own keys and cannot learn whether another has used one. No part contains a line break.
 */
const idempotentRequestOf = (
  headers: IncomingHttpHeaders,
  scope: Scope,
  asked: unknown,
): IdempotentRequest | undefined => {
  const key = idempotencyKey(headers)
  if (key === undefined) return undefined
  const owned = scope.kind === 'user' ? [key] : [key, scope.workspaceId, scope.agentId]
  return { key: sha256(owned.join('\n')), request: sha256(canonicalJson(asked) ?? '') }
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** The log position of a write (0 while the log is empty, so that it is valid as X-Min-Position), and whether it is a replayed answer. */
const writtenHeaders = ({ position, replayed }: Done<unknown>): Readonly<Record<string, string>> => ({
  'X-Log-Position': position === 'start' ? '0' : `${position}`,
  ...(replayed ? { 'Idempotency-Replayed': 'true' } : {}),
})
