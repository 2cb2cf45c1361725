import { describe, expect, test } from 'vitest'
import { sql } from '../../src/postgres/sql.js'
import { ADMIN, changesOf } from '../support/changing.js'
import { clientOf } from '../support/client.js'
import { databasesFor } from '../support/database.js'
import { served } from '../support/served.js'

describe.each(databasesFor(import.meta.url))('erasing, on $name', (database) => {
  const app = served(database, ADMIN)
  const client = clientOf(app)
  const changes = changesOf(app)
  let users = 0

  const GONE = { status: 404, body: { error: 'Memory not found' } }
  /** Read tables with a row that holds one of the words, in any case. */
  const holding = async (...words: readonly string[]): Promise<readonly string[]> => {
    const db = await client.readModel()
    const tables = await db.rows<{ name: string }>(sql`
      select tablename::text as name from pg_tables where schemaname = current_schema()`)
    const found = []
    for (const { name } of tables) {
      const text = (await client.rowsOf(name)).join('\n').toLowerCase()
      if (words.some((word) => text.includes(word))) found.push(name)
    }
    return found
  }
  /** Three turns of one conversation; the one in the middle is to be erased. */
  const told = async () => {
    const who = { user_id: `user ${users++}` }
    const { memoryIds } = await client.tell(
      who,
      'Anna: The garden has a pond.\nZebulon: My parrot Quixote speaks Xhosa.\nAnna: The garden has a shed.',
    )
    return { who, id: String(memoryIds[1]), others: [String(memoryIds[0]), String(memoryIds[2])] }
  }
  const WORDS = ['zebulon', 'quixot', 'xhosa', 'parrot']

  test.each(['standing', 'corrected', 'deleted'] as const)('a memory that was %s leaves no word of it', async (how) => {
    const { who, id, others } = await told()
    expect(await holding(...WORDS)).toEqual(expect.arrayContaining(['memory_text', 'memory_wording']))
    if (how === 'corrected') await changes.update(who, id, { content: 'Zebulon has a cockatoo.' })
    if (how === 'deleted') await client.remove(who, id)
    expect(await changes.erase(who, id)).toMatchObject({ status: 200, body: { success: true } })
    expect(await holding(...WORDS, 'cockatoo')).toEqual([])
    expect((await client.rowsOf('memory_link')).join()).not.toContain(id)
    expect((await client.list(who)).memories.map((memory) => memory.id).sort()).toEqual([...others].sort())
    expect((await client.search(who, 'the parrot in the garden', { threshold: 0 })).count).toBe(2)
    const { trail } = await client.trail(who, id)
    const versions = how === 'standing' ? ['add', 'erase'] : ['add', how === 'deleted' ? 'delete' : 'update', 'erase']
    expect(trail.map(({ action }) => action)).toEqual(versions)
    expect(trail.filter(({ content }) => content !== undefined)).toEqual([])
    expect(trail.at(-1)).toMatchObject({ actor: { key: 'admin', agentId: null }, reason: 'requested' })
  })

  test('happens once; afterwards there is no such memory', async () => {
    const { who, id } = await told()
    await changes.erase(who, id)
    expect(await changes.erase(who, id)).toMatchObject(GONE)
    expect(await client.remove(who, id)).toMatchObject(GONE)
    expect(await changes.update(who, id, { importance: 1 })).toMatchObject(GONE)
    expect(await client.ask(`/v1/memories/${id}`, who)).toMatchObject(GONE)
    expect((await client.trail(who, id)).versionCount).toBe(2)
  })

  test('is bound to a scope as everything is', async () => {
    const { who, id } = await told()
    expect(await changes.erase(who, '00000000-0000-4000-8000-000000000000')).toMatchObject(GONE)
    expect(await changes.erase({ user_id: 'nobody' }, id)).toMatchObject(GONE)
    expect(await changes.erase({ ...who, workspace_id: 'w', agent_id: 'a' }, id)).toMatchObject(GONE)
    expect((await client.get(who, id)).version).toBe(1)
  })

  test('takes the admin key', async () => {
    const { who, id } = await told()
    expect(await changes.erase(who, id, {})).toMatchObject({ status: 403, body: { error: 'FORBIDDEN' } })
    expect((await client.get(who, id)).version).toBe(1)
  })

  test('leaves what was said again afterwards', async () => {
    const { who, id } = await told()
    await changes.erase(who, id)
    expect(await client.tell(who, 'Zebulon: My parrot Quixote speaks Xhosa.')).toMatchObject({ memoriesStored: 1 })
  })
})
