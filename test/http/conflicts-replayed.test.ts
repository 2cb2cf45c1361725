import { describe, expect, test } from 'vitest'
import { disagreementOn } from '../support/agents.js'
import { databasesFor } from '../support/database.js'
import { replayOfService } from '../support/replaying.js'

const port = (n: number) => `The API gateway listens on port ${n}.`

describe.each(databasesFor(import.meta.url))('a replay of the memories of a conflict, on $name', (database) => {
  const on = disagreementOn(database, { CONFLICT_EXPIRY_MS: '0' })

  /** The steps of conflicts as it tells them, with words for ids. */
  const stepsOf = async (id: string, names: Readonly<Record<string, string>>): Promise<unknown> => {
    const answers = await replayOfService(on.app.databases, { ask: 'memory', id })
    const steps = answers.flatMap((answer) => (answer.kind === 'event' && answer.about.conflictId ? [answer] : []))
    const told = steps.map(({ type, reason, about }) => ({ type, reason, ...about }))
    return JSON.parse(
      Object.entries(names).reduce((text, [name, each]) => text.replaceAll(each, name), JSON.stringify(told)),
    )
  }

  const opened = async () => {
    const { as, user } = on.told.someone()
    const { id, existing, memoryId } = await on.told.contradict(as, [port(8080), port(9090)])
    return { as, user, names: { ID: id, OLD: existing, NEW: memoryId } }
  }
  const sides = (of: string) => ({ existing: { memoryId: 'OLD', agentId: 'a' }, new: { memoryId: of, agentId: 'b' } })
  const OPENED = { type: 'ConflictOpened', conflictId: 'ID', ...sides('NEW') }
  const resolved = (reason: string, resolution: string) => ({ type: 'ConflictResolved', reason, resolution })

  test('tells who contradicted what, what it went on about, and who resolved it for whom', async () => {
    const { as, names } = await opened()
    const { memoryIds } = await on.client.tell(as('b'), port(7070))
    const all = { ...names, NEXT: String(memoryIds[0]) }
    await on.told.resolve(names.ID, 'resolved_new')
    const goesOn = { type: 'ConflictContinued', replaced: 'NEW', ...sides('NEXT') }
    const end = resolved('requested', 'resolved_new')
    expect(await stepsOf(all.OLD, all)).toMatchObject([OPENED, goesOn, end])
    expect(await stepsOf(all.NEW, all)).toMatchObject([OPENED, goesOn])
    expect(await stepsOf(all.NEXT, all)).toMatchObject([goesOn, end])
  })

  test('tells that both stay', async () => {
    const { names } = await opened()
    await on.told.resolve(names.ID, 'resolved_both')
    expect(await stepsOf(names.NEW, names)).toMatchObject([OPENED, resolved('requested', 'resolved_both')])
  })

  test('tells what was resolved by its time, taken back, or settled because a memory has gone', async () => {
    const expired = await opened()
    await on.told.autoResolve(expired.user.user_id)
    expect(await stepsOf(expired.names.OLD, expired.names)).toMatchObject([OPENED, resolved('expired', 'resolved_new')])
    const retracted = await opened()
    await on.client.tell(retracted.as('b'), port(8080))
    const { names } = retracted
    expect(await stepsOf(names.NEW, names)).toMatchObject([OPENED, resolved('retracted', 'resolved_existing')])
    const gone = await opened()
    await on.client.remove(gone.as('b'), gone.names.NEW)
    expect(await stepsOf(gone.names.OLD, gone.names)).toMatchObject([OPENED, resolved('settled', 'resolved_existing')])
  })
})
