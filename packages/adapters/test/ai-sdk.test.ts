import { Palimpsest } from '@palimpsest/client'
import { generateText, stepCountIs, streamText, wrapLanguageModel } from 'ai'
import { describe, expect, test } from 'vitest'
import { memoryMiddleware, memoryTools } from '../src/ai-sdk.js'
import { type Step, scripted } from './scripted-model.js'
import { contentsOf, somebody } from './somebody.js'

const user = (content: string) => ({ role: 'user' as const, content })

describe('the middleware', () => {
  test('recalls in one conversation what was said in another, after the system messages', async () => {
    const ana = somebody()
    const first = wrapLanguageModel({
      model: scripted('Lisbon is lovely.'),
      middleware: memoryMiddleware(ana, { sessionId: 'c-1' }),
    })
    await generateText({ model: first, prompt: 'I moved to Lisbon.' })

    const model = scripted('In Lisbon.')
    const second = wrapLanguageModel({ model, middleware: memoryMiddleware(ana, { sessionId: 'c-2' }) })
    const { text } = await generateText({ model: second, system: 'Be brief.', prompt: 'Where do I live?' })
    expect(text).toBe('In Lisbon.')
    const [given] = model.doGenerateCalls
    expect(given?.prompt.map(({ role }) => role)).toEqual(['system', 'system', 'user'])
    expect(given?.prompt[0]?.content).toBe('Be brief.')
    expect(given?.prompt[1]?.content).toContain('I moved to Lisbon.')
  })

  test('leaves the prompt as it is where nothing is known', async () => {
    const model = scripted('I do not know.')
    const wrapped = wrapLanguageModel({ model, middleware: memoryMiddleware(somebody()) })
    await generateText({ model: wrapped, prompt: 'Where do I live?' })
    expect(model.doGenerateCalls[0]?.prompt.map(({ role }) => role)).toEqual(['user'])
  })

  test('remembers a stream when it has ended', async () => {
    const ana = somebody()
    const model = wrapLanguageModel({
      model: scripted('Green tea is a good choice for the morning.'),
      middleware: memoryMiddleware(ana),
    })
    const { textStream } = streamText({ model, prompt: 'I drink green tea.' })
    let text = ''
    for await (const part of textStream) text += part
    expect(text).toBe('Green tea is a good choice for the morning.')
    const contents = (await contentsOf(ana)).join()
    expect(contents).toContain('I drink green tea.')
    expect(contents).toContain('good choice for the morning')
  })

  test('stores a turn once, however often the conversation is sent', async () => {
    const ana = somebody()
    const messages: { role: 'user' | 'assistant'; content: string }[] = []
    const model = wrapLanguageModel({
      model: scripted('A cat is quiet company.', 'A horse needs a meadow.'),
      middleware: memoryMiddleware(ana, { sessionId: 'c-1' }),
    })
    for (const content of ['I own a cat.', 'I own a horse.']) {
      messages.push(user(content))
      const { text } = await generateText({ model, messages })
      messages.push({ role: 'assistant', content: text })
    }
    expect((await contentsOf(ana)).filter((content) => content.includes('own a cat'))).toHaveLength(1)
    expect((await contentsOf(ana)).filter((content) => content.includes('own a horse'))).toHaveLength(1)
  })

  test('lets a chat go on where the service is away, or refuses the key, and tells of it', async () => {
    const away = new Palimpsest({ url: 'http://127.0.0.1:1', key: 'any', retries: 0 }).user('ana')
    const errors: unknown[] = []
    const model = wrapLanguageModel({
      model: scripted('Hello!'),
      middleware: memoryMiddleware(away, { onError: (error) => errors.push(error) }),
    })
    expect((await generateText({ model, prompt: 'I moved to Lisbon.' })).text).toBe('Hello!')
    expect(errors).toMatchObject([{ code: 'network' }, { code: 'network' }])
  })

  test('takes conversations, and a turn, that are longer than the service takes at once', async () => {
    const ana = somebody()
    const errors: unknown[] = []
    const model = wrapLanguageModel({
      model: scripted('That is long.'),
      middleware: memoryMiddleware(ana, { onError: (error) => errors.push(error) }),
    })
    await generateText({ model, messages: [user('word '.repeat(25_000)), user('I own a red bicycle.')] })
    await generateText({ model, messages: [user('🚲'.repeat(60_000)), { role: 'assistant', content: '' }] })
    expect(errors).toEqual([])
    expect((await contentsOf(ana)).join()).toContain('red bicycle')
  })
})

describe('the tools', () => {
  test('let a model remember, replace, recall and forget', async () => {
    const ana = somebody()
    const tools = memoryTools(ana)
    const ask = (...steps: readonly Step[]) =>
      generateText({ model: scripted(...steps), prompt: 'Go on.', tools, stopWhen: stepCountIs(5) })
    const first = await ask({ tool: 'remember', input: { text: 'The user lives in Porto.' } }, 'Done.')
    const [{ output: stored } = {}] = first.steps[0]?.toolResults ?? []
    expect(stored).toEqual({ ids: [expect.any(String)], superseded: 0, known: false, conflicts: 0 })
    const [id = ''] = (stored as { ids: string[] }).ids

    await ask({ tool: 'remember', input: { text: 'The user lives in Lisbon.', replaces: [id] } }, 'Done.')
    const asked = await ask({ tool: 'recall', input: { query: 'Where does the user live?' } }, 'In Lisbon.')
    expect(asked.text).toBe('In Lisbon.')
    const [{ output: found } = {}] = asked.steps[0]?.toolResults ?? []
    expect(found).toMatchObject({
      memories: [{ content: 'The user lives in Lisbon.', outdated_by: null }],
      warnings: [],
    })

    const [{ id: latest } = { id: '' }] = (found as { memories: { id: string }[] }).memories
    await ask({ tool: 'forget', input: { id: latest } }, 'Forgotten.')
    expect(await contentsOf(ana)).toEqual([])
  })

  test('stay in their scope, whatever a model writes', async () => {
    const [ana, bob] = [somebody(), somebody()]
    const scope = { user_id: bob.scope.user_id, workspace_id: 'crew', agent_id: 'scout' }
    const input = { text: 'The vault is behind the painting.', ...scope }
    await generateText({
      model: scripted({ tool: 'remember', input }, 'Done.'),
      prompt: 'Go on.',
      tools: memoryTools(ana),
      stopWhen: stepCountIs(2),
    })
    expect(await contentsOf(ana)).toEqual(['The vault is behind the painting.'])
    expect(await contentsOf(bob)).toEqual([])
    expect(await contentsOf(bob.workspace('crew', 'scout'))).toEqual([])
  })

  test('tell a model what went wrong', async () => {
    const { steps } = await generateText({
      model: scripted({ tool: 'forget', input: { id: crypto.randomUUID() } }, 'It is not there.'),
      prompt: 'Go on.',
      tools: memoryTools(somebody()),
      stopWhen: stepCountIs(2),
    })
    expect(steps[0]?.content).toContainEqual(
      expect.objectContaining({ type: 'tool-error', error: expect.objectContaining({ code: 'not_found' }) }),
    )
  })
})
