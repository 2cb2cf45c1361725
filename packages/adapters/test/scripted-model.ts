import { convertArrayToReadableStream, MockLanguageModelV4 } from 'ai/test'

export type Step = string | { readonly tool: string; readonly input: object }
type Content = Awaited<ReturnType<MockLanguageModelV4['doGenerate']>>['content'][number]

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
}

/** A model that answers by a script: texts, and calls of tools. */
export const scripted = (...steps: readonly Step[]) => {
  const left = [...steps]
  const next = () => {
    const step = left.shift() ?? 'I have no more to say.'
    const content: Content =
      typeof step === 'string'
        ? { type: 'text', text: step }
        : { type: 'tool-call', toolCallId: crypto.randomUUID(), toolName: step.tool, input: JSON.stringify(step.input) }
    const unified = typeof step === 'string' ? ('stop' as const) : ('tool-calls' as const)
    return { content, finishReason: { unified, raw: undefined } }
  }
  return new MockLanguageModelV4({
    doGenerate: async () => {
      const { content, finishReason } = next()
      return { content: [content], finishReason, usage, warnings: [] }
    },
    doStream: async () => {
      const { content, finishReason } = next()
      const text = content.type === 'text' ? [...content.text] : []
      return {
        stream: convertArrayToReadableStream([
          { type: 'stream-start' as const, warnings: [] },
          { type: 'text-start' as const, id: '1' },
          ...text.map((delta) => ({ type: 'text-delta' as const, id: '1', delta })),
          { type: 'text-end' as const, id: '1' },
          { type: 'finish' as const, finishReason, usage },
        ]),
      }
    },
  })
}
