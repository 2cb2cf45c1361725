import { describe, expect, test } from 'vitest'
import { clientOf } from '../support/client.js'
import { databasesFor } from '../support/database.js'
import { rebuilt } from '../support/rebuilt.js'
import { served } from '../support/served.js'

const WORDS = ['велосипед', 'скрипка', 'ガラス', '自転車', '🎻🚲', '👩‍👩‍👧', 'гавань', '港口', 'violin']
const word = (n: number) => WORDS[n % WORDS.length] ?? ''
/** An id of 256 characters and 512 bytes, of letters of one, two and three bytes. */
const longId = (name: string): string => `${name}${'語'.repeat(name.length)}${'я'.repeat(256 - 2 * name.length)}`
const bytes = (text: string) => Buffer.byteLength(text)

/** Exactly so many code points: a line a turn, each unlike the others. */
const session = (codePoints: number): string => {
  let text = ''
  let length = 0
  for (let i = 0; ; i++) {
    const line = `${i % 2 ? 'Анна' : 'Бен'}: ${word(i)} ${i} ${word(i * 5 + 1)} ${word(i * 7 + 3)} ${i * 13} ${'слово '.repeat(100)}.\n`
    const more = [...line].length
    if (length + more > codePoints) return text.padEnd(text.length + codePoints - length, 'ж')
    text += line
    length += more
  }
}

/** JSON of at most 32 KiB. */
const metadata = () => {
  const filled = { deep: { list: ['a "quoted" word', null, true, 1e300] }, text: '' }
  const room = 32 * 1024 - bytes(JSON.stringify(filled))
  return { ...filled, text: `${'я'.repeat(Math.floor(room / 2))}` }
}

describe.each(databasesFor(import.meta.url))('a request at every limit at once, on $name', ({ open }) => {
  const app = served({ open })
  const client = clientOf(app)
  const who = { user_id: longId('user'), workspace_id: longId('w'), agent_id: longId('a') }

  test('is stored, listed and found', async () => {
    expect(Object.values(who).map(bytes)).toEqual([512, 512, 512])
    const text = session(100_000)
    expect([...text]).toHaveLength(100_000)
    const more = { session_id: longId('s'), metadata: metadata(), source_site: longId('site') }
    const answer = await client.tell(who, text, more)
    expect(answer.memoriesStored + answer.duplicates).toBeGreaterThan(100)
    expect(answer.memoriesStored).toBeGreaterThan(50)
    expect((await client.list(who)).total).toBe(answer.memoriesStored)
    const found = async (wanted: string) => [wanted, (await client.search(who, wanted, { limit: 5 })).count]
    const wanted = ['скрипка', '自転車', '港口', 'violin']
    expect(await Promise.all(wanted.map(found))).toEqual(wanted.map((word) => [word, 5]))
    const id = answer.memoryIds[0] ?? ''
    expect((await client.get(who, id)).metadata).toMatchObject(more.metadata)
    expect((await client.trail({ user_id: who.user_id }, id)).versionCount).toBe(1)
  })

  test('and told once more, is known', async () => {
    const { total } = await client.list(who)
    const again = await client.tell(who, session(100_000), { source_site: 'other' })
    expect(again.memoriesStored).toBe(0)
    expect((await client.list(who)).total).toBe(total)
  })

  test('is projected again to the same rows', async () => {
    const { rows, live } = await rebuilt(app.databases)
    expect(live).toEqual(rows)
  })
})
