import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { openAppOn } from '../../src/app/app.js'
import { configFrom } from '../../src/config/config.js'
import { migrate } from '../../src/postgres/migrate.js'
import { databasesFor } from '../support/database.js'
import { migrations } from '../support/log.js'

test.each(databasesFor(import.meta.url))(
  'what keeps the read models from being served is logged, on $name',
  async ({ open }) => {
    const opened = await open()
    await migrate(opened, migrations('generations'), 'generations')
    await opened.script(`
    create function generations.refuse() returns trigger language plpgsql as $$
      begin raise 'the door is shut'; end
    $$;
    create trigger refused before update of live on generations.generation execute function generations.refuse()`)
    const lines: { level: number; msg: string; err?: { message: string } }[] = []
    const logger = pino({ level: 'error' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
    const app = await openAppOn(async () => opened)(configFrom({}), logger, () => {})
    await app.ready
    await vi.waitFor(() => expect(lines).toHaveLength(1), 20_000)
    expect(lines[0]).toMatchObject({ msg: 'the read models cannot be served', err: { message: 'the door is shut' } })
    await app.close()
  },
)
