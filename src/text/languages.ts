import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { z } from 'zod'
import { packageRoot, readTable } from '../config/package-info.js'
import { language } from './language-form.js'

const folder = join(packageRoot, 'src/text')

type Language = z.infer<typeof language>

/** A file in the folder is a language. English comes first: it is mixed into the others. */
const codes = readdirSync(join(folder, 'languages'))
  .map((file) => basename(file, '.json'))
  .toSorted((a, b) => Number(b === 'en') - Number(a === 'en') || (a < b ? -1 : 1))
const languages = codes.map((code) => [code, readTable(`text/languages/${code}.json`, language)] as const)

/** All of these, in any language. */
export const allWordsOf = (lists: Iterable<string>): ReadonlySet<string> =>
  new Set([...lists].flatMap((list) => list.split(' ')).filter((word) => word !== ''))

/** These alternatives, in any language. */
export const anyAlternative = (lists: Iterable<string | undefined>): string =>
  [...lists].filter((list) => list !== undefined).join('|')

/** One part of what is known, by the languages that have it; English first. */
export const knownOf = <Part extends keyof Language>(part: Part): ReadonlyMap<string, NonNullable<Language[Part]>> =>
  new Map(
    languages.flatMap(([code, known]) => {
      const own = known[part]
      return own === undefined || own === null ? [] : [[code, own]]
    }),
  )

/** Alternatives of a pattern as whole words. */
export const wholeWords = (alternatives: string): string =>
  String.raw`(?<![\p{L}\p{N}])(?:${alternatives})(?![\p{L}\p{N}])`

/** A text as a part of a pattern that matches it alone, with the flag `u`. */
export const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
