import { z } from 'zod'
import { adminActions, deletedUser, insideUnwell, insideWell, userOfAdmin, userPage } from '../answers/admin.js'
import { countIn, name } from '../fields.js'
import { omitUndefined } from '../omit-undefined.js'
import { nothing, open, writeOfOwner } from '../route.js'
import { adminRead } from '../unscoped-route.js'

const STATUS = { ok: 200, degraded: 503 } as const

export const adminHealth = open({
  method: 'get',
  path: '/v1/admin/health',
  name: 'adminHealth',
  tag: 'Admin',
  summary: 'How the inside of the service is: what waits, and what stands still.',
  results: { [STATUS.ok]: insideWell, [STATUS.degraded]: insideUnwell },
  reply: async ({ api, config }) => {
    const [health, inside] = await Promise.all([api.health(), api.inside()])
    const { event_store, database } = config()
    return { status: STATUS[health.status], body: { ...health, ...inside, event_store, database } }
  },
})

export const adminAudit = adminRead({
  method: 'get',
  path: '/v1/admin/audit',
  name: 'adminAudit',
  tag: 'Admin',
  summary: 'What was done with the admin key, newest first; never what a memory says.',
  input: z.object({
    user_id: name.optional().describe('Only to this user.'),
    limit: countIn(1, 100, 20).describe('How many at most.'),
    offset: countIn(0, Number.MAX_SAFE_INTEGER, 0).describe('How many to leave out first.'),
  }),
  example: { user_id: 'ana', limit: 20, offset: 0 },
  result: adminActions,
  answer: async ({ edge, input: { user_id, limit, offset } }) => {
    const actions = await edge.api.adminActions({ limit, offset, ...omitUndefined({ userId: user_id }) })
    return { actions, count: actions.length }
  },
})

export const adminUsers = adminRead({
  method: 'get',
  path: '/v1/admin/users',
  name: 'adminUsers',
  tag: 'Admin',
  summary: 'The users that have active memories, in the order of their ids.',
  input: z.object({
    limit: countIn(1, 1000, 100).describe('How many at most.'),
    after: name.optional().describe('From behind this user id on.'),
  }),
  example: { limit: 100, after: 'ada' },
  result: userPage,
  answer: ({ edge, input: { limit, after } }) => edge.api.users({ limit, ...omitUndefined({ after }) }),
})

const userId = z.object({ user_id: name.describe('Which user.') })

export const adminUser = adminRead({
  method: 'get',
  path: '/v1/admin/users/:user_id',
  name: 'adminUser',
  tag: 'Admin',
  summary: 'How much there is of a user: what erasing them would erase.',
  params: userId,
  input: nothing,
  example: { user_id: 'ana' },
  result: userOfAdmin,
  errors: ['UserNotFound'],
  answer: async ({ edge, params: { user_id } }) => {
    await edge.api.ready(user_id)
    return { user_id, ...(await edge.api.extentOfUser(user_id)) }
  },
})

export const eraseUser = writeOfOwner({
  method: 'delete',
  path: '/v1/admin/users/:user_id',
  name: 'eraseUser',
  tag: 'Admin',
  summary: 'Erase all that there is of a user, for good.',
  description:
    'Memories of whatever agent, workspace and status, conversations, lessons, conflicts, agents, receipts of searches: in one ' +
    'step, and nobody opens again what the log keeps of it. What is said afterwards is a new beginning.',
  params: userId,
  input: nothing,
  example: { user_id: 'ben' },
  result: deletedUser,
  errors: ['UserNotFound'],
  owner: async ({ params }) => params.user_id,
  write: ({ edge, scope, caller }) => edge.api.eraseUser({ ...caller, scope }),
  answer: (deleted) => ({ success: true, deleted }),
})
