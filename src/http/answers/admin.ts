import { z } from 'zod'
import { userExtent } from '../../domain/user.js'
import { ok, progress } from './health.js'
import { AT, count, id, MEMORY, moment, named } from './named.js'

const parkedUser = named({
  name: 'ParkedUser',
  says: 'A user with an event that cannot be applied.',
  fields: {
    user_id: z.string(),
    position: z.string().describe('Of the event to blame.'),
    reason: z.string().describe('The kind of fault, never words of the event.'),
  },
  example: { user_id: 'ana', position: '17', reason: 'FaultyEvent' },
})

const inside = {
  ...progress,
  parked_users: z.array(parkedUser).nullable().describe('The first hundred; null while they cannot be read.'),
  appends_waiting: count.describe('Appends that wait for their transaction.'),
  writers_waiting: count.describe('Writes that wait for another one of their user.'),
  generation: z.string().describe('The read tables that requests see.'),
  lessons_expired: count
    .nullable()
    .describe('Lessons that went because a user had more than 10,000, the oldest first; null while it cannot be read.'),
  conflicts_expired: count
    .nullable()
    .describe(
      'Conflicts that were resolved before their time because a user had more than 10,000 open ones, the oldest first; null ' +
        'while it cannot be read.',
    ),
  event_store: z.string(),
  database: z.string(),
}

const quiet = {
  parked_users: [],
  appends_waiting: 0,
  writers_waiting: 0,
  generation: 'read_9ac93e15_1',
  lessons_expired: 0,
  conflicts_expired: 0,
  event_store: 'postgres',
  database: 'postgres',
}

export const insideWell = named({
  name: 'AdminHealth',
  says: 'How the inside of the service is, while all is well.',
  fields: { status: z.literal('ok'), ...inside },
  example: { ...ok, ...quiet },
})

export const insideUnwell = named({
  name: 'AdminHealthDegraded',
  says: 'The same, while something is down.',
  fields: { status: z.literal('degraded'), reason: z.string(), ...inside },
  example: {
    ...ok,
    ...quiet,
    status: 'degraded',
    end: null,
    end_age_ms: null,
    lag: null,
    reason: 'Event store unavailable',
  },
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
const someExtent = { memories: 12, derived: 2, episodes: 3, turns: 14, lessons: 1, conflicts: 0, agents: 2, recalls: 4 }

export const userOfAdmin = named({
  name: 'UserExtent',
  says: 'How much there is of a user.',
  fields: { user_id: z.string(), ...extent },
  example: { user_id: 'ana', ...someExtent },
})

const deletedOfUser = named({
  name: 'DeletedOfUser',
  says: 'How much there was of a user.',
  fields: extent,
  example: someExtent,
})

export const deletedUser = named({
  name: 'DeletedUser',
  says: 'All that there was of the user is erased.',
  fields: { success: z.literal(true), deleted: deletedOfUser },
  example: { success: true, deleted: someExtent },
})

const deleted = {
  user_id: 'ana',
  action: 'delete' as const,
  memory_id: MEMORY,
  episode_id: null,
  at: AT,
  command_id: '5b0a2c8e-6f0d-4b8e-9d47-0a6b1c2d3e4f',
  deleted: null,
}

const adminAction = named({
  name: 'AdminAction',
  says: 'Something that was done with the admin key.',
  fields: {
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
    deleted: deletedOfUser.nullable().meta({ description: 'Of `erase_user`; null for all else.', examples: [null] }),
  },
  example: deleted,
})

export const adminActions = named({
  name: 'AdminActions',
  says: 'What was done with the admin key, newest first.',
  fields: { actions: z.array(adminAction), count },
  example: { actions: [deleted], count: 1 },
})

const userOverview = named({
  name: 'UserOverview',
  says: 'A user with active memories.',
  fields: {
    user_id: z.string(),
    memories: count.describe('Active ones, in all scopes.'),
    last_activity: moment.describe('When anything happened to them last, recalls included.'),
  },
  example: { user_id: 'ana', memories: 12, last_activity: AT },
})

export const userPage = named({
  name: 'UserPage',
  says: 'A page of users, in the order of their ids.',
  fields: {
    users: z.array(userOverview),
    count,
    next_after: z.string().nullable().describe('What to send as `after` for the next page; null on the last.'),
  },
  example: { users: [{ user_id: 'ana', memories: 12, last_activity: AT }], count: 1, next_after: null },
})
