/** Times in milliseconds. */
export type Figures = {
  readonly count: number
  readonly p50: number
  readonly p95: number
  readonly p99: number
  readonly perSecond: number
}

export type Effort = {
  readonly times: number
  readonly clients: number
  /** Nothing new is begun after so many milliseconds. */
  readonly atMostMs?: number
}

/** Runs `work` so many times on so many clients at once. */
export const measure = async (
  { times, clients, atMostMs = Number.POSITIVE_INFINITY }: Effort,
  work: (n: number) => Promise<unknown>,
): Promise<Figures> => {
  const taken: number[] = []
  let next = 0
  const start = performance.now()
  const client = async () => {
    while (next < times && performance.now() - start < atMostMs) {
      const began = performance.now()
      await work(next++)
      taken.push(performance.now() - began)
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  const seconds = (performance.now() - start) / 1000
  const at = quantiles(taken)
  return { count: taken.length, p50: at(0.5), p95: at(0.95), p99: at(0.99), perSecond: taken.length / seconds }
}

/** What lies so far up in the sorted numbers, 0 to 1; 0 where there are none. */
export const quantiles = (numbers: readonly number[]) => {
  const sorted = numbers.toSorted((a, b) => a - b)
  return (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

export const row = (what: string, { p50, p95, p99, perSecond }: Figures) => ({
  what,
  'p50 ms': round(p50),
  'p95 ms': round(p95),
  'p99 ms': round(p99),
  'a second': Math.round(perSecond),
})

export const round = (n: number) => Math.round(n * 10) / 10
