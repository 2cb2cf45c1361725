import { describe, expect, test, vi } from 'vitest'
import { AnswerUnusable } from '../../src/providers/errors.js'
import * as chat from '../support/chat-double.js'
import { asking, failureOf, KEY, LISBON, modelAt, server } from './a-chat-model.js'

describe('a server that knows everything', () => {
  test('is asked for JSON by a strict schema, at temperature 0, with a limit of tokens', async () => {
    const { baseURL, received } = await server(chat.says(LISBON))
    const { value, usage } = await modelAt(baseURL).complete(asking())
    expect(value).toEqual({ city: 'Lisbon', people: null })
    expect(usage).toMatchObject({ calls: 1, inputTokens: 9, outputTokens: 8 })
    expect(received).toHaveLength(1)
    expect(received[0]).toMatchObject({
      path: '/v1/chat/completions',
      headers: { authorization: `Bearer ${KEY}` },
      body: {
        model: 'some-model',
        temperature: 0,
        max_tokens: 100,
        messages: [
          { role: 'system', content: 'Say where.' },
          { role: 'user', content: '{"said":"my secret text"}' },
        ],
        response_format: {
          type: 'json_schema',
          json_schema: {
            name: 'wish',
            strict: true,
            schema: {
              type: 'object',
              properties: { city: { type: 'string' }, people: { type: ['integer', 'null'] } },
              required: ['city', 'people'],
              additionalProperties: false,
            },
          },
        },
      },
    })
  })

  test('needs no key; then none is sent, not even one from the environment', async () => {
    vi.stubEnv('OPENAI_API_KEY', 'sk-not-for-this-server')
    const { baseURL, received } = await server(chat.says(LISBON))
    await modelAt(baseURL, { apiKey: undefined }).complete(asking())
    expect(received[0]?.headers.authorization).toBeUndefined()
  })

  test('is called only so often at once', async () => {
    const { baseURL, load } = await server(chat.later(10, chat.says(LISBON)))
    const { complete } = modelAt(baseURL, { concurrentCalls: 2 })
    await Promise.all(Array.from({ length: 7 }, () => complete(asking())))
    expect(load.most).toBe(2)
  })

  test.each([
    ['a code fence', `Here it is:\n\`\`\`json\n${LISBON}\n\`\`\`\nAnything else?`],
    ['other words', `Sure! ${LISBON} is my {answer}.`],
    ['other words with braces', `As {city: …}, asked for:\n\`\`\`json\n${LISBON}\n\`\`\``],
    ['thoughts', `<think>They said {"city": 1}?</think>\n${LISBON}`],
  ])('may put its JSON in %s', async (_name, content) => {
    const { baseURL, received } = await server(chat.says(content))
    expect((await modelAt(baseURL).complete(asking())).value.city).toBe('Lisbon')
    expect(received).toHaveLength(1)
  })

  test('may send its content in parts, and count no tokens', async () => {
    const content = [
      { type: 'text', text: LISBON.slice(0, 9) },
      { type: 'text', text: LISBON.slice(9) },
    ] as const
    const { baseURL } = await server((_received, response) =>
      chat.body(JSON.stringify({ choices: [{ message: { content } }] }))(_received, response),
    )
    const { value, usage } = await modelAt(baseURL).complete(asking())
    expect(value.city).toBe('Lisbon')
    expect(usage.inputTokens).toBeGreaterThan(50)
    expect(usage.outputTokens).toBe(8)
  })
})

describe('a server that knows less', () => {
  test('without JSON schemas is asked for JSON, with the schema in the prompt, and remembered', async () => {
    const { baseURL, received } = await server(chat.withoutSchemas(chat.says(LISBON)))
    const { complete } = modelAt(baseURL)
    await complete(asking())
    await complete(asking())
    expect(received.map(({ body }) => body.response_format?.type)).toEqual([
      'json_schema',
      'json_object',
      'json_object',
    ])
    expect(chat.systemOf(received[1]?.body ?? { model: '', messages: [] })).toContain('"additionalProperties":false')
  })

  test('without any format is asked for text', async () => {
    const { baseURL, received } = await server(chat.withoutFormats(chat.says(LISBON)))
    const { complete } = modelAt(baseURL)
    await complete(asking())
    await complete(asking())
    expect(received.map(({ body }) => body.response_format?.type)).toEqual([
      'json_schema',
      'json_object',
      undefined,
      undefined,
    ])
    expect(received[3]?.body.temperature).toBe(0)
  })

  test('without temperature or max_tokens keeps the schema', async () => {
    const { baseURL, received } = await server(chat.withoutTemperature(chat.withoutMaxTokens(chat.says(LISBON))))
    const { complete } = modelAt(baseURL)
    await complete(asking())
    await complete(asking())
    expect(received).toHaveLength(4)
    expect(received[3]?.body).toMatchObject({ max_completion_tokens: 100, response_format: { type: 'json_schema' } })
    expect(received[3]?.body).not.toHaveProperty('temperature')
    expect(received[3]?.body).not.toHaveProperty('max_tokens')
  })

  test('that refuses one request for other reasons is asked in full the next time', async () => {
    const { baseURL, received } = await server(chat.status(400), chat.status(401), chat.says(LISBON))
    const { complete } = modelAt(baseURL)
    expect(await failureOf(complete(asking()))).toMatchObject({ name: 'ProviderRejected', detail: 'HTTP 401' })
    await complete(asking())
    expect(received[2]?.body.response_format?.type).toBe('json_schema')
  })
})

describe('an answer that does not fit', () => {
  test.each([
    ['no JSON', 'Lisbon, I think', 'It is not one JSON object.'],
    ['a wrong type', '{"city": 7, "people": null}', 'city: invalid_type'],
    ['a missing field', '{"city": "Lisbon"}', 'people: invalid_type'],
    ['nothing', '', 'It is not one JSON object.'],
  ])('%s: is asked for once more, with its fault named', async (_name, content, fault) => {
    const { baseURL, received } = await server(chat.says(content), chat.says(LISBON))
    const { value, usage } = await modelAt(baseURL).complete(asking())
    expect(value.city).toBe('Lisbon')
    expect(usage.calls).toBe(2)
    expect(chat.systemOf(received[1]?.body ?? { model: '', messages: [] })).toContain(fault)
    expect(received[1]?.body.messages).toHaveLength(2)
  })

  test('twice is an error that says what was paid, and quotes nothing', async () => {
    const { baseURL, received } = await server(chat.says('my secret answer'))
    const failure = await failureOf(modelAt(baseURL).complete(asking()))
    expect(failure).toBeInstanceOf(AnswerUnusable)
    expect(failure).toMatchObject({ fault: 'invalid', usage: { calls: 2, outputTokens: 8 } })
    expect(`${failure.message} ${failure.stack} ${JSON.stringify(failure)}`).not.toContain('secret')
    expect(received).toHaveLength(2)
  })

  test('that never ends is cut off, whatever the server calls it', async () => {
    const { baseURL } = await server(chat.says('{"city": "Lis'))
    expect(await failureOf(modelAt(baseURL).complete(asking()))).toMatchObject({ fault: 'cut_off' })
  })

  test('to the caller is asked for once more, and the better of the two is taken', async () => {
    const said = (city: string) => chat.says(JSON.stringify({ city, people: null }))
    const faults: Readonly<Record<string, readonly string[]>> = { Porto: [], Faro: ['wrong'], Nowhere: [] }
    const review = ({ city }: { city: string }) => ({
      faults: faults[city] ?? ['The city is wrong.', 'So is its name.'],
      good: Number(city !== 'Nowhere'),
    })
    const { baseURL, received } = await server(
      ...([said('Lisbon'), said('Porto'), said('Faro'), said('Lisbon'), said('Lisbon'), said('Nowhere')] as const),
    )
    const { complete } = modelAt(baseURL)
    const taken = async () => (await complete(asking({ review }))).value.city
    expect([await taken(), await taken(), await taken()]).toEqual(['Porto', 'Faro', 'Lisbon'])
    expect(chat.systemOf(received[1]?.body ?? { model: '', messages: [] })).toContain('The city is wrong.')
  })

  test('to the caller is kept when the second attempt fails', async () => {
    const { baseURL } = await server(chat.says(LISBON), chat.status(401))
    const review = () => ({ faults: ['wrong'], good: 0 })
    expect((await modelAt(baseURL).complete(asking({ review }))).value.city).toBe('Lisbon')
  })

  test.each([
    ['a refusal', chat.refuses, 'refused'],
    ['a content filter', chat.isFiltered, 'filtered'],
    ['an answer cut off', chat.cutOff('{"city": "Lis'), 'cut_off'],
    ['a context too short', chat.readingAtMost(10)(chat.says(LISBON)), 'too_long'],
  ])('%s is told apart, and not asked again', async (_name, reply, fault) => {
    const { baseURL, received } = await server(reply)
    expect(await failureOf(modelAt(baseURL).complete(asking()))).toMatchObject({ name: 'AnswerUnusable', fault })
    expect(received).toHaveLength(1)
  })
})
