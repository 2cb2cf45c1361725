export type Figures = { readonly p50: number; readonly p95: number; readonly p99: number; readonly perSecond: number }

/** Runs `work` so many times on so many clients at once; times in milliseconds. */
export const measure = async (
  { times, clients }: { readonly times: number; readonly clients: number },
  work: (n: number) => Promise<unknown>,
): Promise<Figures> => {
  const taken: number[] = []
  let next = 0
  const client = async () => {
    while (next < times) {
      const began = performance.now()
      await work(next++)
      taken.push(performance.now() - began)
    }
  }
  const began = performance.now()
  await Promise.all(Array.from({ length: clients }, client))
  const seconds = (performance.now() - began) / 1000
  taken.sort((a, b) => a - b)
  const at = (share: number) => taken[Math.min(taken.length - 1, Math.floor(taken.length * share))] ?? 0
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), perSecond: times / seconds }
}

export const row = (what: string, { p50, p95, p99, perSecond }: Figures) => ({
  what,
  'p50 ms': round(p50),
  'p95 ms': round(p95),
  'p99 ms': round(p99),
  'a second': Math.round(perSecond),
})

const round = (n: number) => Math.round(n * 10) / 10
