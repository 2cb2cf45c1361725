import { describe, expect, test } from 'vitest'
import type { IngestResult } from '../../src/ingest/context.js'
import { ADMIN } from '../support/changing.js'
import { clientOf, type Fields, type Who } from '../support/client.js'
import { databasesFor } from '../support/database.js'
import { replayOfService } from '../support/replaying.js'
import { served } from '../support/served.js'

type Link = Readonly<{ from: string; to: string; kind: string; similarity: number | null }>

describe.each(databasesFor(import.meta.url))('a full ingest, on $name', (database) => {
  const app = served(database, ADMIN)
  const client = clientOf(app)
  let users = 0

  const someone = (): Who => ({ user_id: `user ${users++}` })
  const ingest = async (who: Who, conversation: string, more: Fields = {}): Promise<IngestResult> =>
    (await app.ask<IngestResult>('/v1/memories/ingest', { ...who, conversation, source_site: 'chat', ...more })).body
  const links = async ({ episodeId }: IngestResult): Promise<readonly Link[]> =>
    (await client.log('MemoriesLinked'))
      .filter(({ metadata }) => metadata.episodeId === episodeId)
      .flatMap(({ data }) => data.links as readonly Link[])

  test('links memories that name the same, however it is written, those of other ingests too', async () => {
    const who = someone()
    const first = await ingest(who, 'User: My colleague José García paints boats.')
    const second = await ingest(who, 'User: On Sunday I met Jose Garcia by the river.')
    expect(await links(second)).toContainEqual({
      ...{ from: second.memoryIds[0], to: first.memoryIds[0], kind: 'same_entity' },
      similarity: null,
    })
    expect(second.linksCreated).toBe((await links(second)).length)
  })

  test('links nothing that the writer may not see, nor what a reader may not', async () => {
    const user = someone().user_id
    const as = (agent_id: string): Who => ({ user_id: user, workspace_id: 'w', agent_id })
    await ingest(as('one'), 'User: My colleague José García paints boats.', { visibility: 'agent_only' })
    const text = 'User: On Sunday I met Jose Garcia by the river.'
    expect(await links(await ingest(as('two'), text))).toEqual([])
    const again = 'User: I wrote to my colleague José García on Friday.'
    const sameEntity = async (more: Fields) =>
      (await links(await ingest(as('one'), again, more))).filter(({ kind }) => kind === 'same_entity')
    expect(await sameEntity({ visibility: 'agent_only' })).toHaveLength(2)
    expect(await sameEntity({})).toHaveLength(1)
  })

  test('links nothing by an entity that more than twenty memories name', async () => {
    const who = someone()
    const met = (n: number) =>
      `User: On day ${n} I saw José García paint a ${'abcdefghijklmnopqrstuvwx'.charAt(n)}${n}.`
    for (let n = 0; n < 21; n += 7)
      await client.tell(who, Array.from({ length: 7 }, (_, i) => met(n + i)).join('\n'), { session_id: `${n}` })
    const after = await ingest(who, 'User: My neighbour José García is retired.')
    expect((await links(after)).filter(({ kind }) => kind === 'same_entity')).toEqual([])
  })

  test('is the same when the log is folded anew', async () => {
    const [answer] = await replayOfService(app.databases, { ask: 'check' })
    expect(answer).toMatchObject({ verdict: { equal: true, readModels: true, mismatch: null } })
  })
})
