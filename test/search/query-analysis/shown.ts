import { type QueryDate, queryDates } from '../../../src/search/query-analysis/query-dates.js'

/** Wednesday. */
export const TODAY = '2024-05-15'

const show = (asked: QueryDate): string => {
  if ('worth' in asked) return `${asked.from}..${asked.to}${asked.worth === 1 ? '' : ` at ${asked.worth}`}`
  return [asked.year ?? '*', asked.month, asked.day].filter((part) => part !== null).join('-')
}

/** What a query asks for, in short: 2023-5 is May 2023, *-5-7 is 7 May of any year. */
export const asked = (query: string, language?: string, today = TODAY): string =>
  queryDates(query, today, language).map(show).join(', ')
