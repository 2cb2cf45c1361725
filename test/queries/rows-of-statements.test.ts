import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { corpus } from '../../bench/corpus.js'
import type { Databases } from '../../src/postgres/database.js'
import { nameOf } from '../../src/postgres/statement-log.js'
import { type RunningApp, startApp } from '../support/app.js'
import { type Client, clientOf } from '../support/client.js'
import { databases } from '../support/database.js'
import { type Issued, type Recording, recording } from '../support/recording.js'
import { rowsTouched } from '../support/rows-touched.js'

/** How many rows a statement may take in hand for each that it returns or is asked about, and besides. */
const FOR_EACH = 20
const BESIDES = 50
/** What counts goes over all that it counts, by an index alone. */
const isCount = (name: string): boolean => /\bhow many\b/.test(name)

const WHO = { user_id: 'u' }
/** In a table of a few pages a walk costs no more than an index. */
const MEMORIES = 5000
const TURNS = 250
const text = corpus(1)

/** Only a store with one connection has counted, at any moment, all that it did. */
describe.each(databases.filter(({ name }) => name === 'PGlite'))(
  'of a store that was empty when it was opened, $name',
  ({ open }) => {
    let opened: Databases
    let recorded: Recording
    let app: RunningApp
    let client: Client
    beforeAll(async () => {
      opened = await open()
      recorded = recording(opened)
      const { around } = recorded
      app = await startApp({ open: async () => recorded.databases }, { RECALL_FLUSH_MS: '60000' }, { around })
      client = clientOf(app)
      // A statement may keep the plan that it had while there was nothing.
      for (let n = 0; n < 6; n++) for (const { ask } of operations) await ask()
    })
    afterAll(() => app.close())

    const ingest = (turns: number) =>
      app.ask('/v1/memories/ingest/quick', { ...WHO, source_site: 'chat', conversation: text.conversation(turns) })
    const operations: readonly { readonly name: string; readonly ask: () => Promise<unknown> }[] = [
      { name: 'an ingest', ask: () => ingest(3) },
      { name: 'a search', ask: () => app.ask('/v1/memories/search', { ...WHO, query: text.question() }) },
      { name: 'a fast search', ask: () => client.fast(WHO, text.question()) },
      { name: 'a list', ask: () => client.list(WHO) },
      {
        name: 'a deletion',
        ask: async () => {
          const { body } = await ingest(1)
          const {
            memoryIds: [id],
          } = body as { readonly memoryIds: readonly string[] } // of an ingest
          await app.ask(`/v1/memories/${id}?user_id=u`, undefined, { method: 'DELETE' })
        },
      },
    ]

    /** Runs it once more, alone: its plan is the one that it had. */
    const touchedBy = async ({ schema, statement, text }: Issued) => {
      const before = await rowsTouched(opened)
      const { length } = await opened.within(schema).rows(statement)
      const touched = (await rowsTouched(opened)) - before
      return { statement: nameOf(text), touched, most: FOR_EACH * (length + askedOf(statement.query.values)) + BESIDES }
    }

    test('no statement walks through thousands of memories of a user', { timeout: 600_000 }, async () => {
      for (let told = 0; told < MEMORIES; told += TURNS) await ingest(TURNS)
      for (const { name, ask } of operations) {
        const issued = (await recorded.during(ask)).filter(({ request }) => request !== undefined)
        const reads = [...new Map(issued.filter(isRead).map((each) => [each.text, each])).values()]
        const greedy = []
        for (const read of reads) {
          const { statement, touched, most } = await touchedBy(read)
          if (touched > most && !isCount(statement)) greedy.push({ statement, touched, most })
        }
        expect(reads.length).toBeGreaterThan(0)
        expect.soft({ name, greedy }).toEqual({ name, greedy: [] })
      }
    })
  },
)

const isRead = ({ text }: Issued): boolean =>
  /^\s*(\/\*.*?\*\/\s*)?(select|with)\b/s.test(text) && !/\b(insert|update|delete|append)\b|data_key|\blog\./.test(text)

/** How many items its lists have. */
const askedOf = (values: readonly unknown[]): number =>
  values.reduce<number>((sum, value) => sum + (Array.isArray(value) ? value.length : 1), 0)
