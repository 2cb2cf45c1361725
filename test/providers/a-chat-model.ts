import { afterEach, vi } from 'vitest'
import { z } from 'zod'
import type { CompletionRequest, LanguageModel } from '../../src/providers/language-model.js'
import { type OpenAiLanguageModelOptions, openAiLanguageModel } from '../../src/providers/openai-language-model.js'
import { type ChatDouble, type ChatReply, chatDouble } from '../support/chat-double.js'

export const KEY = 'sk-Secret-0123456789'

const opened: ChatDouble[] = []
afterEach(async () => {
  vi.unstubAllEnvs()
  await Promise.all(opened.splice(0).map(({ close }) => close()))
})

/** A double that is closed after the test. */
export const server = async (...replies: readonly [ChatReply, ...ChatReply[]]): Promise<ChatDouble> => {
  const double = await chatDouble(...replies)
  opened.push(double)
  return double
}

export const modelAt = (baseURL: string, options: Partial<OpenAiLanguageModelOptions> = {}): LanguageModel =>
  openAiLanguageModel({
    baseURL,
    apiKey: KEY,
    model: 'some-model',
    firstDelayMs: 1,
    longestDelayMs: 2,
    timeoutMs: 2_000,
    ...options,
  })

const wish = z.object({ city: z.string(), people: z.int().nullable() })
export type Wish = z.infer<typeof wish>

export const asking = (changes: Partial<CompletionRequest<Wish>> = {}): CompletionRequest<Wish> => ({
  prompt: { name: 'wish', version: 1, system: 'Say where.' },
  input: '{"said":"my secret text"}',
  schema: { name: 'wish', answer: wish },
  maxOutputTokens: 100,
  signal: new AbortController().signal,
  ...changes,
})

export const LISBON = JSON.stringify({ city: 'Lisbon', people: null })

export const failureOf = async (work: Promise<unknown>): Promise<Error> => {
  const outcome = await work.then(
    () => new Error('it did not fail'),
    (error: unknown) => error,
  )
  return outcome instanceof Error ? outcome : new Error('it threw something else')
}
