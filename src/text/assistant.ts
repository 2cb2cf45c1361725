import { allWordsOf, anyAlternative, knownOf } from './languages.js'

const ASSISTANTS = allWordsOf([...knownOf('roles').values()].flatMap(({ assistants }) => assistants ?? []))

/** Removes the number or letter that distinguishes several assistants: "assistant 2", "bot_b". */
const alone = (label: string): string => label.toLowerCase().replace(/[\s._#-]{1,4}(?:\d{1,3}|[a-z])$/, '')

/** Whether a role or label, in any supported language, names the assistant in a conversation. */
export const isAssistantRole = (label: string | null): boolean => label !== null && ASSISTANTS.has(alone(label))

/** Instructions that apply from now on, in the languages of the search. */
const instructions = [...knownOf('instructions').values()]
const JOINS = anyAlternative(instructions.map(({ joins }) => joins))
const CLAUSE_START = String.raw`(?:^|[.!?;:\n)("“]\s{0,3}|\b(?:${JOINS})\s|,\s)`
const PLEASE = `(?:(?:${anyAlternative(instructions.map(({ please }) => please))}) )?`
const INSTRUCTIONS = instructions.flatMap(({ patterns, verbs = '' }) =>
  patterns.map(
    (pattern) => new RegExp(pattern.replaceAll('{start}', CLAUSE_START + PLEASE).replaceAll('{verbs}', verbs), 'iu'),
  ),
)

/** Every pattern contains one of these words. Most texts contain none, so one test replaces all patterns. */
const INSTRUCTION_HINT = new RegExp(instructions.map(({ hint }) => hint).join('|'), 'i')

/** How much of a text is examined, in UTF-16 units. */
const LOOKED_AT = 4000

/** Whether a text is a standing instruction: "always include an example", "never use the tram". */
export const isStandingInstruction = (text: string): boolean => {
  const said = text.slice(0, LOOKED_AT).replaceAll('’', "'")
  return INSTRUCTION_HINT.test(said) && INSTRUCTIONS.some((pattern) => pattern.test(said))
}
