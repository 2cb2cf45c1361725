import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { disagreeing } from '../support/agents.js'
import { databases } from '../support/database.js'
import { type ModelApp, startModelApp } from '../support/model-app.js'
import { rebuilt } from '../support/rebuilt.js'

describe.each(databases)('what a model derives, and another agent contradicts, on $name', (database) => {
  let model: ModelApp
  let told: ReturnType<typeof disagreeing>
  beforeAll(async () => {
    model = await startModelApp(database, { RECALL_FLUSH_MS: '60000' })
    told = disagreeing(model.app, model.client)
  })
  afterAll(() => model.close())

  const says = (content: string) => [{ role: 'user', name: 'Ana', content }]
  const opened = async () => {
    const { as } = told.someone()
    await model.ingest(as('a'), says('I live in Berlin.'))
    const { conflicts = [], memoryIds } = await model.ingest(as('b'), says('I live in Lisbon.'))
    return { as, conflict: conflicts[0], turn: String(memoryIds.find((id) => id !== conflicts[0]?.memoryId)) }
  }
  const asked = 'Where does Ana live: Lisbon?'

  test('waits, and its turn with it', async () => {
    const { as, conflict, turn } = await opened()
    expect(await told.statusOf(as('b'), String(conflict?.memoryId))).toBe('needs_clarification')
    for (const who of ['a', 'b', 'c']) expect((await told.found(as(who), asked)).join()).not.toContain('Lisbon')
    expect((await model.client.trail(as('b'), turn)).trail.at(-1)).toMatchObject({ action: 'supersede', version: 2 })
  })

  test.each([
    ['resolved_new', true],
    ['resolved_both', true],
    ['resolved_existing', false],
  ])('that is %s is found or not, and so is what it was derived of', async (resolution, isFound) => {
    const { as, conflict, turn } = await opened()
    expect((await told.resolve(String(conflict?.id), resolution)).status).toBe(200)
    const found = (await told.found(as('c'), asked)).filter((words) => words.includes('Lisbon'))
    expect(found).toEqual(isFound ? ['Ana lives in Lisbon.'] : [])
    if (!isFound) return
    const { memories } = await model.client.search(as('c'), asked)
    expect(memories.find(({ content }) => content === 'Ana lives in Lisbon.')).toMatchObject({
      evidence: [{ memory_id: turn }],
      basis_changed: false,
    })
  })

  test('that waits leaves a turn with a key as it is: that stands for itself', async () => {
    const { as } = told.someone()
    await model.ingest(as('a'), says('I live in Berlin.'))
    const keyed = says('I live in Lisbon.').map((message) => ({ ...message, key: 'home' }))
    const { conflicts = [], memoryIds } = await model.ingest(as('b'), keyed)
    const [turn] = memoryIds.filter((id) => id !== conflicts[0]?.memoryId)
    expect([conflicts.length, await told.statusOf(as('b'), String(turn))]).toEqual([1, 'active'])
    const again = says('I moved to Porto.').map((message) => ({ ...message, key: 'home' }))
    await model.ingest(as('b'), again)
    expect((await model.client.trail(as('b'), String(turn))).trail.at(-1)).toMatchObject({ reason: 'same_key' })
    expect((await model.client.list(as('b'), { key: 'home' })).memories.map(({ content }) => content)).toEqual([
      'Ana: I moved to Porto.',
    ])
  })

  test('that waits gives way to the next value, and the same turn told again is nothing new', async () => {
    const { as, conflict } = await opened()
    expect((await model.ingest(as('b'), says('I live in Lisbon.'))).memoriesStored).toBe(0)
    const { conflicts = [] } = await model.ingest(as('b'), says('I moved to Porto.'))
    expect(conflicts).toMatchObject([{ id: conflict?.id, with: conflict?.with }])
    expect((await told.conflicts(as('a'))).total).toBe(1)
    expect((await told.found(as('c'), `${asked} Porto`)).join()).not.toMatch(/Lisbon|Porto/)
  })

  test('is the same after the read models are built anew', async () => {
    const { rows, live } = await rebuilt(model.app.databases)
    expect(live).toEqual(rows)
  })
})
