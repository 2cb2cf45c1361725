import { describe, expect, test } from 'vitest'
import { clientOf, type Who } from '../support/client.js'
import { databasesFor } from '../support/database.js'
import { served } from '../support/served.js'

describe.each(databasesFor(import.meta.url))('the tellings of a memory, on $name', (database) => {
  const app = served(database)
  const client = clientOf(app)

  test('are all asked by a filter with not, but for those that the caller may not read', async () => {
    const as = (agent_id: string) => ({ user_id: 'ana', workspace_id: 'w', agent_id })
    const [a, b] = [as('a'), as('b')]
    const told = (folder: string) =>
      client.tell(a, 'User: The harbour opens at six.', { metadata: { folder }, visibility: 'agent_only' })
    const { memoryIds } = await told('open')
    await told('closed')
    const { status } = await app.ask(
      `/v1/memories/${memoryIds[0]}/visibility`,
      { ...a, visibility: 'workspace' },
      { method: 'PUT' },
    )
    expect(status).toBe(200)
    const counts = async (who: Who, folder: string) => {
      const metadata = { folder: { not: folder } }
      const asked = { metadata, as_of: new Date(Date.now() - 1).toISOString() }
      const [{ total }, { count }, { count: then }] = await Promise.all([
        client.list(who, { metadata: JSON.stringify(metadata) }),
        client.search(who, 'harbour', { metadata }),
        client.search(who, 'harbour', asked),
      ])
      return [total, count, then]
    }
    expect(await counts(a, 'open')).toEqual([0, 0, 0])
    expect(await counts(a, 'closed')).toEqual([0, 0, 0])
    expect(await counts(a, 'other')).toEqual([1, 1, 1])
    expect(await counts(b, 'open')).toEqual([0, 0, 0])
    expect(await counts(b, 'closed')).toEqual([1, 1, 1])
  })
})
