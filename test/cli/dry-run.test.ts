import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { freshPostgres } from '../support/database.js'
import { makeEmbedded } from '../support/place.js'
import { folder, palimpsest } from './command.js'

const postgres = await freshPostgres()
await postgres?.drop()

describe('a rebuild', () => {
  test.each([
    ['alone', []],
    ['as a dry run', ['--dry-run']],
    ['as a dry run that verifies', ['--dry-run', '--verify']],
  ])('%s creates no store, not even a directory', async (_, more) => {
    const directory = join(folder(), 'mistyped')
    const args = ['rebuild', ...more, '--data-dir', directory]
    expect(await palimpsest(args)).toEqual({
      code: 1,
      stdout: '',
      stderr: `There is nothing to rebuild: ${directory} holds no store yet. \`palimpsest migrate\` makes it, and so does \`palimpsest serve\`.\n`,
    })
    expect(existsSync(directory)).toBe(false)
  })
})

describe('a dry run of a rebuild', () => {
  test('of an embedded store without a server says what would be done', { timeout: 120_000 }, async () => {
    const place = await makeEmbedded(join(folder(), 'data'))
    const empty = await palimpsest(['rebuild', '--dry-run'], place.settings)
    expect(empty).toMatchObject({ code: 1, stderr: expect.stringContaining('the database holds no store yet.') })
    expect((await palimpsest(['migrate'], place.settings)).code).toBe(0)
    const planned = await palimpsest(['rebuild', '--dry-run'], place.settings)
    expect(planned).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /^It would build read_\w+_2 from 2 events beside read_\w+_1, .* Nothing was changed/,
      ),
    })
  })
})

test.skipIf(postgres === undefined)(
  'a dry run on Postgres writes nothing, whatever there is',
  { timeout: 120_000 },
  async () => {
    const fresh = await freshPostgres()
    const settings = { DATABASE_URL: fresh?.url ?? '' }
    const raw = new Client({ connectionString: settings.DATABASE_URL })
    await raw.connect()
    await raw.query('drop schema log cascade; drop schema generations cascade')
    onTestFinished(async () => {
      await raw.end()
      await fresh?.drop()
    })
    const tables = async () => {
      const { rows } = await raw.query(`
      select schemaname || '.' || tablename as name
      from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')
      order by name`)
      return rows.map(({ name }) => String(name))
    }
    /** Whatever wrote a row left the number of its transaction. */
    const written = async (names: readonly string[]) => {
      const each = names.map((name) => `select '${name}' as name, xmin::text, count(*) from ${name} group by 1, 2`)
      return (await raw.query(`${each.join(' union all ')} order by 1, 2`)).rows
    }
    const dry = () => palimpsest(['rebuild', '--dry-run'], settings)

    expect(await dry()).toMatchObject({ code: 1, stderr: expect.stringContaining('the database holds no store yet.') })
    expect(await tables()).toEqual([])
    expect((await palimpsest(['migrate'], settings)).code).toBe(0)
    const made = await tables()
    const before = await written(made)
    expect(await dry()).toMatchObject({ code: 0, stdout: expect.stringContaining('Nothing was changed.') })
    const other = await palimpsest(['rebuild', '--dry-run'], { ...settings, EVENTSTORE_PREFIX: 'other' })
    expect(other).toMatchObject({ code: 1, stderr: expect.stringContaining('no store of this prefix yet.') })
    expect([await tables(), await written(made)]).toEqual([made, before])
    await raw.query('update generations.generation set hash = $1', ['older'])
    expect(await dry()).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('has built no read models here yet.'),
    })
    expect(await tables()).toEqual(made)
  },
)
