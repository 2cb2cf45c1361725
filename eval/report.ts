import { execFileSync } from 'node:child_process'
import type { OrderFigures } from './ask-newer.js'
import type { Group, LeastScore, Recall, SessionGroup, Times, Unanswerable, Words } from './figures.js'
import type { ToldTrap } from './tell-traps.js'

const one = (n: number): string => n.toFixed(1)
const signed = (n: number): string => `${n > 0 ? '+' : ''}${one(n)}`

type Row = readonly [name: string, columns: Readonly<Record<string, string | number>>]

/** A table that is Markdown as well, numbers to the right. */
const table = (rows: readonly Row[]): void => {
  const titles = ['', ...Object.keys(rows[0]?.[1] ?? {})]
  const cells = rows.map(([name, columns]) => [name, ...Object.values(columns).map(String)])
  const widths = titles.map((title, i) => Math.max(3, title.length, ...cells.map((row) => row[i]?.length ?? 0)))
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join(' | ')} |`
  const rule = widths.map((width, i) => (i === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`))
  console.log(['', line(titles), line(rule), ...cells.map(line)].join('\n'))
}

const recallColumns = ({ questions, any5, any10, any20, all5, all10, all20 }: Recall) => ({
  questions,
  'any@5': one(any5),
  'any@10': one(any10),
  'any@20': one(any20),
  'all@5': one(all5),
  'all@10': one(all10),
  'all@20': one(all20),
})

/** Found turns in per cent, with the 95 % intervals at 10. */
export const printGroups = (title: string, groups: readonly Group[]): void => {
  console.log(`\n${title}`)
  table(
    groups.map((group) => [
      group.name,
      {
        ...recallColumns(group),
        'any@10, 95 %': group.any10Interval.map(one).join('–'),
        'all@10, 95 %': group.all10Interval.map(one).join('–'),
      },
    ]),
  )
}

/** How often the right turn is among the ten, and before those that belong behind it. */
export const printOrders = (title: string, figures: readonly OrderFigures[]): void => {
  console.log(`\n${title}`)
  table(
    figures.map(({ half, way, kind, questions, inOrder, found }) => [
      `${half}, ${way} ingest: ${kind}`,
      { questions, 'in order': one(inOrder), found: one(found) },
    ]),
  )
}

export const printWords = ({ ofUser, ofAssistant, shownOfAssistant, updates, updatedFirst }: Words): void =>
  console.log(
    `\nAmong the ten: ${one(ofUser)} % of the user's evidence, ${one(ofAssistant)} % of the assistant's; ${one(shownOfAssistant)} % of ` +
      `them are the assistant's words. What was told anew stands above in ${one(updatedFirst)} % of ${updates}.`,
  )

export const printTimes = (times: Readonly<Record<string, Times>>): void =>
  table(
    Object.entries(times).map(([name, { requests, p50, p95 }]) => [
      name,
      { requests, 'p50 ms': one(p50), 'p95 ms': one(p95) },
    ]),
  )

export const printUnanswerable = ({ questions, meanBest, meanBestOfAnswerable, below25th }: Unanswerable): void =>
  console.log(
    `\n${questions} questions without an answer: best score ${meanBest.toFixed(3)} in the mean, against ` +
      `${meanBestOfAnswerable.toFixed(3)} where there is one; ${one(below25th)} % are below the lowest quarter of those.`,
  )

/** What a `min_score` does: how many questions without an answer get none, and what that costs. */
export const printLeastScores = (rows: readonly LeastScore[]): void => {
  console.log('\nUnder a least score')
  table(
    rows.map(({ least, empty, any10Lost }) => [
      `min_score ${least.toFixed(2)}`,
      { 'empty without an answer, %': inPerCent(empty), 'any@10 lost': any10Lost.toFixed(2) },
    ]),
  )
}

/** Tells how many searches found nothing at all: where no word matches, a memory has to be near enough to be shown. */
export const printEmpty = (empty: number, asked: number): void => {
  if (empty > 0) console.log(`\n${empty} of ${asked} searches found nothing.`)
}

export type AblationRow = { readonly name: string } & Recall

export const printAblation = (rows: readonly AblationRow[], same: number): void => {
  console.log(`\nRanked again (the first ten as the service had them: ${one(100 * same)} % of the questions)`)
  const [whole] = rows
  table(
    rows.map((row) => [
      row.name,
      {
        'any@10': one(row.any10),
        'all@10': one(row.all10),
        'any@10, change': signed(row.any10 - (whole?.any10 ?? 0)),
        'all@10, change': signed(row.all10 - (whole?.all10 ?? 0)),
      },
    ]),
  )
}

export const printSessions = (title: string, groups: readonly SessionGroup[]): void => {
  console.log(`\n${title}`)
  table(
    groups.map(({ name, questions, recallAny5, recallAll5, ndcg5 }) => [
      name,
      { questions, 'recall_any@5': one(recallAny5), 'recall_all@5': one(recallAll5), 'ndcg_any@5': one(ndcg5) },
    ]),
  )
}

const inPerCent = (n: number | null): string => (n === null ? '–' : one(n))

/** How many memories of traps were superseded, with the traps to look at. */
export const printTraps = (told: readonly ToldTrap[]): void => {
  const sum = (field: 'memories' | 'superseded') => told.reduce((total, trap) => total + trap[field], 0)
  console.log(`\n${told.length} traps: ${sum('superseded')} of ${sum('memories')} memories superseded; none may be`)
  for (const { id, kind, superseded } of told) if (superseded > 0) console.log(`  ${id} (${kind}): ${superseded}`)
}

/** What the figures were reached with; `commit` is null where git does not answer. */
export const surroundings = () => ({ at: new Date().toISOString(), node: process.version, commit: commit() })

const commit = (): string | null => {
  try {
    const git = ['describe', '--always', '--dirty', '--abbrev=12']
    return execFileSync('git', git, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return null
  }
}
