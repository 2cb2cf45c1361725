import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ingestsOf, readTraps } from '../../eval/datasets/traps.js'
import type { IngestResult } from '../../src/ingest/context.js'
import { sql } from '../../src/postgres/sql.js'
import { rounds } from '../faults/rounds.js'
import { type RunningApp, startApp } from '../support/app.js'
import { status } from '../support/chat-double.js'
import type { Fields, Who } from '../support/client.js'
import { databasesFor } from '../support/database.js'
import { addsUp, type ModelApp, startModelApp } from '../support/model-app.js'
import { replayOfService } from '../support/replaying.js'

type Told = { readonly who: Who; readonly answers: readonly IngestResult[] }
type Take = (who: Who, body: Fields) => Promise<IngestResult>

const SOME = (await readTraps()).filter((_, i) => i % rounds(24, 1) === 0)

const messagesOf = (...contents: readonly string[]) => contents.map((content) => ({ role: 'user', content }))

const tell = async (take: Take, user_id: string, parts: ReturnType<typeof ingestsOf>): Promise<Told> => {
  const answers: IngestResult[] = []
  for (const { scope, body } of parts) answers.push(await take({ user_id, ...scope }, body))
  return { who: { user_id }, answers }
}

/** What an ingest says, with words for ids. */
const inWords = (answer: IngestResult, said: ReadonlyMap<string, string>) => {
  const { factsExtracted, memoriesStored, memoriesUpdated, memoriesDeleted, memoriesSkipped, duplicates } = answer
  const word = (id: string) => said.get(id) ?? '?'
  return {
    counts: { factsExtracted, memoriesStored, memoriesUpdated, memoriesDeleted, memoriesSkipped, duplicates },
    outcomes: (answer.outcomes ?? [])
      .map(({ memoryId, outcome, reason, replaces }) =>
        [outcome === 'skipped' ? '' : word(memoryId), outcome, reason, replaces.map(word).sort()].join(' | '),
      )
      .sort(),
  }
}

describe.each(databasesFor(import.meta.url))('a window that goes by rules, on $name', (database) => {
  let plain: RunningApp
  let spent: ModelApp
  let failing: ModelApp
  beforeAll(async () => {
    plain = await startApp(database)
    spent = await startModelApp(database, { LLM_MAX_TOKENS_PER_INGEST: '1000' })
    failing = await startModelApp(database)
  })
  afterAll(async () => {
    await plain.close()
    await spent.close()
    await failing.close()
  })

  const take =
    ({ ask }: Pick<RunningApp, 'ask'>): Take =>
    async (who, body) => {
      for (let attempt = 0; ; attempt++) {
        const answer = await ask<IngestResult>('/v1/memories/ingest', { ...who, source_site: 'chat', ...body })
        if (answer.status === 503 && attempt < 5) continue
        expect(answer.status, JSON.stringify(answer.body)).toBe(200)
        addsUp(answer.body)
        expect(answer.body.outcomes).toHaveLength(answer.body.factsExtracted)
        return answer.body
      }
    }

  /** What is known in the end: words, status, what took their place, and what contradicts them. */
  const known = async ({ databases }: RunningApp, { who, answers }: Told) => {
    const [live] = await databases
      .within('generations')
      .rows<{ name: string }>(sql`select 'read_' || hash || '_' || number as name from generation where live`)
    const rows = await databases.within(String(live?.name)).rows<{ id: string; content: string; state: string }>(sql`
      select m.id, t.content,
             m.status || ' by ' || coalesce((select content from memory_text o where o.user_id = m.user_id and o.id = m.superseded_by), '')
             || ' against ' || coalesce((
               select string_agg(l.kind || ' ' || o.content, ', ' order by l.kind, o.content)
               from memory_link l join memory_text o on o.user_id = l.user_id and o.id = l.to_id
               where l.user_id = m.user_id and l.from_id = m.id and l.kind in ('contradicts', 'supersedes')), '') as state
      from memory m join memory_text t using (user_id, id)
      where m.user_id = ${who.user_id} and m.memory_type <> 'composite'`)
    const said = new Map(rows.map(({ id, content }) => [id, content]))
    return {
      memories: rows.map(({ content, state }) => `${content} ${state}`).sort(),
      answers: answers.map((answer) => inWords(answer, said)),
    }
  }

  test.each([false, true])(
    'does what an ingest without a model does with the same dialogues, turns apart: %s',
    async (apart) => {
      for (const trap of SOME) {
        const parts = ingestsOf(trap, apart)
        const user = `${trap.id} ${apart}`
        const without = await known(plain, await tell(take(plain), user, parts))
        const fallenBack = await known(spent.app, await tell(take(spent.app), user, parts))
        expect(fallenBack, trap.id).toEqual(without)
      }
    },
  )

  test('does so where the provider always fails, too', async () => {
    failing.replies(status(500))
    const parts = ['I live in Berlin.', 'I moved to Lisbon.', 'I also own a flat in Rome.'].map((conversation) => ({
      scope: {},
      body: { conversation, session_id: 's' },
    }))
    const without = await known(plain, await tell(take(plain), 'a move', parts))
    expect(await known(failing.app, await tell(take(failing.app), 'a move', parts))).toEqual(without)
  })

  test('is told with the episode, and by a retry with the same key', async () => {
    const who = { user_id: 'told' }
    const body = { ...who, source_site: 'chat', messages: messagesOf('My boat is green.', 'I have a cat.') }
    const headers = { 'Idempotency-Key': 'boat' }
    const once = await spent.app.ask<IngestResult>('/v1/memories/ingest', body, { headers })
    const again = await spent.app.ask<IngestResult>('/v1/memories/ingest', body, { headers })
    expect(again.body).toEqual(once.body)
    expect((await spent.episode(who, once.body.episodeId)).facts).toMatchObject({
      ...{ fell_back: true, none: 'by_rules' },
    })
  })

  test('is previewed as it is taken in', async () => {
    const who = { user_id: 'previewed' }
    const body = { ...who, source_site: 'chat', messages: messagesOf('My boat is green.', 'I have a cat.') }
    const preview = await spent.app.ask<{ facts: readonly object[] }>('/v1/memories/ingest/preview', body)
    const stored = { outcome: 'stored', replaces: [], replaces_facts: [] }
    expect(preview.body).toMatchObject({ factsExtracted: 2, memoriesStored: 2, facts: [stored, stored] })
    expect(await take(spent.app)(who, body)).toMatchObject({ memoriesStored: 2, memoriesUpdated: 0 })
  })

  test('leaves the same rows as a fold of the log', async () => {
    const [answer] = await replayOfService(spent.app.databases, { ask: 'check' })
    expect(answer).toMatchObject({ kind: 'verdict', verdict: { equal: true } })
  })
})
