import { beforeAll, describe, expect, test } from 'vitest'
import { clientOf } from '../support/client.js'
import { databasesFor } from '../support/database.js'
import { served } from '../support/served.js'

describe.each(databasesFor(import.meta.url))('the numbers of a date in a query, on $name', (database) => {
  const app = served(database)
  const client = clientOf(app)
  const who = { user_id: 'ana' }
  beforeAll(async () => {
    for (const [day, said] of [
      ['2026-05-01', 'Spent 10.50 EUR at the market.'],
      ['2026-05-03', 'Weight 81.8 kg.'],
      ['2026-05-10', 'Weight 81.1 kg.'],
      ['2026-05-20', 'Weight 80.1 kg.'],
    ] as const)
      await client.keep(who, said, { observed_at: day })
  })

  test.each([
    'What was my weight on May 10?',
    'What was my weight on 10 May 2026?',
    'What was my weight on 2026-05-10?',
  ])('are no words of an amount: %s', async (query) => {
    for (const search of [client.search, client.fast]) {
      const { memories } = await search(who, query)
      expect(memories[0]?.content).toBe('Weight 81.1 kg.')
    }
  })

  test('but count where the query names them besides', async () => {
    const { memories } = await client.search(who, 'Who spent 10 EUR on May 10?')
    expect(memories[0]?.content).toBe('Spent 10.50 EUR at the market.')
  })
})
