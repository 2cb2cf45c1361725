import { TAKEN } from './span.js'

/** A word or a quoted text that may be a secret. */
export type Value = {
  readonly text: string
  readonly start: number
  readonly end: number
  readonly quoted: boolean
  /** Whether a clause ends after it: a single word in that place is more than part of a sentence. */
  readonly last: boolean
}

const QUOTES: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '`': '`',
  '“': '”',
  '„': '“”',
  '«': '»',
  '‘': '’',
  '「': '」',
  '『': '』',
  '《': '》',
}
const MOST = 200
/** A longer word is not part of a sentence: none of it is punctuation. */
const LONG = 1000
/** Up to a space, a closing quotation mark or comma, a tag, or a script without spaces. */
const WORD =
  /(?:[^\s"'`“”«»‘’<,;&|\\\u3000-\u30ff\u3400-\u9fff\uac00-\ud7af\uff00-\uffef\ufffc]|["'`’](?=[^\s"'`,;:.)\]}>])|[,;&|](?=[^\s,;&|])(?![\w .-]{1,40}[=:])|<(?![/A-Za-z!])|\\(?!["'`rnt]))+/y
const TRAIL = /[.,;:?…*_)\]}>]+$/
const CLAUSE_END =
  /(?:["'”*_)\]}`]{0,2})(?:[ \t]{0,4}(?:$|[\r\n.,;!?)(|&<"'`\]}\\]|[-–—] |\/\/|#)|[\u3001\u3002\uff0c\uff01\uff1f\uff1b])/y
const PAIRS: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{', '>': '<' }

const endsClause = (text: string, at: number): boolean => {
  CLAUSE_END.lastIndex = at
  return CLAUSE_END.test(text)
}

/** Removes final punctuation, and a closing bracket without an opening one in the word. */
const trimmed = (word: string): string => {
  let kept = word
  for (let tail = TRAIL.exec(kept); tail !== null; tail = TRAIL.exec(kept)) {
    const open = PAIRS[kept.at(-1) ?? '']
    if (open !== undefined && kept.split(open).length >= kept.split(kept.at(-1) ?? '').length) return kept
    kept = kept.slice(0, -1)
  }
  return kept
}

const quotedAt = (text: string, start: number): Value | undefined => {
  const escaped = text[start] === '\\' ? 1 : 0
  const closing = QUOTES[text.charAt(start + escaped)]
  if (closing === undefined) return undefined
  const from = start + escaped + 1
  for (let at = from; at < text.length && at <= from + MOST; at += 1) {
    const letter = text.charAt(at)
    if (letter === '\n' || letter === TAKEN) return undefined
    if (letter === '\\' && !escaped) at += 1
    else if (closing.includes(letter)) {
      const end = at - (escaped && text[at - 1] === '\\' ? 1 : 0)
      const value = text.slice(from, end)
      return value.trim() === '' ? undefined : { text: value, start: from, end, quoted: true, last: true }
    }
  }
  return undefined
}

/**
 * Reads the value at an offset, without surrounding quotation marks or stars. Caches the end of a long word, so that a
 * word full of labels is not read once for each.
 */
export const valuesIn = (text: string): ((place: number) => Value | undefined) => {
  let seen = { from: 0, end: 0 }
  const wordEnd = (start: number): number => {
    if (start < seen.from || start >= seen.end) {
      WORD.lastIndex = start
      seen = { from: start, end: start + (WORD.exec(text)?.[0].length ?? 0) }
    }
    return seen.end
  }
  return (place) => {
    const quoted = quotedAt(text, place)
    if (quoted !== undefined) return quoted
    let start = place
    while (/["'`“„«‘*_\\]/.test(text.charAt(start)) && start < place + 3) start += 1
    const whole = wordEnd(start)
    const end = whole - start > LONG ? whole : start + trimmed(text.slice(start, whole)).length
    return end <= start
      ? undefined
      : { text: text.slice(start, end), start, end, quoted: false, last: endsClause(text, end) }
  }
}
