import { providerDouble, type Reply, send } from './openai-double.js'

export { body, halfAnAnswer, later, silence, status } from './openai-double.js'

export type ChatRequest = {
  readonly model: string
  readonly messages: readonly { readonly role: string; readonly content: string }[]
  readonly response_format?: { readonly type: string; readonly json_schema?: Readonly<Record<string, unknown>> }
  readonly temperature?: number
  readonly max_tokens?: number
  readonly max_completion_tokens?: number
}
export type ChatReply = Reply<ChatRequest>

export const systemOf = ({ messages }: ChatRequest): string => messages[0]?.content ?? ''
/** What the user's message holds: always one JSON document. */
export const inputOf = ({ messages }: ChatRequest): unknown => JSON.parse(messages.at(-1)?.content ?? '')

type Choice = { readonly content?: unknown; readonly refusal?: string; readonly finish_reason?: string }

/** One choice, with tokens counted as a quarter of the characters. */
const choice =
  ({ content = null, refusal, finish_reason = 'stop' }: Choice): ChatReply =>
  ({ body }, response) => {
    const message = { role: 'assistant', content, refusal: refusal ?? null }
    const read = body.messages.reduce((sum, each) => sum + each.content.length, 0)
    const written = typeof content === 'string' ? content.length : 0
    const usage = { prompt_tokens: Math.ceil(read / 4), completion_tokens: Math.ceil(written / 4) }
    send(response, 200, JSON.stringify({ model: body.model, choices: [{ index: 0, message, finish_reason }], usage }))
  }

/** These words, whatever they are. */
export const says = (content: string): ChatReply => choice({ content })

/** The JSON that a function makes of the request. */
export const answers =
  (make: (request: ChatRequest) => unknown): ChatReply =>
  (received, response) =>
    says(JSON.stringify(make(received.body)))(received, response)

export const refuses: ChatReply = choice({ refusal: 'I cannot help with that.' })
export const isFiltered: ChatReply = choice({ content: '', finish_reason: 'content_filter' })
export const cutOff = (content: string): ChatReply => choice({ content, finish_reason: 'length' })

/** Ends the connection without a word. */
export const reset: Reply<unknown> = (_received, response) => {
  response.destroy()
}

const refusing =
  (status: number, error: Readonly<Record<string, string>>, applies: (request: ChatRequest) => boolean) =>
  (reply: ChatReply): ChatReply =>
  (received, response) =>
    applies(received.body) ? send(response, status, JSON.stringify({ error })) : reply(received, response)

/** A server that knows no JSON schemas. */
export const withoutSchemas = refusing(
  400,
  { message: "'response_format.type' json_schema is not supported" },
  ({ response_format }) => response_format?.type === 'json_schema',
)
/** A server that knows no formats at all, and does not say so. */
export const withoutFormats = refusing(
  400,
  { message: 'bad request' },
  ({ response_format }) => response_format !== undefined,
)
export const withoutTemperature = refusing(
  400,
  { message: "Unsupported value: 'temperature' does not support 0", param: 'temperature', code: 'unsupported_value' },
  ({ temperature }) => temperature !== undefined,
)
export const withoutMaxTokens = refusing(
  400,
  { message: "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.", param: 'max_tokens' },
  ({ max_tokens }) => max_tokens !== undefined,
)
/** A model that reads at most so many characters. */
export const readingAtMost = (characters: number) =>
  refusing(
    400,
    { message: "This model's maximum context length is smaller", code: 'context_length_exceeded' },
    ({ messages }) => messages.reduce((sum, { content }) => sum + content.length, 0) > characters,
  )

/** A chat server on a free port: answers with `replies` in turn, the last one for ever. */
export const chatDouble = (...replies: readonly [ChatReply, ...ChatReply[]]) => providerDouble<ChatRequest>(...replies)
export type ChatDouble = Awaited<ReturnType<typeof chatDouble>>
