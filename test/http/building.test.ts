import { describe, expect, onTestFinished, test } from 'vitest'
import type { Database } from '../../src/postgres/database.js'
import { sql } from '../../src/postgres/sql.js'
import { startApp } from '../support/app.js'
import { clientOf, type Fields } from '../support/client.js'
import { databasesFor } from '../support/database.js'

const anna = { user_id: 'anna' }

describe.each(databasesFor(import.meta.url))(
  'a process that finds no read models of its own version, on $name',
  ({ open }) => {
    test('builds them from the log, answers 503 with its progress meanwhile, and then everything', async () => {
      const opened = await open()
      onTestFinished(() => opened.close())
      const kept = { open: async () => ({ ...opened, close: async () => {} }) }
      const before = await startApp(kept)
      const lines = Array.from({ length: 400 }, (_, n) => `Anna: Box ${n} on shelf ${n * 7} holds violin strings.`)
      await clientOf(before).tell(anna, lines.join('\n'))
      await before.close()
      const made = await opened
        .within('generations')
        .rows<{ schema: string }>(sql`delete from generation returning 'read_' || hash || '_' || number as schema`)
      for (const { schema } of made) await opened.script(`drop schema ${schema} cascade`)

      // The database is slow to take in what is built, until we say so.
      let release = () => {}
      const held = new Promise<void>((resolve) => {
        release = resolve
      })
      const slow = (schema: string): Database => {
        const db = opened.within(schema)
        return schema.startsWith('read_') ? { ...db, transaction: (work) => held.then(() => db.transaction(work)) } : db
      }
      const slowly = { open: async () => ({ ...opened, within: slow, close: async () => {} }) }
      const app = await startApp(slowly, {}, { untilReady: false })
      const health = await app.ask<Fields>('/health')
      const list = await app.ask<Fields>('/v1/memories/list?user_id=anna')
      const write = await app.ask<Fields>('/v1/memories/ingest/quick', {
        ...anna,
        source_site: 's',
        conversation: 'I sing.',
      })
      const ready = await app.ask<Fields>('/health/ready')
      expect([health.status, ready.status, list.status, write.status]).toEqual([503, 503, 503, 503])
      expect(ready.body).toEqual({ status: 'unavailable', reason: health.body.reason })
      expect(await app.ask('/health/live')).toMatchObject({ status: 200, body: { status: 'ok' } })
      expect(health.body).toMatchObject({
        status: 'degraded',
        projector: 'building',
        end: expect.stringMatching(/^\d{3,}$/),
      })
      expect(list.headers.get('Retry-After')).toMatch(/^\d+$/)
      release()
      await app.ready
      expect((await app.ask('/health')).status).toBe(200)
      expect(await app.ask('/health/ready')).toMatchObject({ status: 200, body: { status: 'ok' } })
      expect((await clientOf(app).list(anna)).total).toBe(400)
      await app.close()
    })
  },
)
