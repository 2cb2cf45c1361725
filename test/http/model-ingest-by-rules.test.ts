import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Correction, readCorrections } from '../../eval/datasets/corrections.js'
import { written } from '../../eval/dialogue.js'
import type { IngestResult } from '../../src/commands/ingest/context.js'
import { sql } from '../../src/postgres/sql.js'
import { rounds } from '../faults/rounds.js'
import { type RunningApp, startApp } from '../support/app.js'
import { changesOf } from '../support/changing.js'
import { status } from '../support/chat-double.js'
import type { Fields, Who } from '../support/client.js'
import { databasesFor } from '../support/database.js'
import { addsUp, type ModelApp, startModelApp } from '../support/model-app.js'
import { replayOfService } from '../support/replaying.js'

/** One ingest of a dialogue. */
type Part = { readonly agent?: string | undefined; readonly body: Fields }
type Told = { readonly who: Who; readonly answers: readonly IngestResult[] }
type Take = (who: Who, body: Fields) => Promise<IngestResult>

const SOME = (await readCorrections()).filter((_, i) => i % rounds(24, 1) === 0)

/** The sessions as they are, or every turn by itself. */
const partsOf = ({ sessions }: Correction, apart: boolean): readonly Part[] =>
  sessions.flatMap((session) =>
    (apart ? session.turns.map((turn) => [turn]) : [session.turns]).map((turns) => ({
      agent: session.agent,
      body: {
        conversation: written({ ...session, turns }),
        session_id: session.id,
        ...(session.visibility && { visibility: session.visibility }),
      },
    })),
  )

const messagesOf = (...contents: readonly string[]) => contents.map((content) => ({ role: 'user', content }))

const tell = async (take: Take, user_id: string, parts: readonly Part[]): Promise<Told> => {
  const answers: IngestResult[] = []
  for (const { agent, body } of parts)
    answers.push(await take(agent === undefined ? { user_id } : { user_id, workspace_id: 'w', agent_id: agent }, body))
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
    const stored = new Set(answers.flatMap(({ memoryIds }) => memoryIds))
    return {
      // What only takes something back is no memory; here it is put out of force as soon as that is known.
      memories: rows
        .filter(({ id, state }) => stored.has(id) || state.startsWith('active'))
        .map(({ content, state }) => `${content} ${state}`)
        .sort(),
      answers: answers.map((answer) => inWords(answer, said)),
    }
  }

  test.each([false, true])('does what rules do with the same dialogues, turns apart: %s', async (apart) => {
    for (const dialogue of SOME) {
      const parts = partsOf(dialogue, apart)
      const user = `${dialogue.id} ${apart}`
      const byRules = await known(plain, await tell(take(plain), user, parts))
      const fallenBack = await known(spent.app, await tell(take(spent.app), user, parts))
      expect(fallenBack, dialogue.id).toEqual(byRules)
    }
  })

  test('does so where the provider always fails, too', async () => {
    failing.replies(status(500))
    const parts = ['I live in Berlin.', 'I moved to Lisbon.', 'Forget that I live in Lisbon.'].map((conversation) => ({
      body: { conversation },
    }))
    const byRules = await known(plain, await tell(take(plain), 'a move', parts))
    expect(await known(failing.app, await tell(take(failing.app), 'a move', parts))).toEqual(byRules)
  })

  test('is told with the episode, and by a retry with the same key', async () => {
    const who = { user_id: 'told' }
    await take(spent.app)(who, { conversation: 'I live in Berlin.' })
    const body = { ...who, source_site: 'chat', messages: messagesOf('I moved to Lisbon.', 'I have a cat.') }
    const headers = { 'Idempotency-Key': 'moved' }
    const once = await spent.app.ask<IngestResult>('/v1/memories/ingest', body, { headers })
    const again = await spent.app.ask<IngestResult>('/v1/memories/ingest', body, { headers })
    expect(again.body).toEqual(once.body)
    expect((await spent.episode(who, once.body.episodeId)).facts).toMatchObject({
      ...{ fell_back: true, none: 'by_rules' },
      by_rules: { turns: 2, memoriesUpdated: 1, memoriesDeleted: 0, memoriesSkipped: 0 },
    })
  })

  test('is previewed as it is taken in', async () => {
    const who = { user_id: 'previewed' }
    const { memoryIds } = await take(spent.app)(who, { conversation: 'I live in Berlin.' })
    const body = { ...who, source_site: 'chat', messages: messagesOf('I moved to Lisbon.', 'Sorry, I meant Porto.') }
    const preview = await spent.app.ask<{ facts: readonly object[] }>('/v1/memories/ingest/preview', body)
    expect(preview.body).toMatchObject({
      ...{ factsExtracted: 2, memoriesStored: 0, memoriesUpdated: 2 },
      facts: [
        { outcome: 'updated', replaces: memoryIds, replaces_facts: [] },
        { outcome: 'updated', replaces: [], replaces_facts: [0] },
      ],
    })
    expect(await take(spent.app)(who, body)).toMatchObject({ memoriesStored: 0, memoriesUpdated: 2 })
  })

  test('leaves alone what was told, corrected or restored after its turns', async () => {
    failing.replies(status(500))
    const [who, changes] = [failing.someone(), changesOf(failing.app)]
    const [home] = (await failing.client.tell(who, 'I live in Berlin.')).memoryIds
    const [employer] = (await failing.client.tell(who, 'I work for Acme.')).memoryIds
    const said = [
      { role: 'user', content: 'I moved to Lisbon. ' },
      { role: 'user', content: 'I work for Initech now.' },
    ]
    for (let i = 0; i < 5; i++) expect((await failing.ask(who, said)).status).toBe(503)
    await changes.update(who, String(home), { content: 'I live in Rome.' })
    await failing.client.tell(who, 'I work for Hooli now.')
    const told = await failing.ingest(who, said)
    expect(told.memoriesUpdated).toBe(1)
    expect((await failing.listed(who)).filter((each) => /Rome|Lisbon|Hooli|Initech/.test(each))).toHaveLength(4)
    expect((await failing.client.trail(who, String(employer))).trail.at(-1)).toMatchObject({ action: 'supersede' })
  })

  test('leaves the same rows as a fold of the log', async () => {
    const [answer] = await replayOfService(spent.app.databases, { ask: 'check' })
    expect(answer).toMatchObject({ kind: 'verdict', verdict: { equal: true } })
  })
})
