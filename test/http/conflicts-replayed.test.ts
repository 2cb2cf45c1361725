import { describe, expect, test } from 'vitest'
import { showReplay } from '../../src/cli/replay/show-replay.js'
import { textStyleOf } from '../../src/cli/replay/text-style.js'
import { disagreementOn } from '../support/agents.js'
import { databasesFor } from '../support/database.js'
import { replayOfService } from '../support/replaying.js'

const port = (n: number) => `The API gateway listens on port ${n}.`

describe.each(databasesFor(import.meta.url))('a replay of the memories of a conflict, on $name', (database) => {
  const on = disagreementOn(database, { CONFLICT_EXPIRY_MS: '0' })

  /** What it says of conflicts, with words for ids. */
  const stepsOf = async (id: string, names: Readonly<Record<string, string>>): Promise<readonly string[]> => {
    const answers = await replayOfService(on.app.databases, { ask: 'memory', id, user: undefined })
    const steps: string[] = []
    const shown = (async function* () {
      yield* answers
    })()
    for await (const line of showReplay(shown, { json: false, style: textStyleOf(false) }))
      if (line.trim().startsWith('conflict ')) steps.push(line.trim())
    return steps.map((step) =>
      Object.entries(names)
        .reduce((words, [name, each]) => words.replaceAll(each, name), step)
        .replace(/20\d\d-\S+Z/, 'THEN'),
    )
  }

  const opened = async () => {
    const { as, user } = on.told.someone()
    const { id, existing, memoryId } = await on.told.contradict(as, [port(8080), port(9090)])
    return { as, user, names: { ID: id, OLD: existing, NEW: memoryId } }
  }
  const IS_OPENED = 'conflict ID opened until THEN: NEW of agent b contradicts it (new value)'
  const OPENED = 'conflict ID opened until THEN: it contradicts OLD of agent a (new value) and waits'

  test('tells who contradicted what, what it went on about, and who resolved it for whom', async () => {
    const { as, names } = await opened()
    const { memoryIds } = await on.client.tell(as('b'), port(7070))
    const all = { ...names, NEXT: String(memoryIds[0]) }
    await on.told.resolve(names.ID, 'resolved_new')
    expect(await stepsOf(all.OLD, all)).toEqual([
      IS_OPENED,
      'conflict ID goes on: NEXT of agent b contradicts it (new value), in place of NEW',
      'conflict ID resolved by request: the other memory wins',
    ])
    expect(await stepsOf(all.NEW, all)).toEqual([OPENED, 'conflict ID goes on about NEXT, which takes its place'])
    expect(await stepsOf(all.NEXT, all)).toEqual([
      'conflict ID goes on: it contradicts OLD of agent a (new value) and waits, in place of NEW',
      'conflict ID resolved by request: it wins',
    ])
  })

  test('tells that both stay', async () => {
    const { names } = await opened()
    await on.told.resolve(names.ID, 'resolved_both')
    expect(await stepsOf(names.NEW, names)).toEqual([OPENED, 'conflict ID resolved by request: both stay'])
  })

  test('tells what was resolved by its time, and by what', async () => {
    const { user, names } = await opened()
    await on.told.autoResolve(user.user_id)
    const expired = 'conflict ID expired, and was resolved by what is left of it, by trust, then by age: '
    expect(await stepsOf(names.OLD, names)).toEqual([IS_OPENED, `${expired}the other memory wins`])
    expect(await stepsOf(names.NEW, names)).toEqual([OPENED, `${expired}it wins`])
  })

  test('tells what was taken back', async () => {
    const { as, names } = await opened()
    await on.client.tell(as('b'), port(8080))
    expect((await stepsOf(names.NEW, names)).at(-1)).toBe(
      'conflict ID resolved, because its agent says by now what it contradicted: the other memory wins',
    )
  })

  test('tells what was settled because a memory has gone', async () => {
    const { as, names } = await opened()
    await on.client.remove(as('b'), names.NEW)
    const settled = 'conflict ID settled, because one of its memories has gone or has other readers: '
    expect(await stepsOf(names.OLD, names)).toEqual([IS_OPENED, `${settled}it wins`])
    expect(await stepsOf(names.NEW, names)).toEqual([OPENED, `${settled}the other memory wins`])
  })
})
