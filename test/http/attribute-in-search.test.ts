import { describe, expect, test } from 'vitest'
import type { Schemas } from '../../packages/client/src/schema.js'
import { clientOf } from '../support/client.js'
import { databasesFor } from '../support/database.js'
import { searchedBothWays } from '../support/searched-both-ways.js'
import { served } from '../support/served.js'

const saidIn = ({ memories }: Schemas['SearchAnswer']) => memories.map(({ content }) => content)

describe.each(searchedBothWays(databasesFor(import.meta.url)))(
  'a question for an attribute that was told anew in other words, searched $way, on $name',
  ({ variables, ...database }) => {
    const app = served(database, variables)
    const client = clientOf(app)
    let users = 0

    const keep = async (earlier: string, later: string) => {
      const who = { user_id: `mover ${users++}` }
      await client.keep(who, earlier, { observed_at: '2026-01-01' })
      await client.keep(who, later, { observed_at: '2026-03-01' })
      await client.keep(who, 'The fish was too salty.', { observed_at: '2026-03-02' })
      return who
    }

    test.each([
      ['Where do I live?', 'I live in Porto.', 'I moved to Lisbon last week.'],
      ['Who do I work for?', 'I work for Hafenwerk.', 'Brightwater hired me.'],
      ['Wo wohne ich?', 'Ich wohne in Leipzig.', 'Ich bin nach Dresden gezogen.'],
    ])('%s: both are found, as nothing links them', async (query, earlier, later) => {
      const who = await keep(earlier, later)
      for (const search of [client.search, client.fast])
        expect(saidIn(await search(who, query)).toSorted()).toEqual([later, earlier].toSorted())
    })

    test.each([
      ['Where do I live?', 'I moved to Lisbon, can you recommend a gym?'],
      ['Where do I live?', 'I moved to Lisbon last week. Can you recommend a gym?'],
      ['Wo wohne ich?', 'Wir sind nach Dresden gezogen, welche Schule ist gut?'],
    ])('%s: what is told beside a question is found, too', async (query, told) => {
      const who = { user_id: `mover ${users++}` }
      await client.keep(who, told, { observed_at: '2026-01-01' })
      for (const search of [client.search, client.fast]) expect(saidIn(await search(who, query))).toEqual([told])
    })

    test('a question for the past gets the earlier first', async () => {
      const who = await keep('I live in Porto.', 'I moved to Lisbon last week.')
      expect(saidIn(await client.search(who, 'Where did I live before?'))[0]).toBe('I live in Porto.')
    })
  },
)
