import { z } from 'zod'
import type { AnswerFault } from './errors.js'
import { MalformedAnswer } from './openai-client.js'
import { estimatedTokens } from './token-budget.js'

const part = z.object({ type: z.string().nullish(), text: z.string().nullish() })
const answerSchema = z.object({
  choices: z.array(
    z.object({
      finish_reason: z.string().nullish(),
      message: z.object({
        content: z.union([z.string(), z.array(part)]).nullish(),
        refusal: z.string().nullish(),
      }),
    }),
  ),
  usage: z.object({ prompt_tokens: z.number(), completion_tokens: z.number() }).nullish().catch(null),
})

export type ChatAnswer = {
  readonly text: string
  readonly inputTokens: number
  readonly outputTokens: number
  /** why there is no complete text */
  readonly fault?: Exclude<AnswerFault, 'too_long'>
}

const FAULTS: Readonly<Record<string, ChatAnswer['fault']>> = { length: 'cut_off', content_filter: 'filtered' }

/** More text is no answer to any of our questions. */
const MOST_CHARACTERS = 1_000_000

const tokens = (told: number | undefined, characters: number): number =>
  told !== undefined && Number.isSafeInteger(told) && told >= 0 ? told : estimatedTokens(characters)

/**
 * First choice of an answer of POST /chat/completions. `sent`: request characters, for servers that count no tokens.
 * @throws MalformedAnswer if the body has another form
 */
export const chatAnswerOf = (answer: unknown, sent: number): ChatAnswer => {
  const parsed = answerSchema.safeParse(answer)
  const choice = parsed.data?.choices[0]
  if (!parsed.success || !choice) throw new MalformedAnswer()
  const { content, refusal } = choice.message
  const text = typeof content === 'string' ? content : (content ?? []).map((each) => each.text ?? '').join('')
  const { usage } = parsed.data
  const counted = {
    inputTokens: tokens(usage?.prompt_tokens, sent),
    outputTokens: tokens(usage?.completion_tokens, text.length),
  }
  const fault = refusal ? 'refused' : FAULTS[choice.finish_reason ?? '']
  if (fault) return { text: '', ...counted, fault }
  return text.length > MOST_CHARACTERS ? { text: '', ...counted, fault: 'invalid' } : { text, ...counted }
}

/** The thoughts that some models write before their answer. */
const THOUGHTS = /^\s*<(think|thinking|reasoning)>[\s\S]*?<\/\1>/i
/** Where a text in JSON ends that begins at `from`: at its closing quote, or behind the last sign. */
const endOfText = (json: string, from: number): number => {
  let at = from + 1
  while (at < json.length && json[at] !== '"') at += json[at] === '\\' ? 2 : 1
  return at
}

/** Where the object that starts at `from` ends; -1 if it does not. */
const endOfObject = (text: string, from: number): number => {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    const sign = text[at]
    if (sign === '"') at = endOfText(text, at)
    else if (sign === '{') depth++
    else if (sign === '}' && --depth === 0) return at + 1
  }
  return -1
}

/** The first JSON object in an answer, which may stand in a code fence or between other words, in braces too. */
const jsonIn = (answer: string): { readonly json: unknown } | { readonly fault: 'none' | 'unclosed' } => {
  const text = answer.replace(THOUGHTS, '')
  for (let from = text.indexOf('{'); from >= 0; ) {
    const end = endOfObject(text, from)
    if (end < 0) return { fault: 'unclosed' }
    try {
      return { json: JSON.parse(text.slice(from, end)) }
    } catch {
      from = text.indexOf('{', end)
    }
  }
  return { fault: 'none' }
}

/** At most so many faults of form are told to the model. */
const MOST_FAULTS = 8

export type ParsedAnswer<Value> = {
  /** undefined: it does not fit */
  readonly found: { readonly value: Value } | undefined
  /** in words of ours: places and kinds, never what the answer says */
  readonly faults: readonly string[]
  /** whether it breaks off in the middle */
  readonly unclosed: boolean
}

/** An answer by a schema. */
export const parsedBy = <Value>(schema: z.ZodType<Value>, answer: string): ParsedAnswer<Value> => {
  const json = jsonIn(answer)
  if ('fault' in json) {
    const unclosed = json.fault === 'unclosed'
    return { found: undefined, faults: [unclosed ? 'The JSON does not end.' : 'It is not one JSON object.'], unclosed }
  }
  const { success, data, error } = schema.safeParse(json.json)
  if (success) return { found: { value: data }, faults: [], unclosed: false }
  const faults = error.issues
    .slice(0, MOST_FAULTS)
    .map(({ path, code }) => `${path.join('.') || 'The object'}: ${code}`)
  return { found: undefined, faults, unclosed: false }
}
