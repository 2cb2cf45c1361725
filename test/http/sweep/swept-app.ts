import { pino } from 'pino'
import { openAppOn } from '../../../src/app/app.js'
import { openHttpListener } from '../../../src/cli/http-listener.js'
import { configFrom } from '../../../src/config/config.js'
import { EPISODE, MEMORY, OTHER_MEMORY } from '../../../src/http/answers/named.js'
import type { Databases } from '../../../src/postgres/database.js'
import { identifier, sql } from '../../../src/postgres/sql.js'
import { readModelOf } from '../../support/client.js'
import type { TestDatabase } from '../../support/database.js'
import { documented } from '../../support/documented.js'
import { ADMIN, type Existing, STANDARD } from './draft.js'

const variables = {
  RECALL_FLUSH_MS: '60000',
  READ_WAIT_MS: '300',
  CORE_ADMIN_API_KEY: ADMIN,
  CORE_RUNTIME_CONFIG_MUTATION_ENABLED: 'true',
}

/** The service behind its real front door, and what has been written. */
export const openSwept = async ({ open }: TestDatabase) => {
  const databases = await open()
  const app = await openAppOn(async () => databases)(configFrom(variables), pino({ level: 'silent' }), () => {})
  await app.ready
  const door = await openHttpListener('127.0.0.1', 0)
  door.open(documented(app.handler))
  let told = 0
  return {
    port: Number(new URL(door.address).port),
    /** Stores what the examples speak of; a DELETE gets a memory, an episode and a user of its own. */
    furnish: async (): Promise<(method: string) => Existing> => {
      const [kept, other, doomed] = [
        await tell(door.address, ++told),
        await tell(door.address, ++told),
        await tell(door.address, ++told),
      ]
      await tell(door.address, ++told, 'ben')
      return (method) => ({
        [MEMORY]: method === 'DELETE' ? doomed.memoryId : kept.memoryId,
        [OTHER_MEMORY]: other.memoryId,
        [EPISODE]: method === 'DELETE' ? doomed.episodeId : kept.episodeId,
      })
    },
    said: () => saidIn(databases),
    state: async () => ({ ...(await saidIn(databases)), rows: await rowsIn(databases) }),
    close: async () => {
      await door.close(0)
      await app.close()
    },
  }
}
export type Swept = Awaited<ReturnType<typeof openSwept>>

const tell = async (address: string, n: number, user_id = 'ana') => {
  const body = {
    user_id,
    source_site: 'chat',
    conversation: `Parcel ${n} lies in room ${n * 7}.`,
    skip_extraction: true,
  }
  const answer = await fetch(`${address}/v1/memories/ingest/quick`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${STANDARD}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  // What an ingest answers is tested elsewhere.
  const { memoryIds, episodeId } = (await answer.json()) as { memoryIds: readonly string[]; episodeId: string }
  return { memoryId: memoryIds[0] ?? '', episodeId }
}

/** How much the log holds: what somebody asked for, and what was counted on the way. */
const saidIn = async (databases: Databases) => {
  const [counted] = await databases.within('log').rows<{ said: bigint; recalls: bigint }>(sql`
    select
      count(*) filter (where type <> 'MemoriesRecalled') as said,
      count(*) filter (where type = 'MemoriesRecalled') as recalls
    from event`)
  return { said: `${counted?.said}`, recalls: `${counted?.recalls}` }
}

/** A sum over all rows of each read table. */
const rowsIn = async (databases: Databases): Promise<Readonly<Record<string, string>>> => {
  const db = await readModelOf(databases)
  const tables = await db.rows<{ name: string }>(
    sql`select tablename::text as name from pg_tables where schemaname = current_schema() order by 1`,
  )
  const sums: Record<string, string> = {}
  for (const { name } of tables) {
    const [row] = await db.rows<{ sum: string | null }>(
      sql`select md5(string_agg(t::text, ' ' order by t::text)) as sum from ${identifier(name)} as t`,
    )
    sums[name] = `${row?.sum}`
  }
  return sums
}
