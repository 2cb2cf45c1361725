import { isJsonObject } from '../domain/json-object.js'
import { StartupOnly } from './client-errors.js'
import { faultsOfRead, minPosition } from './headers.js'
import { type Asking, checked, outline, type Route, type Spec } from './route.js'

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
