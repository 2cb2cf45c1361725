import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AgentScope, Scope } from '../../src/domain/scope.js'
import type { SearchRequest } from '../../src/search/answer.js'
import { search } from '../../src/search/search.js'
import { databasesFor } from '../support/database.js'
import { bagOfWords } from './bag-of-words.js'
import { readTables } from './databases.js'
import { ways } from './ways.js'
import { type DateMention, fill } from './world.js'

const inWorkspace = (agentId: string, agentScope: AgentScope = 'all'): Scope => ({
  kind: 'workspace',
  userId: 'u1',
  workspaceId: 'w1',
  agentId,
  agentScope,
})

const seenByAll: readonly DateMention[] = [
  { content: 'the launch is planned for June', workspace: 'w1', agent: 'a', subject: 'anna', number: 10 },
  { content: 'the budget was approved', workspace: 'w1', agent: 'b', number: 20 },
  { content: 'the launch needs a rehearsal', workspace: 'w1', agent: 'a', number: 30 },
]
/** Everything here shares words, subjects and places with the rest, and agent b may see none of it. */
const hidden: readonly DateMention[] = [
  {
    content: 'the launch is a secret rocket',
    workspace: 'w1',
    agent: 'a',
    visibility: 'agent_only',
    subject: 'rocket',
    number: 5,
  },
  {
    content: 'rocket budget',
    workspace: 'w1',
    agent: 'a',
    visibility: 'restricted',
    grantedTo: ['c'],
    subject: 'anna',
    number: 15,
  },
  { content: 'rocket launch', workspace: 'w2', agent: 'b', number: 25 },
  { content: 'my own rocket launch', number: 35 },
  { content: 'rocket launch of another', workspace: 'w1', agent: 'b', user: 'u2', number: 45 },
  { content: 'an old launch', workspace: 'w1', agent: 'b', status: 'deleted', number: 55 },
]

describe.each(databasesFor(import.meta.url).flatMap((database) => ways.map((way) => ({ ...database, ...way }))))(
  'what a search may tell, on $name, $way',
  ({ open, banks }) => {
    let tables: Awaited<ReturnType<typeof readTables>>
    beforeAll(async () => {
      tables = await readTables(open)
    })
    afterAll(() => tables.close())

    const ask = (query: string, scope: Scope, more: Partial<SearchRequest> = {}) =>
      search(
        tables.db,
        { embedding: bagOfWords(), relatedTerms: () => [], now: () => '2026-06-01T00:00:00.000Z', banks },
        {
          scope,
          query,
          limit: 10,
          threshold: 0,
          tokenBudget: 2000,
          trace: true,
          ...more,
        },
      )

    test.each(['launch', 'rocket launch', "Anna's rocket budget", 'rocket', 'the'])(
      'hidden memories change nothing in the answer to %j: ids, scores, counts, trace',
      async (query) => {
        const answers = []
        for (const world of [seenByAll, [...seenByAll, ...hidden]]) {
          await fill(tables.db, world)
          const { observability, ...answer } = await ask(query, inWorkspace('b'))
          const { stages, ...retrieval } = observability?.retrieval ?? { stages: [] }
          answers.push({ answer, retrieval, counts: stages.map(({ count }) => count) })
        }
        expect(answers[1]).toEqual(answers[0])
      },
    )

    test.each<[string, Scope, number]>([
      ['the owner', inWorkspace('a'), 5],
      ['a colleague', inWorkspace('b'), 3],
      ['a grantee', inWorkspace('c'), 4],
      ['only their own', inWorkspace('a', 'self'), 4],
      ['only those of others', inWorkspace('a', 'others'), 1],
      ['those of a named agent', inWorkspace('b', { agents: ['a'] }), 2],
      ['the user', { kind: 'user', userId: 'u1' }, 1],
      ['another tenant', { kind: 'user', userId: 'u2' }, 0],
    ])('%s: as many as they may see', async (_, scope, count) => {
      await fill(tables.db, [...seenByAll, ...hidden])
      expect((await ask('rocket launch budget', scope)).count).toBe(count)
    })

    test.each([undefined, 'all', 'a', ['a'], ['a', 'b']])(
      'the agent scope %j is echoed as it was given',
      async (given) => {
        const more = given === undefined ? {} : { agentScopeGiven: given }
        const { scope } = await ask('launch', inWorkspace('b'), more)
        expect(scope).toEqual({
          kind: 'workspace',
          userId: 'u1',
          workspaceId: 'w1',
          agentId: 'b',
          ...(given === undefined ? {} : { agentScope: given }),
        })
      },
    )
  },
)
