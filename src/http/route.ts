import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'
import type { Settings } from '../config/runtime-settings.js'
import type { Caller } from '../domain/idempotency.js'
import type { Scope } from '../domain/scope.js'
import type { Api, Written } from './api.js'
import { check, type Fields, isFields, type Rule, type Schema } from './check.js'
import { AgentRequired, BadRequest, type Fault } from './client-errors.js'
import type { ErrorName } from './errors.js'
import { faultsOfRead, faultsOfWrite, idempotentRequestOf, minPosition, writtenHeaders } from './headers.js'
import type { KeyClass } from './keys.js'
import { omitUndefined } from './omit-undefined.js'
import type { Tag } from './openapi/tags.js'
import { actorOf, lacksAgent, type Scoped, scopeOf } from './scope.js'

/** The package that serves, as its manifest has it. */
export type About = { readonly version: string; readonly description: string; readonly license: string }

/** What the routes are given besides the request. */
export type Edge = {
  readonly api: Api
  readonly about: About
  /** For searches that do not say. They may change while the process runs. */
  readonly defaults: { readonly maxSearchResults: () => number; readonly similarityThreshold: () => number }
  /** The settings that may change while the service runs, where that is enabled. */
  readonly runtimeSettings: Pick<Settings, 'update'> & { readonly enabled: boolean }
  /** The config snapshot of the health report. */
  readonly config: () => Readonly<Record<string, unknown>>
  /** Whether every search tells how it came about. */
  readonly searchTrace: boolean
  /** The description of the whole interface. */
  readonly document: () => unknown
}

/** A request as it came. `input` is the body of POST and PUT, the query of GET and DELETE. */
type Asked = {
  readonly params: Fields
  readonly input: unknown
  readonly headers: IncomingHttpHeaders
  readonly key: KeyClass
}

export type Reply = {
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

type Method = 'get' | 'post' | 'put' | 'delete'

/** What there is to know of a route, besides how it is asked. */
type Outline = {
  readonly method: Method
  readonly path: string
  /** The operation's name for those who generate clients. */
  readonly name: string
  readonly tag: Tag
  readonly summary: string
  /** What the summary leaves out. Markdown. */
  readonly description?: string
  /** What it may be refused for, besides what may happen to its like: openapi/refusal-docs.ts. */
  readonly errors?: readonly ErrorName[]
  /** Whether a query asks for what only an admin may do. Absent: always under /v1/admin/, else never. */
  readonly needsAdmin?: (query: Fields) => boolean
  /** Throws where the process takes no such request, before its body is read. */
  readonly gate?: (edge: Edge) => void
}

/** All that is known of a route: the router and the description of the interface are made from it. */
export type Route = Required<Omit<Outline, 'needsAdmin' | 'gate'>> & {
  readonly kind: 'read' | 'write' | 'adjust' | 'open'
  readonly needsAdmin: Outline['needsAdmin'] | undefined
  readonly gate: Outline['gate'] | undefined
  readonly params: z.ZodObject
  readonly input: z.ZodObject
  readonly rules: readonly Rule[]
  /** A request that it takes: the fields of its path and of its input. */
  readonly example: Fields
  /** The answers by status; refusals aside. */
  readonly results: Readonly<Record<number, z.ZodObject>>
  readonly run: (edge: Edge, asked: Asked) => Promise<Reply>
}

export type Spec<Params, Input> = Outline & {
  readonly params: Schema<Params>
  readonly input: Schema<Input>
  readonly rules?: readonly Rule[]
  readonly example: Fields
  /** What is answered with 200. */
  readonly result: z.ZodObject
}

type Question<Params, Input> = {
  readonly edge: Edge
  readonly scope: Scope
  readonly params: Params
  readonly input: Input
}

/** For routes whose path or request says nothing. */
export const nothing = z.object({})

/** A read: bound to a scope, and made when the read models show what the user was told. */
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

/** A write: bound to a scope, answers with the log position of its last event. */
export const write = <Params, Input extends Scoped, Result>(
  spec: Spec<Params, Input> & {
    readonly write: (wish: Question<Params, Input> & { readonly caller: Caller }) => Promise<Written<Result>>
    readonly answer: (result: Result) => unknown
  },
): Route => ({
  ...outline(spec),
  kind: 'write',
  run: async (edge, asked) => {
    const { params, input } = checked(spec, asked, faultsOfWrite(asked.headers))
    const scope = scopeOf(input)
    const idempotent = idempotentRequestOf(asked.headers, scope, [spec.method, spec.path, asked.params, asked.input])
    const caller = { actor: actorOf(asked.key, input), ...omitUndefined({ idempotent }) }
    const written = await spec.write({ edge, scope, params, input, caller })
    return { status: 200, headers: writtenHeaders(written), body: spec.answer(written.result) }
  },
})

/** What asks nothing and belongs to nobody. */
export const open = (
  spec: Outline & Pick<Route, 'results'> & { readonly reply: (edge: Edge) => Promise<Reply> },
): Route => ({
  ...outline({ ...spec, params: nothing, input: nothing, example: {}, result: nothing }),
  kind: 'open',
  results: spec.results,
  run: spec.reply,
})

/** Whether the path is reached with a key only. */
export const needsKey = ({ path }: Pick<Route, 'path'>): boolean => path.startsWith('/v1/')

/** Everything below it takes the admin key, whether there is anything or not. */
export const ADMIN_PATH = '/v1/admin'

/** What all kinds of routes have in common. */
export const outline = <Params, Input>(spec: Spec<Params, Input>): Omit<Route, 'run' | 'kind'> => ({
  method: spec.method,
  path: spec.path,
  name: spec.name,
  tag: spec.tag,
  summary: spec.summary,
  description: spec.description ?? '',
  errors: spec.errors ?? [],
  needsAdmin: spec.path.startsWith(`${ADMIN_PATH}/`) ? () => true : spec.needsAdmin,
  gate: spec.gate,
  params: spec.params,
  input: spec.input,
  rules: spec.rules ?? [],
  example: spec.example,
  results: { 200: spec.result },
})

/** The fields of a request. Throws AgentRequired, or BadRequest with all that is wrong. */
export const checked = <Params, Input>(spec: Spec<Params, Input>, asked: Asked, faults: readonly Fault[]) => {
  if (isFields(asked.input) && lacksAgent(asked.input)) throw new AgentRequired()
  const params = check(spec.params, asked.params)
  const input = check(spec.input, asked.input, spec.rules)
  const all = [...faults, ...params.faults, ...input.faults]
  if (all.length > 0 || params.value === undefined || input.value === undefined) throw new BadRequest(all)
  return { params: params.value, input: input.value }
}
