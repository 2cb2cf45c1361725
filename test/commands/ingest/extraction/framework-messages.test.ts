import { describe, expect, it } from 'vitest'
import { extract } from '../../../../src/commands/ingest/extraction/extract.js'

const extracted = (text: string) => extract({ text }, { at: '2026-01-15T10:00:00.000Z' })
const van = 'My van is red'

describe('a history as an agent framework or an API keeps it', () => {
  it.each([
    [
      'LangChain, with types',
      [
        { type: 'human', content: van },
        { type: 'ai', content: [{ type: 'text', text: 'Noted.' }] },
      ],
    ],
    ['LangChain, with data', { messages: [{ type: 'human', data: { content: van, additional_kwargs: {} } }] }],
    [
      'LangChain, with classes',
      [
        {
          lc: 1,
          type: 'constructor',
          id: ['langchain_core', 'messages', 'AIMessage'],
          kwargs: { content: 'Noted.' },
        },
        { lc: 1, type: 'constructor', id: ['langchain_core', 'messages', 'HumanMessage'], kwargs: { content: van } },
      ],
    ],
    [
      'Gemini',
      {
        contents: [
          { role: 'user', parts: [{ text: van }] },
          { role: 'model', parts: [{ text: 'Noted.' }] },
        ],
      },
    ],
    [
      'the Responses API',
      { model: 'x', input: [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: van }] }] },
    ],
  ])('of %s', (_, value) => {
    expect(extracted(JSON.stringify(value)).facts.map(({ content }) => content)).toEqual([`User: ${van}`])
  })
})
