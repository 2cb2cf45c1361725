import { foldedName } from '../../text/fold.js'
import { sharedWords } from '../../text/terms.js'
import { statementsIn } from './stated.js'

/**
 * The statements of a text that another one, which takes its place, neither makes nor replaces. Each new statement replaces the one
 * that it shares the most words with; one that shares none replaces none.
 */
export const alsoSaid = (before: string, now: string): readonly string[] => {
  const said = statementsOf(before)
  if (said.length < 2) return []
  const news = statementsOf(now)
  const isSaidIn = (statement: string, others: readonly string[]) =>
    others.some((other) => foldedName(other) === foldedName(statement))
  const left = said.filter((statement) => !isSaidIn(statement, news))
  for (const statement of news.filter((each) => !isSaidIn(each, said))) {
    const shared = left.map((other) => sharedWords(statement, other))
    const most = Math.max(0, ...shared)
    if (most > 0) left.splice(shared.indexOf(most), 1)
  }
  return left
}

const statementsOf = (text: string): readonly string[] =>
  statementsIn(text).map(({ start, end }) => text.slice(start, end).trim())
