import { z } from 'zod'
import { adminActions, insideUnwell, insideWell, userPage } from '../answers/admin.js'
import { countIn, name } from '../fields.js'
import { omitUndefined } from '../omit-undefined.js'
import { nothing, open } from '../route.js'
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
  params: nothing,
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
  params: nothing,
  input: z.object({
    limit: countIn(1, 1000, 100).describe('How many at most.'),
    after: name.optional().describe('From behind this user id on.'),
  }),
  example: { limit: 100, after: 'ada' },
  result: userPage,
  answer: ({ edge, input: { limit, after } }) => edge.api.users({ limit, ...omitUndefined({ after }) }),
})
