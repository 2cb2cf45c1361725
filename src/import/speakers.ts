import { isAssistantRole } from '../text/assistant.js'
import { FUNCTION_WORDS } from '../text/content-words.js'
import { allWordsOf, knownOf } from '../text/languages.js'

const roles = [...knownOf('roles').values()]
/** The user's side of a conversation, in the languages of the search. */
const USERS = allWordsOf(roles.flatMap(({ users }) => users ?? []))
const PEOPLE = allWordsOf(roles.flatMap(({ people }) => people ?? []))
const HEADINGS = allWordsOf(knownOf('headings').values())
/** Roles of the machine side other than the assistant. */
const OWN_NAMES = allWordsOf(['system tool function developer'])
const PARTICLES = allWordsOf(knownOf('particles').values())

const fold = (label: string): string => label.toLowerCase().replace(/[\s._#-]{1,4}(?:\d{1,3}|[a-z])$/, '')

export const isRole = (label: string): boolean =>
  isAssistantRole(label) || USERS.has(fold(label)) || PEOPLE.has(fold(label))
/** The role that a label stands for, in lower case; null for a person's name. */
export const roleOfLabel = (label: string): string | null => {
  if (USERS.has(fold(label))) return 'user'
  if (!isRole(label)) return null
  return OWN_NAMES.has(fold(label)) || !isAssistantRole(label) ? label.toLowerCase() : 'assistant'
}
export const isHeading = (label: string): boolean => HEADINGS.has(fold(label)) || HEADINGS.has(label.toLowerCase())

/** Labels of questions and answers; they do not name a person. */
export const isAnswerKey = (label: string): boolean => /^(?:Q|A|Question|Answer)$/.test(label)
/** Whether a speaker is a named person, and so an entity. A letter names nobody. */
export const isPerson = (speaker: string): boolean =>
  !isRole(speaker) && !isAnswerKey(speaker) && !/^\p{Lu}$/u.test(speaker)

/** A short label that looks like a name: every word capitalised, or in a script without capitals. */
export const looksLikeName = (label: string): boolean => {
  const words = label.split(/[\s._-]+/).filter((word) => word !== '')
  const first = words[0]
  if (first === undefined || words.length > 4 || isHeading(label) || FUNCTION_WORDS.has(first.toLowerCase()))
    return false
  return words.every(
    (word, at) => /^[\p{Lu}\p{Lt}\p{Lo}\p{N}]/u.test(word) || (at > 0 && PARTICLES.has(word.toLowerCase())),
  )
}

/** Lower-case handles ("ana", "bob_92"): accepted as names only if the rest of the text is clearly a dialogue. */
export const looksLikeHandle = (label: string): boolean =>
  /^\p{Ll}[\p{L}\p{N}._-]{1,24}$/u.test(label) && !isHeading(label) && !FUNCTION_WORDS.has(label)
