import type { Provider } from '../providers/errors.js'

/** The steps of searches, in the order in which they run. */
export type StepName =
  | 'open'
  | 'words'
  | 'expand'
  | 'embed'
  | 'score'
  | 'turns'
  | 'rerank'
  | 'repair'
  | 'nearest'
  | 'readings'
  | 'withhold'
  | 'read'
  | 'boost'
  | 'variety'
  | 'holds-now'
  | 'past'
  | 'last-session'
  | 'floor'
  | 'lessons'
  | 'package'

/** What the steps of one search left and how long each took, which changed nothing and why, and who was asked in vain. */
export class SearchTrace {
  private readonly steps: { readonly name: StepName; readonly count: number; readonly duration_ms: number }[] = []
  private readonly reasons = new Map<StepName, string>()
  private readonly failing = new Set<Provider>()

  /** Runs a step. `countOf` tells how many things it left. */
  async step<Result>(
    name: StepName,
    run: () => Result | Promise<Result>,
    countOf: (result: Result) => number,
  ): Promise<Result> {
    const began = performance.now()
    const result = await run()
    const ms = performance.now() - began
    this.steps.push({ name, count: countOf(result), duration_ms: Math.round(ms * 1000) / 1000 })
    return result
  }

  /** Notes that a step changes nothing, and why: in words of ours. */
  skip(name: StepName, reason: string): void {
    this.reasons.set(name, reason)
  }

  /** The same where a provider was asked in vain; log and health are told by the guard. */
  withoutProvider(name: StepName, provider: Provider, { skipped }: { readonly skipped: string }): void {
    this.skip(name, `${provider}: ${skipped}`)
    // The one that failed last stands last.
    this.failing.delete(provider)
    this.failing.add(provider)
  }

  /** Takes over what another search for the same answer went without. */
  include(other: SearchTrace): void {
    for (const [name, reason] of other.reasons) this.reasons.set(name, reason)
    for (const provider of other.failing) this.failing.add(provider)
  }

  /** The providers that were asked in vain. */
  get degraded(): readonly Provider[] {
    return [...this.failing]
  }

  /** The steps as they ran. */
  get stages(): readonly { name: string; count: number; duration_ms: number; skipped?: string }[] {
    return this.steps.map((step) => {
      const skipped = this.reasons.get(step.name)
      return skipped === undefined ? step : { ...step, skipped }
    })
  }
}
