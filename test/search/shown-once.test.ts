import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { search } from '../../src/search/search.js'
import { databasesFor } from '../support/database.js'
import { bagOfWords } from './bag-of-words.js'
import { readTables } from './databases.js'
import { ways } from './ways.js'
import { fill, uuid } from './world.js'

describe.each(databasesFor(import.meta.url).flatMap((database) => ways.map((way) => ({ ...database, ...way }))))(
  'a search where facts rest on a turn, on $name, $way',
  ({ open, banks }) => {
    let tables: Awaited<ReturnType<typeof readTables>>
    beforeAll(async () => {
      tables = await readTables(open)
      await fill(tables.db, [
        { content: 'the blue rocket launch is in June', number: 1 },
        { content: 'the rocket launch is in June', number: 2, restsOn: [1] },
        { content: 'a blue launch in June', number: 3, restsOn: [1] },
        { content: 'somebody asked about a launch while we were having lunch', session: 's2', number: 9 },
        { content: 'the launch', session: 's3', number: 10 },
      ])
    })
    afterAll(() => tables.close())

    test.each([2, 3])('shows %i memories where there are as many, whatever stands for the turn', async (limit) => {
      const { memories } = await search(
        tables.db,
        { embedding: bagOfWords(), relatedTerms: () => [], now: () => '2026-06-01T00:00:00.000Z', banks },
        {
          ...{ scope: { kind: 'user', userId: 'u1' }, query: 'blue rocket launch in June', limit },
          ...{ threshold: 0, tokenBudget: 2000, trace: false },
        },
      )
      expect(memories.filter(({ id }) => [1, 2, 3].map(uuid).includes(id))).toHaveLength(1)
      expect(memories).toHaveLength(limit)
    })
  },
)
