import type { Day } from '../../../indexing/dates/day.js'
import type { AskedDate } from './asked-date.js'

/** A date as it is written: what a month or a season without a year means is settled by the rest of the query. */
export type Mention =
  | { readonly kind: 'date'; readonly asked: AskedDate }
  | {
      readonly kind: 'month' | 'season'
      readonly month: number
      readonly day: number | null
      readonly year: number | null
    }
  | { readonly kind: 'year'; readonly year: number }

export type Groups = Readonly<Record<string, string | undefined>>

/** A way of writing dates. Nothing is mentioned where the reading gives an empty list. */
export type Phrase = {
  readonly pattern: RegExp
  readonly read: (groups: Groups, today: Day) => readonly Mention[]
}

export type Reading = { readonly mentions: readonly Mention[]; readonly rest: string }

/** No query means so many dates; the rest of a long list is not read. */
const MOST = 50

/** Reads phrases one after the other; what one has read, the next does not see. */
export const readPhrases = (text: string, phrases: readonly Phrase[], today: Day): Reading => {
  const mentions: Mention[] = []
  let rest = text
  for (const { pattern, read } of phrases) {
    let after = ''
    let end = 0
    for (const match of rest.matchAll(pattern)) {
      const found = read(match.groups ?? {}, today)
      if (found.length === 0) continue
      if (mentions.length >= MOST) break
      mentions.push(...found)
      after += `${rest.slice(end, match.index)}\u0001`
      end = match.index + match[0].length
    }
    if (end > 0) rest = after + rest.slice(end)
  }
  return { mentions, rest }
}
