import { describe, expect, test } from 'vitest'
import { factsOf } from '../support/append-facts.js'
import { ADMIN, changesOf } from '../support/changing.js'
import { clientOf } from '../support/client.js'
import { databasesFor } from '../support/database.js'
import { served } from '../support/served.js'
import { DAYS, NEW, OLD, takingBackOn } from '../support/taking-back.js'

describe.each(databasesFor(import.meta.url))('what goes and comes back together, on $name', (database) => {
  const app = served(database, { ...ADMIN, RECALL_FLUSH_MS: '60000' })
  const client = clientOf(app)
  const changes = changesOf(app)
  const facts = factsOf(app)
  const { someone, say, idOf, onDays, remove, shownOfPast } = takingBackOn(app)

  test('is erased from what it said before it was corrected, with the label of a chat and without', async () => {
    const who = someone()
    const { memoryIds } = await client.tell(who, OLD, { observed_at: DAYS[0] })
    const ids = [...memoryIds, ...(await onDays(who, DAYS.slice(1)))]
    const before = new Date().toISOString()
    await changes.update(who, String(ids[0]), { content: NEW })
    expect([...(await remove(who, String(ids[0]), { hard: 'true' })).body.ids].sort()).toEqual([...ids].sort())
    expect(await shownOfPast(who, ids, before)).not.toContain('walnut')
  })

  test('comes back without what another request deleted, also where the clock stood still between the two', async () => {
    const who = someone()
    const [january = '', february = '', march = ''] = await onDays(who)
    const other = idOf(await say(who, 'The dog is called Rex.'))
    // No later event is older than this one.
    const metadata = { ...facts.by(who.user_id), at: '2099-01-01T00:00:00.000Z', memoryId: other, version: 2 }
    await facts.append(who.user_id, [{ type: 'MemoryContested', metadata, data: {} }])
    for (const id of [january, february]) await remove(who, id, { only_this: 'true' })
    expect((await changes.restore(who, january, 1)).body).toMatchObject({ ids: [january], same_words: [march] })
    await remove(who, january)
    expect((await changes.restore(who, march, 1)).body).toMatchObject({ ids: [march, january] })
  })
})
