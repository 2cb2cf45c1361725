import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'
import type { Actor } from '../domain/metadata.js'
import type { Scope } from '../domain/scope.js'
import type { Api, Written } from './api.js'
import { check, type Fields, isFields, type Rule, type Schema } from './check.js'
import { faultsOfRead, faultsOfWrite, minPosition, positionHeader } from './headers.js'
import type { KeyClass } from './keys.js'
import { AgentRequired, BadRequest, type Fault } from './refusals.js'
import { actorOf, lacksAgent, type Scoped, scopeOf } from './scope.js'

/** What the routes are given besides the request. */
export type Edge = {
  readonly api: Api
  readonly version: string
  /** For searches that do not say. They may change while the process runs. */
  readonly defaults: { readonly maxSearchResults: () => number; readonly similarityThreshold: () => number }
  /** The config snapshot of the health report. */
  readonly config: () => Readonly<Record<string, unknown>>
  /** Whether every search tells how it came about. */
  readonly searchTrace: boolean
}

/** A request as it came. `input` is the body of POST and PUT, the query of GET and DELETE. */
export type Asked = {
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

/** All that is known of a route: the router and the description of the interface are made from it. */
export type Route = {
  readonly method: Method
  readonly path: string
  readonly summary: string
  readonly params: z.ZodObject
  readonly input: z.ZodObject
  /** Whether a query asks for what only an admin may do. */
  readonly needsAdmin: (query: Fields) => boolean
  readonly run: (edge: Edge, asked: Asked) => Promise<Reply>
}

type Outline = {
  readonly method: Method
  readonly path: string
  readonly summary: string
  readonly needsAdmin?: Route['needsAdmin']
}

type Spec<Params, Input> = Outline & {
  readonly params: Schema<Params>
  readonly input: Schema<Input>
  readonly rules?: readonly Rule[]
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
  run: async (edge, asked) => {
    const { params, input } = checked(spec, asked, faultsOfRead(asked.headers))
    await edge.api.ready(input.user_id, minPosition(asked.headers))
    return { status: 200, body: await spec.answer({ edge, scope: scopeOf(input), params, input }) }
  },
})

/** A write: bound to a scope, answers with the log position of its last event. */
export const write = <Params, Input extends Scoped, Result>(
  spec: Spec<Params, Input> & {
    readonly write: (wish: Question<Params, Input> & { readonly actor: Actor }) => Promise<Written<Result>>
    readonly answer: (result: Result) => unknown
  },
): Route => ({
  ...outline(spec),
  run: async (edge, asked) => {
    const { params, input } = checked(spec, asked, faultsOfWrite(asked.headers))
    const actor = actorOf(asked.key, input)
    const { result, position } = await spec.write({ edge, scope: scopeOf(input), params, input, actor })
    return { status: 200, headers: positionHeader(position), body: spec.answer(result) }
  },
})

/** What asks nothing and belongs to nobody. */
export const open = (spec: Outline & { readonly reply: (edge: Edge) => Promise<Reply> }): Route => ({
  ...outline({ ...spec, params: nothing, input: nothing }),
  run: spec.reply,
})

const outline = <Params, Input>(spec: Spec<Params, Input>): Omit<Route, 'run'> => ({
  method: spec.method,
  path: spec.path,
  summary: spec.summary,
  params: spec.params,
  input: spec.input,
  needsAdmin: spec.needsAdmin ?? (() => false),
})

const checked = <Params, Input>(spec: Spec<Params, Input>, asked: Asked, faults: readonly Fault[]) => {
  if (isFields(asked.input) && lacksAgent(asked.input)) throw new AgentRequired()
  const params = check(spec.params, asked.params)
  const input = check(spec.input, asked.input, spec.rules)
  const all = [...faults, ...params.faults, ...input.faults]
  if (all.length > 0 || params.value === undefined || input.value === undefined) throw new BadRequest(all)
  return { params: params.value, input: input.value }
}
