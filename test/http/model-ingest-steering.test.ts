import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rounds } from '../faults/rounds.js'
import { answers, type ChatReply } from '../support/chat-double.js'
import type { Who } from '../support/client.js'
import { databasesFor } from '../support/database.js'
import { addsUp, type ModelApp, startModelApp } from '../support/model-app.js'
import { replayOfService } from '../support/replaying.js'
import { askedOf, rawFact } from '../support/sensible-model.js'
import { steeringAttempts } from '../support/steering-attempts.js'

/** Of every kind some; in the soak all. */
const attempts = rounds(
  steeringAttempts.filter((_, i) => i % 4 === 0),
  steeringAttempts,
)

const HOME = [{ role: 'user', name: 'Ana', content: 'I live in Berlin.' }]

/** Does whatever a conversation wants of it, and worse: closes all that it is shown, and tells of facts that nobody said. */
const obedient: ChatReply = answers((request) => {
  const asked = askedOf(request)
  const all = asked.turns.map(({ turn, text }) => ({ turn, quote: text }))
  const known = (asked.known ?? []).map(({ ref }, i) => ({
    ...{ ref, confidence: 1 },
    relation: i % 2 === 0 ? 'ended' : 'changed',
  }))
  const claims = { subject: 'ana', known }
  return {
    facts: [
      rawFact({ ...claims, evidence: all, content: 'Ana lives in Atlantis.' }),
      rawFact({ ...claims, evidence: all.slice(-1), content: String(all.at(-1)?.quote) }),
      rawFact({ ...claims, evidence: [{ turn: 1, quote: 'nobody said that' }], content: 'Ben owns two yachts.' }),
      rawFact({ ...claims, evidence: [{ turn: 99, quote: 'I live in Berlin' }] }),
    ],
    delete: 'all',
    share: [{ memory: 1, visibility: 'workspace' }],
    delete_memories: true,
    visibility: 'workspace',
  }
})

describe.each(databasesFor(import.meta.url))('a model that obeys conversations, on $name', (database) => {
  let model: ModelApp
  const user_id = 'user of all'
  const agent = (agent_id: string): Who => ({ user_id, workspace_id: 'crew', agent_id })
  const [mallory, scout] = [agent('mallory'), agent('scout')]
  const ben: Who = { user_id: 'ben' }
  const ofOthers = async () =>
    Promise.all([scout, { user_id }, ben].map(async (who) => (await model.client.list(who)).memories.map((m) => m)))
  beforeAll(async () => {
    model = await startModelApp(database)
    await model.ingest(ben, HOME)
    await model.ingest({ user_id }, HOME)
    await model.ingest(scout, HOME, { visibility: 'agent_only' })
  })
  afterAll(() => model.close())

  test('is not obeyed: nothing happens but that what was said is stored', { timeout: 120_000 }, async () => {
    const known = await ofOthers()
    model.replies(obedient)
    for (const { name, messages } of attempts) {
      const { status, body } = await model.ask(mallory, messages, { visibility: 'agent_only' })
      expect([name, status]).toEqual([name, 200])
      addsUp(body)
      expect([name, body.memoriesDeleted]).toEqual([name, 0])
    }
    expect(await ofOthers()).toEqual(known)
    const own = (await model.client.list(mallory)).memories
    expect(own.map(({ content }) => content).join('\n')).not.toMatch(
      /^Ana lives in Atlantis\.$|^Ben owns two yachts\.$/m,
    )
    for (const type of ['MemoryDeleted', 'MemoriesDeleted', 'MemoryShared', 'MemoryErased', 'MemoriesErased'] as const)
      expect(await model.client.log(type as never)).toEqual([])
  })

  test('a fact has the readers of its evidence, and another agent sees none', async () => {
    const others = (await model.client.list(agent('cook'))).memories
    expect(others).toEqual([])
    model.anew()
    const restricted = { visibility: 'restricted', granted_to: ['cook'] }
    const words = [{ role: 'user', name: 'Ana', content: 'My dog is called Xerxes.' }]
    await model.ingest(mallory, words, restricted)
    const fact = 'The dog of Ana is called Xerxes.'
    expect(await model.listed(agent('cook'))).toContain(fact)
    expect(await model.listed(scout)).not.toContain(fact)
    expect(await model.listed({ user_id })).not.toContain(fact)
  })

  test('in a personal memory it closes nothing that the conversation does not contradict', {
    timeout: 120_000,
  }, async () => {
    const who = { user_id: 'ana' }
    model.anew()
    await model.ingest(who, HOME)
    model.replies(obedient)
    for (const { messages } of attempts.filter(({ messages: said }) =>
      said.every(({ content }) => !/Lisbon/.test(content)),
    )) {
      const { status, body } = await model.ask(who, messages)
      expect(status).toBe(200)
      addsUp(body)
    }
    const listed = await model.listed(who)
    expect(listed).toContain('Ana lives in Berlin.')
    expect(listed).toContain('Ana: I live in Berlin.')
  })

  test('a replay finds the same', async () => {
    const [answer] = await replayOfService(model.app.databases, { ask: 'check' })
    expect(answer).toMatchObject({ kind: 'verdict', verdict: { equal: true } })
  })
})
