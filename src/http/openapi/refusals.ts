import { z } from 'zod'
import { readTable } from '../../config/package-info.js'
import * as domain from '../../domain/errors.js'
import { DatabaseClosed } from '../../postgres/faults.js'
import * as provider from '../../providers/errors.js'
import { NO_USAGE } from '../../providers/language-model.js'
import { changedConflict, frozenConfig, missingMemory, refusal, startupOnly } from '../answers/errors.js'
import { CONFLICT, EARLIER_MEMORY, MEMORY } from '../answers/named.js'
import * as refused from '../client-errors.js'
import { type Answer, answerTo, type ErrorName, errorNames, plainError } from '../errors.js'
import { needsKey, type Route } from '../route.js'

export const hasBody = ({ kind, method }: Route): boolean => kind !== 'open' && (method === 'post' || method === 'put')

/** Groups of routes that may answer the same errors. */
const places = {
  anyRoute: () => true,
  withKey: needsKey,
  forAdmins: ({ needsAdmin }: Route) => needsAdmin !== undefined,
  asked: ({ kind }: Route) => kind !== 'open',
  withBody: hasBody,
  reads: ({ kind }: Route) => kind === 'read',
  writes: ({ kind }: Route) => kind === 'write',
}

const open = {
  conflictId: CONFLICT,
  status: 'open' as const,
  reason: 'new_value' as const,
  suggested: 'resolved_new' as const,
  existing: { memoryId: EARLIER_MEMORY, version: 1, agentId: 'scout' },
  new: { memoryId: MEMORY, version: 1, agentId: 'painter' },
}

/** Errors that their answers quote. */
const quoted: Partial<Record<ErrorName, Error>> = {
  ConflictChanged: new domain.ConflictChanged(open, { existing: 2, new: 1 }),
  BadRequest: new refused.BadRequest([
    { field: 'user_id', says: 'required' },
    { field: 'limit', says: 'must be at most 100' },
  ]),
  Unauthorized: new refused.Unauthorized('The API key is not valid'),
  Forbidden: new refused.Forbidden('This takes the admin key'),
  MethodNotAllowed: new refused.MethodNotAllowed(['GET', 'HEAD']),
  TooManyRequests: new refused.TooManyRequests(17),
  StartupOnly: new refused.StartupOnly(['embedding_model']),
  NotReplaceable: new domain.NotReplaceable('superseded or deleted'),
  ProviderUnavailable: new provider.ProviderUnavailable('embedding', 'timed out', 2),
  ProviderRejected: new provider.ProviderRejected('embedding', 'status 401'),
  AnswerUnusable: new provider.AnswerUnusable('invalid', NO_USAGE),
}

/** An example of every refusal. The last of them belong to no error class. */
const examples: Readonly<Record<string, Answer>> = {
  ...Object.fromEntries(errorNames.map((name) => [name, answerTo(quoted[name] ?? plainError(name))])),
  Internal: { status: 500, body: { ...answerTo(undefined).body, request_id: 'c9a1f0d2' } },
  Unreachable: answerTo(new DatabaseClosed()),
  Starting: {
    status: 503,
    headers: { 'Retry-After': '1' },
    body: { status: 'degraded', error: 'Starting', reason: 'Reading the log' },
  },
}

/** The schemas of answers that differ from others of their status. */
const forms: Readonly<Record<string, z.ZodObject>> = {
  MemoryNotFound: missingMemory,
  ConflictChanged: changedConflict,
  ConfigFrozen: frozenConfig,
  StartupOnly: startupOnly,
  MemoryQuotaExceeded: refusal,
}

// Its names are its keys.
const placeNames = Object.keys(places) as (keyof typeof places)[]

const text = z.strictObject({
  when: z.string(),
  /** The routes that may answer it, besides those that name it among their `errors`. */
  on: z.array(z.enum(placeNames)),
})

const texts = readTable('http/openapi/refusals.json', z.record(z.enum(Object.keys(examples)), text))

const refusals = Object.entries(examples).flatMap(([name, example]) => {
  const said = texts[name]
  return said === undefined ? [] : [{ name, example, schema: forms[name], ...said }]
})

export type Refusal = (typeof refusals)[number]

/** What a route may be refused with. */
export const refusalsOf = (route: Route): readonly Refusal[] => {
  const named: readonly string[] = route.errors
  return refusals.filter(({ name, on }) => named.includes(name) || on.some((place) => places[place](route)))
}

/** A refusal that no route answers. */
export const refusalOf = (name: ErrorName): readonly Refusal[] => refusals.filter((each) => each.name === name)
