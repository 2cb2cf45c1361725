import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { corpus } from '../../bench/corpus.js'
import { readersOf, type Scope } from '../../src/domain/scope.js'
import { similarMemories } from '../../src/memory-index/similar-memories.js'
import { sql } from '../../src/postgres/sql.js'
import { search } from '../../src/search/search.js'
import { textHash } from '../../src/text/text-hash.js'
import { rounds } from '../faults/rounds.js'
import { bagOfWords } from '../search/bag-of-words.js'
import { readTables } from '../search/databases.js'
import { ways } from '../search/ways.js'
import { type DateMention, fill, uuid } from '../search/world.js'
import { databasesFor } from '../support/database.js'

const SESSIONS = 20
const QUESTIONS = rounds(20, 60)
const text = corpus(3)
/** Of two agents, whose memories the other one may not always read. */
const turns: readonly DateMention[] = Array.from({ length: SESSIONS }, (_, n) =>
  text
    .session(n, SESSIONS)
    .conversation.split('\n')
    .map((content, i) => ({
      content,
      session: `s${n}`,
      workspace: 'crew',
      agent: i % 3 === 0 ? 'b' : 'a',
      visibility: i % 5 === 0 ? ('agent_only' as const) : ('workspace' as const),
    })),
).flat()
/** Facts that rest on one to six of them, of which some have other readers. */
const facts: readonly DateMention[] = turns.flatMap(({ content, ...turn }, i) =>
  i % 4 === 0
    ? [
        {
          ...turn,
          content: content.split(' ').slice(0, 7).join(' '),
          restsOn: Array.from({ length: 1 + (i % 6) }, (_, n) => i + 3 * n),
        },
      ]
    : [],
)
const told = [...turns, ...facts]
const questions = Array.from({ length: QUESTIONS }, text.question)
const scope: Scope = { kind: 'workspace', userId: 'u1', workspaceId: 'crew', agentId: 'a', agentScope: 'all' }
const isHidden = (number: number) => told[number]?.agent === 'b' && told[number]?.visibility === 'agent_only'

describe.each(databasesFor(import.meta.url))('in memory and in the database on $name', ({ open }) => {
  let tables: Awaited<ReturnType<typeof readTables>>
  beforeAll(async () => {
    tables = await readTables(open)
    await fill(tables.db, told)
  })
  afterAll(() => tables.close())

  test('the ten best are the same, but for one in ten: what neighbours add to frequencies is estimated there', async () => {
    const dependencies = { embedding: bagOfWords(), relatedTerms: () => [], now: () => '2026-06-01T00:00:00.000Z' }
    const wish = { scope, limit: 10, threshold: 0.3, tokenBudget: 2000, trace: true } as const
    let [same, all] = [0, 0]
    for (const query of questions) {
      const [there = [], here = []] = await Promise.all(
        ways.map(async ({ banks }) => {
          const { memories } = await search(tables.db, { ...dependencies, banks }, { ...wish, query })
          return memories.map(({ id }) => id)
        }),
      )
      all += here.length
      same += here.filter((id) => there.includes(id)).length
      expect(there).toHaveLength(here.length)
    }
    expect(all).toBeGreaterThan(5 * QUESTIONS)
    expect(same / all).toBeGreaterThanOrEqual(0.9)
  })

  test('weigh the trust in another agent alike, and one’s own not at all', async () => {
    await tables.db.rows(sql`
      insert into agent (user_id, agent_id, trust_level, display_name, version)
      values ('u1', 'a', 0, null, 1), ('u1', 'b', 1, null, 1)`)
    const dependencies = { embedding: bagOfWords(), relatedTerms: () => [], now: () => '2026-06-01T00:00:00.000Z' }
    const wish = { scope, limit: 10, threshold: 0.3, tokenBudget: 2000, trace: true } as const
    const ofB = new Set(told.flatMap(({ agent }, number) => (agent === 'b' ? [uuid(number)] : [])))
    for (const query of questions.slice(0, 5))
      for (const { banks } of ways) {
        const { observability } = await search(tables.db, { ...dependencies, banks }, { ...wish, query })
        for (const { memory_id, trust, lexical, relatedTerms, cosine } of observability?.retrieval.scores ?? [])
          expect(trust).toBeCloseTo(ofB.has(memory_id) ? 0.25 * (lexical + relatedTerms + 0.6 * cosine) : 0, 12)
        expect(observability?.retrieval.scores.some(({ trust }) => trust > 0)).toBe(true)
      }
    await tables.db.rows(sql`truncate agent`)
  })

  test('a new text is like the same memories, and like none that its reader may not see', async () => {
    const contents = told.slice(0, 40).map(({ content }) => content)
    const vectors = await bagOfWords().embed(contents.map((content) => `${content} indeed`))
    const samples = contents.map((content, i) => ({
      textHash: textHash(i % 4 === 0 ? content : `${content} indeed`),
      vector: vectors[i] ?? null,
    }))
    const wanted = { stream: 's', readers: readersOf(scope, {}), samples, cosine: 0.5, claimed: 0.9 }
    const [there, here] = await Promise.all(
      ways.map(({ banks }) => similarMemories(tables.db, scope, { ...wanted, banks })),
    )
    const plain = (found: typeof there) =>
      (found?.similar ?? [])
        .map(
          ({ sample, id, cosine, claim }) =>
            `${sample} ${id} ${cosine.toFixed(2)} ${claim?.sameText} ${claim?.content}`,
        )
        .sort()
    expect(plain(here)).toEqual(plain(there))
    const found = new Set(here?.similar.map(({ id }) => id))
    const seen = told.flatMap((_, number) => (isHidden(number) ? [] : [uuid(number)]))
    expect([...found].filter((id) => !seen.includes(id))).toEqual([])
    expect(here?.similar.filter(({ claim }) => claim?.sameText).length).toBeGreaterThan(0)
    expect(here?.similar.filter(({ claim }) => claim !== undefined && !claim.sameText).length).toBeGreaterThan(0)
    expect(here?.similar.filter(({ claim }) => claim === undefined).length).toBeGreaterThan(0)
  })
})
