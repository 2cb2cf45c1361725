import { beforeAll, describe, expect, test } from 'vitest'
import type { Schemas } from '../../packages/client/src/schema.js'
import { databasesFor } from '../support/database.js'
import { served } from '../support/served.js'

const said = [
  ['user', 'Prefers green tea over coffee in the morning.'],
  ['user', 'My sister Mia is allergic to peanuts.'],
  ['assistant', 'Which shirt size?'],
  ['user', '42.'],
  ['user', 'On Friday we get 🍕 for everybody.'],
  ['user', 'The holiday in 🇵🇹 is booked.'],
  ['user', '我阿姨養了三隻貓。'],
  ['user', 'The build printed \u001b[31mSegfault\u001b[0m again.'],
  ['user', 'The dentist is Doctor Weber.'],
  ['user', 'We saw the user research on Monday.'],
] as const

describe.each(databasesFor(import.meta.url))('what a query is searched by, on $name', (database) => {
  const app = served(database)
  const ana = { user_id: 'ana' }
  beforeAll(async () => {
    const messages = said.map(([role, content]) => ({ role, content }))
    await app.ask('/v1/memories/ingest/quick', { ...ana, source_site: 'chat', messages })
  })

  const search = async (query: string) =>
    (await app.ask<Schemas['SearchAnswer']>('/v1/memories/search', { ...ana, query, limit: 3, trace: true })).body
  const termsOf = ({ observability }: Schemas['SearchAnswer']) =>
    observability?.retrieval.terms.map(({ term, memories }) => [term, memories])

  test('the labels of roles that an ingest wrote are no words of a memory', async () => {
    // One memory holds the word, and two beside it take it in.
    expect(termsOf(await search('user'))).toEqual([['user', 3]])
    expect(termsOf(await search('assistant shirt'))).toEqual([
      [expect.stringContaining('assist'), 0],
      ['shirt', expect.any(Number)],
    ])
  })
  test('"the user" is who speaks', async () => {
    const answer = await search('What does the user drink?')
    expect(answer.memories[0]?.content).toContain('green tea')
    expect(termsOf(answer)).toEqual([['drink', 0]])
  })
  test.each([
    ['🍕', 'On Friday'],
    ['🇵🇹', 'holiday'],
    ['养', '養'],
    ['只猫', '養'],
    ['segfault', 'Segfault'],
  ])('%s is found', async (query, found) => expect((await search(query)).memories[0]?.content).toContain(found))

  test('of several sentences the one that asks counts', async () => {
    const padded =
      'Hello! The holiday was lovely and the pizza on Friday too. Who is my dentist? Thank you for all the tea.'
    const { memories, observability } = await search(padded)
    expect(memories[0]?.content).toContain('Weber')
    expect(observability?.retrieval.terms.map(({ term }) => term)).toEqual(['dentist'])
  })
  test('with the names in the others', async () => {
    const answer = await search('My sister Mia comes for dinner. What is she allergic to?')
    expect(termsOf(answer)?.map(([term]) => term)).toEqual([expect.stringContaining('allerg'), 'mia'])
  })
  test('a query of more than 10,000 characters is searched by its beginning and its end, and the answer says so', async () => {
    const pasted = 'The weather in the valley stays as it is. '.repeat(500)
    const { memories, query_shortened } = await search(`${pasted}\nWho is my dentist?`)
    expect(query_shortened).toEqual({ characters: pasted.length + 19, searched: 4000 })
    expect(memories[0]?.content).toContain('Weber')
    expect(await search('Who is my dentist?')).not.toHaveProperty('query_shortened')
  })
})
