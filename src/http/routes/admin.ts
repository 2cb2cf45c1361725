import { z } from 'zod'
import { userExtent } from '../../domain/user.js'
import { HEALTH_STATUS, progress, queues } from '../answers/health.js'
import { count, id, moment, named } from '../answers/named.js'
import { countIn, name, paging } from '../fields.js'
import { omitUndefined } from '../omit-undefined.js'
import {
  type Asking,
  checked,
  faultsOfRead,
  minPosition,
  nothing,
  open,
  outline,
  type Route,
  type Spec,
  writeOfOwner,
} from '../route.js'

const inside = { ...progress, ...queues, event_store: z.string(), database: z.string() }

const insideWell = named('AdminHealth', { status: z.enum(['ok', 'attention']), ...inside })

const insideUnwell = named('AdminHealthDegraded', { status: z.literal('degraded'), reason: z.string(), ...inside })

const userOfAdmin = named('UserExtent', { user_id: z.string(), ...userExtent.shape })

const deletedOfUser = named('DeletedOfUser', userExtent.shape)

const deletedUser = named('DeletedUser', { success: z.literal(true), deleted: deletedOfUser })

const adminAction = named('AdminAction', {
  user_id: z.string(),
  action: z.enum([
    'record',
    'ingest',
    'add',
    'update',
    'supersede',
    'contest',
    'clarify',
    'share',
    'restore',
    'delete',
    'erase',
    'trust',
    'erase_user',
  ]),
  memory_id: id.nullable(),
  episode_id: id.nullable(),
  at: moment,
  command_id: id,
  deleted: deletedOfUser.nullable(),
})

const adminActions = named('AdminActions', { actions: z.array(adminAction), count })

const userOverview = named('UserOverview', { user_id: z.string(), memories: count, last_activity: moment })

const userPage = named('UserPage', { users: z.array(userOverview), count, next_after: z.string().nullable() })

/** A read over all users: only for admins. It may wait for a position of the log. */
const adminRead = <Params, Input>(
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

export const adminHealth = open({
  call: 'GET /v1/admin/health',
  name: 'adminHealth',
  results: { [HEALTH_STATUS.ok]: insideWell, [HEALTH_STATUS.degraded]: insideUnwell },
  reply: async ({ api, config }) => {
    const [health, inside] = await Promise.all([api.health(), api.inside()])
    const { event_store, database } = config()
    return { status: HEALTH_STATUS[health.status], body: { ...health, ...inside, event_store, database } }
  },
})

export const adminAudit = adminRead({
  call: 'GET /v1/admin/audit',
  name: 'adminAudit',
  input: z.object({ user_id: name.optional(), ...paging, limit: countIn(1, 100, 20) }),
  result: adminActions,
  answer: async ({ edge, input: { user_id, limit, offset } }) => {
    const actions = await edge.api.adminActions({ limit, offset, ...omitUndefined({ userId: user_id }) })
    return { actions, count: actions.length }
  },
})

export const adminUsers = adminRead({
  call: 'GET /v1/admin/users',
  name: 'adminUsers',
  input: z.object({ limit: countIn(1, 1000, 100), after: name.optional() }),
  result: userPage,
  answer: ({ edge, input: { limit, after } }) => edge.api.users({ limit, ...omitUndefined({ after }) }),
})

const userId = z.object({ user_id: name })

export const adminUser = adminRead({
  call: 'GET /v1/admin/users/:user_id',
  name: 'adminUser',
  params: userId,
  input: nothing,
  result: userOfAdmin,
  errors: ['UserNotFound'],
  answer: async ({ edge, params: { user_id } }) => {
    await edge.api.ready(user_id)
    return { user_id, ...(await edge.api.extentOfUser(user_id)) }
  },
})

export const eraseUser = writeOfOwner({
  call: 'DELETE /v1/admin/users/:user_id',
  name: 'eraseUser',
  params: userId,
  input: nothing,
  result: deletedUser,
  errors: ['UserNotFound'],
  owner: async ({ params }) => params.user_id,
  write: ({ edge, scope, caller }) => edge.api.eraseUser({ ...caller, scope }),
  answer: (deleted) => ({ success: true, deleted }),
})
