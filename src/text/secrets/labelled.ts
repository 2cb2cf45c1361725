import { allWordsOf, knownOf } from '../languages.js'
import { allOf, type Finder, type Span } from './formats.js'
import { expand, isPlausible, matchAt, SECRETS, type Tie, valuesIn } from './value.js'

/** A word that announces a secret. */
type Label = Pick<(typeof SECRETS.labels)[number], 'kind' | 'holds'> & { readonly start: number; readonly end: number }

/** English last: its names are the beginnings of others. */
const languages = [...knownOf('secrets').values()].reverse()

const WORDS = ['is', 'still', 'leads', 'changes', 'to', 'behind', 'as', 'uses'] as const
const PATTERNS = ['joined', 'own', 'notBehind', 'units'] as const

/** Any of these words; what follows an apostrophe is part of it. */
const anyWord = (part: (typeof WORDS)[number]): string => {
  const words = [...allWordsOf(languages.map((language) => language[part] ?? ''))]
  const ended = words.map((word) => word + (word.endsWith("'") ? '\\S*' : '(?![^\\s:=)])'))
  return `(?:${ended.join('|').replaceAll("'", "['’]")})`
}
const PARTS = {
  ...SECRETS.parts,
  ...Object.fromEntries(WORDS.map((part) => [part, anyWord(part)])),
  ...Object.fromEntries(PATTERNS.map((part) => [part, `(?:${languages.flatMap((own) => own[part] ?? []).join('|')})`])),
}
const AFTER = SECRETS.after.map(([tie, one]) => ({ tie, pattern: new RegExp(expand(one, PARTS), 'iuy') }))
const BEFORE = SECRETS.before.map(([tie, one]) => ({ tie, pattern: new RegExp(`^.*(${expand(one, PARTS)})$`, 'iu') }))

const NAMES = SECRETS.labels.map(({ name, otherNames }) => {
  const names = [...languages.map((words) => words.labels[name]), otherNames].filter((one) => one !== undefined)
  return `(?<${name}>${names.join('|')})`
})
/**
 * Compounds such as `dbPassword` or `WLAN-Passwort` are labels. With spaces, a label ends where the word ends: neither
 * `passwordHash` nor `tokens` is one.
 */
const LABEL = new RegExp(expand(`(?:${NAMES.join('|')}){end}`, PARTS), 'giu')

const labelsIn = (text: string): readonly Label[] =>
  allOf(LABEL, text).flatMap((match) => {
    const label = SECRETS.labels.find(({ name }) => match.groups?.[name] !== undefined)
    return label === undefined ? [] : [{ ...label, start: match.index, end: match.index + match[0].length }]
  })

/** Where the value of a label may begin. */
function* placesBeside(text: string, { start, end }: Label): Generator<readonly [Tie, place: number]> {
  for (const { tie, pattern } of AFTER) {
    const match = matchAt(pattern, text, end)
    if (match !== null) yield [tie, end + match[0].length]
  }
  const before = text.slice(Math.max(0, start - 100), start)
  const line = before.slice(before.lastIndexOf('\n') + 1)
  for (const { tie, pattern } of BEFORE) {
    const [, rest] = pattern.exec(line) ?? []
    if (rest !== undefined) yield [tie, start - rest.length]
  }
}

/** Secrets recognised by a label next to them: in settings, lists and sentences. */
export const labelled: Finder = (text) => {
  const spans: Span[] = []
  const valueAt = valuesIn(text)
  for (const label of labelsIn(text)) {
    if (label.start < (spans.at(-1)?.end ?? 0)) continue
    for (const [tie, place] of placesBeside(text, label)) {
      const value = valueAt(place)
      if (value === undefined || !isPlausible(text, value, { holds: label.holds, tie })) continue
      const [start, end] = value.range
      spans.push({ start, end, kind: label.kind })
      break
    }
  }
  return spans
}

export const LABEL_KINDS: readonly string[] = SECRETS.labels.map(({ kind }) => kind)
