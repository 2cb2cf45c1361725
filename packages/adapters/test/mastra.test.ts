import { Agent, type AgentConfig } from '@mastra/core/agent'
import { RequestContext } from '@mastra/core/request-context'
import { Palimpsest } from '@palimpsest/client'
import { expect, test } from 'vitest'
import { PalimpsestProcessor } from '../src/mastra.js'
import { scripted } from './scripted-model.js'
import { client, contentsOf, somebody } from './somebody.js'

type Memory = (asked: { readonly requestContext: RequestContext }) => PalimpsestProcessor[]

const agentWith = (model: ReturnType<typeof scripted>, memory: Memory) =>
  new Agent({
    id: 'chat',
    name: 'chat',
    instructions: 'Be brief.',
    // The types of models that the framework carries along are those of an earlier version.
    model: model as unknown as AgentConfig['model'],
    inputProcessors: memory,
    outputProcessors: memory,
  })

test('an agent recalls in one conversation what was said in another, of the user who asks', async () => {
  const [ana, bob] = [somebody(), somebody()]
  const model = scripted('Lisbon is lovely.', 'In Lisbon.', 'I do not know.')
  const memory: Memory = ({ requestContext }) => [new PalimpsestProcessor(client.user(requestContext.get('user')))]
  const agent = agentWith(model, memory)
  const ask = async (user: string, text: string) => {
    const requestContext = new RequestContext()
    requestContext.set('user', user)
    return (await agent.generate(text, { requestContext })).text
  }
  expect(await ask(ana.scope.user_id, 'I moved to Lisbon.')).toBe('Lisbon is lovely.')
  expect(await ask(ana.scope.user_id, 'Where do I live?')).toBe('In Lisbon.')
  expect(await ask(bob.scope.user_id, 'Where do I live?')).toBe('I do not know.')

  const [first, second, third] = model.doGenerateCalls.map(({ prompt }) => prompt)
  expect(first?.map(({ role }) => role)).toEqual(['system', 'user'])
  expect(JSON.stringify(second)).toContain('I moved to Lisbon.')
  expect(second?.at(-1)?.role).toBe('user')
  expect(JSON.stringify(third)).not.toContain('Lisbon')
  const contents = (await contentsOf(ana)).join()
  expect(contents).toContain('I moved to Lisbon.')
  expect(contents).toContain('Lisbon is lovely.')
})

test('a stream is remembered when it has ended', async () => {
  const ana = somebody()
  const memory = [new PalimpsestProcessor(ana, { sessionId: 'c-1' })]
  const agent = agentWith(scripted('Green tea is a good choice for the morning.'), () => memory)
  const { textStream } = await agent.stream('I drink green tea.')
  let text = ''
  for await (const part of textStream) text += part
  expect(text).toBe('Green tea is a good choice for the morning.')
  expect((await contentsOf(ana)).join()).toContain('I drink green tea.')
})

test('an agent goes on where the service is away', async () => {
  const away = new Palimpsest({ url: 'http://127.0.0.1:1', key: 'any', retries: 0 }).user('ana')
  const errors: unknown[] = []
  const memory = [new PalimpsestProcessor(away, { onError: (error) => errors.push(error) })]
  const agent = agentWith(scripted('Hello!'), () => memory)
  expect((await agent.generate('I drink green tea.')).text).toBe('Hello!')
  expect(errors).toMatchObject([{ code: 'network' }, { code: 'network' }])
})
