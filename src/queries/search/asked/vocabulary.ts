/**
 * How a language speaks of days. Each entry is a part of a pattern: alternatives joined by `|`, in lower case, with
 * accents.
 */
export type Vocabulary = {
  /** January first, parted by commas. */
  readonly months: string
  /** Months that mean something else too: read beside a number or behind one of `near` only. */
  readonly doubtful?: string
  readonly near?: string
  /** The same for a season that means something else too. */
  readonly nearSeason?: string
  /** What may stand between day and month, or month and year. */
  readonly link?: string
  /** Monday first, parted by commas. */
  readonly weekdays: string
  /** Spring, summer, autumn, winter. */
  readonly seasons: readonly [string, string, string, string]
  /** Month, and day where the feast has one worth telling. */
  readonly feasts: readonly (readonly [name: string, month: number, day: number | null])[]
  /** Single days by their distance from today. */
  readonly days: readonly (readonly [name: string, away: number])[]
  readonly units: Readonly<Record<'day' | 'week' | 'weekend' | 'month' | 'year', string>>
  /** Last, this, next before what they count, and behind it. */
  readonly before: readonly (readonly [words: string, step: number])[]
  readonly after: readonly (readonly [words: string, step: number])[]
  /** "The last" before or behind a number of units: up to today. */
  readonly lately: string
  /** The same without a number. */
  readonly rolling?: string
  /** What makes a weekday the last one: "on" Tuesday, where it does not rather mean every one. */
  readonly on?: string
  /** One to twelve, parted by commas. */
  readonly numbers: string
  readonly few: string
  /** What stands around a number of units that have gone by. */
  readonly ago: { readonly before?: string; readonly after?: string }
  /** How many are meant where no number is written ("weeks ago"), a few unless told. */
  readonly unnumbered?: readonly [number, number]
  /** What stands before a number of units to come. */
  readonly ahead: string
}

/** The entries of a list, each a part of a pattern. */
export const entriesOf = (list: string): readonly string[] => list.split(', ')

export const FEW = [2, 5] as const
