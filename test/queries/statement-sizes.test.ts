import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Vectors } from '../../src/postgres/vectors.js'
import { type RunningApp, startApp } from '../support/app.js'
import { databasesFor } from '../support/database.js'
import { type Issued, type Recording, recording } from '../support/recording.js'

/** No statement takes on more rows, keys or memories than this, so that none holds up others for long. */
const AT_ONCE = 512
const FACTS = 700
const facts = Array.from({ length: FACTS }, (_, n) => `Visitor ${n} left the ${n * 7}th umbrella in hall ${n % 13}.`)

describe.each(databasesFor(import.meta.url))('a large ingest on $name', ({ open }) => {
  let recorded: Recording
  let app: RunningApp
  let issued: readonly Issued[]
  beforeAll(async () => {
    recorded = recording(await open())
    const { databases, around } = recorded
    app = await startApp({ open: async () => databases }, { RECALL_FLUSH_MS: '60000' }, { around })
    const body = { user_id: 'u', source_site: 'chat', conversation: facts.join('\n\n') }
    issued = await recorded.during(async () =>
      expect((await app.ask('/v1/memories/ingest/quick', body)).body).toMatchObject({ memoriesStored: FACTS }),
    )
  })
  afterAll(() => app.close())

  test('takes many statements of a bounded size', () => {
    // What is appended to the log is bounded by its bytes, and so are its keys; names of turns and keys are probes of one
    // index, some microseconds each.
    const unbounded = ['log.append(', 'data_key', 'episode_transcript']
    const bounded = issued.filter(({ text }) => !unbounded.some((part) => text.includes(part)))
    const sizes = bounded.map(largestOf)
    expect(Math.max(...sizes)).toBeGreaterThan(16)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(AT_ONCE)
  })

  test('looks once for what is like it, as nobody else writes meanwhile', () => {
    const looks = issued
      .filter(({ text }) => text.includes('text_hash'))
      .filter(({ request }) => request !== undefined)
      .map(({ statement }) =>
        JSON.stringify(statement.query.values, (_, value) => (typeof value === 'bigint' ? `${value}` : value)),
      )
    expect(looks.length).toBeGreaterThan(1)
    expect(new Set(looks).size).toBe(looks.length)
  })
})

/** How many items the longest list of its parameters has. */
const largestOf = ({ statement }: Issued): number =>
  Math.max(
    0,
    ...statement.query.values.map((value) => {
      if (value instanceof Vectors) return value.rows.length
      const list: unknown = typeof value === 'string' && value.startsWith('[{') ? JSON.parse(value) : value
      return Array.isArray(list) ? list.length : 0
    }),
  )
