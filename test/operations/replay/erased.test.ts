import { beforeAll, describe, expect, test } from 'vitest'
import { showReplay } from '../../../src/cli/replay/show-replay.js'
import type { Question } from '../../../src/operations/replay/answer.js'
import type { RunningApp } from '../../support/app.js'
import { ADMIN, changesOf } from '../../support/changing.js'
import { clientOf } from '../../support/client.js'
import { databasesFor } from '../../support/database.js'
import { replayOfService } from '../../support/replaying.js'
import { served } from '../../support/served.js'

const anna = { user_id: 'anna' }
const WORDS = ['quixot', 'xhosa', 'parrot', 'cockatoo', 'perroquet']

describe.each(databasesFor(import.meta.url))('what was erased, replayed on $name', (database) => {
  const app = served(database, ADMIN)
  /** The log before the memory was erased, and after. */
  let before: string
  let after: string
  let erased: string
  let kept: string
  beforeAll(async () => {
    const client = clientOf(app)
    const changes = changesOf(app)
    const { memoryIds } = await client.tell(
      anna,
      'Anna: The garden has a pond.\nAnna: My parrot Quixote speaks Xhosa.\nAnna: The garden has a shed.',
      { metadata: { pet: 'perroquet' } },
    )
    kept = String(memoryIds[0])
    erased = String(memoryIds[1])
    await changes.update(anna, erased, { content: 'Quixote is a cockatoo.', metadata: { pet: 'cockatoo' } })
    await client.search(anna, 'cockatoo')
    before = await logOf(app)
    await changes.erase(anna, erased)
    after = await logOf(app)
  })

  const shown = async (question: Question, json: boolean) => {
    const answers = await replayOfService(app.databases, question)
    const each = async function* () {
      yield* answers
    }
    const lines: string[] = []
    for await (const line of showReplay(each(), json)) lines.push(line)
    return lines.join('\n')
  }
  const questions: readonly (readonly [string, () => Question])[] = [
    ['the memory', () => ({ ask: 'memory', id: erased })],
    ['the memory beside it', () => ({ ask: 'memory', id: kept, user: 'anna' })],
    ['the user', () => ({ ask: 'user', user: 'anna', all: true })],
    ['the user before it was erased', () => ({ ask: 'user', user: 'anna', all: true, position: '12' })],
    ['the log', () => ({ ask: 'log', types: [] })],
    ['the log of the user', () => ({ ask: 'log', types: [], user: 'anna' })],
    ['the log up to before it was erased', () => ({ ask: 'log', types: [], to: '12' })],
    ['a check', () => ({ ask: 'check' })],
  ]
  test.each(questions)('is in no word of the replay of %s', async (_, question) => {
    for (const json of [true, false]) {
      const text = (await shown(question(), json)).toLowerCase()
      expect(text.length).toBeGreaterThan(50)
      for (const word of WORDS) {
        expect(text).not.toContain(word)
      }
      for (const vector of vectorsIn(before, erased)) expect(text).not.toContain(vector)
    }
  })

  test('was in the log, and cannot be read there any more', () => {
    for (const word of WORDS) expect(before).toContain(word)
    for (const word of WORDS) expect(after).not.toContain(word)
    expect(vectorsIn(before, erased).filter((vector) => vector !== '').length).toBe(2)
    expect(vectorsIn(after, erased)).toEqual(['', ''])
  })

  test('is told as erased, version by version, and what stands beside it is there', async () => {
    const text = await shown({ ask: 'memory', id: erased }, false)
    expect(text).toContain('MemoryErased')
    expect(text.match(/\(erased\)/g)?.length).toBeGreaterThan(2)
    expect(await shown({ ask: 'user', user: 'anna', all: true }, false)).toContain('The garden has a pond.')
  })
})

/** The events as a reader with the keys sees them, in lower case. */
const logOf = async (app: RunningApp): Promise<string> => {
  const events = await clientOf(app).log()
  return JSON.stringify(events, (_, value) => (typeof value === 'bigint' ? `${value}` : value)).toLowerCase()
}

/** The numbers that stand for a memory in the log. */
const vectorsIn = (log: string, id: string): readonly string[] => {
  const events: readonly {
    type: string
    data: { embedding?: { vector?: string } }
    metadata: { memoryid?: string }
  }[] = JSON.parse(log)
  return events.flatMap(({ type, data, metadata }) =>
    type === 'memoryembedded' && metadata.memoryid === id ? [data.embedding?.vector ?? ''] : [],
  )
}
