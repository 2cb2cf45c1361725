import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Scope } from '../../src/domain/scope.js'
import { sql } from '../../src/postgres/sql.js'
import type { SearchRequest } from '../../src/search/answer.js'
import { search } from '../../src/search/search.js'
import { databasesFor } from '../support/database.js'
import { bagOfWords } from './bag-of-words.js'
import { readTables } from './databases.js'
import { ways } from './ways.js'
import { type DateMention, fill, uuid } from './world.js'

const user: Scope = { kind: 'user', userId: 'u1' }

const told: readonly DateMention[] = [
  { content: 'I moved to Lisbon in the spring', subject: 'anna', session: 'a' },
  { content: 'My flat is small but the view is wonderful', subject: 'anna', session: 'a' },
  { content: 'How do you like the weather?', subject: 'ben', session: 'a' },
  { content: 'I hike in the mountains every Sunday', subject: 'ben', session: 'b', sourceSite: 'mail' },
  { content: 'I hike along the river', subject: 'anna', session: 'c', sourceSite: 'mail/work' },
  { content: '東京に住んでいます', session: 'd', unknown: true },
  { content: 'Somebody else lives in Lisbon', user: 'u2', session: 'e' },
  { content: 'Lisbon was a mistake', status: 'superseded', session: 'f' },
]

describe.each(databasesFor(import.meta.url).flatMap((database) => ways.map((way) => ({ ...database, ...way }))))(
  'a search on $name, $way',
  ({ open, banks }) => {
    let tables: Awaited<ReturnType<typeof readTables>>
    beforeAll(async () => {
      tables = await readTables(open)
      await fill(tables.db, told)
    })
    afterAll(() => tables.close())

    const ask = (query: string, more: Partial<SearchRequest> = {}, weighs = true) =>
      search(
        tables.db,
        { embedding: bagOfWords({ weighs }), relatedTerms: () => [], now: () => '2026-06-01T00:00:00.000Z', banks },
        { scope: user, query, limit: 10, threshold: 0.3, tokenBudget: 2000, trace: false, ...more },
      )
    const found = async (query: string, more: Partial<SearchRequest> = {}, weighs = true) =>
      (await ask(query, more, weighs)).memories.map(({ content }) => content)

    test('finds by words, and answers in the form of the interface', async () => {
      const answer = await ask('Lisbon', { limit: 1 })
      expect(answer).toEqual({
        count: 1,
        retrieval_mode: 'flat',
        scope: { kind: 'user', userId: 'u1' },
        memories: [
          {
            id: uuid(0),
            content: told[0]?.content,
            similarity: expect.any(Number),
            score: expect.any(Number),
            importance: 0.5,
            source_site: 'chat',
            created_at: '2026-01-03T00:00:00.000Z',
            observed_at: '2026-01-02T10:00:00.000Z',
            observed_offset: null,
            namespace: 'site/chat',
            agent_id: null,
            ...{ role: null, turn: null, pieces: [] },
            version: 1,
            metadata: {},
            memory_type: 'semantic',
            claim_type: null,
            evidence: [],
            basis_changed: false,
            outdated_by: null,
            echo_of: null,
            valid_from: null,
            valid_to: null,
          },
        ],
        injection_text: '### Subject: site/chat\n- [2026-01-02] [answer] I moved to Lisbon in the spring',
        citations: [uuid(0)],
        expand_ids: [],
        lesson_check: { safe: true, warnings: [], highest_severity: 'none', matched_count: 0 },
        estimated_context_tokens: 20,
        budget_constrained: false,
      })
    })

    test('finds the neighbours of a word too, after the memory that holds it', async () => {
      expect(await found('Lisbon')).toEqual([told[0]?.content, told[1]?.content, told[2]?.content])
    })

    test.each([true, false])('prefers the memory of whom the query names (weights: %s)', async (weighs) => {
      expect((await found('Where does Anna hike?', {}, weighs))[0]).toBe(told[4]?.content)
      expect((await found('Where does Ben hike?', {}, weighs))[0]).toBe(told[3]?.content)
    })

    test('finds by vector what shares no term', async () => {
      const stopWords = await ask('in the', { threshold: 0 })
      expect(stopWords.count).toBe(5)
      expect((await ask('in the', { threshold: 0.99 })).count).toBe(0)
    })

    test('finds a text without a vector by its words', async () => {
      const [memory] = (await ask('東京')).memories
      expect(memory).toMatchObject({ content: told[5]?.content, similarity: 0 })
    })

    test.each<[Partial<SearchRequest>, number[]]>([
      [{ sourceSite: 'mail' }, [3]],
      [{ namespaceScope: 'site/mail' }, [3, 4]],
      [{ namespaceScope: 'site/mail/work' }, [4]],
      [{ namespaceScope: 'site/mai' }, []],
      [{ namespaceScope: 'site/%' }, []],
      [{ sourceSite: 'mail', namespaceScope: 'site/mail/work' }, []],
    ])('%j selects', async (filter, expected) => {
      expect((await found('hike', filter)).toSorted()).toEqual(expected.map((i) => told[i]?.content).toSorted())
    })

    test('a query that matches nothing gets an empty answer', async () => {
      expect(await ask('quantum chromodynamics', { threshold: 0.9 })).toMatchObject({
        count: 0,
        memories: [],
        injection_text: '',
        citations: [],
        expand_ids: [],
        estimated_context_tokens: 0,
        budget_constrained: false,
      })
      expect((await ask('Lisbon', { scope: { kind: 'user', userId: 'nobody' } })).count).toBe(0)
    })

    test.each([
      '',
      '   ',
      'the of and',
      '😀👍',
      "'",
      "it''s \\' \\\\ \"quoted\" $1 $ %",
      "hike & | ! <-> :* ( ) 'a':B",
      '\ud800 hike',
      '東京 мир سلام',
      Array.from({ length: 10_000 }, (_, i) => `word${i}`).join(' '),
      'hike '.repeat(20_000),
      'x'.repeat(100_000),
    ])('no query is an error: %.30s', async (query) => {
      for (const weighs of [true, false]) {
        const answer = await ask(query, { threshold: 0, trace: true }, weighs)
        expect(answer.memories).toHaveLength(answer.count)
      }
    })

    test('says what did not fit into the budget', async () => {
      const whole = await ask('hike')
      const answer = await ask('hike', { tokenBudget: whole.estimated_context_tokens - 1 })
      expect(answer.memories).toEqual(whole.memories)
      expect(answer.citations).toEqual([whole.memories[0]?.id])
      expect(answer.expand_ids).toEqual([whole.memories[1]?.id])
      expect(answer.budget_constrained).toBe(true)
    })

    test('tells how it came about when asked', async () => {
      const { observability, memories } = await ask('Does Anna hike to unicorns?', { trace: true, packed: 'all' })
      const names = observability?.retrieval.stages.map(({ name }) => name).join(' ')
      expect(names).toBe(
        'open words embed score turns nearest readings withhold read variety holds-now past floor lessons package',
      )
      expect(observability?.retrieval.stages.map(({ count }) => count)).toEqual([
        1, 3, 1, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 0, 4,
      ])
      expect(observability?.retrieval.terms).toEqual([
        { term: 'anna', memories: 3 },
        // In the database what neighbours add is estimated.
        { term: 'hike', memories: banks ? 2 : 3 },
        { term: 'unicorn', memories: 0 },
      ])
      expect(observability?.retrieval.scores[0]).toMatchObject({
        memory_id: memories[0]?.id,
        name: 0.25,
        returned: true,
      })
      expect(observability?.packaging.tier_budget_tokens).toBe(2000)
      expect(observability?.assembly.injection_tokens).toBeGreaterThan(0)
    })

    test('a vector of other dimensions counts as none', async () => {
      const other = new Float32Array([1, 0, 0])
      await tables.db.rows(sql`update memory_text set embedding = ${other}::vector`)
      const [memory] = (await ask('Lisbon')).memories
      expect(memory).toMatchObject({ id: uuid(0), similarity: 0 })
      await fill(tables.db, told)
    })

    test('a filter never eats the slots of a result', async () => {
      const crowd = Array.from({ length: 260 }, (_, i) => ({ content: `hike hike hike ${i}`, session: `s${i}` }))
      await fill(tables.db, [...crowd, { content: 'one long hike with friends', sourceSite: 'mail', session: 'last' }])
      expect(await found('hike', { sourceSite: 'mail' })).toEqual(['one long hike with friends'])
      expect(await found('hike', { limit: 100 })).toHaveLength(100)
      await fill(tables.db, told)
    })
  },
)
