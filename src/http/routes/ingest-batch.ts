import { setImmediate as letOthersIn } from 'node:timers/promises'
import pLimit from 'p-limit'
import { z } from 'zod'
import { isJsonObject } from '../../domain/json-object.js'
import { ingestResult } from '../answers/ingest.js'
import { count, named } from '../answers/named.js'
import { check, type Fields } from '../check.js'
import { BadRequest } from '../client-errors.js'
import { answerTo } from '../errors.js'
import { omitUndefined } from '../omit-undefined.js'
import { type Edge, faultsOfWrite, outline, type Reply, type Route, type RouteRequest } from '../route.js'
import { ingest, ingestQuick, ingestQuickBody } from './ingest.js'

/** The places of the members have two digits at most. */
const MOST_MEMBERS = 100

const taken = z.object({
  index: count,
  status: z.union([z.literal(200), z.literal(202)]),
  replayed: z.literal(true).optional(),
  ...ingestResult.shape,
})

const refused = z.object({
  index: count,
  status: z
    .int()
    .min(400)
    .max(599)
    .meta({ examples: [400] }),
  error: z.string(),
  detail: z.string().optional(),
  retryable: z.literal(true).optional(),
  retry_after: z.int().optional(),
})

const batchResult = named('IngestBatchResult', { results: z.array(z.union([taken, refused])), count, failed: count })

const members = <Member extends z.ZodType>(member: Member) =>
  z
    .array(member)
    .min(1, 'must hold at least one conversation')
    .max(MOST_MEMBERS, `must hold at most ${MOST_MEMBERS} conversations`)

const body = z.object({ conversations: members(z.unknown()), mode: z.enum(['full', 'quick']).default('full') })

/** A hundred conversations of short messages. */
const MOST_VALUES = 150_000

/** Ingests, each checked, counted and run as its own request, key `<key>:<place>`. Always 200: each has its answer. */
export const ingestBatch: Route = {
  ...outline({
    call: 'POST /v1/memories/ingest/batch',
    name: 'ingestBatch',
    input: body.extend({ conversations: members(ingestQuickBody) }),
    result: batchResult,
    mostValues: MOST_VALUES,
  }),
  kind: 'write',
  run: async (edge, asked) => {
    const { conversations, whole } = parted(asked.input)
    const { value, faults } = check(body, whole)
    const all = [...faultsOfKey(asked), ...faults]
    if (all.length > 0 || value === undefined) throw new BadRequest(all)
    const route = value.mode === 'full' ? ingest : ingestQuick
    return replyOf(await ingestAll(edge, { asked, conversations, route }))
  },
}

/** The members, and the body without what they say: a fault of one member is none of the batch. */
const parted = (input: unknown): { readonly conversations: readonly unknown[]; readonly whole: unknown } => {
  if (!isJsonObject(input) || !Array.isArray(input.conversations)) return { conversations: [], whole: input }
  const { conversations } = input
  return { conversations, whole: { ...input, conversations: conversations.map(() => null) } }
}

const KEY = 'idempotency-key'

/** The keys of the members are longer than that of the batch. */
const faultsOfKey = ({ headers }: RouteRequest) => {
  const faults = faultsOfWrite(headers)
  const ofMember = faultsOfWrite({ [KEY]: `${headers[KEY] ?? ''}:${MOST_MEMBERS - 1}` })
  if (faults.length > 0) return faults
  return ofMember.map(({ field }) => ({ field, says: 'must be at most 252 characters for a batch' }))
}

/** How many users are written for at once. What is of one user goes in the order of the batch. */
const USERS_AT_ONCE = 4

type Batch = { readonly asked: RouteRequest; readonly conversations: readonly unknown[]; readonly route: Route }

const ingestAll = async (edge: Edge, { asked, conversations, route }: Batch): Promise<readonly Reply[]> => {
  const replies: Reply[] = []
  const byUser = new Map<unknown, number[]>()
  for (const [place, member] of conversations.entries()) {
    try {
      // The first one is counted with the batch.
      if (place > 0) edge.countRequest(asked.key)
      const user = isJsonObject(member) ? member.user_id : undefined
      byUser.set(user, [...(byUser.get(user) ?? []), place])
    } catch (error) {
      replies[place] = refusalOf(error)
    }
  }
  const limit = pLimit(USERS_AT_ONCE)
  const inOrder = async (places: readonly number[]) => {
    for (const place of places) {
      await letOthersIn()
      replies[place] = await route.run(edge, memberOf(asked, conversations[place], place)).catch(refusalOf)
    }
  }
  await Promise.all([...byUser.values()].map((places) => limit(inOrder, places)))
  return replies
}

const memberOf = ({ headers, ...asked }: RouteRequest, input: unknown, place: number): RouteRequest => ({
  ...asked,
  params: {},
  input,
  headers: headers[KEY] === undefined ? {} : { [KEY]: `${headers[KEY]}:${place}` },
})

const refusalOf = (error: unknown): Reply => {
  const answer = answerTo(error)
  return answer.status === 500 ? { ...answer, fault: error } : answer
}

/** The last position that was written; 0 if nothing was. */
const lastPosition = (replies: readonly Reply[]): bigint =>
  replies.map(({ headers }) => BigInt(headers?.['X-Log-Position'] ?? '0')).toSorted((a, b) => (a < b ? 1 : -1))[0] ?? 0n

const replyOf = (replies: readonly Reply[]): Reply => {
  const results = replies.map(resultOf)
  return {
    status: 200,
    headers: { 'X-Log-Position': `${lastPosition(replies)}` },
    body: { results, count: results.length, failed: results.filter(({ status }) => status >= 400).length },
    fault: replies.find(({ fault }) => fault !== undefined)?.fault,
  }
}

const resultOf = ({ status, headers = {}, body }: Reply, index: number) => {
  const wait = headers['Retry-After']
  return {
    index,
    status,
    ...omitUndefined({
      replayed: headers['Idempotency-Replayed'] === undefined ? undefined : true,
      retry_after: wait === undefined ? undefined : Number(wait),
    }),
    ...(body as Fields), // every answer is an object
  }
}
