import type { Language } from '../../../indexing/language.js'
import type { AskedDate } from './asked-date.js'
import { askedDates } from './asked-dates.js'
import { type AskedKind, askedKinds } from './asked-kinds.js'

/** What a query asks for beside its words: memories of a time, answers of a kind. */
export type Asked = { readonly dates: readonly AskedDate[]; readonly kinds: readonly AskedKind[] }

/** `today`, YYYY-MM-DD, is the day that relative dates count from. */
export const readAsked = (query: string, today: string, language: Language): Asked => ({
  dates: askedDates(query, today, language),
  kinds: askedKinds(query),
})
