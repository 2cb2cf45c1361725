import type {
  ProcessInputArgs,
  ProcessInputResultWithSystemMessages,
  ProcessOutputResultArgs,
  Processor,
} from '@mastra/core/processors'
import type { Memories } from '@palimpsest/client'
import { Chat, type ChatOptions, type Turn } from './chat.js'

type Message = ProcessInputArgs['messages'][number]

/**
 * Gives an agent a memory: as an input processor it puts what speaks to the last turn of the user before the model, as an
 * output processor it remembers the conversation when the agent has answered. Whose memories they are is fixed here, so an
 * agent that serves several users takes processors by the request.
 * @example
 * const memory = ({ requestContext }) => [new PalimpsestProcessor(client.user(requestContext.get('user')))]
 * const agent = new Agent({ id: 'chat', name: 'chat', instructions, model, inputProcessors: memory, outputProcessors: memory })
 */
export class PalimpsestProcessor implements Processor<'palimpsest'> {
  readonly id = 'palimpsest'
  readonly #chat: Chat

  constructor(memories: Memories, options: ChatOptions = {}) {
    this.#chat = new Chat(memories, options)
  }

  async processInput(args: ProcessInputArgs): Promise<ProcessInputResultWithSystemMessages> {
    const { messages, systemMessages, abortSignal } = args
    const recalled = await this.#chat.recall(turnsIn(messages), abortSignal)
    const added = recalled === undefined ? [] : [{ role: 'system' as const, content: recalled }]
    return { messages, systemMessages: [...systemMessages, ...added] }
  }

  async processOutputResult({ messages, messageList, result }: ProcessOutputResultArgs): Promise<Message[]> {
    // With the turns before, also those of a memory of the framework's own: the service knows which are new.
    if (result.finishReason !== 'error') await this.#chat.remember(turnsIn(messageList.get.all.db()))
    return messages
  }
}

const turnsIn = (messages: readonly Message[]): readonly Turn[] =>
  messages.flatMap(({ role, content: { parts } }) =>
    role === 'user' || role === 'assistant'
      ? [{ role, content: parts.map((part) => (part.type === 'text' ? part.text : '')).join('') }]
      : [],
  )
