import { z } from 'zod'
import { check, type Fields } from '../http/check.js'
import { BadRequest, type Fault } from '../http/client-errors.js'
import { omitUndefined } from '../http/omit-undefined.js'
import { scopeFields } from '../http/scope.js'
import { Refused } from './operations.js'

/** Whose memories a connection is about, as far as it says: nothing, a user, or an agent in a workspace of a user. */
export type ConnectionScope = {
  readonly user_id?: string
  readonly workspace_id?: string
  readonly agent_id?: string
}

/** The scope that a tool works in. */
export type ToolScope = ConnectionScope & { readonly user_id: string }

/** The paths of the interface: each fixes all of the scope, or nothing of it. */
export const MCP_PATHS = ['/mcp', '/mcp/u/:user_id', '/mcp/w/:user_id/:workspace_id/:agent_id'] as const

const scopeSchema = z.object({ ...scopeFields, user_id: scopeFields.user_id.optional() })

const SCOPE_HEADERS = { user_id: 'X-User-Id', workspace_id: 'X-Workspace-Id', agent_id: 'X-Agent-Id' } as const
const names = ['user_id', 'workspace_id', 'agent_id'] as const

/** All values of each header, as Node's `headersDistinct`. */
type Headers = Readonly<Record<string, readonly string[] | undefined>>

/**
 * The scope that the path of a request fixes, or else its headers. Throws BadRequest where a header says something else than the
 * path, is sent twice, or a workspace is named without its user and its agent.
 */
export const scopeOfRequest = (path: Fields, headers: Headers): ConnectionScope => {
  const sent = names.flatMap((name) => (headers[SCOPE_HEADERS[name].toLowerCase()] ?? []).map((value) => [name, value]))
  const byHeaders: Fields = Object.fromEntries(sent)
  const isFixed = path.user_id !== undefined
  const given = isFixed ? path : byHeaders
  const faults = [
    ...(sent.length > Object.keys(byHeaders).length ? [{ field: 'headers', says: 'each may be sent once' }] : []),
    ...names.flatMap((name) => headerFaults(name, byHeaders[name], isFixed ? path : undefined)),
  ]
  return checkedScope(given, faults)
}

const headerFaults = (name: (typeof names)[number], value: unknown, path: Fields | undefined): readonly Fault[] => {
  const field = SCOPE_HEADERS[name]
  if (value === undefined) return []
  if (path !== undefined && value !== path[name]) return [{ field, says: 'must not differ from the path' }]
  // Programs disagree about other characters in headers.
  return path === undefined && !/^[ -~]*$/.test(String(value))
    ? [{ field, says: 'must be ASCII; other names stand in the path, percent-encoded' }]
    : []
}

const checkedScope = (given: Fields, faults: readonly Fault[]): ConnectionScope => {
  const { value, faults: more } = check(scopeSchema, given)
  const lacking = names.filter((name) => given.workspace_id !== undefined && given[name] === undefined)
  const all = [...faults, ...more, ...lacking.map((field) => ({ field, says: 'required with a workspace' }))]
  if (value === undefined || all.length > 0) throw new BadRequest(all)
  return omitUndefined(value)
}

/** The argument of every tool that may set the user of a connection that fixes none. */
export const userArgument = z
  .string()
  .optional()
  .describe('Whose memories. Leave it out unless you were told to give it: most connections are for one user.')

/** The scope of a call: an argument never widens that of the connection. Throws Refused. */
export const scopeOfCall = (connection: ConnectionScope, userId: string | undefined): ToolScope => {
  const user_id = connection.user_id ?? userId
  if (user_id === undefined)
    throw new Refused('user_id: required, as neither the address of this connection nor its settings name a user')
  if (userId !== undefined && userId !== user_id)
    throw new Refused(`user_id: must be left out or be ${user_id}, the user of this connection`, 403)
  return { ...connection, user_id }
}

/** An agent that an argument names has to be that of the connection. Throws Refused. */
export const requireOwnAgent = ({ agent_id: own }: ConnectionScope, agentId: string | null | undefined): void => {
  if (typeof agentId === 'string' && agentId !== own)
    throw new Refused(`agent_id: must be left out${own === undefined ? '' : ` or be ${own}`}`, 403)
}
