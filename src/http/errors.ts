import * as domain from '../domain/errors.js'
import * as store from '../event-store/event-store.js'
import { isUnavailable } from '../postgres/faults.js'
import * as progress from '../projector/progress.js'
import * as providers from '../providers/errors.js'
import * as refusals from './client-errors.js'
import { BadRequest, BodyTooLarge, UnsupportedBody } from './client-errors.js'

/** Maps an error of the body parser to one of our classes: it has a `type` if known, and a status below 500. */
const unreadableBody = (error: unknown): Error | undefined => {
  if (!(error instanceof Error)) return undefined
  const { status, type } = { status: Reflect.get(error, 'status'), type: Reflect.get(error, 'type') }
  if (type === 'entity.too.large') return new BodyTooLarge()
  if (type === 'encoding.unsupported') return new UnsupportedBody()
  return status === 400 ? new BadRequest([{ field: 'body', says: 'cannot be read' }]) : undefined
}

export type Answer = {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, string>>
}

type Kind = new (...args: never[]) => Error

/** One answer for each error class of a module: a new class without one does not compile. */
type AnswersFor<Module> = {
  readonly [Name in keyof Module as Module[Name] extends Kind ? Name : never]: (
    error: Module[Name] extends new (...args: never[]) => infer Failure ? Failure : never,
  ) => Answer
}

const answer = (status: number, body: Answer['body'], headers: Answer['headers'] = {}): Answer => ({
  status,
  body,
  headers,
})
const tryAgain = (error: string, seconds: number, more: Answer['body'] = {}): Answer =>
  answer(503, { error, ...more }, { 'Retry-After': `${Math.max(1, Math.ceil(seconds))}` })
const internal = () => answer(500, { error: 'Internal error' })

const FROZEN = 'Start the service with CORE_RUNTIME_CONFIG_MUTATION_ENABLED=true; in production, do not'
const STARTUP_ONLY = 'Set them in the environment and start the service anew; nothing was changed'

const fateOf = ({ status, by }: domain.Became): string => `It was ${status}${by === null ? '' : ` by ${by}`}.`

const kinds = { ...refusals, ...domain, ...store, ...progress, ...providers }

/** The HTTP answers of all error classes. */
const answers: AnswersFor<typeof kinds> = {
  BadRequest: ({ message }) => answer(400, { error: message }),
  AgentRequired: () => answer(400, { error: 'agent_id is required for workspace queries' }),
  Unauthorized: ({ message }) => answer(401, { error: 'UNAUTHORIZED', message }, { 'WWW-Authenticate': 'Bearer' }),
  Forbidden: ({ message }) => answer(403, { error: 'FORBIDDEN', message }),
  ConfigFrozen: () => answer(410, { error: 'Runtime config is not enabled', detail: FROZEN }),
  StartupOnly: ({ fields, message }) => answer(400, { error: message, detail: STARTUP_ONLY, rejected: fields }),
  TooManyRequests: ({ seconds }) => answer(429, { error: 'Too many requests' }, { 'Retry-After': `${seconds}` }),
  NoSuchPath: () => answer(404, { error: 'Not found' }),
  MethodNotAllowed: ({ allowed }) => answer(405, { error: 'Method not allowed' }, { Allow: allowed.join(', ') }),
  BodyTooLarge: () => answer(413, { error: 'body: must be at most 2 MiB' }),
  UnsupportedBody: () => answer(415, { error: 'body: must be application/json in UTF-8' }),

  IdempotencyKeyReused: () => answer(422, { error: 'Idempotency-Key: was used for another request' }),
  EpisodeNotFound: () => answer(404, { error: 'Episode not found' }),
  EntityNotFound: () => answer(404, { error: 'Entity not found' }),
  RecallNotFound: () => answer(404, { error: 'Recall not found' }),
  LessonNotFound: () => answer(404, { error: 'Lesson not found' }),
  SessionNotFound: () => answer(404, { error: 'Session not found' }),
  MemoryQuotaExceeded: ({ message }) => answer(403, { error: message }),
  UserNotFound: () => answer(404, { error: 'User not found' }),
  MemoryNotFound: ({ became }) => answer(404, { error: 'Memory not found', ...(became && { detail: fateOf(became) }) }),
  EqualMemoryExists: ({ message }) => answer(409, { error: message }),
  ConflictNotFound: ({ message }) => answer(404, { error: message }),
  ConflictAlreadyResolved: ({ message }) => answer(409, { error: message }),
  ConflictChanged: ({ message, conflict, versions }) =>
    answer(409, {
      error: message,
      id: conflict.conflictId,
      status: conflict.status,
      existing_version: versions.existing,
      new_version: versions.new,
    }),
  NewMemoryHasFewerReaders: ({ message }) => answer(409, { error: message }),
  NotRestorable: ({ message }) => answer(409, { error: message }),
  NotReplaceable: ({ message }) => answer(409, { error: message }),
  NothingStated: ({ message }) => answer(400, { error: message }),

  WrongRevision: () => tryAgain('Too many writers at once', 1),
  EventStoreUnavailable: () => tryAgain('Event store unavailable', 5),
  EventStoreOverloaded: () => tryAgain('Event store overloaded', 1),
  AppendTooLarge: () => answer(413, { error: 'body: makes more than the log takes at once' }),

  ReadModelBehind: () => tryAgain('Read model behind', 1),
  // Before ProjectorStopped, which is its base class.
  UserParked: () => tryAgain('Read model stopped for this user', 60),
  ProjectorStopped: () => tryAgain('Read model stopped', 30),

  ProviderUnavailable: ({ provider, detail, retryAfterSeconds }) =>
    tryAgain(`${provider} provider unavailable`, retryAfterSeconds, { detail, retryable: true }),
  ProviderRejected: ({ provider, detail }) => answer(502, { error: `${provider} provider rejected`, detail }),
  AnswerUnusable: ({ detail }) => tryAgain('llm answer unusable', 5, { detail, retryable: true }),
  ModelUnusable: internal,
}

/** The errors that have an answer of their own. */
export type ErrorName = keyof typeof answers

/** Their names. Object.keys loses the type of them. */
export const errorNames = Object.keys(answers) as ErrorName[]

/** An error of a class as its answer shows it where that quotes nothing of the error. */
export const plainError = (name: ErrorName): Error => Reflect.construct(kinds[name], [])

/** Whether an answer says that there is no such thing, as far as the caller can see. */
export const isNotFound = ({ status }: Pick<Answer, 'status'>): boolean => status === 404

/** The answer to an error of a request; 500 for unknown errors. */
export const answerTo = (error: unknown): Answer => {
  for (const name of errorNames) {
    // The answer is stored under the name of the class, so it accepts instances of that class.
    if (error instanceof kinds[name]) return (answers[name] as (error: Error) => Answer)(error)
  }
  const refusal = unreadableBody(error)
  if (refusal) return answerTo(refusal)
  return isUnavailable(error) ? tryAgain('Read model unavailable', 5) : internal()
}
