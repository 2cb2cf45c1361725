import { MemoryQuotaExceeded } from './errors.js'

/** Most active memories of a user, and whether an ingest beyond that is refused. */
export type Quota = { readonly max: number; readonly enforced: boolean }

/** A user's usage of the quota. */
export type Usage = {
  readonly active_memories: number
  readonly max_memories: number
  /** Active memories divided by the quota: above 1 if it is not enforced. */
  readonly usage_ratio: number
  readonly status: 'ok' | 'warn' | 'exceeded'
  readonly recommendation: 'none' | 'consolidate' | 'decay' | 'consolidate-and-decay'
}

/** Usage ratio from which the status is a warning; `URGENT` is the next threshold. */
const WARN = 0.8
const URGENT = 0.9

/** The status is ok below 0.8 of the quota, warn below 1, exceeded from there on. */
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

/** Throws MemoryQuotaExceeded if `more` memories would exceed an enforced quota. Adding none is always allowed. */
export const requireQuota = ({ max, enforced }: Quota, active: number, more: number): void => {
  if (enforced && more > 0 && active + more > max) throw new MemoryQuotaExceeded()
}
