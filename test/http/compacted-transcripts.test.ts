import { beforeEach, describe, expect, test } from 'vitest'
import { databasesFor } from '../support/database.js'
import { served } from '../support/served.js'
import { bot, chat, clientOf, hiking, summary, user } from './shortening-client.js'

describe.each(databasesFor(import.meta.url))('a conversation whose client shortens it, on $name', (database) => {
  const app = served(database)
  let n = 0
  let client: ReturnType<typeof clientOf>
  beforeEach(() => {
    client = clientOf(app, `user ${n++}`)
  })

  test.each(['ingest/quick', 'ingest'])(
    'a summary in the place of the first turns brings nothing back, %s',
    async (path) => {
      await client.begin([...chat.slice(2, 4), ...chat.slice(0, 2), ...chat.slice(4)])
      const answer = await client.send({ messages: [summary, ...chat.slice(0, 2), ...chat.slice(4), hiking] }, path)
      expect(answer).toMatchObject({ knownTurns: 4, memoriesStored: 2 })
      expect(await client.about('diabetes')).toEqual([])
      const grown = [summary, ...chat.slice(0, 2), ...chat.slice(4), hiking, bot('Bergamo is close to the mountains.')]
      expect(await client.send({ messages: grown }, path)).toMatchObject({ knownTurns: 6, memoriesStored: 1 })
    },
  )

  test('another summary each time brings nothing back', async () => {
    await client.begin()
    const second = [user('[summary] Nothing of note.'), ...chat, hiking]
    expect(await client.send({ messages: second })).toMatchObject({ knownTurns: 6, memoriesStored: 2 })
    const third = [user('[summary] A quiet week.'), ...chat, hiking, bot('Have fun in Bergamo.')]
    expect(await client.send({ messages: third })).toMatchObject({ knownTurns: 7, memoriesStored: 2 })
    expect(await client.about('diabetes')).toEqual([])
  })

  test('turns that were dropped in the middle bring nothing back behind them', async () => {
    await client.begin([
      ...chat.slice(2, 6),
      ...chat.slice(0, 2),
      user('I collect stamps.'),
      bot('Stamps tell of far places.'),
    ])
    const kept = [chat[2], chat[3], ...chat.slice(0, 2), user('I collect stamps.'), bot('Stamps tell of far places.')]
    expect(await client.send({ messages: [...kept, hiking] })).toMatchObject({ knownTurns: 6, memoriesStored: 1 })
    expect(await client.about('diabetes')).toEqual([])
    expect(await client.send({ messages: kept })).toMatchObject({ knownTurns: 6, memoriesStored: 0 })
    expect(await client.send({ messages: kept }, 'ingest/preview')).toMatchObject({ knownTurns: 6 })
  })

  test('an edited turn brings nothing back behind it', async () => {
    await client.begin([...chat.slice(2, 4), ...chat.slice(0, 2), ...chat.slice(4)])
    const edited = [user('I play the viola on Sundays.'), chat[3], ...chat.slice(0, 2), ...chat.slice(4), hiking]
    expect(await client.send({ messages: edited })).toMatchObject({ knownTurns: 5, memoriesStored: 2 })
    expect(await client.about('diabetes')).toEqual([])
  })

  test('turns that came alone are known when the whole of it comes behind a summary', async () => {
    for (const message of chat) await client.send({ messages: [message] })
    await client.remove((await client.list()).find(({ content }) => content.includes('diabetes'))?.id)
    expect(await client.send({ messages: [summary, ...chat, hiking] })).toMatchObject({
      knownTurns: 6,
      memoriesStored: 2,
    })
    expect(await client.about('diabetes')).toEqual([])
  })

  test('without a session four turns in a row at the end of what came are known', async () => {
    const { memoryIds } = await client.send({ messages: chat, session_id: undefined })
    await client.remove(memoryIds[4])
    const messages = [summary, ...chat.slice(2), hiking]
    expect(await client.send({ messages, session_id: undefined })).toMatchObject({ knownTurns: 4, memoriesStored: 2 })
    expect(await client.about('Genoa.')).toEqual([])
  })

  test('an answer to a question that was edited is new, though its words are known', async () => {
    const asked = [bot('Do you have a dog?'), user('Yes.'), ...chat]
    await client.send({ messages: asked })
    await client.send({ messages: [bot('Do you have a cat?'), user('Yes.'), ...chat] })
    expect(await client.about('cat')).toEqual(['Assistant: Do you have a cat?\nUser: Yes.'])
    expect(await client.about('dog')).toEqual(['Assistant: Do you have a dog?\nUser: Yes.'])
  })

  test('a new answer does not bring back the words of a question that was deleted', async () => {
    const { memoryIds } = await client.send({ messages: [...chat, bot('Do you take insulin?')] })
    await client.remove(memoryIds.at(-1))
    await client.send({ messages: [summary, ...chat.slice(2), bot('Do you take insulin?'), user('Yes, I do.')] })
    expect(await client.about('insulin')).toEqual([])
  })
})
