import { beforeAll, describe, expect, test } from 'vitest'
import { clientOf, type Who } from '../support/client.js'
import { databasesFor } from '../support/database.js'
import { served } from '../support/served.js'

const who: Who = { user_id: 'u' }
const german: Who = { user_id: 'g' }

describe.each(databasesFor(import.meta.url))('a search for a time on $name', (database) => {
  const app = served(database)
  const client = clientOf(app)
  beforeAll(async () => {
    const session = (date: string, lines: readonly string[]) => `[Session date: ${date}]\n${lines.join('\n\n')}`
    await client.tell(
      who,
      session('3 March 2024', [
        'Ana: The concert of my sister is on December 24.',
        'Ana: My brother worked in Oslo from 2015 to 2018.',
        'Ana: What happened to the bicycle is a mystery, it just happened.',
        'Ana: December is a word that the neighbour likes to say.',
      ]),
    )
    await client.tell(
      german,
      session('3 March 2024', ['Jan: Die Woche war ein Thema in der Schule, was da war, weiß ich.']),
    )
    await client.tell(german, session('14 May 2024', ['Jan: Ich habe eine Gitarre gekauft.']))
  })

  const found = async (query: string, more: object = {}, asker = who) =>
    (await client.search(asker, query, { limit: 10, ...more })).memories.map(({ content }) => content)

  test.each([
    ['what is on 24 December?', 'Ana: The concert of my sister is on December 24.'],
    ['what was on 24 December 2024?', 'Ana: The concert of my sister is on December 24.'],
    ['what happened in December 2024?', 'Ana: The concert of my sister is on December 24.'],
    ['in 2016', 'Ana: My brother worked in Oslo from 2015 to 2018.'],
  ])('finds by "%s" what names it', async (query, content) => expect((await found(query))[0]).toBe(content))

  test('finds it in the past, too', async () => {
    const asOf = { as_of: new Date(Date.now() + 1000).toISOString() }
    expect((await found('what is on 24 December?', asOf))[0]).toBe('Ana: The concert of my sister is on December 24.')
  })

  test('in other languages, too', async () =>
    expect((await found('Was war im Mai 2024?', {}, german))[0]).toBe('Jan: Ich habe eine Gitarre gekauft.'))

  test('forgets a date that a correction has taken away', async () => {
    const told = await client.tell(who, 'Ana: The fair of the village is on 2031-08-09.')
    expect((await found('what is on 9 August 2031?'))[0]).toContain('The fair of the village')
    const [id] = told.memoryIds
    await app.ask(
      `/v1/memories/${id}`,
      { ...who, content: 'The fair of the village was called off.' },
      { method: 'PUT' },
    )
    expect((await found('what is on 9 August 2031?')).filter((content) => content.includes('fair'))).toEqual([])
  })
})
