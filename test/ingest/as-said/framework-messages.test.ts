import { describe, expect, it } from 'vitest'
import { extract } from '../../../src/ingest/as-said/extract.js'

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

  it.each([
    ['kinds with other fields', [{ type: 'ai', title: 'Transformers', price: 30, content: van }]],
    [
      'a kind that every object has',
      [
        { type: 'human', content: van },
        { type: 'constructor', content: 'b' },
      ],
    ],
    ['a record with a history', { patient: 'Ana', history: [{ date: '2024-01-02', author: 'Dr. Lee', text: van }] }],
    ['a request with its answer', { input: [{ role: 'user', content: van }], output: 'Nukualofa' }],
  ])('and nothing else is one: %s', (_, value) => {
    const text = JSON.stringify(value)
    expect(extracted(text).said.map(({ content }) => content)).toEqual([text])
  })

  it('and a message with an empty list is one', () => {
    expect(
      extracted(JSON.stringify({ role: 'user', content: van, input: [] })).facts.map(({ content }) => content),
    ).toEqual([`User: ${van}`])
  })

  it('with names and times beside types it is read by these', () => {
    const value = [{ type: 'human', name: 'Ana', content: van, timestamp: '2023-01-02T10:00:00Z' }]
    const [fact] = extracted(JSON.stringify(value)).facts
    expect([fact?.content, fact?.moment?.instant]).toEqual([`Ana: ${van}`, '2023-01-02T10:00:00.000Z'])
  })
})
