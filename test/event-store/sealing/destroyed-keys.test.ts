import { afterAll, describe, expect, test } from 'vitest'
import { nameOf } from '../../../src/event-store/sealing/key-ref.js'
import { keysIn } from '../../support/data-keys.js'
import { databases } from '../../support/database.js'

const owner = '00000000-0000-4000-8000-000000000001'

describe.each(databases)('a key that is to be destroyed, on $name', ({ open }) => {
  const opened = open()
  afterAll(async () => (await opened).close())

  test('may be named and be in a range at once, as when words of a day are given up before all of that day', async () => {
    const keys = await keysIn(await opened)
    const refs = [1, 2, 3].map((part) => ({ owner, part }))
    await keys.issue(refs)
    await keys.destroy({ named: refs.slice(0, 1), ranges: [{ owner, from: 0, to: 2 }] })
    const found = await keys.find(refs)
    const gone = refs.map((ref) => found.get(nameOf(ref)) === 'destroyed')
    expect(gone).toEqual([true, true, false])
  })
})
