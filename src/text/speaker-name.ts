import { allWordsOf, knownOf } from './languages.js'

const roles = [...knownOf('roles').values()]
/** Names of assistants that people have, too. */
const PEOPLE_TOO = allWordsOf(roles.flatMap(({ alsoPeople }) => alsoPeople ?? []))
const ROLES = allWordsOf(
  roles.flatMap(({ assistants, users, nobody }) => [assistants ?? '', users ?? '', nobody ?? '']),
)

/** The words for roles, in lower case. */
export const ROLE_WORDS: readonly string[] = [...ROLES].filter((word) => !PEOPLE_TOO.has(word))
const NAME_NOBODY = new Set(ROLE_WORDS)

/** Whether a label is a word for a role, which names nobody. A number tells speakers apart: "user 2" is somebody. */
export const isRoleWord = (label: string): boolean => NAME_NOBODY.has(label.trim().toLowerCase())

/** What an ingest writes before a turn: its speaker, or the word for their role. */
export const TURN_LABEL = /^([^\n:]{1,40}): /
const LABELS = /^([^\n:]{1,40}): /gm

/**
 * Turns that were joined, without the words for roles before each; `subject` is whom the memory of them is about. A text that does
 * not begin with the label of a turn is left as it is.
 */
export const withoutRoleLabels = (text: string, subject: string | null): string => {
  const [, first] = TURN_LABEL.exec(text) ?? []
  const isLabelled = first !== undefined && (isRoleWord(first) || (subject !== null && isRoleWord(subject)))
  return isLabelled ? text.replace(LABELS, (label, name: string) => (isRoleWord(name) ? '' : label)) : text
}

/** Where the speaker of a message may stand, first what counts most. */
type Spoken = { readonly name?: unknown; readonly sender?: unknown; readonly author?: unknown }

/** The name of whoever says a message; undefined where nobody is named. */
export const speakerNameIn = ({ name, sender, author }: Spoken): string | undefined =>
  [name, sender, author].flatMap(namesIn).find((each) => each.trim() !== '' && !isRoleWord(each))

/** A name, or what programs know of a person. */
const namesIn = (value: unknown): readonly string[] => {
  const names: readonly unknown[] =
    typeof value === 'object' && value !== null
      ? ['name', 'display_name', 'username'].map((field) => Reflect.get(value, field))
      : [value]
  return names.filter((each) => typeof each === 'string')
}
