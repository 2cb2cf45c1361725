import { execFileSync } from 'node:child_process'
import { appendFile, mkdir, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { dirname, join } from 'node:path'
import { round } from './measure.js'
import type { Plan, StoreFigures } from './measure-store.js'
import type { Missing } from './stores.js'

export type Result = {
  readonly date: string
  /** With a plus where the tree held changes of its own. */
  readonly commit: string
  readonly machine: { readonly cpus: number; readonly model: string; readonly node: string; readonly platform: string }
  readonly plan: Plan
  readonly stores: readonly StoreFigures[]
  readonly missing: readonly Missing[]
}

export const resultOf = (plan: Plan, stores: readonly StoreFigures[], missing: readonly Missing[]): Result => ({
  date: new Date().toISOString(),
  commit: commit(),
  machine: {
    cpus: cpus().length,
    model: cpus()[0]?.model.trim() ?? '',
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
  },
  plan,
  stores,
  missing,
})

export const RESULT = join(import.meta.dirname, 'results/latest.json')
const HISTORY = join(import.meta.dirname, 'history.jsonl')

export const writeResult = async (result: Result, file: string): Promise<void> => {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, `${JSON.stringify(result, null, 2)}\n`)
}

/** One line a run: p50 by store, size, clients and operation, in milliseconds. */
export const noteInHistory = ({ date, commit, machine, plan, stores }: Result): Promise<void> => {
  const figures = stores.flatMap(({ store, measured, usersAtOnce }) =>
    [...measured, usersAtOnce].map(({ size, clients, operation, http }) => [
      `${store}/${size}/${clients}/${operation}`,
      round(http.p50),
    ]),
  )
  const again = stores.map(({ store, projectedAgain: { events, seconds } }) => [store, Math.round(events / seconds)])
  const verified = stores.flatMap(({ store, verified }) =>
    verified.map(({ memories, compared: { done, seconds } }) => [`${store}/${memories}`, Math.round(done / seconds)]),
  )
  const { cpus, node } = machine
  const line = {
    ...{ date, commit, cpus, node, sizes: plan.sizes, requests: plan.budget.times },
    p50: Object.fromEntries(figures),
    projected_a_second: Object.fromEntries(again),
    verified_rows_a_second: Object.fromEntries(verified),
    own_set: stores.map(({ store, quality }) => ({ store, quality })),
  }
  return appendFile(HISTORY, `${JSON.stringify(line)}\n`)
}

const commit = (): string => {
  try {
    const git = (...words: string[]) => execFileSync('git', words, { encoding: 'utf8', stdio: 'pipe' }).trim()
    return (
      git('rev-parse', '--short', 'HEAD') +
      (git('status', '--porcelain', '--', '.', ':!bench/history.jsonl') === '' ? '' : '+')
    )
  } catch {
    return 'unknown'
  }
}
