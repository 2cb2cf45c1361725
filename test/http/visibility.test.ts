import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '../support/app.js'
import { appendMemory } from '../support/append-memory.js'
import { type Client, clientOf, type Fields, type Who } from '../support/client.js'
import { databases, databasesFor } from '../support/database.js'

const agent = (agent_id: string, workspace_id = 'w', user_id = 'u'): Who => ({ user_id, workspace_id, agent_id })

const callers = {
  user: { user_id: 'u' },
  a: agent('a'),
  b: agent('b'),
  c: agent('c'),
  stranger: agent('d'),
  elsewhere: agent('a', 'w2'),
  otherUser: { user_id: 'u2' },
  otherAgent: agent('a', 'w', 'u2'),
} as const
type Caller = keyof typeof callers

/** Who may read a memory of agent a that was written before there was a visibility. */
const NEVER_SET = { workspaceId: 'w', agentId: 'a', visibility: null, grantedTo: [] }

/** The whole table: who writes a memory, with which readers, and who of the callers may see it. */
const table: readonly (readonly [name: string, writer: Caller, readers: Fields, seenBy: readonly Caller[]])[] = [
  ['otters', 'user', {}, ['user']],
  ['badgers', 'a', {}, ['a', 'b', 'c', 'stranger']],
  ['walruses', 'a', { visibility: 'agent_only' }, ['a']],
  ['falcons', 'a', { visibility: 'restricted', granted_to: ['c'] }, ['a', 'c']],
  ['herons', 'a', { visibility: 'restricted' }, ['a']],
  ['legacy', 'a', { legacy: true }, ['a', 'b', 'c', 'stranger']],
  ['lizards', 'b', { visibility: 'workspace' }, ['a', 'b', 'c', 'stranger']],
  ['beetles', 'b', { visibility: 'agent_only' }, ['b']],
  ['dolphins', 'elsewhere', {}, ['elsewhere']],
  ['sparrows', 'otherUser', {}, ['otherUser']],
  ['magpies', 'otherAgent', {}, ['otherAgent']],
]
type Owned = (owner: string | undefined, me: string | undefined) => boolean
const seenBy = (caller: Caller, wanted: Owned = () => true): readonly string[] =>
  table
    .filter(([, writer, , readers]) => readers.includes(caller) && wanted(agentOf(writer), agentOf(caller)))
    .map(([name]) => name)
    .sort()
const agentOf = (caller: Caller): string | undefined => (callers[caller] as Who).agent_id

const agentScopes: readonly (readonly [scope: unknown, wanted: Owned])[] = [
  [undefined, () => true],
  ['all', () => true],
  ['self', (owner, me) => owner === me],
  ['others', (owner, me) => owner !== me],
  ['a', (owner) => owner === 'a'],
  [['a', 'b'], (owner) => owner === 'a' || owner === 'b'],
  [['nobody'], () => false],
]

describe.each(databasesFor(import.meta.url))('what a caller may see, on $name', ({ open }) => {
  let close: () => Promise<void>
  let client: Client
  const names = new Map<string, string>()
  const ids = new Map<string, string>()
  beforeAll(async () => {
    const app = await startApp({ open })
    close = app.close
    client = clientOf(app)
    for (const [name, writer, { legacy, ...readers }] of table) {
      const text = `The lighthouse shelters ${name}.`
      const id = legacy
        ? await appendMemory(app, text, { readers: NEVER_SET })
        : await client.keep(callers[writer], text, { session_id: 'one', ...readers })
      names.set(id, name)
      ids.set(name, id)
    }
  })
  afterAll(() => close())

  const named = (found: readonly string[]) => found.map((id) => names.get(id) ?? id).sort()
  const idOf = (name: string) => String(ids.get(name))

  describe.each(Object.keys(callers) as Caller[])('%s', (caller) => {
    const who = callers[caller]

    test.each(['search', 'fast'] as const)('by %s', async (mode) => {
      const tried = 'workspace_id' in who ? agentScopes : agentScopes.slice(0, 1)
      for (const [scope, wanted] of tried) {
        const expected = seenBy(caller, wanted)
        const more = { threshold: 0, trace: true, ...(scope === undefined ? {} : { agent_scope: scope }) }
        const answer = await client[mode](who, 'What does the lighthouse shelter?', more)
        expect(named(answer.memories.map(({ id }) => id)), `${mode} ${JSON.stringify(scope)}`).toEqual(expected)
        expect(named([...answer.citations, ...answer.expand_ids])).toEqual(expected)
        expect(named(answer.observability?.retrieval.scores.map(({ memory_id }) => memory_id) ?? [])).toEqual(expected)
        const shown = table.map(([name]) => name).filter((name) => answer.injection_text.includes(name))
        expect(shown.sort()).toEqual(expected)
      }
    })

    test('when the budget shows only few of them in full', async () => {
      const answer = await client.search(who, 'lighthouse', { threshold: 0, token_budget: 100 })
      expect(named([...answer.citations, ...answer.expand_ids])).toEqual(seenBy(caller))
    })

    test('by list, stats and expand', async () => {
      const page = await client.list(who)
      expect(named(page.memories.map(({ id }) => id))).toEqual(seenBy(caller))
      expect(page.total).toBe(seenBy(caller).length)
      expect((await client.stats(who)).count).toBe(seenBy(caller).length)
      const expanded = await client.expand(who, [...names.keys()])
      expect(named(expanded.map(({ id }) => id))).toEqual(seenBy(caller))
      expect(JSON.stringify(expanded)).not.toMatch(hidden(caller))
      expect(JSON.stringify(page)).not.toMatch(hidden(caller))
    })

    test('by get, and in the audit', async () => {
      for (const [name, writer] of table) {
        const visible = seenBy(caller).includes(name)
        const answer = await client.ask(`/v1/memories/${idOf(name)}`, who)
        expect([name, answer.status]).toEqual([name, visible ? 200 : 404])
        if (visible) expect(answer.body).toMatchObject({ id: idOf(name), content: `The lighthouse shelters ${name}.` })
        else expect(answer.body).toEqual({ error: 'Memory not found' })
        const trail = await client.ask(`/v1/memories/${idOf(name)}/audit`, who)
        expect(trail.status).toBe(callers[writer].user_id === who.user_id ? 200 : 404)
        expect([name, JSON.stringify(trail.body).includes(name)]).toEqual([name, visible])
      }
    })
  })

  const hidden = (caller: Caller) =>
    new RegExp(
      table
        .filter(([, , , readers]) => !readers.includes(caller))
        .map(([name]) => name)
        .join('|'),
    )
})

describe.each(databases.slice(-1))('deleting', (database) => {
  let close: () => Promise<void>
  let client: Client
  let copies = 0
  beforeAll(async () => {
    const app = await startApp(database)
    close = app.close
    client = clientOf(app)
  })
  afterAll(() => close())

  test.each(table.filter(([, , { legacy }]) => !legacy))('%s of %s: as if it were not there', async (...row) => {
    const [name, writer, readers, seen] = row
    for (const caller of Object.keys(callers) as Caller[]) {
      const id = await client.keep(callers[writer], `Copy ${copies++} of what we know about ${name}.`, readers)
      const { status, body } = await client.remove(callers[caller], id)
      expect([caller, status]).toEqual([caller, seen.includes(caller) ? 200 : 404])
      expect(body).toEqual(seen.includes(caller) ? { success: true, ids: [id] } : { error: 'Memory not found' })
      const left = (await client.list(callers[writer])).memories.some((memory) => memory.id === id)
      expect(left).toBe(!seen.includes(caller))
      expect((await client.remove(callers[caller], id)).status).toBe(404)
    }
  })
})
