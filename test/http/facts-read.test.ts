import { describe, expect, test } from 'vitest'
import { factsOf } from '../support/append-facts.js'
import { ADMIN, changesOf } from '../support/changing.js'
import { clientOf, type Who } from '../support/client.js'
import { databasesFor } from '../support/database.js'
import { served } from '../support/served.js'

const TURN = 'Anna: I moved to Lisbon yesterday.'
const FACT = 'Anna lives in Lisbon.'

describe.each(databasesFor(import.meta.url))('reading facts, on $name', (database) => {
  const app = served(database, ADMIN)
  const client = clientOf(app)
  const changes = changesOf(app)
  const facts = factsOf(app)
  let users = 0

  const somebody = () => ({ user_id: `reader ${users++}` })
  const agents = () => {
    const who = { ...somebody(), workspace_id: 'w' }
    return { a: { ...who, agent_id: 'a' }, b: { ...who, agent_id: 'b' } }
  }
  const own = (visibility: 'workspace' | 'agent_only') => ({
    readers: { workspaceId: 'w', agentId: 'a', visibility, grantedTo: [] },
  })
  const told = async (who: Who, fact: Parameters<typeof facts.state>[2] | object = {}) => {
    const turn = await client.keep(who, TURN)
    return { who, turn, fact: await facts.state(who.user_id, FACT, { on: [turn], ...fact }) }
  }

  const ids = async (who: Who) => (await client.list(who)).memories.map(({ id }) => id).sort()

  test('a record says what it rests on, what it claims and when it holds, in every read', async () => {
    const said = {
      headline: 'Lives in Lisbon',
      valid: { from: '2026-05-07', to: null, words: 'yesterday' },
    }
    const { who, turn, fact } = await told(somebody(), { said })
    const expected = {
      claim_type: 'stated',
      evidence: [{ memory_id: turn, start: 0, end: 4 }],
      basis_changed: false,
      outdated_by: null,
      subject: 'anna',
      valid_from: '2026-05-07',
      valid_to: null,
      valid_words: 'yesterday',
      headline: 'Lives in Lisbon',
      summary: 'Lives in Lisbon',
    }
    expect(await client.get(who, fact)).toMatchObject(expected)
    expect(await client.expand(who, [fact])).toMatchObject([expected])
    expect((await client.list(who)).memories.find(({ id }) => id === fact)).toMatchObject(expected)
    const found = (await client.search(who, 'Who lives there?')).memories.find(({ id }) => id === fact)
    const { claim_type, evidence, valid_from, valid_to } = expected
    expect(found).toMatchObject({ claim_type, evidence, valid_from, valid_to, basis_changed: false, outdated_by: null })
    const nothing = { claim_type: null, evidence: [], basis_changed: false, headline: '' }
    expect(await client.get(who, turn)).toMatchObject({ ...nothing, valid_from: null, valid_to: null })
  })

  test('the basis of a fact has changed when a turn is reworded, and not when it says again what it said', async () => {
    const who = somebody()
    const other = await client.keep(who, 'Anna: Lisbon suits me.')
    const turn = await client.keep(who, TURN)
    const fact = await facts.state(who.user_id, FACT, { on: [turn, other] })
    await changes.update(who, turn, { content: 'Anna: I moved to Porto yesterday.' })
    expect((await client.get(who, fact)).basis_changed).toBe(true)
    expect((await client.search(who, 'lives')).memories[0]).toMatchObject({ id: fact, basis_changed: true })
    await changes.restore(who, turn, 1)
    expect((await client.get(who, fact)).basis_changed).toBe(false)
  })

  test('a fact goes with the only turn that it rests on when that is reworded, and comes back with its words', async () => {
    const { who, turn, fact } = await told(somebody())
    await changes.update(who, turn, { content: 'Anna: I moved to Porto yesterday.' })
    expect(await ids(who)).toEqual([turn])
    await changes.restore(who, turn, 1)
    expect(await ids(who)).toEqual([fact, turn].sort())
  })

  test('so it has when a turn is superseded, and the evidence is shown no more', async () => {
    const { who, turn, fact } = await told(somebody())
    await facts.supersede(who.user_id, turn, { version: 2, by: null })
    expect(await client.get(who, fact)).toMatchObject({ basis_changed: true, evidence: [] })
  })

  test('a fact is deleted with the only turn that it rests on, and comes back with it', async () => {
    const { who, turn, fact } = await told(somebody())
    await client.remove(who, turn)
    expect(await ids(who)).toEqual([])
    await changes.restore(who, turn, 1)
    expect(await ids(who)).toEqual([fact, turn].sort())
    await client.remove(who, turn)
    await changes.restore(who, fact, 1)
    expect(await ids(who)).toEqual([fact, turn].sort())
  })

  test('a fact goes with the only turn that it rests on when that is replaced, and comes back with it', async () => {
    const { who, turn, fact } = await told(somebody())
    const message = { role: 'user', name: 'Anna', content: 'I moved to Porto.', replaces: [turn] }
    const said = { ...who, messages: [message], source_site: 'chat' }
    const { body } = await app.ask<{ memoryIds: readonly string[] }>('/v1/memories/ingest/quick', said)
    expect(await ids(who)).toEqual(body.memoryIds)
    await changes.restore(who, turn, 1)
    expect(await ids(who)).toEqual([fact, turn, ...body.memoryIds].sort())
  })

  test('a fact stays with the other turn that it rests on', async () => {
    const who = somebody()
    const turns = [await client.keep(who, TURN), await client.keep(who, 'Anna: Lisbon is where my flat is.')]
    const fact = await facts.state(who.user_id, 'Anna lives in Lisbon.', { on: turns })
    await client.remove(who, String(turns[0]))
    expect(await ids(who)).toEqual([fact, String(turns[1])].sort())
  })

  test('a fact that was stated of the new words of a turn has not', async () => {
    const who = somebody()
    const turn = await client.keep(who, TURN)
    await changes.update(who, turn, { content: 'Anna: I moved to Porto yesterday.' })
    const fact = await facts.state(who.user_id, 'Anna lives in Porto.', { on: [turn] })
    expect((await client.get(who, fact)).basis_changed).toBe(false)
    await changes.restore(who, turn, 1)
    expect((await client.get(who, fact)).basis_changed).toBe(true)
  })

  test('what a fact rests on is told to those who may read that, and so is its change to all or nobody', async () => {
    const { a, b } = agents()
    const { fact, turn } = await told(a, own('workspace'))
    await changes.share(a, turn, { visibility: 'agent_only' })
    expect((await client.get(a, fact)).evidence).toHaveLength(1)
    expect((await client.get(b, fact)).evidence).toEqual([])
    await client.remove(a, turn)
    for (const who of [a, b]) expect(await client.get(who, fact)).toMatchObject({ basis_changed: false, evidence: [] })
  })

  test('a fact that fewer may read than its turn goes with it', async () => {
    const { a } = agents()
    const { turn } = await told(a, own('agent_only'))
    await client.remove(a, turn)
    expect(await ids(a)).toEqual([])
  })

  test('a turn is outdated by what is in force in the place of a fact that rests on it', async () => {
    const { who, turn, fact } = await told(somebody())
    const user = who.user_id
    const porto = await facts.state(user, 'Anna lives in Porto.', { on: [] })
    await facts.supersede(user, fact, { version: 2, by: porto })
    const outdated = async () => (await client.get(who, turn)).outdated_by
    expect(await outdated()).toBe(porto)
    expect((await client.search(who, 'moved')).memories.find(({ id }) => id === turn)?.outdated_by).toBe(porto)
    const faro = await facts.state(user, 'Anna lives in Faro.', { on: [] })
    await facts.supersede(user, porto, { version: 2, by: faro })
    expect(await outdated()).toBe(faro)
    await client.remove(who, faro)
    expect(await outdated()).toBeNull()
    await changes.restore(who, fact, 1)
    expect(await outdated()).toBeNull()
  })

  test('a memory that was superseded later held in the past', async () => {
    const who = somebody()
    const turn = await client.keep(who, TURN)
    const then = new Date().toISOString()
    const porto = await client.keep(who, 'Anna: I moved to Porto.')
    await facts.supersede(who.user_id, turn, { version: 2, by: porto })
    const { memories } = await client.search(who, 'Lisbon', { as_of: then })
    expect(memories.map(({ id, outdated_by }) => [id, outdated_by])).toEqual([[turn, null]])
  })

  test('of what took its place only those learn who may read it', async () => {
    const { a, b } = agents()
    const { fact, turn } = await told(a, own('workspace'))
    const porto = await facts.state(a.user_id, 'Anna lives in Porto.', { on: [], ...own('agent_only') })
    await facts.supersede(a.user_id, fact, { version: 2, by: porto })
    expect((await client.get(a, turn)).outdated_by).toBe(porto)
    expect((await client.get(b, turn)).outdated_by).toBeNull()
  })

  test('a private fact tells nobody that it was superseded by one that is shared', async () => {
    const { a, b } = agents()
    const { fact, turn } = await told(a, own('agent_only'))
    const porto = await facts.state(a.user_id, 'Anna lives in Porto.', { on: [], ...own('workspace') })
    await facts.supersede(a.user_id, fact, { version: 2, by: porto })
    expect((await client.get(b, turn)).outdated_by).toBeNull()
  })
})
