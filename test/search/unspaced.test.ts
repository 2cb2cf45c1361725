import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { search } from '../../src/search/search.js'
import { databasesFor } from '../support/database.js'
import { bagOfWords } from './bag-of-words.js'
import { readTables } from './databases.js'
import { ways } from './ways.js'
import { fill } from './world.js'

const told = [
  '我的车是一辆蓝色的比亚迪。',
  '我的狗叫豆豆。',
  '周末我喜欢去爬山。',
  '我戒烟已经两年了。',
  '母の誕生日は5月8日です。',
  '週末はいつも山に登ります。',
  '来週の金曜日に東京へ出張します。',
  '犬を二匹飼っています。',
]

describe.each(databasesFor(import.meta.url).flatMap((database) => ways.map((way) => ({ ...database, ...way }))))(
  'a question in a script without spaces on $name, $way',
  ({ open, banks }) => {
    let tables: Awaited<ReturnType<typeof readTables>>
    beforeAll(async () => {
      tables = await readTables(open)
      await fill(
        tables.db,
        told.map((content, i) => ({ content, session: `s${i}`, unknown: true })),
      )
    })
    afterAll(() => tables.close())

    test.each<[string, number]>([
      ['我开什么车?', 0],
      ['狗叫什么?', 1],
      ['我什么时候戒的烟?', 3],
      ['母の誕生日はいつ?', 4],
      ['出張はいつですか?', 6],
      ['犬を何匹飼っていますか?', 7],
    ])('finds what %j asks for by the words that tell it', async (query, wanted) => {
      const embedding = bagOfWords({ weighs: true })
      const now = () => '2026-06-01T00:00:00.000Z'
      const { memories } = await search(
        tables.db,
        { embedding, relatedTerms: () => [], now, banks },
        { scope: { kind: 'user', userId: 'u1' }, query, limit: 3, threshold: 1, tokenBudget: 2000, trace: false },
      )
      expect(memories[0]?.content).toBe(told[wanted])
    })
  },
)
