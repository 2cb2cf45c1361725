import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Scope } from '../../src/domain/scope.js'
import { search } from '../../src/search/search.js'
import type { RelatedTerms } from '../../src/search/term-statistics.js'
import { databasesFor } from '../support/database.js'
import { bagOfWords } from './bag-of-words.js'
import { readTables } from './databases.js'
import { ways } from './ways.js'
import { type DateMention, fill } from './world.js'

const told: readonly DateMention[] = [
  { content: 'Two ducks live in the garden', subject: 'anna', session: 'a' },
  { content: 'A crate of apples stands in the cellar', subject: 'ben', session: 'b' },
  { content: 'A finch sings', user: 'u2', session: 'c' },
]
const relatedTerms: RelatedTerms = (lexeme) =>
  lexeme === 'bird' || lexeme === 'anna' ? ['duck', 'finch', 'appl'].map((each) => ({ lexeme: each, cosine: 0.6 })) : []

describe.each(databasesFor(import.meta.url).flatMap((database) => ways.map((way) => ({ ...database, ...way }))))(
  'a search for what nobody has called so, on $name, $way',
  ({ open, banks }) => {
    let tables: Awaited<ReturnType<typeof readTables>>
    beforeAll(async () => {
      tables = await readTables(open)
      await fill(tables.db, told)
    })
    afterAll(() => tables.close())

    /** No vector comes near enough, so that words alone decide. */
    const ask = (query: string, near: RelatedTerms) => {
      const dependencies = {
        embedding: bagOfWords(),
        relatedTerms: near,
        now: () => '2026-06-01T00:00:00.000Z',
        banks,
      }
      const scope: Scope = { kind: 'user', userId: 'u1' }
      return search(tables.db, dependencies, {
        ...{ scope, query, limit: 10, threshold: 0.99, tokenBudget: 2000, trace: true },
      })
    }
    const found = async (query: string, near = relatedTerms) =>
      (await ask(query, near)).memories.map(({ content }) => content)

    test('finds the memories that hold a word near in meaning, and no others', async () => {
      const ducks: RelatedTerms = (lexeme) => relatedTerms(lexeme).filter((each) => each.lexeme === 'duck')
      expect(await found('bird?', ducks)).toEqual([told[0]?.content])
      expect(await found('bird?', () => [])).toEqual([])
    })
    test('looks for nobody else in the place of a person', async () =>
      expect(await found('anna')).toEqual([told[0]?.content]))
    test('tells what such a word has added', async () => {
      const { observability } = await ask('birds', relatedTerms)
      for (const { lexical, relatedTerms: added } of observability?.retrieval.scores ?? []) {
        expect(lexical).toBe(0)
        expect(added).toBeGreaterThan(0)
        expect(added).toBeLessThanOrEqual(0.5)
      }
      expect(observability?.retrieval.scores).toHaveLength(2)
    })
    test('scores the same whatever others hold of such words', async () => {
      const withoutTheirs: RelatedTerms = (lexeme) => relatedTerms(lexeme).filter((each) => each.lexeme !== 'finch')
      const [all, some] = await Promise.all([ask('birds', relatedTerms), ask('birds', withoutTheirs)])
      expect(all.observability?.retrieval.scores).toEqual(some.observability?.retrieval.scores)
    })
  },
)
