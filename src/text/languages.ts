import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { packageRoot } from '../config/package-info.js'
import { dateWords, tenseSigns, unspacedDates } from './date-words.js'

/** What is known of one language: the form of languages/<ISO 639-1 code>.json. */
const language = z.strictObject({
  dates: dateWords.optional(),
  tense: tenseSigns.optional(),
  unspacedDates: unspacedDates.optional(),
})
type Language = z.infer<typeof language>

const CODES = ['en', 'de', 'es', 'fr', 'pt', 'it', 'nl', 'ru', 'uk', 'ko', 'zh', 'ja'] as const

/** @throws Error, naming the file and its entry, where one has not the form */
const read = (code: string): Language => {
  const file = join(packageRoot, 'src/text/languages', `${code}.json`)
  const { data, error } = language.safeParse(JSON.parse(readFileSync(file, 'utf8')))
  if (error) throw new Error(`${file}: ${z.prettifyError(error)}`)
  return data
}

const languages = CODES.map((code) => [code, read(code)] as const)

/** One part of what is known, by the languages that have it; English first. */
export const knownOf = <Part extends keyof Language>(part: Part): ReadonlyMap<string, NonNullable<Language[Part]>> =>
  new Map(
    languages.flatMap(([code, known]) => {
      const own = known[part]
      return own === undefined || own === null ? [] : [[code, own]]
    }),
  )
