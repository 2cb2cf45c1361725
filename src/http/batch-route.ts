import { setImmediate as letOthersIn } from 'node:timers/promises'
import pLimit from 'p-limit'
import { isJsonObject } from '../domain/json-object.js'
import { check, type Fields, type Schema } from './check.js'
import { BadRequest } from './client-errors.js'
import { answerTo } from './errors.js'
import { faultsOfWrite } from './headers.js'
import type { KeyClass } from './keys.js'
import { omitUndefined } from './omit-undefined.js'
import { type Asked, type Edge, nothing, outline, type Reply, type Route, type Spec } from './route.js'

/** How many users are written for at once. What is of one user goes in the order of the batch. */
const USERS_AT_ONCE = 4

/** The most members of a batch; their places have two digits at most. */
export const MOST_MEMBERS = 100

/**
 * Several requests of one route in one: each member is checked, counted and carried out as a request of its own, with the
 * idempotency key `<key>:<place>`, and has an answer of its own. So the answer is always 200: it says what became of each.
 */
export const batch = <Input>(
  spec: Spec<object, object> & {
    /** Checks the body with members that it does not look into. */
    readonly body: Schema<Input>
    /** The field that holds the members. */
    readonly members: string
    /** The route that takes a member. */
    readonly route: (input: Input) => Route
  },
): Route => ({
  ...outline(spec),
  kind: 'write',
  run: async (edge, asked) => {
    const members = membersIn(asked.input, spec.members)
    const { value, faults } = check(spec.body, withoutMembers(asked.input, spec.members))
    const all = [...faultsOfKey(asked), ...faults]
    if (all.length > 0 || value === undefined) throw new BadRequest(all)
    const replies = await runMembers(edge, { asked, members, route: spec.route(value) })
    return replyOf(replies)
  },
})

const membersIn = (input: unknown, field: string): readonly unknown[] => {
  const members = isJsonObject(input) ? input[field] : undefined
  return Array.isArray(members) ? members : []
}

/** A fault of one member is none of the batch. */
const withoutMembers = (input: unknown, field: string): unknown =>
  isJsonObject(input) && Array.isArray(input[field]) ? { ...input, [field]: input[field].map(() => null) } : input

const KEY = 'idempotency-key'

/** The keys of the members are longer than that of the batch. */
const faultsOfKey = ({ headers }: Asked) => {
  const longest = headers[KEY] === undefined ? {} : { [KEY]: `${headers[KEY]}:${MOST_MEMBERS - 1}` }
  if (faultsOfWrite(headers).length > 0) return faultsOfWrite(headers)
  return faultsOfWrite(longest).map(({ field }) => ({ field, says: 'must be at most 252 characters for a batch' }))
}

type Batch = { readonly asked: Asked; readonly members: readonly unknown[]; readonly route: Route }

const runMembers = async (edge: Edge, { asked, members, route }: Batch): Promise<readonly Reply[]> => {
  const replies: Reply[] = []
  const byUser = new Map<unknown, number[]>()
  for (const [place, member] of members.entries()) {
    const refused = await refusedByRate(edge, asked.key, place)
    if (refused !== undefined) replies[place] = refused
    else byUser.set(userOf(member), [...(byUser.get(userOf(member)) ?? []), place])
  }
  const limit = pLimit(USERS_AT_ONCE)
  const inOrder = async (places: readonly number[]) => {
    for (const place of places) {
      await letOthersIn()
      replies[place] = await attempt(() => route.run(edge, memberOf(asked, members[place], place)))
    }
  }
  await Promise.all([...byUser.values()].map((places) => limit(inOrder, places)))
  return replies
}

const userOf = (member: unknown): unknown => (isJsonObject(member) ? member.user_id : undefined)

const memberOf = ({ headers, ...asked }: Asked, input: unknown, place: number): Asked => ({
  ...asked,
  params: nothing.parse({}),
  input,
  headers: headers[KEY] === undefined ? {} : { [KEY]: `${headers[KEY]}:${place}` },
})

/** The first member is counted with the batch. */
const refusedByRate = async (edge: Edge, key: KeyClass, place: number): Promise<Reply | undefined> => {
  if (place === 0) return undefined
  return attempt(async () => {
    await edge.countRequest(key)
    return undefined
  })
}

const attempt = async <Result>(work: () => Promise<Result>): Promise<Result | Reply> => {
  try {
    return await work()
  } catch (error) {
    const answer = answerTo(error)
    return answer.status === 500 ? { ...answer, fault: error } : answer
  }
}

/** The last position that was written; 0 if nothing was. */
const lastPosition = (replies: readonly Reply[]): bigint => {
  const positions = replies.map(({ headers }) => BigInt(headers?.['X-Log-Position'] ?? '0'))
  return positions.toSorted((a, b) => (a < b ? 1 : -1))[0] ?? 0n
}

const replyOf = (replies: readonly Reply[]): Reply => {
  const results = replies.map(resultOf)
  const failed = results.filter(({ status }) => status >= 400).length
  return {
    status: 200,
    headers: { 'X-Log-Position': `${lastPosition(replies)}` },
    body: { results, count: results.length, failed },
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
