import { readFileSync } from 'node:fs'
import { type Question, ReembedRefused } from '../operations/reembed/report.js'

/** A request to a server is one line of its socket, whose length is limited. */
const MOST = 2000
const MOST_CHARACTERS = 200_000

/**
 * Reads searches from a file, one a line: `user_id`, a tab and the query. If `user` is given, a line may be the query
 * alone. Throws ReembedRefused.
 */
export const readQuestions = (file: string, user: string | undefined): readonly Question[] => {
  const questions = linesOf(file).map((line, i) => questionOf(line, { user, at: `${file}, line ${i + 1}` }))
  const asked = questions.filter((question) => question !== undefined)
  if (asked.length === 0) throw new ReembedRefused(`${file} holds no query.`)
  if (asked.length > MOST) throw new ReembedRefused(`${file} holds ${asked.length} queries; ${MOST} is the most.`)
  const characters = asked.reduce((sum, { userId, query }) => sum + userId.length + query.length, 0)
  if (characters > MOST_CHARACTERS)
    throw new ReembedRefused(`${file} is too long: ${MOST_CHARACTERS} characters are the most.`)
  return asked
}

const linesOf = (file: string): readonly string[] => {
  try {
    return readFileSync(file, 'utf8').split(/\r?\n/)
  } catch (error) {
    const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined
    throw new ReembedRefused(`${file} cannot be read (${code}): give a file with a query a line.`)
  }
}

type Line = { readonly user: string | undefined; readonly at: string }

const questionOf = (line: string, { user, at }: Line): Question | undefined => {
  if (line.trim() === '') return undefined
  const [first = '', ...rest] = line.split('\t')
  const userId = rest.length > 0 ? first.trim() : user
  const query = (rest.length > 0 ? rest.join(' ') : first).trim()
  if (userId === undefined || userId === '')
    throw new ReembedRefused(`${at}: whose memories? Begin the line with a user_id and a tab, or pass --user.`)
  if (query === '' || query.includes('\0')) throw new ReembedRefused(`${at}: the query is empty or holds a NUL.`)
  return { userId, query }
}
