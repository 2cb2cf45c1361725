import { Agent, type AgentInputItem, type Model, type ModelRequest, Runner, tool, Usage } from '@openai/agents-core'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { PalimpsestSession } from '../src/openai-agents.js'
import { somebody } from './somebody.js'

type Output = Awaited<ReturnType<Model['getResponse']>>['output']

const answer = (text: string): Output => [
  { type: 'message', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text }] },
]
const call = (name: string, input: object): Output => [
  { type: 'function_call', callId: crypto.randomUUID(), name, status: 'completed', arguments: JSON.stringify(input) },
]
const user = (content: string): AgentInputItem => ({ type: 'message', role: 'user', content })

/** A model that answers by a script, and keeps what it was asked. */
class Scripted implements Model {
  readonly inputs: ModelRequest['input'][] = []
  readonly #outputs: Output[]

  constructor(...outputs: Output[]) {
    this.#outputs = outputs
  }

  async getResponse({ input }: ModelRequest) {
    this.inputs.push(structuredClone(input))
    return { usage: new Usage(), output: this.#outputs.shift() ?? answer('I have no more to say.') }
  }

  // biome-ignore lint/correctness/useYield: nothing here asks for a stream.
  async *getStreamedResponse(): AsyncGenerator<never> {
    throw new Error('not in the script')
  }
}
const runner = (model: Model) => new Runner({ model, tracingDisabled: true })

test('an agent goes on with a conversation that another process has begun, tools and all', async () => {
  const ana = somebody()
  const add = tool({
    name: 'add',
    description: 'Adds.',
    parameters: z.object({ a: z.number(), b: z.number() }),
    execute: async ({ a, b }) => `${a + b}`,
  })
  const agent = new Agent({ name: 'counter', tools: [add] })
  const first = new Scripted(call('add', { a: 2, b: 3 }), answer('It is 5.'))
  const session = new PalimpsestSession(ana, { sessionId: 'c-1' })
  expect((await runner(first).run(agent, 'What is 2 + 3?', { session })).finalOutput).toBe('It is 5.')

  const second = new Scripted(answer('You asked for 2 + 3.'))
  await runner(second).run(agent, 'What did I ask?', { session: new PalimpsestSession(ana, { sessionId: 'c-1' }) })
  expect(second.inputs).toMatchObject([
    [
      { role: 'user', content: 'What is 2 + 3?' },
      { type: 'function_call', name: 'add', arguments: '{"a":2,"b":3}' },
      { type: 'function_call_result', name: 'add', output: { type: 'text', text: '5' } },
      { role: 'assistant', content: [{ type: 'output_text', text: 'It is 5.' }] },
      { role: 'user', content: 'What did I ask?' },
    ],
  ])
})

describe('a session', () => {
  test('keeps items as they are and in their order, also the same ones', async () => {
    const session = new PalimpsestSession(somebody())
    expect(await session.getItems()).toEqual([])
    expect(await session.popItem()).toBeUndefined()
    const items = [user('ok'), user('ok'), ...answer('Hello!\n\tWorld \\n "quoted"'), user('ok'), user('')]
    await session.addItems(items)
    await session.addItems([])
    expect(await session.getItems()).toEqual(items)
    expect(await session.getItems(2)).toEqual(items.slice(-2))
    expect(await session.getItems(50)).toEqual(items)
    expect(await session.getItems(0)).toEqual([])
  })

  test('gives its last item back, and is cleared, alone', async () => {
    const ana = somebody()
    const [one, other] = [1, 2].map((n) => new PalimpsestSession(ana, { sessionId: `c-${n}` }))
    if (!one || !other) throw new Error('two sessions')
    await ana.ingest({ conversation: 'I own a red bicycle.', source_site: 'chat', session_id: 'c-1' })
    await other.addItems([user('I own a cat.')])
    await one.addItems([user('I own a horse.'), user('I own a dog.')])
    expect(await one.popItem()).toEqual(user('I own a dog.'))
    await one.clearSession()
    expect(await one.getItems()).toEqual([])
    expect(await other.getItems()).toEqual([user('I own a cat.')])
    await one.addItems([user('I own a dog.')])
    expect(await one.getItems()).toEqual([user('I own a dog.')])
    expect((await ana.search('bicycle')).injection_text).toContain('I own a red bicycle.')
  })

  test('gives each item once where several ask at once', async () => {
    const session = new PalimpsestSession(somebody())
    await session.addItems([user('first'), user('second'), user('third')])
    const popped = await Promise.all([1, 2, 3, 4].map(() => session.popItem()))
    expect(popped.map((item) => JSON.stringify(item)).sort()).toEqual(
      [...['first', 'second', 'third'].map((text) => JSON.stringify(user(text))), undefined].sort(),
    )
  })

  test('belongs to a user; agents of a workspace share it', async () => {
    const ana = somebody()
    const of = (memories: typeof ana) => new PalimpsestSession(memories, { sessionId: 'c-1' })
    const crew = ['scout', 'painter'].map((agent) => of(ana.workspace('crew', agent)))
    for (const session of crew) await session.addItems([user('The gate is green.')])
    for (const session of crew) expect(await session.getItems()).toHaveLength(2)
    expect(await of(ana).getItems()).toEqual([])
    expect(await of(somebody()).getItems()).toEqual([])
  })

  test('keeps no secrets, and refuses an id that is one', async () => {
    const session = new PalimpsestSession(somebody())
    await session.addItems([user('My card is 4111 1111 1111 1111.')])
    expect(await session.getItems()).toEqual([user('My card is [redacted: card number].')])
    const secret = new PalimpsestSession(somebody(), { sessionId: '4111111111111111' })
    await expect(secret.addItems([user('I own a cat.')])).rejects.toThrow('secret')
  })

  test('is found by its words in other conversations', async () => {
    const ana = somebody()
    await new PalimpsestSession(ana).addItems([user('I moved to Lisbon.'), user('I own a cat.')])
    const { injection_text } = await ana.search('Where did I move?')
    expect(injection_text).toContain('I moved to Lisbon.')
  })
})
