type Counts = Map<string, number>

/** What was sent, by kind, and how it was answered, by status. */
export const createTally = () => {
  const kinds = new Map<string, Counts>()
  const all: Counts = new Map()
  const raise = (counts: Counts, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1)
  const shown = (counts: Counts) =>
    [...counts]
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([key, count]) => `${key}: ${count}`)
      .join(', ')
  return {
    count: (sent: readonly string[], status: string): void => {
      raise(all, status)
      for (const kind of sent.length === 0 ? ['nothing wrong'] : sent) {
        const counts = kinds.get(kind) ?? new Map()
        kinds.set(kind, counts)
        raise(counts, status)
      }
    },
    summary: (): string => shown(all),
    byKind: (): string =>
      [...kinds]
        .sort(([a], [b]) => a.localeCompare(b))
        .map(([kind, counts]) => `  ${kind.padEnd(40)} ${shown(counts)}`)
        .join('\n'),
  }
}
