import { describe, expect, test } from 'vitest'
import type { IngestResult } from '../../src/ingest/context.js'
import { factsOf } from '../support/append-facts.js'
import { ADMIN, asAdmin, changesOf } from '../support/changing.js'
import { clientOf, type Who } from '../support/client.js'
import { databasesFor } from '../support/database.js'
import { mcpOverHttp } from '../support/mcp-client.js'
import { rebuilt, withoutRecalls } from '../support/rebuilt.js'
import { served } from '../support/served.js'
import { type Affected, DAYS, NEW, OLD, takingBackOn } from '../support/taking-back.js'

type Stored = { readonly who: Who; readonly ids: readonly string[]; readonly others?: readonly string[] }

describe.each(databasesFor(import.meta.url))('what a user takes back, on $name', (database) => {
  const app = served(database, { ...ADMIN, RECALL_FLUSH_MS: '60000' })
  const client = clientOf(app)
  const changes = changesOf(app)
  const facts = factsOf(app)
  const { someone, agent, say, idOf, onDays, keyed, remove, shownTo, shownOfPast } = takingBackOn(app)

  const alone = async (store: (who: Who) => Promise<readonly string[]>): Promise<Stored> => {
    const who = someone()
    return { who, ids: await store(who) }
  }
  const forms: Readonly<Record<string, () => Promise<Stored>>> = {
    'on three days': () => alone(onDays),
    // A slot keeps one memory, with a telling for each time.
    'with a key': () => alone(async (who) => [...new Set(await keyed(who))]),
    'in two sessions': () =>
      alone(async (who) => {
        const january = idOf(await say(who, OLD, { at: DAYS[0], session_id: 'a' }))
        await say(who, OLD, { at: DAYS[0], session_id: 'b' })
        return [january, idOf(await say(who, OLD, { at: DAYS[1], session_id: 'b' }))]
      }),
    'by two agents': async () => {
      const who = someone()
      const others = await onDays(agent(who, 'b'))
      return { who: agent(who, 'a'), ids: await onDays(agent(who, 'a')), others }
    },
    'as a fact and its turn': () =>
      alone(async (who) => {
        const [turn = '', other = ''] = await onDays(who, DAYS.slice(0, 2))
        const said = { content: `User: ${OLD}`, speaker: 'User' }
        const fact = await facts.state(who.user_id, `User: ${OLD}`, { on: [turn], said })
        return [fact, turn, other]
      }),
    'of which one is superseded': () =>
      alone(async (who) => {
        const [january = '', ...others] = await onDays(who)
        const by = idOf(await say(who, 'The dog is called Rex.'))
        await facts.supersede(who.user_id, january, { version: 2, by })
        return [...others, january]
      }),
    'of which one was deleted': () =>
      alone(async (who) => {
        const [january = '', ...others] = await onDays(who)
        expect((await remove(who, january, { only_this: 'true' })).body.ids).toEqual([january])
        return others
      }),
    'of which one waits': () =>
      alone(async (who) => {
        const ids = await onDays(who)
        const metadata = { ...facts.by(who.user_id), memoryId: String(ids[2]), version: 2 }
        await facts.append(who.user_id, [{ type: 'MemoryContested', metadata, data: {} }])
        return ids
      }),
  }
  const contents = async (who: Who) => (await client.list(who)).memories.map(({ content }) => content)
  /** Each takes back the first; the ids that it answers, and whether the words are to be gone from the past, too. */
  const verbs: Readonly<Record<string, (who: Who, id: string) => Promise<Affected>>> = {
    delete: async (who, id) => (await remove(who, id)).body,
    'hard delete': async (who, id) => (await remove(who, id, { hard: 'true' })).body,
    correct: async (who, id) => (await changes.update(who, id, { content: `User: ${NEW}` })).body as never,
    replaces: async (who, id) => {
      const { conflicts = [] } = await say(who, NEW, { replaces: [id] })
      // In a workspace it waits while another agent says otherwise.
      for (const conflict of conflicts)
        await app.ask(
          `/v1/agents/conflicts/${conflict.id}/resolve`,
          { ...who, resolution: 'resolved_both' },
          { method: 'PUT' },
        )
      return { ids: [] }
    },
    'a request to forget': async (who) => {
      const { outcomes } = await say(who, 'Forget my locker code.')
      expect(outcomes).toMatchObject([{ outcome: 'deleted', reason: 'forgotten' }])
      return { ids: outcomes?.[0]?.replaces ?? [] }
    },
  }
  const kept = ['correct', 'replaces']

  describe.each(Object.entries(forms))('%s', (form, store) => {
    test.each(Object.entries(verbs))('is gone from every door after %s', async (verb, takeBack) => {
      const { who, ids, others = [] } = await store()
      const [first = ''] = ids
      const before = new Date().toISOString()
      expect(await shownTo(who, ids)).toContain('walnut')
      expect(await shownOfPast(who, ids, before)).toContain('walnut')
      const answered = await takeBack(who, first)
      if (verb !== 'replaces') {
        const meant = kept.includes(verb)
          ? ids.filter((id) => !(form.includes('superseded') && id === ids.at(-1)))
          : ids
        expect([...answered.ids].sort()).toEqual(expect.arrayContaining([...meant].sort()))
      }
      const isSuperseding = kept.includes(verb)
      if (others.length === 0) {
        const shown = await shownTo(who, ids)
        if (isSuperseding) expect(shown).toContain('pepper')
        else expect(shown).not.toContain('walnut')
        // What is not erased can be restored: the past shows it.
        const past = await shownOfPast(who, ids, before)
        expect(past.includes('walnut')).toBe(verb !== 'hard delete')
        expect(JSON.stringify(await client.list(who))).not.toContain('walnut')
        const asked = { as_of: new Date().toISOString(), limit: 100 }
        for (const more of [{}, asked])
          expect(JSON.stringify((await client.search(who, 'locker code', more)).memories)).not.toContain('walnut')
        return
      }
      if (verb.includes('delete')) expect([...(answered.same_words ?? [])].sort()).toEqual([...others].sort())
      const { memories } = await client.list(who)
      const left = memories.filter(({ content }) => content.includes('walnut')).map(({ id }) => id)
      expect(left.sort()).toEqual([...others].sort())
    })

    test.each(['false', 'true'])('is gone with its source (hard=%s)', async (hard) => {
      const { who, ids } = await store()
      const before = new Date().toISOString()
      await changes.removeMany(who, { source_site: 'chat', hard }, asAdmin)
      expect(await shownTo(who, ids)).not.toContain('walnut')
      expect((await shownOfPast(who, ids, before)).includes('walnut')).toBe(hard === 'false')
    })
  })

  test('of more days than a request to forget may mean statements', async () => {
    const who = someone()
    const days = Array.from({ length: 25 }, (_, i) => `2026-03-${String(i + 1).padStart(2, '0')}T09:00:00Z`)
    const ids = await onDays(who, days)
    const { outcomes } = await say(who, 'Forget my locker code.')
    expect([...(outcomes?.[0]?.replaces ?? [])].sort()).toEqual([...ids].sort())
    expect(await contents(who)).toEqual([])
  })

  test.each(Object.entries(verbs))(
    'goes together where a chat has labelled it and a note has not: %s',
    async (verb, takeBack) => {
      const who = someone()
      const { memoryIds } = await client.tell(who, OLD, { observed_at: DAYS[0] })
      const ids = [...memoryIds, ...(await onDays(who, DAYS.slice(1)))]
      const { ids: gone } = await takeBack(who, String(ids[0]))
      if (verb !== 'replaces') expect([...gone].sort()).toEqual([...ids].sort())
      expect(JSON.stringify(await client.list(who))).not.toContain('walnut')
      if (!verb.includes('delete')) return
      expect(await say(who, OLD, { at: '2026-04-05T09:00:00Z' })).toMatchObject({ memoriesStored: 0 })
      expect(await client.tell(who, OLD, { observed_at: '2026-04-05T09:00:00Z' })).toMatchObject({ memoriesStored: 0 })
      if (verb === 'hard delete') return
      await changes.restore(who, String(ids[0]), 1)
      expect((await contents(who)).sort()).toEqual([OLD, ...DAYS.slice(1).map(() => `User: ${OLD}`)].sort())
    },
  )

  test('is erased from what it said before it was corrected, on all days', async () => {
    const who = someone()
    const ids = await onDays(who)
    const before = new Date().toISOString()
    await changes.update(who, String(ids[0]), { content: `User: ${NEW}` })
    expect([...(await remove(who, String(ids[0]), { hard: 'true' })).body.ids].sort()).toEqual([...ids].sort())
    expect(await shownOfPast(who, ids, before)).not.toContain('walnut')
    expect(await say(who, OLD, { at: DAYS[1] })).toMatchObject({ memoriesStored: 0 })
    expect(await contents(who)).toEqual([])
  })

  test('is left where it was stated again after it was corrected, and the erasure names it', async () => {
    const who = someone()
    const [first = ''] = await onDays(who, DAYS.slice(0, 1))
    await changes.update(who, first, { content: `User: ${NEW}` })
    const again = idOf(await say(who, OLD))
    expect((await remove(who, first, { hard: 'true' })).body).toMatchObject({ ids: [first], same_words: [again] })
    expect(await contents(who)).toEqual([`User: ${OLD}`])
  })

  test('directly after stating it goes with what was stated on other days', async () => {
    const who = someone()
    await onDays(who)
    const messages = [OLD, 'Forget that.'].map((content) => ({ role: 'user', content }))
    const { body } = await app.ask<IngestResult>('/v1/memories/ingest', { ...who, source_site: 'chat', messages })
    expect(body.outcomes?.find(({ reason }) => reason === 'forgotten')?.replaces).toHaveLength(3)
    expect(await contents(who)).toEqual([])
  })

  test.each(['delete', 'correct', 'replaces'])('comes back as it went: %s', async (verb) => {
    const who = someone()
    const ids = await onDays(who)
    const [first = ''] = ids
    await verbs[verb]?.(who, first)
    const { body } = await changes.restore(who, first, 1)
    expect([...(body as never as Affected).ids].sort()).toEqual([...ids].sort())
    const shown = await contents(who)
    expect(shown.filter((content) => content.includes('walnut'))).toHaveLength(3)
  })

  const ALL_BACK = ['restore', 'restore', 'restore']
  const ALL_DELETED = ['delete', 'delete', 'delete']
  const ALL_SUPERSEDED = ['supersede', 'supersede', 'supersede']
  test.each([
    ['as a fact and its turn', 'delete', ALL_DELETED, ALL_BACK],
    ['as a fact and its turn', 'a request to forget', ALL_DELETED, ALL_BACK],
    ['as a fact and its turn', 'correct', ['update', 'supersede', 'supersede'], ALL_BACK],
    ['as a fact and its turn', 'replaces', ALL_SUPERSEDED, ALL_BACK],
    ['of which one waits', 'delete', ALL_DELETED, ALL_BACK],
    ['of which one waits', 'a request to forget', ALL_DELETED, ALL_BACK],
    ['of which one waits', 'correct', ['update', 'supersede', 'supersede'], ALL_BACK],
    ['of which one waits', 'replaces', ALL_SUPERSEDED, ALL_BACK],
    // What was superseded before does not come back: it went at another time.
    ['of which one is superseded', 'delete', ALL_DELETED, ['restore', 'restore', 'delete']],
    ['of which one is superseded', 'a request to forget', ALL_DELETED, ['restore', 'restore', 'delete']],
    [
      'of which one is superseded',
      'correct',
      ['update', 'supersede', 'supersede'],
      ['restore', 'restore', 'supersede'],
    ],
    ['of which one is superseded', 'replaces', ALL_SUPERSEDED, ['restore', 'restore', 'supersede']],
  ])('%s is, after %s and once it is restored, each as it went', async (form, verb, gone, back) => {
    const { who, ids } = (await forms[form]?.()) ?? expect.unreachable()
    const last = () => Promise.all(ids.map(async (id) => (await client.trail(who, id)).trail.at(-1)?.action))
    await verbs[verb]?.(who, String(ids[0]))
    expect(await last()).toEqual(gone)
    await changes.restore(who, String(ids[0]), 1)
    expect(await last()).toEqual(back)
  })

  test('comes back without what the same statement replaced another time', async () => {
    const who = someone()
    const [january = ''] = await onDays(who, DAYS.slice(0, 1))
    await say(who, NEW)
    await say(who, NEW, { replaces: [january] })
    const [february = ''] = await onDays(who, DAYS.slice(1, 2))
    await say(who, NEW, { replaces: [february] })
    expect((await changes.restore(who, february, 1)).body).toEqual({ id: february, version: 3, ids: [february] })
  })

  test('keeps its day, whatever was imported meanwhile', async () => {
    const who = someone()
    const [january = '', february = ''] = await onDays(who, DAYS.slice(0, 2))
    await remove(who, january)
    for (const at of [...DAYS].reverse()) expect(await say(who, OLD, { at })).toMatchObject({ duplicates: 1 })
    expect((await changes.restore(who, january, 1)).body).toMatchObject({ ids: [january, february] })
    // Of the first two days each is known, and of the third nothing is.
    for (const at of DAYS.slice(0, 2)) expect(await say(who, OLD, { at })).toMatchObject({ duplicates: 1 })
    expect(await say(who, OLD, { at: DAYS[2] })).toMatchObject({ memoriesStored: 1 })
  })

  test('with only_this is the one memory, whatever the verb', async () => {
    const who = someone()
    const [january = '', february = '', march = ''] = await onDays(who)
    const only_this = true
    expect((await changes.update(who, january, { content: NEW, only_this })).body).toMatchObject({
      ids: [january],
      same_words: [march, february],
    })
    await say(who, 'My locker has no code.', { replaces: [february], only_this })
    expect((await client.list(who)).memories.map(({ id }) => id)).toContain(march)
    expect((await changes.restore(who, january, 1)).body).toMatchObject({ ids: [january], same_words: [march] })
    expect((await remove(who, march, { only_this: 'true' })).body).toEqual({
      success: true,
      ids: [march],
      same_words: [january],
    })
    expect((await remove(who, january, { only_this: 'true', hard: 'true' })).body).toEqual({
      success: true,
      ids: [january],
    })
  })

  test('says who else says the same: with another key, and of other agents that the caller sees', async () => {
    const who = someone()
    const id = idOf(await say(who, OLD))
    const keyed = idOf(await say(who, OLD, { key: 'locker' }))
    expect((await remove(who, id)).body).toEqual({ success: true, ids: [id], same_words: [keyed] })
    const [a, b] = [agent(who, 'a'), agent(who, 'b')]
    const own = idOf(await say(a, OLD))
    const theirs = idOf(await say(b, OLD))
    await say(b, OLD, { visibility: 'agent_only' })
    expect((await remove(a, own)).body).toEqual({ success: true, ids: [own], same_words: [theirs] })
  })

  test('shared or corrected into words that its owner has, joins them', async () => {
    const who = someone()
    const [january = ''] = await onDays(who, DAYS.slice(0, 1), NEW)
    const february = idOf(await say(who, OLD, { at: DAYS[1] }))
    const { body } = await changes.update(who, february, { content: `User: ${NEW}` })
    expect(body).toMatchObject({ id: february, version: 2, ids: [february, january] })
    expect(((await remove(who, january)).body.ids ?? []).toSorted()).toEqual([january, february].toSorted())
    const a = agent(who, 'a')
    const open = await onDays(a, DAYS.slice(0, 1))
    const hidden: string[] = []
    for (const at of DAYS.slice(1)) hidden.push(idOf(await say(a, OLD, { at, visibility: 'agent_only' })))
    const shared = await changes.share(a, String(hidden[0]), { visibility: 'workspace' })
    expect([...(shared.body as never as Affected).ids].sort()).toEqual([...hidden, ...open].sort())
    const { memories } = await client.list(agent(who, 'b'))
    expect(memories.map(({ id }) => id).sort()).toEqual([...hidden, ...open].sort())
    expect((await remove(agent(who, 'b'), String(open[0]))).body.ids).toHaveLength(3)
  })

  test.each(['delete', 'hard delete', 'a request to forget'])('is not brought back by an import: %s', async (verb) => {
    const who = someone()
    const [first = ''] = await onDays(who)
    await verbs[verb]?.(who, first)
    for (const at of [...DAYS, '2025-12-24T09:00:00Z'])
      expect(await say(who, OLD, { at, session_id: `import of ${at}` })).toMatchObject({
        memoriesStored: 0,
        duplicates: 1,
      })
    expect(await contents(who)).not.toContain(`User: ${OLD}`)
    expect(await shownTo(who, [first])).not.toContain('walnut')
    // Stated anew it is a statement, and so are other words and those of others.
    expect(await say(who, OLD, { session_id: 'now' })).toMatchObject({ memoriesStored: 1 })
    expect(await say(who, NEW, { at: DAYS[0], session_id: 'other words' })).toMatchObject({ memoriesStored: 1 })
    expect(await say(someone(), OLD, { at: DAYS[0] })).toMatchObject({ memoriesStored: 1 })
  })

  test.each(['false', 'true'])('with a key is not brought back by an import with that key (hard=%s)', async (hard) => {
    const who = someone()
    const [first = ''] = await keyed(who)
    await remove(who, first, { hard })
    for (const at of DAYS)
      expect(await say(who, OLD, { at, key: 'locker' })).toMatchObject({ memoriesStored: 0, duplicates: 1 })
    expect(await contents(who)).toEqual([])
    // Stated anew it is a statement, and older ones are known.
    const again = idOf(await say(who, OLD, { key: 'locker' }))
    expect(await say(who, OLD, { at: DAYS[0], key: 'locker' })).toMatchObject({ duplicates: 1 })
    expect((await client.list(who)).memories.map(({ id }) => id)).toEqual([again])
    expect(await say(who, OLD, { at: DAYS[0], key: 'other' })).toMatchObject({ memoriesStored: 1 })
  })

  test.each(['false', 'true'])('of one day alone is known of that day alone (hard=%s)', async (hard) => {
    const who = someone()
    const [first = ''] = await onDays(who, DAYS.slice(0, 1))
    await remove(who, first, { only_this: 'true', hard })
    expect(await say(who, OLD, { at: DAYS[0], session_id: 'a' })).toMatchObject({ memoriesStored: 0, duplicates: 1 })
    expect(await say(who, OLD, { at: DAYS[1], session_id: 'b' })).toMatchObject({ memoriesStored: 1 })
  })

  test.each(['false', 'true'])('of one day alone is known by the day where it was said (hard=%s)', async (hard) => {
    const who = someone()
    const [late = ''] = await onDays(who, ['2026-01-05T22:06:00-03:00'])
    await remove(who, late, { only_this: 'true', hard })
    const again = (at: string) => say(who, OLD, { at, session_id: at })
    expect(await again('2026-01-05T20:00:00-03:00')).toMatchObject({ memoriesStored: 0, duplicates: 1 })
    expect(await again('2026-01-06T09:00:00-03:00')).toMatchObject({ memoriesStored: 1 })
  })

  test.each(['false', 'true'])(
    'is not brought back where it could be a request and is none (hard=%s)',
    async (hard) => {
      const who = someone()
      const [id = ''] = await onDays(who, DAYS.slice(0, 1), 'Delete my files.')
      expect(await contents(who)).toEqual(['User: Delete my files.'])
      await remove(who, id, { hard })
      const again = await say(who, 'Delete my files.', { at: DAYS[1], session_id: 'import' })
      expect(again).toMatchObject({ memoriesStored: 0, duplicates: 1 })
    },
  )

  test('is what the speaker said on all days, and nothing of another speaker', async () => {
    const who = someone()
    const speaks = (name: string, content: string, at?: string) =>
      say(who, content, { messages: [{ role: 'user', name, content, ...(at && { timestamp: at }) }] })
    for (const name of ['Alice', 'Bob']) for (const at of DAYS) await speaks(name, OLD, at)
    const { outcomes } = await speaks('Bob', 'Forget my locker code.')
    expect(outcomes?.[0]?.replaces).toHaveLength(3)
    expect(await contents(who)).toEqual(DAYS.map(() => `Alice: ${OLD}`))
  })

  test('over MCP goes together, and the answer says so', async () => {
    const who = someone()
    const ids = await onDays(who)
    const keyed = idOf(await say(who, OLD, { key: 'locker' }))
    const { call } = await mcpOverHttp({ url: app.url, path: '/mcp?tools=all' })
    const asked = { user_id: who.user_id }
    const { data, text } = await call('forget', { id: ids[1], ...asked })
    expect(data).toMatchObject({ same_words: [keyed] })
    expect(text).toContain(`The same is still said by ${keyed}.`)
    expect([...(data.deleted as never as string[])].sort()).toEqual([...ids].sort())
    const back = await call('restore', { id: ids[1], version: 1, ...asked })
    expect(back.data.ids).toHaveLength(3)
    const { data: preview } = await call('forget', { query: 'locker code', ...asked })
    const { data: confirmed } = await call('forget', { confirm: preview.confirm, ...asked })
    expect([...(confirmed.deleted as never as string[])].sort()).toEqual([...ids, keyed].sort())
  })

  test('leaves the same rows when they are built anew', async () => {
    const { rows, live } = await rebuilt(app.databases)
    expect(withoutRecalls(live)).toEqual(withoutRecalls(rows))
  })
})
