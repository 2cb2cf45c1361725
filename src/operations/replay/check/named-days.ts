type Span = { readonly from: string; readonly to: string }

const DAY_MS = 86_400_000

/** The dates in metadata as a multirange of the database: ordered, adjacent ranges merged, each upper bound exclusive. */
export const namedDays = ({ dates }: Readonly<Record<string, unknown>>): string => {
  const spans: Span[] = []
  for (const { from, end } of (Array.isArray(dates) ? dates.flatMap(spanOf) : []).sort(byStart)) {
    const before = spans.at(-1)
    if (before === undefined || from > before.to) spans.push({ from, to: end })
    else if (end > before.to) spans[spans.length - 1] = { from: before.from, to: end }
  }
  return `{${spans.map(({ from, to }) => `[${from},${to})`).join()}}`
}

type Half = { readonly from: string; readonly end: string }
const byStart = (a: Half, b: Half): number => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0)

/** Metadata may hold anything; only well-formed ranges of days count. */
const spanOf = (date: unknown): readonly Half[] => {
  if (typeof date !== 'object' || date === null || !('from' in date) || !('to' in date)) return []
  const [from, to] = [instantOf(date.from), instantOf(date.to)]
  if (from === undefined || to === undefined || from > to || to + DAY_MS > Date.parse('9999-12-31')) return []
  return [{ from: dayOf(from), end: dayOf(to + DAY_MS) }]
}

const dayOf = (instant: number): string => new Date(instant).toISOString().slice(0, 10)

const instantOf = (day: unknown): number | undefined => {
  if (typeof day !== 'string' || !/^[1-9]\d{3}-\d\d-\d\d$/.test(day)) return undefined
  const instant = Date.parse(`${day}T00:00:00Z`)
  return Number.isNaN(instant) || dayOf(instant) !== day ? undefined : instant
}
