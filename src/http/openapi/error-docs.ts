import { z } from 'zod'
import { conflictStatus } from '../../domain/conflict/events.js'
import * as domain from '../../domain/errors.js'
import * as log from '../../event-store/event-store.js'
import { DatabaseClosed } from '../../postgres/faults.js'
import { ProjectorStopped, ReadModelBehind, UserParked } from '../../projector/progress.js'
import * as provider from '../../providers/errors.js'
import { NO_USAGE } from '../../providers/language-model.js'
import { frozenConfig, refusal, startupOnly } from '../answers/errors.js'
import { CONFLICT, EARLIER_MEMORY, id, MEMORY, named } from '../answers/named.js'
import * as refused from '../client-errors.js'
import { type Answer, answerTo, type ErrorName } from '../errors.js'
import { needsKey, type Route } from '../route.js'

/** Groups of routes that may answer the same errors. */
export const places = {
  anyRoute: () => true,
  withKey: needsKey,
  forAdmins: ({ needsAdmin }) => needsAdmin !== undefined,
  asked: ({ kind }) => kind !== 'open',
  withBody: (route) => hasBody(route),
  reads: ({ kind }) => kind === 'read',
  writes: ({ kind }) => kind === 'write',
} as const satisfies Readonly<Record<string, (route: Route) => boolean>>

type Place = keyof typeof places

export const hasBody = ({ kind, method }: Route): boolean => kind !== 'open' && (method === 'post' || method === 'put')

export type RefusalDoc = {
  readonly when: string
  /** The routes that may answer it, in addition to those that name it among their `errors`. */
  readonly on: readonly Place[]
  readonly example: Answer
  /** The schema of the answer, where it differs from others of its status. */
  readonly schema?: z.ZodObject
}

/** `on`: none where only the routes answer it that name it. */
const told = (when: string, error: Error, ...on: readonly Place[]): RefusalDoc => ({
  when,
  on,
  example: answerTo(error),
})

const version = z.int().min(1)

const changed = named(
  'ChangedConflict',
  'A memory of the conflict is not what it was. Nothing was done: look at it again.',
  {
    error: z.string().describe('What is wrong, for people.'),
    id,
    status: conflictStatus,
    existing_version: version.describe('The version of the existing memory now.'),
    new_version: version.describe('The version of the new memory now.'),
  },
)

const open = {
  conflictId: CONFLICT,
  status: 'open' as const,
  reason: 'new_value' as const,
  suggested: 'resolved_new' as const,
  existing: { memoryId: EARLIER_MEMORY, version: 1, agentId: 'scout' },
  new: { memoryId: MEMORY, version: 1, agentId: 'painter' },
}

/** One for every error class that has an answer: a new class without one does not compile. */
export const refusalDocs: { readonly [Name in ErrorName]: RefusalDoc } = {
  ConflictNotFound: told(
    'There is no such conflict, or the caller does not see both of its memories.',
    new domain.ConflictNotFound(),
  ),
  ConflictAlreadyResolved: told('It was resolved in another way.', new domain.ConflictAlreadyResolved()),
  ConflictChanged: {
    ...told(
      'One of its memories has changed since, as the versions say.',
      new domain.ConflictChanged(open, { existing: 2, new: 1 }),
    ),
    schema: changed,
  },
  NewMemoryHasFewerReaders: told(
    'The new memory would take the place of one that has readers who could not read it.',
    new domain.NewMemoryHasFewerReaders(),
  ),
  BadRequest: told(
    'Fields are missing, malformed, out of bounds or misspelt: all in one answer, in the order of the schema.',
    new refused.BadRequest([
      { field: 'user_id', says: 'required' },
      { field: 'limit', says: 'must be at most 100' },
    ]),
    'asked',
  ),
  AgentRequired: told('A workspace without the agent that asks.', new refused.AgentRequired(), 'asked'),
  Unauthorized: told('The key is missing or unknown.', new refused.Unauthorized('The API key is not valid'), 'withKey'),
  Forbidden: told('The key may not do this.', new refused.Forbidden('This takes the admin key'), 'forAdmins'),
  NoSuchPath: told('There is nothing at this path.', new refused.NoSuchPath()),
  MethodNotAllowed: told('The path takes other methods.', new refused.MethodNotAllowed(['GET', 'HEAD'])),
  IdempotencyKeyReused: told(
    'The `Idempotency-Key` was used for another request within 24 hours.',
    new domain.IdempotencyKeyReused(),
    'writes',
  ),
  BodyTooLarge: told('The body is larger than 2 MiB.', new refused.BodyTooLarge(), 'withBody'),
  UnsupportedBody: told('The body is not JSON, by its own account.', new refused.UnsupportedBody(), 'withBody'),
  TooManyRequests: told(
    'More requests with this key than the service takes in a minute.',
    new refused.TooManyRequests(17),
    'withKey',
  ),
  ConfigFrozen: {
    ...told('This deployment does not let its settings be turned.', new refused.ConfigFrozen()),
    schema: frozenConfig,
  },
  StartupOnly: {
    ...told(
      'Fields that only a start of the service reads. Nothing was changed.',
      new refused.StartupOnly(['embedding_model']),
    ),
    schema: startupOnly,
  },
  RecallNotFound: told(
    'The caller has had no such answer, or its receipt is no longer kept.',
    new domain.RecallNotFound(),
  ),
  EpisodeNotFound: told('There is no such episode, or the caller does not see it.', new domain.EpisodeNotFound()),
  EntityNotFound: told('No memory that the caller sees names it.', new domain.EntityNotFound()),
  LessonNotFound: told('The caller has no such lesson, or it is no longer active.', new domain.LessonNotFound()),
  SessionNotFound: told(
    'Nothing of such a session is there, or the caller does not see it.',
    new domain.SessionNotFound(),
  ),
  MemoryQuotaExceeded: {
    ...told(
      'It would take the user over their quota, which this deployment enforces. Nothing was stored.',
      new domain.MemoryQuotaExceeded(),
    ),
    schema: refusal,
  },
  UserNotFound: told('There is nothing of this user, or nothing any more.', new domain.UserNotFound()),
  MemoryNotFound: told('There is no such memory, or the caller does not see it.', new domain.MemoryNotFound(MEMORY)),
  EqualMemoryExists: told(
    'An active memory with the same readers says the same already. Nothing was restored.',
    new domain.EqualMemoryExists(),
  ),
  NotRestorable: told(
    'A memory that is made of others is not restored, nor one that waits for clarification.',
    new domain.NotRestorable(),
  ),
  NotReplaceable: told(
    'A memory that is to be replaced is superseded, deleted or newer, or several of them belong to other agents.',
    new domain.NotReplaceable('superseded or deleted'),
  ),
  NothingStated: told(
    'What has a key or replaces memories says nothing, as a greeting does.',
    new domain.NothingStated(),
  ),
  TooManyMemories: told('More memories are meant than one step takes.', new domain.TooManyMemories(20_000)),
  WrongRevision: told(
    'Too many others wrote for this user at the same time.',
    new log.WrongRevision('palimpsest-bank-1', 7n),
    'writes',
  ),
  EventStoreUnavailable: told('The log cannot be reached.', new log.EventStoreUnavailable('down'), 'reads', 'writes'),
  EventStoreOverloaded: told('The log has more to write than it can.', new log.EventStoreOverloaded('full'), 'writes'),
  AppendTooLarge: told(
    'What would be written is more than the log takes at once.',
    new log.AppendTooLarge('large'),
    'writes',
  ),
  ReadModelBehind: told(
    'The read models do not show yet what this request waits for.',
    new ReadModelBehind('late'),
    'reads',
    'writes',
  ),
  UserParked: told(
    'An event of this user cannot be applied; their writes are refused until it can.',
    new UserParked(),
    'reads',
    'writes',
  ),
  ProjectorStopped: told('The read models have stopped.', new ProjectorStopped('stopped'), 'reads', 'writes'),
  ProviderUnavailable: told(
    'A provider of models does not answer. The same request may succeed later.',
    new provider.ProviderUnavailable('embedding', 'timed out', 2),
  ),
  ProviderRejected: told(
    'A provider of models refuses our key or model.',
    new provider.ProviderRejected('embedding', 'status 401'),
  ),
  AnswerUnusable: told(
    'The language model answers nothing that can be used. What was said is recorded; the same request goes on.',
    new provider.AnswerUnusable('invalid', NO_USAGE),
  ),
  ModelUnusable: told('The built-in model is damaged.', new provider.ModelUnusable('damaged')),
}

/** Answers that belong to no error class. */
export const otherDocs = {
  Internal: {
    when: 'A fault of ours.',
    on: ['anyRoute'],
    example: { status: 500, body: { ...answerTo(undefined).body, request_id: 'c9a1f0d2' } },
  },
  Unreachable: {
    when: 'The read models cannot be reached.',
    on: ['reads', 'writes'],
    example: answerTo(new DatabaseClosed()),
  },
  Starting: {
    when: 'The service is about to start.',
    on: ['anyRoute'],
    example: {
      status: 503,
      headers: { 'Retry-After': '1' },
      body: { status: 'degraded', error: 'Starting', reason: 'Reading the log' },
    },
  },
} as const satisfies Readonly<Record<string, RefusalDoc>>
