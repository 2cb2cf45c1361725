import { createHash } from 'node:crypto'

/** Statements that one process prepares at most; the code has far fewer, and what lies beyond is run unprepared. */
const PREPARED = 500

const names = new Map<string, string>()

/**
 * The name under which a statement is prepared, the same for the same text: planning is most of the cost of a short
 * statement, and Postgres then does it once for each connection.
 */
export const statementName = (text: string): string | undefined => {
  const known = names.get(text)
  if (known !== undefined || names.size >= PREPARED) return known
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 24)
  names.set(text, name)
  return name
}
