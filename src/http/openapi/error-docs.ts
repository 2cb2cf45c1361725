import type { z } from 'zod'
import {
  EntityNotFound,
  EpisodeNotFound,
  EqualMemoryExists,
  IdempotencyKeyReused,
  LessonNotFound,
  MemoryNotFound,
  MemoryQuotaExceeded,
  NothingStated,
  NotReplaceable,
  NotRestorable,
  RecallNotFound,
  SessionNotFound,
  TooManyMemories,
  UserNotFound,
} from '../../domain/errors.js'
import * as log from '../../event-store/event-store.js'
import { DatabaseClosed } from '../../postgres/faults.js'
import { ProjectorStopped, ReadModelBehind, UserParked } from '../../projector/progress.js'
import { AnswerUnusable, ModelUnusable, ProviderRejected, ProviderUnavailable } from '../../providers/errors.js'
import { NO_USAGE } from '../../providers/language-model.js'
import { frozenConfig, refusal, startupOnly } from '../answers/errors.js'
import { MEMORY } from '../answers/named.js'
import * as refused from '../client-errors.js'
import { type Answer, answerTo, type ErrorName } from '../errors.js'
import { conflictRefusalDocs } from './conflict-error-docs.js'
import type { Place } from './places.js'

export type RefusalDoc = {
  readonly when: string
  /** The routes that may answer it, in addition to those that name it among their `errors`. */
  readonly on: readonly Place[]
  readonly example: Answer
  /** The schema of the answer, where it differs from others of its status. */
  readonly schema?: z.ZodObject
}

/** Only on the routes that name it. */
const named = (when: string, error: Error): RefusalDoc => ({ when, on: [], example: answerTo(error) })

/** One for every error class that has an answer: a new class without one does not compile. */
export const refusalDocs: { readonly [Name in ErrorName]: RefusalDoc } = {
  ...conflictRefusalDocs,
  BadRequest: {
    when: 'Fields are missing, malformed, out of bounds or misspelt: all in one answer, in the order of the schema.',
    on: ['asked'],
    example: answerTo(
      new refused.BadRequest([
        { field: 'user_id', says: 'required' },
        { field: 'limit', says: 'must be at most 100' },
      ]),
    ),
  },
  AgentRequired: {
    when: 'A workspace without the agent that asks.',
    on: ['asked'],
    example: answerTo(new refused.AgentRequired()),
  },
  Unauthorized: {
    when: 'The key is missing or unknown.',
    on: ['withKey'],
    example: answerTo(new refused.Unauthorized('The API key is not valid')),
  },
  Forbidden: {
    when: 'The key may not do this.',
    on: ['forAdmins'],
    example: answerTo(new refused.Forbidden('This takes the admin key')),
  },
  NoSuchPath: { when: 'There is nothing at this path.', on: [], example: answerTo(new refused.NoSuchPath()) },
  MethodNotAllowed: {
    when: 'The path takes other methods.',
    on: [],
    example: answerTo(new refused.MethodNotAllowed(['GET', 'HEAD'])),
  },
  IdempotencyKeyReused: {
    when: 'The `Idempotency-Key` was used for another request within 24 hours.',
    on: ['writes'],
    example: answerTo(new IdempotencyKeyReused()),
  },
  BodyTooLarge: {
    when: 'The body is larger than 2 MiB.',
    on: ['withBody'],
    example: answerTo(new refused.BodyTooLarge()),
  },
  UnsupportedBody: {
    when: 'The body is not JSON, by its own account.',
    on: ['withBody'],
    example: answerTo(new refused.UnsupportedBody()),
  },
  TooManyRequests: {
    when: 'More requests with this key than the service takes in a minute.',
    on: ['withKey'],
    example: answerTo(new refused.TooManyRequests(17)),
  },
  ConfigFrozen: {
    when: 'This deployment does not let its settings be turned.',
    on: [],
    example: answerTo(new refused.ConfigFrozen()),
    schema: frozenConfig,
  },
  StartupOnly: {
    when: 'Fields that only a start of the service reads. Nothing was changed.',
    on: [],
    example: answerTo(new refused.StartupOnly(['embedding_model'])),
    schema: startupOnly,
  },
  RecallNotFound: named('The caller has had no such answer, or its receipt is no longer kept.', new RecallNotFound()),
  EpisodeNotFound: named('There is no such episode, or the caller does not see it.', new EpisodeNotFound()),
  EntityNotFound: named('No memory that the caller sees names it.', new EntityNotFound()),
  LessonNotFound: named('The caller has no such lesson, or it is no longer active.', new LessonNotFound()),
  SessionNotFound: named('Nothing of such a session is there, or the caller does not see it.', new SessionNotFound()),
  MemoryQuotaExceeded: {
    when: 'It would take the user over their quota, which this deployment enforces. Nothing was stored.',
    on: [],
    example: answerTo(new MemoryQuotaExceeded()),
    schema: refusal,
  },
  UserNotFound: named('There is nothing of this user, or nothing any more.', new UserNotFound()),
  MemoryNotFound: named('There is no such memory, or the caller does not see it.', new MemoryNotFound(MEMORY)),
  EqualMemoryExists: named(
    'An active memory with the same readers says the same already. Nothing was restored.',
    new EqualMemoryExists(),
  ),
  NotRestorable: named(
    'A memory that is made of others is not restored, nor one that waits for clarification.',
    new NotRestorable(),
  ),
  NotReplaceable: named(
    'A memory that is to be replaced is superseded, deleted or newer, or several of them belong to other agents.',
    new NotReplaceable('superseded or deleted'),
  ),
  NothingStated: named('What has a key or replaces memories says nothing, as a greeting does.', new NothingStated()),
  TooManyMemories: named('More memories are meant than one step takes.', new TooManyMemories(20_000)),
  WrongRevision: {
    when: 'Too many others wrote for this user at the same time.',
    on: ['writes'],
    example: answerTo(new log.WrongRevision('palimpsest-bank-1', 7n)),
  },
  EventStoreUnavailable: {
    when: 'The log cannot be reached.',
    on: ['reads', 'writes'],
    example: answerTo(new log.EventStoreUnavailable('down')),
  },
  EventStoreOverloaded: {
    when: 'The log has more to write than it can.',
    on: ['writes'],
    example: answerTo(new log.EventStoreOverloaded('full')),
  },
  AppendTooLarge: {
    when: 'What would be written is more than the log takes at once.',
    on: ['writes'],
    example: answerTo(new log.AppendTooLarge('large')),
  },
  ReadModelBehind: {
    when: 'The read models do not show yet what this request waits for.',
    on: ['reads', 'writes'],
    example: answerTo(new ReadModelBehind('late')),
  },
  UserParked: {
    when: 'An event of this user cannot be applied; their writes are refused until it can.',
    on: ['reads', 'writes'],
    example: answerTo(new UserParked()),
  },
  ProjectorStopped: {
    when: 'The read models have stopped.',
    on: ['reads', 'writes'],
    example: answerTo(new ProjectorStopped('stopped')),
  },
  ProviderUnavailable: named(
    'A provider of models does not answer. The same request may succeed later.',
    new ProviderUnavailable('embedding', 'timed out', 2),
  ),
  ProviderRejected: named(
    'A provider of models refuses our key or model.',
    new ProviderRejected('embedding', 'status 401'),
  ),
  AnswerUnusable: {
    when: 'The language model answers nothing that can be used. What was said is recorded; the same request goes on.',
    on: [],
    example: answerTo(new AnswerUnusable('invalid', NO_USAGE)),
  },
  ModelUnusable: { when: 'The built-in model is damaged.', on: [], example: answerTo(new ModelUnusable('damaged')) },
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
