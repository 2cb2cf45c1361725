import { FILLERS, FUNCTION_WORDS, IDLE_PHRASES } from './stop-words.js'

const TOKEN = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:['’][\p{L}]{1,20})*/gu
/** Drawn-out words of talk ("soooo", "hahahaha", "yeaaah") in any length. */
const DRAWN_OUT =
  /^(?:so+|no+|ye+a*h*|ye+s+|ha+(?:ha+)*h?|he+(?:he+)*|a+h+|o+h+|a+w+|h?m+|wo+w+|lo+l+|o+k+(?:ay)*|(?:ja)+|k+|th?a+nks+)$/
/** Idle phrases are short; a long text has content beside them. */
const IDLE_LENGTH = 200

export const tokensOf = (text: string): readonly string[] => text.match(TOKEN) ?? []

const empty = (word: string): boolean =>
  FUNCTION_WORDS.has(word) || FILLERS.has(word) || (word.length < 60 && DRAWN_OUT.test(word))

/** Whether a token says something: it holds letters or digits and is neither function word nor filler. */
export const isContent = (token: string): boolean => {
  const word = token.toLowerCase()
  if (empty(word)) return false
  return !/['’]/.test(word) || word.split(/['’]/).some((part) => part.length > 1 && !empty(part))
}

const NOBODY: ReadonlySet<string> = new Set()

/**
 * Whether a text holds at least one content word. Numbers and every script count; emoji and greetings do not.
 * After a filler the names of `people` (lower case) do not count either: "Thanks, Ana!" says nothing, "Ana." may be an answer.
 */
export const hasContent = (text: string, people: ReadonlySet<string> = NOBODY): boolean => {
  const spoken = text.length <= IDLE_LENGTH ? text.replace(/’/g, "'").replace(IDLE_PHRASES, ' ') : text
  let first = true
  let greeted = false
  for (const [token] of spoken.matchAll(TOKEN)) {
    if (first) greeted = FILLERS.has(token.toLowerCase())
    first = false
    if (isContent(token) && !(greeted && people.has(token.toLowerCase()))) return true
  }
  return false
}
