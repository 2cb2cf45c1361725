import { z } from 'zod'
import { userExtent } from '../../domain/user.js'
import { progress } from './health.js'
import { count, id, moment, named } from './named.js'

const parkedUser = named('ParkedUser', 'A user with an event that cannot be applied.', {
  user_id: z.string(),
  position: z.string().describe('Of the event to blame.'),
  reason: z.string().describe('The kind of fault, never words of the event.'),
})

const queues = {
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
}

/** The internal state of the service: lengths of queues, and parked streams. */
export type Inside = z.output<z.ZodObject<typeof queues>>

const inside = { ...progress, ...queues, event_store: z.string(), database: z.string() }

export const insideWell = named('AdminHealth', 'How the inside of the service is, while all is well.', {
  status: z.literal('ok'),
  ...inside,
})

export const insideUnwell = named('AdminHealthDegraded', 'The same, while something is down.', {
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

export const userOfAdmin = named('UserExtent', 'How much there is of a user.', { user_id: z.string(), ...extent })

const deletedOfUser = named('DeletedOfUser', 'How much there was of a user.', extent)

export const deletedUser = named('DeletedUser', 'All that there was of the user is erased.', {
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

export const adminActions = named('AdminActions', 'What was done with the admin key, newest first.', {
  actions: z.array(adminAction),
  count,
})

const userOverview = named('UserOverview', 'A user with active memories.', {
  user_id: z.string(),
  memories: count.describe('Active ones, in all scopes.'),
  last_activity: moment.describe('When anything happened to them last, recalls included.'),
})

export const userPage = named('UserPage', 'A page of users, in the order of their ids.', {
  users: z.array(userOverview),
  count,
  next_after: z.string().nullable().describe('What to send as `after` for the next page; null on the last.'),
})
