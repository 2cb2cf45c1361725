import { MemoryQuotaExceeded } from './errors.js'

/** How many memories a user may have, and whether an ingest beyond that is refused. */
export type Quota = { readonly max: number; readonly enforced: boolean }

/** What a user makes of their quota. */
export type Usage = {
  readonly active_memories: number
  readonly max_memories: number
  /** Active memories by those allowed: above 1 where the quota is not enforced. */
  readonly usage_ratio: number
  readonly status: 'ok' | 'warn' | 'exceeded'
  readonly recommendation: 'none' | 'consolidate' | 'decay' | 'consolidate-and-decay'
}

/** From this share on it is time to do something, and from this one on it is urgent. */
const WARN = 0.8
const URGENT = 0.9

/** Ok below 0.8 of the quota, warn below all of it, exceeded from there on. */
export const usageOf = (active: number, { max }: Pick<Quota, 'max'>): Usage => {
  const ratio = active / max
  const level = [WARN, URGENT, 1].filter((from) => ratio >= from).length
  return {
    active_memories: active,
    max_memories: max,
    usage_ratio: ratio,
    status: STATUS[level] ?? 'exceeded',
    recommendation: RECOMMENDATION[level] ?? 'consolidate-and-decay',
  }
}

const STATUS = ['ok', 'warn', 'warn'] as const
const RECOMMENDATION = ['none', 'consolidate', 'decay'] as const

/** Throws MemoryQuotaExceeded where so many more would be too many. What adds nothing is always welcome. */
export const requireQuota = ({ max, enforced }: Quota, active: number, more: number): void => {
  if (enforced && more > 0 && active + more > max) throw new MemoryQuotaExceeded()
}
