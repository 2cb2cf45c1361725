import { z } from 'zod'
import { escaped } from '../languages.js'

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)
/** A date as ingest found it in a text; metadata may hold anything else under this name. */
const mention = z.object({ text: z.string().min(1).max(100), from: day, to: day })

/** A text with the day behind each of its words for one, as far as they name no year: "on Monday (2026-05-11)". */
export const withDays = (content: string, dates: unknown): string => {
  if (!Array.isArray(dates)) return content
  let told = ''
  let rest = content
  // They stand in the order of the text: of the same words for two days each gets its own.
  for (const each of dates) {
    const { data } = mention.safeParse(each)
    if (data === undefined) continue
    const words = new RegExp(String.raw`(?<![\p{L}\p{N}])${escaped(data.text)}(?![\p{L}\p{N}])`, 'iu')
    const found = words.exec(rest)
    if (found === null) continue
    const end = found.index + found[0].length
    const isTold =
      data.from !== data.to || data.text.includes(data.from.slice(0, 4)) || rest.slice(end).search(DAY) === 0
    told += `${rest.slice(0, end)}${isTold ? '' : ` (${data.from})`}`
    rest = rest.slice(end)
  }
  return told + rest
}

const DAY = / \(\d{4}-\d{2}-\d{2}\)/g

/** The same text without them. */
export const withoutDays = (text: string): string => text.replace(DAY, '')
