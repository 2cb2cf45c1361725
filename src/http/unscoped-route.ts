import type { Caller } from '../domain/idempotency.js'
import { isJsonObject } from '../domain/json-object.js'
import type { Scope } from '../domain/scope.js'
import { StartupOnly } from './client-errors.js'
import { faultsOfRead, faultsOfWrite, idempotentRequestOf, minPosition, writtenHeaders } from './headers.js'
import { omitUndefined } from './omit-undefined.js'
import { checked, type Edge, outline, type Route, type Spec } from './route.js'
import { actorOf, type Scoped, scopeOf } from './scope.js'
import type { Written } from './writes.js'

type Asking<Params, Input> = { readonly edge: Edge; readonly params: Params; readonly input: Input }

/** A read over all users: only for admins. It may wait for a position of the log. */
export const adminRead = <Params, Input>(
  spec: Spec<Params, Input> & { readonly answer: (asking: Asking<Params, Input>) => Promise<unknown> },
): Route => ({
  ...outline(spec),
  kind: 'read',
  run: async (edge, asked) => {
    const { params, input } = checked(spec, asked, faultsOfRead(asked.headers))
    await edge.api.shows(minPosition(asked.headers) ?? 0n)
    return { status: 200, body: await spec.answer({ edge, params, input }) }
  },
})

/** Changes the running process, not the log. Fields that are read only at the start are refused before the others are checked. */
export const updateConfig = <Params, Input>(
  spec: Spec<Params, Input> & {
    readonly startupOnly: readonly string[]
    readonly updateConfig: (asking: Asking<Params, Input>) => unknown
  },
): Route => ({
  ...outline(spec),
  kind: 'adjust',
  run: async (edge, asked) => {
    const { input: raw } = asked
    const refused = isJsonObject(raw) ? spec.startupOnly.filter((field) => field in raw) : []
    if (refused.length > 0) throw new StartupOnly(refused)
    return { status: 200, body: spec.updateConfig({ edge, ...checked(spec, asked, []) }) }
  },
})

type Owned = Omit<Scoped, 'user_id'> & { readonly user_id?: string | undefined }

/** A write about something whose user may be left out: `owner` finds them. */
export const writeOfOwner = <Params, Input extends Owned, Result>(
  spec: Spec<Params, Input> & {
    readonly owner: (asking: Asking<Params, Input>) => Promise<string>
    readonly write: (
      wish: Asking<Params, Input> & { readonly scope: Scope; readonly caller: Caller },
    ) => Promise<Written<Result>>
    readonly answer?: (result: Result) => unknown
  },
): Route => ({
  ...outline(spec),
  kind: 'write',
  run: async (edge, asked) => {
    const { params, input } = checked(spec, asked, faultsOfWrite(asked.headers))
    const scope = scopeOf({ ...input, user_id: input.user_id ?? (await spec.owner({ edge, params, input })) })
    const idempotent = idempotentRequestOf(asked.headers, scope, [spec.method, spec.path, asked.params, asked.input])
    const caller = { actor: actorOf(asked.key, { ...input, user_id: scope.userId }), ...omitUndefined({ idempotent }) }
    const written = await spec.write({ edge, scope, params, input, caller })
    return {
      status: 200,
      headers: writtenHeaders(written),
      body: spec.answer ? spec.answer(written.result) : written.result,
    }
  },
})
