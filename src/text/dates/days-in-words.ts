import { z } from 'zod'
import { escaped } from '../languages.js'

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)
/** A date as ingest found it in a text; metadata may hold anything else under this name. */
const mention = z.object({ text: z.string().min(1).max(100), from: day, to: day })

/** A text with the day behind each of its words for one, as far as they name no year: "on Monday (2026-05-11)". */
export const withDays = (content: string, dates: unknown): string => {
  if (!Array.isArray(dates)) return content
  let told = content
  for (const each of dates) {
    const { data } = mention.safeParse(each)
    if (data === undefined || data.from !== data.to || data.text.includes(data.from.slice(0, 4))) continue
    const words = new RegExp(String.raw`(?<![\p{L}\p{N}])${escaped(data.text)}(?![\p{L}\p{N}]| \()`, 'iu')
    told = told.replace(words, (found) => `${found} (${data.from})`)
  }
  return told
}

const DAY = / \(\d{4}-\d{2}-\d{2}\)/g

/** The same text without them. */
export const withoutDays = (text: string): string => text.replace(DAY, '')
