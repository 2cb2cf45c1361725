import { isAssistantRole } from '../../text/assistant.js'

/** Whose messages no person and no assistant says. */
const MACHINES: ReadonlySet<string> = new Set(['system', 'developer', 'tool', 'function', 'tool_result', 'ipython'])

/** Whether a message is an instruction for a model, or a result of a tool: nobody states it. */
export const isUnsaid = ({ role }: { readonly role?: string }): boolean => role !== undefined && MACHINES.has(role)

/** What models put around their thoughts. */
const THOUGHTS = 'think|thinking|thought|thoughts|reasoning|reflection|scratchpad|analysis|inner_monologue'
const OPENING = String.raw`<(?:(?:${THOUGHTS})|details\s[^>]{0,200}type=["']?reasoning["']?[^>]{0,200})\s*>`
/** Closed, or to the end. */
const THOUGHT = new RegExp(String.raw`(?:${OPENING})[\s\S]*?(?:</(?:${THOUGHTS}|details)\s*>|$)`, 'giu')
/** Where the opening tag was a part of the prompt. */
const BEGUN = new RegExp(String.raw`^(?:(?!<(?:${THOUGHTS})\s*>)[\s\S])*?</(?:${THOUGHTS})\s*>`, 'iu')

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
