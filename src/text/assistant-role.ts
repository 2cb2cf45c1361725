import { allWordsOf, knownOf } from './languages.js'

const ASSISTANTS = allWordsOf([...knownOf('roles').values()].flatMap(({ assistants }) => assistants ?? []))

/** Removes the number or letter that distinguishes several assistants: "assistant 2", "bot_b". */
const alone = (label: string): string => label.toLowerCase().replace(/[\s._#-]{1,4}(?:\d{1,3}|[a-z])$/, '')

/** Whether a role or label, in any supported language, names the assistant in a conversation. */
export const isAssistantRole = (label: string | null): boolean => label !== null && ASSISTANTS.has(alone(label))
