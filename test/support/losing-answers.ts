import type { Database, Databases } from '../../src/postgres/database.js'

/** A connection that breaks after the server has done what it was asked and before it could say so. */
const brokenConnection = () => Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })

/** Databases that commit an append to the log and then, while `loses` says so of its types of events, lose the answer. */
export const losingAnswers = (databases: Databases, loses: (types: readonly unknown[]) => boolean): Databases => ({
  ...databases,
  within: (schema) => {
    const db = databases.within(schema)
    const rows: Database['rows'] = async (statement) => {
      const answer = await db.rows(statement)
      const { text, values } = statement.query
      if (text.includes('log.append(') && loses(values.flat())) throw brokenConnection()
      return answer as never // as the inner handle says
    }
    return { rows, transaction: db.transaction, reading: (reader) => db.reading(reader) }
  },
})
