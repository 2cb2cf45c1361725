import { setTimeout as wait } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { OperationRefused } from '../../../src/concurrency/operation.js'
import { ADMIN, changesOf } from '../../support/changing.js'
import { clientOf } from '../../support/client.js'
import { databasesFor } from '../../support/database.js'
import { replayOfService } from '../../support/replaying.js'
import { served } from '../../support/served.js'

const anna = { user_id: 'anna' }

describe.each(databasesFor(import.meta.url))('the replay of a user on $name', (database) => {
  const app = served(database, ADMIN)
  const client = clientOf(app)
  const changes = changesOf(app)
  const moments: string[] = []
  const moment = async () => {
    await wait(3)
    moments.push(new Date().toISOString())
    await wait(3)
  }
  beforeAll(async () => {
    await moment()
    const red = await client.keep(anna, 'The kettle is red.')
    await moment()
    const leaky = await client.keep(anna, 'The kettle leaks at night.')
    await moment()
    await changes.update(anna, red, { content: 'The kettle is blue.' })
    await moment()
    await client.remove(anna, leaky)
    await moment()
    await client.keep(anna, 'The kettle was repaired.')
    await client.keep({ user_id: 'ben' }, 'The kettle is not mine.')
    await moment()
  })

  type Limit = { readonly at?: string; readonly position?: string; readonly all?: boolean }
  const replayed = async ({ all = false, ...limit }: Limit = {}) =>
    (await replayOfService(app.databases, { ask: 'user', user: 'anna', all, ...limit })).flatMap((answer) =>
      answer.kind === 'memory'
        ? [{ id: answer.memory.id, content: answer.memory.content, version: answer.memory.version }]
        : [],
    )
  const byId = <Of extends { readonly id: string }>(memories: readonly Of[]) =>
    [...memories].sort((a, b) => (a.id < b.id ? -1 : 1))

  test('shows at every moment what a search as of then shows', async () => {
    for (const at of moments) {
      const { memories } = await client.search(anna, 'kettle', { as_of: at, threshold: 0 })
      const searched = memories.map(({ id, content, version }) => ({ id, content, version }))
      expect(byId(await replayed({ at }))).toEqual(byId(searched))
    }
  })

  test('shows now what a list shows', async () => {
    const { memories } = await client.list(anna)
    const listed = memories.map(({ id, content, version }) => ({ id, content, version }))
    expect(byId(await replayed())).toEqual(byId(listed))
    expect(await replayed({ all: true })).toHaveLength(listed.length + 1)
  })

  test('shows at every position what was there by then', async () => {
    const events = await client.log()
    for (const { position, metadata } of events) {
      if (metadata.userId !== 'anna' || metadata.append.index !== metadata.append.count - 1) continue
      expect(await replayed({ position: `${position}` })).toEqual(await replayed({ at: String(metadata.at) }))
    }
  })

  test('knows nobody whom the log does not know', async () => {
    await expect(replayOfService(app.databases, { ask: 'user', user: 'carla', all: true })).rejects.toThrow(
      OperationRefused,
    )
    const unknown = '00000000-0000-4000-8000-000000000000'
    await expect(replayOfService(app.databases, { ask: 'memory', id: unknown })).rejects.toThrow(
      /no such memory in the log/,
    )
  })

  test('and a check of the service find the same', async () => {
    expect(await replayOfService(app.databases, { ask: 'check' })).toMatchObject([{ verdict: { equal: true } }])
  })
})
