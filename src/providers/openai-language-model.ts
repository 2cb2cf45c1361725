import { APIError } from 'openai'
import pLimit from 'p-limit'
import { z } from 'zod'
import { unlessAborted } from '../concurrency/unless-aborted.js'
import { type ChatAnswer, chatAnswerOf, type ParsedAnswer, parsedBy } from './chat-answer.js'
import { AnswerUnusable, ProviderRejected, ProviderUnavailable } from './errors.js'
import {
  type Completion,
  type CompletionRequest,
  type LanguageModel,
  NO_USAGE,
  type Review,
  sumOf,
  type Usage,
} from './language-model.js'
import { type OpenAiServer, openAiClient, openAiFault, sendable, withTimeout } from './openai-client.js'
import { type Retries, usualRetries, withRetries } from './retry.js'

/** What a server of the chat API is asked for; a server that refuses one of these is asked for less. */
type ChatManner = {
  readonly format: 'json_schema' | 'json_object' | 'text'
  /** whether temperature 0 is sent */
  readonly temperature: boolean
  /** the name of the limit of tokens that are written */
  readonly limit: 'max_tokens' | 'max_completion_tokens' | 'none'
}

const FULL_MANNER: ChatManner = { format: 'json_schema', temperature: true, limit: 'max_tokens' }

type Concession = {
  readonly part: keyof ChatManner
  /** In which the part may be asked for, the fullest first. */
  readonly ways: readonly ChatManner[keyof ChatManner][]
  /** The words by which a server refuses it. */
  readonly names: RegExp
}

const CONCESSIONS: readonly Concession[] = [
  {
    part: 'format',
    ways: ['json_schema', 'json_object', 'text'],
    names: /response.?format|json.?(?:schema|object|mode)|structured|guided/i,
  },
  { part: 'temperature', ways: [true, false], names: /temperature/i },
  {
    part: 'limit',
    ways: ['max_tokens', 'max_completion_tokens', 'none'],
    names: /max.?(?:completion.?)?tokens/i,
  },
]

/** A refusal as a server words it. The words choose what is tried next; they are shown to nobody. */
type Refusal = { readonly status: number | undefined; readonly words: string }

const TOO_LONG =
  /context.{0,20}(?:length|size|window|limit)|(?:prompt|input|request).{0,20}too (?:long|large)|input.?tokens?.{0,40}(?:exceed|maximum|limit)/i

/** Whether the request is longer than the model reads. */
const isTooLong = ({ status, words }: Refusal): boolean => status === 413 || (status === 400 && TOO_LONG.test(words))

const isFiltered = ({ status, words }: Refusal): boolean =>
  status === 400 && /content.?(?:filter|management.?policy)/i.test(words)

/** What to ask for after a refusal: less of what it names, or else of what fewer servers know; undefined: nothing. */
const lesserManner = (manner: ChatManner, { status, words }: Refusal): ChatManner | undefined => {
  if (status !== 400 && status !== 422) return undefined
  const lesser = CONCESSIONS.flatMap(({ part, ways, names }) => {
    const next = ways[ways.indexOf(manner[part]) + 1]
    return next === undefined ? [] : [{ named: names.test(words), next: { ...manner, [part]: next } }]
  })
  return (lesser.find(({ named }) => named) ?? lesser[0])?.next
}

/** What a grammar can be made of. Servers refuse lengths, ranges and defaults, each another set of them. */
const CARRIED = new Set('type enum const description properties required additionalProperties items anyOf'.split(' '))

/** The JSON schema of an answer: all properties required, no others (strict output). The parser checks the bounds. */
const jsonSchemaOf = (schema: z.ZodType) => {
  const { $schema: _, ...made } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema: part }) => {
      for (const key of Object.keys(part)) if (!CARRIED.has(key)) Reflect.deleteProperty(part, key)
      if (part.properties === undefined) return
      part.required = Object.keys(part.properties)
      part.additionalProperties = false
    },
  })
  return made
}

type Limits = Retries & {
  /** milliseconds for one attempt, from sending to the last byte of the answer */
  readonly timeoutMs: number
  /** concurrent calls over all callers */
  readonly concurrentCalls: number
}

export type OpenAiLanguageModelOptions = OpenAiServer & { readonly model: string } & Partial<Limits>

const usualLimits: Limits = { ...usualRetries, timeoutMs: 60_000, concurrentCalls: 4 }

/** The most bytes of one answer. */
const MOST_BYTES = 8 * 2 ** 20

/** A request in the form of the API, and how many characters it has. */
const bodyOf = <Value>(request: CompletionRequest<Value>, manner: ChatManner, faults: readonly string[]) => {
  const { prompt, input, schema, maxOutputTokens } = request
  const wanted = jsonSchemaOf(schema.answer)
  const again = `Your first answer to this input could not be used. Answer anew, without these faults:\n${faults.join('\n')}`
  const system = [
    prompt.system,
    manner.format === 'json_schema' ? '' : `Answer with one JSON object by this schema: ${JSON.stringify(wanted)}`,
    // Behind the instructions, not behind the input: many templates take no second message of one role.
    faults.length === 0 ? '' : again,
  ]
    .filter((part) => part !== '')
    .join('\n\n')
  const format = {
    json_schema: { type: 'json_schema', json_schema: { name: schema.name, schema: wanted, strict: true } },
    json_object: { type: 'json_object' },
    text: undefined,
  } as const
  const response_format = format[manner.format]
  return {
    messages: [
      { role: 'system', content: sendable(system) },
      { role: 'user', content: sendable(input) },
    ] as const,
    ...(response_format ? { response_format } : {}),
    ...(manner.temperature ? { temperature: 0 } : {}),
    ...(manner.limit === 'none' ? {} : { [manner.limit]: maxOutputTokens }),
  }
}

const refusalOf = (error: unknown) => {
  if (!(error instanceof APIError)) return undefined
  return { status: error.status, words: `${error.code ?? ''} ${error.param ?? ''} ${error.message}` }
}

type Sending<Value> = {
  readonly request: CompletionRequest<Value>
  /** of the first answer; empty for the first request */
  readonly faults: readonly string[]
}

/** How to ask once more. Throws what no other manner helps against. */
const otherManner = (manner: ChatManner, error: unknown): ChatManner => {
  const refusal = refusalOf(error)
  if (refusal && isTooLong(refusal)) throw new AnswerUnusable('too_long', NO_USAGE)
  if (refusal && isFiltered(refusal)) throw new AnswerUnusable('filtered', NO_USAGE)
  const lesser = refusal && lesserManner(manner, refusal)
  if (!lesser) throw error
  return lesser
}

/** Sends requests, each in the fullest manner that the server is known to take. */
const createSender = (options: OpenAiLanguageModelOptions, limits: Limits) => {
  const client = openAiClient(options, 'llm', MOST_BYTES)
  const inTurn = pLimit(Math.max(1, limits.concurrentCalls))
  let agreed = FULL_MANNER

  const sendOnce = async <Value>({ request, faults }: Sending<Value>, manner: ChatManner) => {
    const body = { model: options.model, ...bodyOf(request, manner, faults) }
    return withTimeout(limits.timeoutMs, request.signal, async (signal) => {
      const answer = await client.chat.completions.create(
        { ...body, messages: [...body.messages] },
        { signal, timeout: limits.timeoutMs },
      )
      return chatAnswerOf(answer, JSON.stringify(body).length)
    })
  }

  const sendInManner = async <Value>(sending: Sending<Value>): Promise<ChatAnswer> => {
    let manner = agreed
    for (;;) {
      try {
        const answer = await sendOnce(sending, manner)
        // Only what helped is remembered: a server may refuse a request for other reasons.
        if (manner !== agreed) agreed = manner
        return answer
      } catch (error) {
        manner = otherManner(manner, error)
      }
    }
  }

  return <Value>(sending: Sending<Value>): Promise<ChatAnswer> => {
    const { signal } = sending.request
    const retried = () =>
      withRetries(() => sendInManner(sending), openAiFault, { provider: 'llm', retries: limits, signal })
    return unlessAborted(inTurn(retried), signal)
  }
}

/**
 * Answers of any server with OpenAI's POST /chat/completions, by a JSON schema, else as JSON, else as text.
 * Temperature 0 is left out where refused. An answer that does not fit is asked for once more, with its faults named.
 * @throws ProviderUnavailable, ProviderRejected (from here: an invalid address or key), AnswerUnusable
 */
export const openAiLanguageModel = (options: OpenAiLanguageModelOptions): LanguageModel => {
  const send = createSender(options, { ...usualLimits, ...options })

  const complete = async <Value>(request: CompletionRequest<Value>): Promise<Completion<Value>> => {
    const started = performance.now()
    let paid = NO_USAGE
    const usage = (): Usage => ({ ...paid, ms: Math.round(performance.now() - started) })
    const ask = async (faults: readonly string[]): Promise<Attempt<Value>> => {
      const { text, fault, ...tokens } = await send({ request, faults })
      paid = sumOf([paid, { calls: 1, ...tokens, ms: 0 }])
      if (fault) throw new AnswerUnusable(fault, NO_USAGE)
      const parsed = parsedBy(request.schema.answer, text)
      const review = parsed.found && request.review?.(parsed.found.value)
      return { ...parsed, ...(review ?? { good: 0 }) }
    }
    try {
      return { value: await bestAnswer(ask, request.signal), usage: usage() }
    } catch (error) {
      if (error instanceof AnswerUnusable) throw new AnswerUnusable(error.fault, usage())
      // A first answer that could not be used was paid for, whatever became of the second question.
      if (error instanceof ProviderUnavailable || error instanceof ProviderRejected) error.usage = usage()
      throw error
    }
  }

  return { model: options.model, complete }
}

type Attempt<Value> = ParsedAnswer<Value> & Review
type Ask<Value> = (faults: readonly string[]) => Promise<Attempt<Value>>

/** The better of at most two answers. */
const bestAnswer = async <Value>(ask: Ask<Value>, signal: AbortSignal): Promise<Value> => {
  const first = await ask([])
  if (first.found && first.faults.length === 0) return first.found.value
  const second = await ask(first.faults).catch((error: unknown) => {
    // A valid answer with faults is better than none.
    if (!first.found || signal.aborted) throw error
    return first
  })
  const [best] = [second, first]
    .filter(({ found }) => found)
    .toSorted((a, b) => b.good - a.good || a.faults.length - b.faults.length)
  if (best?.found) return best.found.value
  throw new AnswerUnusable(second.unclosed ? 'cut_off' : 'invalid', NO_USAGE)
}
