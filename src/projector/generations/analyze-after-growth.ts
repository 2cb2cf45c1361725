/** Events after which the planner looks at the tables for the first time; then whenever as many again have come, up to LAST. */
const FIRST = 500
const LAST = 100_000

/**
 * Told how many events were applied, has the tables analyzed each time their number has doubled. A plan that is made
 * while the tables are empty may go by any index, and is kept until the tables are analyzed: Postgres itself gets to that
 * only after a minute.
 */
export const youngStatistics = (analyze: () => Promise<void>) => {
  let applied = 0
  let next = FIRST
  let running = false
  return (events: number): void => {
    applied += events
    if (applied < next || running || next > LAST) return
    next = 2 * applied
    running = true
    void analyze()
      .catch(() => {}) // it would only have made things faster
      .finally(() => {
        running = false
      })
  }
}
