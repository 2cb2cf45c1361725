import { z } from 'zod'
import { userExtent } from '../../domain/user.js'
import { progress, queues } from '../answers/health.js'
import { count, id, moment, named } from '../answers/named.js'
import { countIn, name } from '../fields.js'
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

const insideWell = named('AdminHealth', 'How the inside of the service is, while all is well.', {
  status: z.literal('ok'),
  ...inside,
})

const insideUnwell = named('AdminHealthDegraded', 'The same, while something is down.', {
  status: z.literal('degraded'),
  reason: z.string(),
  ...inside,
})

/** The properties that an extent has in the domain. */
const of = userExtent.shape

const extent = {
  memories: of.memories.describe('In all scopes, deleted ones as well.'),
  derived: of.derived.describe('Of these, what was made of others.'),
  episodes: of.episodes,
  turns: of.turns.describe('Of these episodes.'),
  lessons: of.lessons.describe('In force or not.'),
  conflicts: of.conflicts.describe('Open or resolved.'),
  agents: of.agents.describe('That wrote, or of which anything was said.'),
  recalls: of.recalls.describe('Receipts of searches.'),
}

const userOfAdmin = named('UserExtent', 'How much there is of a user.', { user_id: z.string(), ...extent })

const deletedOfUser = named('DeletedOfUser', 'How much there was of a user.', extent)

const deletedUser = named('DeletedUser', 'All that there was of the user is erased.', {
  success: z.literal(true),
  deleted: deletedOfUser,
})

const adminAction = named('AdminAction', 'Something that was done with the admin key.', {
  user_id: z.string(),
  action: z
    .enum([
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
    ])
    .describe(
      'Of a memory where one is named, else of an episode; `trust`: of an agent; `erase_user`: all of the user.',
    ),
  memory_id: id.nullable(),
  episode_id: id.nullable(),
  at: moment,
  command_id: id.describe('The same for all that one request did.'),
  deleted: deletedOfUser.nullable().describe('Of `erase_user`; null for all else.'),
})

const adminActions = named('AdminActions', 'What was done with the admin key, newest first.', {
  actions: z.array(adminAction),
  count,
})

const userOverview = named('UserOverview', 'A user with active memories.', {
  user_id: z.string(),
  memories: count.describe('Active ones, in all scopes.'),
  last_activity: moment.describe('When anything happened to them last, recalls included.'),
})

const userPage = named('UserPage', 'A page of users, in the order of their ids.', {
  users: z.array(userOverview),
  count,
  next_after: z.string().nullable().describe('What to send as `after` for the next page; null on the last.'),
})

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
