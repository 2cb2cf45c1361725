import { beforeEach, describe, expect, test } from 'vitest'
import { databasesFor } from '../support/database.js'
import { served } from '../support/served.js'
import { asText, bot, chat, clientOf, hiking, summary, user } from './shortening-client.js'

describe.each(databasesFor(import.meta.url))('what was deleted and is told again, on $name', (database) => {
  const app = served(database)
  let n = 0
  let client: ReturnType<typeof clientOf>
  beforeEach(() => {
    client = clientOf(app, `user ${n++}`)
  })

  test('what is told again behind what was ingested is new, also with the same answer', async () => {
    await client.begin()
    const again = [summary, ...chat.slice(2), ...chat.slice(0, 2)]
    expect(await client.send({ messages: again })).toMatchObject({ knownTurns: 4, memoriesStored: 2 })
    expect(await client.about('diabetes')).toEqual(['User: My sister Nora has diabetes.'])
    const whole = [...again, hiking]
    expect(await client.send({ messages: whole })).toMatchObject({ knownTurns: 7, memoriesStored: 1 })
  })

  test('what is told again in another conversation of one session is new, though both end in the same thanks', async () => {
    const thanks = [user('Thanks a lot!'), bot("You're welcome! Let me know if you need anything else.")]
    await client.begin([...chat.slice(0, 4), ...thanks])
    const other = [user('Good morning, I had a long night.'), ...chat.slice(0, 1), bot('Noted.'), ...thanks]
    await client.send({ messages: other, session_id: 'c1' })
    expect(await client.about('diabetes')).toEqual(['User: My sister Nora has diabetes.'])
  })

  test('what is told again at the end of the whole conversation is new', async () => {
    await client.begin()
    expect(await client.send({ messages: [...chat, ...chat.slice(0, 2)] })).toMatchObject({
      knownTurns: 6,
      memoriesStored: 1,
    })
    expect(await client.about('diabetes')).toHaveLength(1)
  })

  test('what is told again in another session is new', async () => {
    await client.begin(chat.slice(0, 2))
    const other = [user('Good morning, I had a long night.'), bot('Take it slowly.'), ...chat.slice(0, 2), hiking]
    expect(await client.send({ messages: other, session_id: 'c2' })).toMatchObject({ knownTurns: 0 })
    expect(await client.about('diabetes')).toHaveLength(1)
  })

  test('labelled text and messages are the same turns', async () => {
    await client.begin()
    const text = asText([...chat, hiking])
    expect(await client.send({ conversation: text })).toMatchObject({ knownTurns: 6, memoriesStored: 1 })
    expect(await client.send({ messages: [...chat, hiking] })).toMatchObject({ knownTurns: 7, memoriesStored: 0 })
    const shortened = asText([summary, ...chat.slice(2), hiking, bot('Take a map.')])
    expect(await client.send({ conversation: shortened })).toMatchObject({ knownTurns: 5, memoriesStored: 2 })
    expect(await client.about('diabetes')).toEqual([])
  })

  test('a dialogue between people is known behind a summary, too', async () => {
    const lines = [
      'Ana: My sister Nora has diabetes.',
      'Ben: Is she well?',
      'Ana: I play the cello.',
      'On Sundays I teach it.',
    ]
    const { memoryIds } = await client.send({ conversation: lines.join('\n') })
    await client.remove(memoryIds[0])
    const conversation = ['Ana: We talked about the family.', ...lines, 'Ben: I sing in a choir.'].join('\n')
    expect(await client.send({ conversation })).toMatchObject({ knownTurns: 4, memoriesStored: 2 })
    expect(await client.about('diabetes')).toEqual([])
  })

  test('turns of several lines are the same, too, under other names of the sides', async () => {
    const messages = [user('My flat has:\n- two rooms\n- a balcony'), bot('Nice.\n\nShall I note that?')]
    const { memoryIds } = await client.send({
      conversation: 'Human: My flat has:\n- two rooms\n- a balcony\nAI: Nice.\n\nShall I note that?',
    })
    expect(memoryIds).not.toEqual([])
    expect(await client.send({ messages })).toMatchObject({ knownTurns: 2, memoriesStored: 0 })
  })
})
