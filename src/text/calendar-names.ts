import { knownOf } from './languages.js'
import { tokensOf } from './one-place.js'

const nameOf = (language: string, form: Intl.DateTimeFormatOptions, date: number): readonly string[] =>
  tokensOf(new Intl.DateTimeFormat(language, { ...form, timeZone: 'UTC' }).format(date)).map(({ key }) => key)

/** Names of weekdays and months, and the words of which they are made, in the languages in which statements are compared. */
export const CALENDAR: ReadonlySet<string> = new Set(
  [...knownOf('contradictions').keys()]
    .flatMap((language) => [
      ...Array.from({ length: 7 }, (_, day) => nameOf(language, { weekday: 'long' }, Date.UTC(2024, 0, day + 1))),
      ...Array.from({ length: 12 }, (_, month) => nameOf(language, { month: 'long' }, Date.UTC(2024, month))),
    ])
    .flat(),
)
