import type { Answer } from './exchange.js'
import type { Wish } from './wishes.js'

/** Whether a wish in order may still be refused for the state that it meets. */
const mayMiss = ({ operation: { path, method } }: Wish): boolean =>
  path.startsWith('/v1/admin/') || (path.includes('{') && !(method === 'GET' && path.startsWith('/v1/memories/{')))

const MISSED = [403, 404, 409, 410]

const blocks = ({ refused }: Wish['faults'][number]): boolean => refused.length > 0 && !refused.includes(200)

/** Whether nothing may come of it. */
export const isSpoiled = ({ faults }: Wish): boolean => faults.some(blocks)

/** The statuses that may answer a wish; undefined: any refusal. */
const expected = (wish: Wish): readonly number[] | undefined => {
  const blockers = wish.faults.filter(blocks)
  if (blockers.length > 1) return undefined
  const perhaps = wish.faults.filter((fault) => !blocks(fault)).flatMap(({ refused }) => refused)
  return [...(blockers[0]?.refused ?? [200, ...(mayMiss(wish) ? MISSED : [])]), ...perhaps]
}

const fits = (wish: Wish, status: number): boolean => {
  const statuses = expected(wish)
  if (statuses) return statuses.includes(status)
  return (status >= 400 && status < 500) || wish.faults.some(({ refused }) => refused.includes(status) && status > 500)
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isHead = ({ faults }: Wish): boolean => faults.some(({ kind }) => kind.endsWith('HEAD'))

/** What is wrong with an answer, a sentence each. */
export const faultsOf = (wish: Wish, answer: Answer | undefined): readonly string[] => {
  if (!answer) return ['the connection ended without an answer, or none came in time']
  const { status, headers, text } = answer
  const type = headers['content-type'] ?? ''
  const page = wish.operation.path === '/docs' && status === 200
  const refusal = status === 200 || isHead(wish) ? undefined : Reflect.get(Object(parsed(text)), 'error')
  return [
    ...(fits(wish, status)
      ? []
      : [`is answered ${status} instead of ${expected(wish) ?? 'any refusal'}: ${text.slice(0, 200)}`]),
    ...(page || type.startsWith('application/json') ? [] : [`is ${type || 'of no type'}`]),
    ...(page || isHead(wish) || parsed(text) !== undefined ? [] : ['is no JSON']),
    ...(status === 200 || isHead(wish) || (typeof refusal === 'string' && refusal !== '') ? [] : ['does not say why']),
    ...(/^[\w.-]{1,128}$/.test(headers['x-request-id'] ?? '') ? [] : [`${status} has no sane X-Request-Id`]),
    ...(/node_modules|\.[jt]s:\d/.test(text) && !page ? ['shows the code'] : []),
  ]
}
