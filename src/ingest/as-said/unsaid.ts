import { isAssistantRole } from '../../text/assistant.js'

/** Whose messages no person and no assistant says. */
const MACHINES: ReadonlySet<string> = new Set(['system', 'developer', 'tool', 'function', 'tool_result', 'ipython'])

/** Whether a message is an instruction for a model, or a result of a tool: nobody states it. */
export const isUnsaid = ({ role }: { readonly role?: string }): boolean => role !== undefined && MACHINES.has(role)

/** What models put around their thoughts, at the start of a line; elsewhere a tag may be spoken of. */
const THOUGHTS = 'think|thinking|thought|reasoning|reflection|scratchpad|inner_monologue'
const OPENING = String.raw`(?<=^[ \t]{0,8})<(?:(?:${THOUGHTS})|details\s[^>]{0,200}type=["']?reasoning["']?[^>]{0,200})\s*>`
/** Closed, or to the end. */
const THOUGHT = new RegExp(String.raw`${OPENING}[\s\S]*?(?:</(?:${THOUGHTS}|details)\s*>|$(?![\s\S]))`, 'gimu')
/** Where the opening tag was a part of the prompt. */
const BEGUN = /^(?:(?!<think(?:ing)?\s*>)[\s\S])*<\/think(?:ing)?\s*>/iu

/** Files in the place of words; shorter ones may be examples. */
const DATA_URI =
  /data:[\w.+-]{1,100}\/[\w.+-]{1,100}(?:;[\w.+-]{1,100}(?:=[\w.+-]{1,100})?){0,5};base64,[\w+/=%-]{64,}/giu

/** What is stated of a text: without a model's thoughts, and without data. */
export const statedIn = (
  text: string,
  { role, speaker }: { readonly role?: string; readonly speaker: string | null },
): string => {
  const words = text.includes(';base64,') ? text.replace(DATA_URI, '') : text
  return words.includes('<') && isAssistantRole(role ?? speaker)
    ? words.replace(THOUGHT, '').replace(BEGUN, '').trim()
    : words
}
