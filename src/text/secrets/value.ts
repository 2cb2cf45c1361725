import { z } from 'zod'
import { readTable } from '../../config/package-info.js'
import { allWordsOf, knownOf } from '../languages.js'

/** Patterns of a whole text. */
export const oneOf = z.array(z.string()).transform((patterns) => new RegExp(`^(?:${patterns.join('|')})$`, 'i'))

/** A pattern, on one line or several. `{…}` stands for a part of it. */
export const pattern = z.union([z.string(), z.array(z.string())]).transform((lines) => [lines].flat().join(''))
export const expand = (text: string, parts: Readonly<Record<string, string>>): string =>
  text.replace(/\{([a-z][A-Za-z]+)\}/g, (_, name) => expand(parts[name] ?? '', parts))

/** What a value may be: any word, a word with digits or signs, digits only, or what looks generated. */
const holds = z.enum(['words', 'signs', 'digits', 'generated'])
type Holds = z.infer<typeof holds>

/** What is known of secrets and belongs to no language. */
export const SECRETS = readTable(
  'text/secrets.json',
  z.strictObject({
    /** The first of two that match at one place counts. */
    labels: z.array(
      z.strictObject({
        name: z.string(),
        kind: z.string(),
        holds,
        /** Of languages without a table. */
        otherNames: z.string().optional(),
      }),
    ),
    parts: z.record(z.string(), z.string()),
    /** What stands between a label and its value: `=`, a colon, another line or a dash, a space, or a sentence. */
    after: z.array(z.tuple([z.enum(['assigned', 'listed', 'apart', 'beside', 'said']), pattern])),
    /** A value before its label: `use it as the password`, and `hunter2 is the password`, which must look like one. */
    before: z.array(z.tuple([z.enum(['used', 'strong']), pattern])),
    /** What stands for a secret to be filled in, or already removed. */
    placeholders: oneOf,
    /** Types, addresses and file names. */
    notSecrets: oneOf,
    /** Code that fetches a secret: a call, an index, a path through an object. */
    code: oneOf,
    /** Names of techniques, measures, times and amounts, which also mix letters, digits and signs. */
    technical: oneOf,
  }),
)
const { placeholders, notSecrets, code, technical } = SECRETS

/** A word or a quoted text that may be a secret. */
export type Value = {
  /** Of a long word its beginning, so that it is not judged as a whole once for each label in it. */
  readonly text: string
  readonly range: readonly [start: number, end: number]
  readonly isQuoted: boolean
}

/** Replaces an earlier redaction during the search: finders see that something is there, and that it is not a word. */
export const TAKEN = '\ufffc'

const MARKS = ['""', "''", '``', '“”', '„“”', '«»', '‘’', '「」', '『』', '《》', '><']
/** In a text that is itself quoted, both quotation marks are escaped. */
const QUOTED = new RegExp(
  String.raw`(\\?)(?:${MARKS.map(([open, ...close]) => String.raw`${open}(?:\\[^\n]|[^\\\n${TAKEN}]){0,200}?\1[${close.join('')}]`).join('|')})`,
  'y',
)
/** Up to a space, a closing quotation mark or comma, a tag, or a script without spaces. */
const WORD =
  /(?:[^\s"'`“”«»‘’<,;&|\\\u3000-\u30ff\u3400-\u9fff\uac00-\ud7af\uff00-\uffef\ufffc]|["'`’](?=[^\s"'`,;:.)\]}>])|[,;&|](?=[^\s,;&|])(?![\w .-]{1,40}[=:])|<(?![/A-Za-z!])|\\(?!["'`rnt]))+/y
/** A longer word is not part of a sentence: none of it is punctuation. */
const LONG = 1000
const CLAUSE_END =
  /(?:["'”*_)\]}`]{0,2})(?:[ \t]{0,4}(?:$|[\r\n.,;!?)(|&<"'`\]}\\]|[-–—] |\/\/|#)|[\u3001\u3002\uff0c\uff01\uff1f\uff1b])/y

/** The match at exactly this place. */
export const matchAt = (pattern: RegExp, text: string, place: number): RegExpExecArray | null => {
  pattern.lastIndex = place
  return pattern.exec(text)
}

/** Without final punctuation, and without closing brackets where none is opened in the word. */
const trimmed = (word: string): string => word.replace(/[([{<]/.test(word) ? /[.,;:?…*_]+$/ : /[.,;:?…*_)\]}>]+$/, '')

const quotedAt = (text: string, place: number): Value['range'] | undefined => {
  const match = matchAt(QUOTED, text, place)
  if (match === null) return undefined
  const rim = 1 + (match[1]?.length ?? 0)
  const end = place + match[0].length - rim
  return text.slice(place + rim, end).trim() === '' ? undefined : [place + rim, end]
}

/** Reads the value at an offset, without quotes or stars. Caches the end of a long word, maybe full of labels. */
export const valuesIn = (text: string): ((place: number) => Value | undefined) => {
  let seen = { from: 0, end: 0 }
  const wordAt = (place: number): Value['range'] => {
    let start = place
    while (/["'`“„«‘*_\\]/.test(text.charAt(start)) && start < place + 3) start += 1
    if (start < seen.from || start >= seen.end)
      seen = { from: start, end: start + (matchAt(WORD, text, start)?.[0].length ?? 0) }
    return [start, seen.end - start > LONG ? seen.end : start + trimmed(text.slice(start, seen.end)).length]
  }
  return (place) => {
    const quoted = quotedAt(text, place)
    const [start, end] = quoted ?? wordAt(place)
    const value = text.slice(start, Math.min(end, start + LONG))
    return value === '' ? undefined : { text: value, range: [start, end], isQuoted: quoted !== undefined }
  }
}

/** Whether a value is written out, and not a placeholder. */
export const isFilled = (text: string): boolean => !placeholders.test(text.trim())

/** Whether a value cannot be a secret regardless of its label: a placeholder, a type, code, a URL. */
export const isNoValue = ({ text, isQuoted }: Pick<Value, 'text' | 'isQuoted'>): boolean =>
  !isFilled(text) || notSecrets.test(text) || (!isQuoted && code.test(text))

/** Whether a string does not look like a word: letters mixed with digits or signs, or a number of four digits at least. */
const isLikelySecret = (text: string): boolean => {
  if (technical.test(text) || text.length < 4) return false
  const hasSign = /[@#$%^&*!+=~?\\|/]/.test(text.slice(1, -1)) && !/^\p{L}+(?:\/\p{L}+)+$/u.test(text)
  return hasSign || (/\p{L}/u.test(text) && /\d/.test(text)) || /^(?:[\d*#]+|\d[\d-]{3,})$/.test(text)
}

/** Long, and letters mixed with digits or in both cases. */
const GENERATED = /^(?:(?=.*\d)(?=.*[A-Za-z]).{8,}|(?=.*[a-z])(?=.*[A-Z]).{20,})$/
/** Whether a string also looks like a token or a key. */
export const isLikelyGenerated = (text: string): boolean =>
  GENERATED.test(text) && /^[\w.~+/=:@%!$#&*-]+$/.test(text) && !technical.test(text)

const languages = [...knownOf('secrets').values()]
const SAID = allWordsOf(languages.map(({ said }) => said ?? ''))
const INFLECTED = new RegExp(`^(?:${languages.flatMap(({ inflected }) => inflected ?? []).join('|')})$`, 'iu')

/** Whether a word describes a secret, as `required` does, and is not one. */
export const isSaid = (text: string): boolean => SAID.has(text.toLowerCase())

/** Whether a word that does not look like a secret could still be a weak one. */
const couldBeWeak = (text: string): boolean => {
  if (text.length < 3 || !/^[\p{L}\p{M}\p{N}'’!._-]+$/u.test(text)) return false
  const bare = text.replace(/[!.]+$/, '').replaceAll('’', "'")
  return ![bare, ...bare.split(/[-'._]/)].some(isSaid) && !INFLECTED.test(bare) && !technical.test(bare)
}

/** What connects a value to its label. */
export type Tie = (typeof SECRETS)['after' | 'before'][number][0]

/** Whether a value in a text is plausible for its label. */
export const isPlausible = (source: string, value: Value, { holds, tie }: { holds: Holds; tie: Tie }): boolean => {
  const { text, range, isQuoted } = value
  const isLikely = isLikelySecret(text)
  if (isNoValue(value) || (!isLikely && (tie === 'apart' || (tie === 'strong' && !isQuoted)))) return false
  switch (holds) {
    case 'digits':
      return /^\d{3,12}$/.test(text.replace(/[ -]/g, '')) && (text.length > 3 || tie !== 'beside')
    case 'signs':
      return isLikely || (isQuoted && (tie === 'assigned' || tie === 'listed'))
    case 'generated': {
      // What is quoted is literal, and in settings what follows `=` without a space.
      const isLiteral = tie === 'assigned' && (isQuoted || source[range[0] - 1] === '=')
      return isLikelyGenerated(text) || (isLiteral && /^(?!\d{6,7}$)[^\s(){}[\]]{6,}$/.test(text))
    }
    case 'words':
      return isPlausibleWord(source, value, tie)
  }
}

const isPlausibleWord = (source: string, { text, range, isQuoted }: Value, tie: Tie): boolean => {
  const isLikely = isLikelySecret(text)
  if (tie === 'beside') return !isQuoted && text.length > 5 && isLikely && /\p{L}/u.test(text)
  if (isQuoted) return !isSaid(text)
  if (tie === 'assigned') return text.length > 2
  // A single word where the clause ends is more than part of a sentence.
  return isLikely || ((tie === 'used' || matchAt(CLAUSE_END, source, range[1]) !== null) && couldBeWeak(text))
}
