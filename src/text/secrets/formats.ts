import { rules } from '@secretlint/secretlint-rule-preset-recommend'
import { countrySpecs, isValidIBAN } from 'ibantools'
import { z } from 'zod'
import { readTable } from '../../config/package-info.js'
import { escaped } from '../languages.js'
import { expand, isFilled, isLikelyGenerated, isNoValue, isSaid, oneOf, pattern } from './value.js'

/** The range of a secret in a text, end exclusive, and its kind. */
export type Span = { readonly start: number; readonly end: number; readonly kind: string }

/** Finds secrets of one sort in a text. Never throws; linear in the text. */
export type Finder = (text: string) => readonly Span[]

/** All matches of a global pattern. Most texts have none, and `matchAll` makes a copy of the pattern first. */
export const allOf = (pattern: RegExp, text: string): readonly RegExpExecArray[] =>
  text.search(pattern) < 0 ? [] : [...text.matchAll(pattern)]

/** Luhn's check digit: every second digit from the right counts twice, by the sum of its digits. */
const isChecked = (digits: string): boolean => {
  const counted = [...digits].reverse().map((digit, place) => (place % 2 ? '0246813579'[Number(digit)] : digit))
  return counted.reduce((sum, digit) => sum + Number(digit), 0) % 10 === 0
}

const format = z.strictObject({
  kind: z.string(),
  check: z.enum(['filled', 'value', 'generated', 'token', 'basic', 'phrase', 'card', 'iban']).optional(),
  /** A text without any of these words is skipped: most texts have none. */
  hint: z.string().optional(),
  anyCase: z.boolean().optional(),
  /** The secret is its named group, or the whole match. */
  pattern,
})
type Format = z.infer<typeof format>

const TABLE = readTable(
  'text/secret-formats.json',
  z.strictObject({
    parts: z.record(z.string(), z.string()),
    /** Keys, tokens without a prefix, and phrases. */
    keys: z.array(format),
    places: z.array(format),
    numbers: z.array(format),
    cards: oneOf,
    /** The rules of secretlint that find a single token, and our name for each kind. */
    secretlint: z.record(z.string(), z.string()),
  }),
)

const CHECKS: Readonly<Record<NonNullable<Format['check']>, (match: string) => boolean>> = {
  filled: isFilled,
  value: (match) => !isNoValue({ text: match, isQuoted: false }),
  generated: (match) => isLikelyGenerated(match) && isFilled(match),
  token: (match) => /\d|.[A-Z]/.test(match) && CHECKS.value(match),
  /** A name and a password, joined by a colon, in base64. */
  basic: (match) => /^[\x20-\x7e]*:[\x20-\x7e]*$/.test(Buffer.from(match, 'base64').toString()),
  /** One word at most describes a secret. */
  phrase: (match) => match.split(' ').filter(isSaid).length < 2,
  /** Of a large network: ids and times may have a valid check digit by chance. */
  card: (match) => TABLE.cards.test(match.replace(/\D/g, '')) && isChecked(match.replace(/\D/g, '')),
  iban: (match) => isValidIBAN(match.replace(/[^A-Za-z0-9]/g, '').toUpperCase()),
}

/** The length of an account number depends on its country. */
const COUNTRIES = Object.entries(countrySpecs).flatMap(([country, { chars = 0 }]) =>
  chars ? [String.raw`${country}(?:[ \u00a0.-]?[A-Z0-9]){${chars - 2}}`] : [],
)
const PARTS = { ...TABLE.parts, countries: COUNTRIES.join('|') }

const find = (formats: readonly Format[]): Finder => {
  const all = formats.map(({ kind, check = 'filled', hint = '', anyCase, pattern }) => ({
    kind,
    isSecret: CHECKS[check],
    hints: (anyCase ? hint.toLowerCase() : hint).split(' '),
    anyCase,
    pattern: new RegExp(expand(pattern, PARTS), anyCase ? 'dgi' : 'dg'),
  }))
  const isAnyCase = formats.some(({ anyCase }) => anyCase)
  return (text) => {
    const lower = isAnyCase ? text.toLowerCase() : text
    return all
      .filter(({ hints, anyCase }) => hints.some((hint) => (anyCase ? lower : text).includes(hint)))
      .flatMap(({ kind, isSecret, pattern }) =>
        allOf(pattern, text).flatMap((match) => {
          const named = Object.values(match.indices?.groups ?? {}).find((range) => range !== undefined)
          const [start, end] = named ?? [match.index, match.index + match[0].length]
          return isSecret(text.slice(start, end)) ? [{ start, end, kind }] : []
        }),
      )
  }
}

/** Kind, prefixes, and the pattern of the rest. Neither may be part of a longer word. */
const VENDORS = readTable('text/vendor-formats.json', z.array(z.tuple([z.string(), z.string(), z.string()]))).map(
  ([kind, hint, rest]) => {
    const prefixes = escaped(hint).replaceAll(' ', '|')
    return { kind, hint, pattern: `(?<![A-Za-z0-9])(?:${prefixes})${rest}(?![A-Za-z0-9])` }
  },
)
const NOWHERE = { line: 1, column: 0 }
/** The file that a rule of secretlint expects: these rules read only its content. */
const sourceOf = (content: string) => ({
  content,
  hasBOM: false,
  filePath: undefined,
  physicalFilePath: undefined,
  contentType: 'text' as const,
  ext: '',
  getFilePath: () => undefined,
  getPhysicalFilePath: () => undefined,
  locationToRange: () => [0, 0] as const,
  rangeToLocation: () => ({ start: NOWHERE, end: NOWHERE }),
  positionToIndex: () => 0,
  indexToPosition: () => NOWHERE,
})

/** What the rules report: they do so synchronously, so secretlint's own asynchronous runner is not needed. */
let reported: Span[] = []
const RULES = Object.entries(TABLE.secretlint).flatMap(([name, kind]) => {
  const context = {
    sharedOptions: {},
    createTranslator: () => () => ({ message: '', messageId: '', data: undefined }),
    ignore: () => {},
    report: ({ range: [start, end] }: { readonly range: readonly [number, number] }) =>
      void reported.push({ start, end, kind }),
  }
  const own = rules.filter((rule) => rule.meta.id === `@secretlint/secretlint-rule-${name}`)
  return own.map((rule) => ({ kind, ...rule.create(context, {}) }))
})

const bySecretlint: Finder = (text) => {
  reported = []
  const source = sourceOf(text)
  for (const { file } of RULES) file?.(source)
  return reported
}

const keys = find(TABLE.keys)
const vendors = find(VENDORS)
/** No token is shorter, and none that only secretlint knows. */
const [LONG_WORD, LONG_TOKEN] = [/[^\s"',;]{14}/, /[\w+/=-]{20}/]

/** Secrets that show by their own format what they are. */
export const byFormat: Finder = (text) => [
  ...keys(text),
  ...(LONG_WORD.test(text) ? vendors(text) : []),
  ...(LONG_TOKEN.test(text) ? bySecretlint(text) : []),
]
/** Secrets in the places that protocols, programs and URLs define for them. */
export const byPlace = find(TABLE.places)
/** Numbers of payment cards and bank accounts with a valid check digit, with any separator. */
export const byNumber = find(TABLE.numbers)

const ALL = [...TABLE.keys, ...VENDORS, ...RULES, ...TABLE.places, ...TABLE.numbers]
export const FORMAT_KINDS: readonly string[] = ALL.map(({ kind }) => kind)
