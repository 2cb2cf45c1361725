import type { Memories } from '@palimpsest/client'
import { type LanguageModelMiddleware, type Tool, tool } from 'ai'
import { z } from 'zod'
import { Chat, type ChatOptions, type Turn } from './chat.js'

type Generate = NonNullable<LanguageModelMiddleware['wrapGenerate']>
type Stream = NonNullable<LanguageModelMiddleware['wrapStream']>
type Prompt = Parameters<Generate>[0]['params']['prompt']
type Content = Awaited<ReturnType<Generate>>['content']
type FinishReason = Awaited<ReturnType<Generate>>['finishReason']
type StreamPart = Awaited<ReturnType<Stream>>['stream'] extends ReadableStream<infer Part> ? Part : never

/**
 * Gives a model a memory without the model knowing: what speaks to the last turn of the user is put into the prompt, after
 * the system messages, and when the model has answered, the conversation is remembered. Make one for each user and
 * conversation.
 * @example
 * const middleware = memoryMiddleware(client.user('ana'), { sessionId: 'c-17' })
 * const { text } = await generateText({ model: wrapLanguageModel({ model, middleware }), messages })
 */
export const memoryMiddleware = (memories: Memories, options: ChatOptions = {}): LanguageModelMiddleware => {
  const chat = new Chat(memories, options)
  return {
    // Version 6 of the SDK asks for it, version 7 takes any.
    specificationVersion: 'v3',
    transformParams: async ({ params }) => {
      const recalled = await chat.recall(turnsIn(params.prompt), params.abortSignal)
      return recalled === undefined ? params : { ...params, prompt: withSystem(params.prompt, recalled) }
    },
    wrapGenerate: async ({ doGenerate, params }) => {
      const result = await doGenerate()
      if (isAnswer(result.finishReason)) await chat.remember([...turnsIn(params.prompt), said(textIn(result.content))])
      return result
    },
    wrapStream: async ({ doStream, params }) => {
      const { stream, ...rest } = await doStream()
      let text = ''
      let isAnswered = false
      const listening = new TransformStream<StreamPart, StreamPart>({
        transform: (part, controller) => {
          if (part.type === 'text-delta') text += part.delta
          if (part.type === 'finish') isAnswered = isAnswer(part.finishReason)
          controller.enqueue(part)
        },
        flush: async () => {
          if (isAnswered) await chat.remember([...turnsIn(params.prompt), said(text)])
        },
      })
      return { stream: stream.pipeThrough(listening), ...rest }
    },
  }
}

/** A step that calls tools is followed by another one with the same turns, and a broken one by none or its repetition. */
const isAnswer = ({ unified }: FinishReason): boolean => ['stop', 'length', 'other'].includes(unified)

const said = (content: string): Turn => ({ role: 'assistant', content })

const textIn = (content: Content | Exclude<Prompt[number]['content'], string>): string =>
  content.map((part) => (part.type === 'text' ? part.text : '')).join('')

const turnsIn = (prompt: Prompt): readonly Turn[] =>
  prompt.flatMap(({ role, content }) =>
    (role === 'user' || role === 'assistant') && typeof content !== 'string'
      ? [{ role, content: textIn(content) }]
      : [],
  )

/** Some models take system messages at the beginning only. */
const withSystem = (prompt: Prompt, content: string): Prompt => {
  const first = prompt.findIndex(({ role }) => role !== 'system')
  return prompt.toSpliced(first === -1 ? prompt.length : first, 0, { role: 'system', content })
}

type Place = Pick<ChatOptions, 'source' | 'sessionId'>
type RememberInput = { text: string; replaces?: string[] | undefined; key?: string | undefined }
type Remembered = { ids: string[]; superseded: number; known: boolean; conflicts: number }
type Recalled = {
  memories: { id: string; content: string; observed_at: string; outdated_by: string | null }[]
  warnings: string[]
}
type Forgotten = { forgotten: boolean }

/** What a model may call. */
export type MemoryTools = {
  remember: Tool<RememberInput, Remembered>
  recall: Tool<{ query: string }, Recalled>
  forget: Tool<{ id: string }, Forgotten>
}

/**
 * Tools by which a model itself remembers, recalls and forgets. Whose memories these are is fixed here: nothing that a model
 * writes leads to another user, workspace or agent.
 * @example
 * const { text } = await generateText({ model, prompt, tools: memoryTools(client.user('ana')), stopWhen: stepCountIs(5) })
 */
export const memoryTools = (memories: Memories, place: Place = {}): MemoryTools => ({
  remember: rememberIn(memories, place),
  recall: recallFrom(memories),
  forget: forgetFrom(memories),
})

const rememberIn = (memories: Memories, { source = 'chat', sessionId }: Place) =>
  tool({
    description:
      'Store something for later conversations: a lasting fact about the user, a preference, a decision or a plan. When ' +
      'something has changed, call recall first, and pass the ids of what holds no longer in `replaces`. Store no secrets.',
    inputSchema: z.object({
      text: z.string().describe('What to remember, in full sentences that make sense alone.'),
      replaces: z
        .array(z.string())
        .optional()
        .describe('Ids of memories, as recall answers them, that hold no longer.'),
      key: z.string().optional().describe('A slot that holds one thing at a time, such as user.home_city.'),
    }),
    execute: async ({ text, replaces, key }): Promise<Remembered> => {
      const { memoryIds, memoriesUpdated, duplicates, conflicts } = await memories.ingestQuick({
        conversation: text,
        source_site: source,
        ...(sessionId === undefined ? {} : { session_id: sessionId }),
        ...(replaces === undefined ? {} : { replaces }),
        ...(key === undefined ? {} : { key }),
      })
      return {
        ids: memoryIds,
        superseded: memoriesUpdated,
        known: duplicates > 0,
        conflicts: conflicts?.length ?? 0,
      }
    },
  })

const recallFrom = (memories: Memories) =>
  tool({
    description:
      'Find what is remembered. Call it whenever the answer may depend on what the user has said in earlier conversations: ' +
      'who they are, what they like, what was decided.',
    inputSchema: z.object({
      query: z.string().describe('What to look for: a full question, such as "Where does the user live?"'),
    }),
    execute: async ({ query }): Promise<Recalled> => {
      const { memories: found, lesson_check } = await memories.search(query)
      // A model would take for evidence what is only the nearest.
      const matches = found.filter(({ below_threshold }) => !below_threshold)
      return {
        memories: matches.map(({ id, content, observed_at, outdated_by }) => ({
          id,
          content,
          observed_at,
          outdated_by,
        })),
        warnings: lesson_check.warnings,
      }
    },
  })

const forgetFrom = (memories: Memories) =>
  tool({
    description: 'Delete a memory. Call it when the user asks for that, with the id that recall answers.',
    inputSchema: z.object({ id: z.string().describe('Of a memory, as recall answers it.') }),
    execute: async ({ id }): Promise<Forgotten> => ({ forgotten: (await memories.delete(id)).success }),
  })
