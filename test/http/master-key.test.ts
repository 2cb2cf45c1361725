import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { MasterKeyUnfit } from '../../src/commands/master-key.js'
import type { Databases } from '../../src/postgres/database.js'
import { sql } from '../../src/postgres/sql.js'
import { startApp } from '../support/app.js'
import { clientOf } from '../support/client.js'
import { embedded, type TestDatabase } from '../support/database.js'
import { places } from '../support/place.js'

const key = (n: number) => ({ PALIMPSEST_MASTER_KEY: Buffer.alloc(32, n).toString('base64') })
const ANA = { user_id: 'ana' }
const CHAT = 'Ana: I moved to Lisbon.\nBot: Congratulations on Lisbon!'

describe('the secret key of an embedded store', () => {
  let folder: string
  let place: Pick<TestDatabase, 'open'>
  let kept: Databases
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'palimpsest-key-'))
    await mkdir(join(folder, 'data'))
    kept = await embedded.open()
    // Its rows lie in memory, which is quicker to start on again and again; the key goes by the folder alone.
    place = { open: async () => ({ ...kept, directory: join(folder, 'data'), close: async () => {} }) }
  })
  afterEach(async () => {
    await kept.close()
    await rm(folder, { recursive: true, force: true })
  })
  const file = () => join(folder, 'data', 'master.key')
  const once = async (settings: Record<string, string> = {}) => {
    const app = await startApp(place, settings)
    const told = await clientOf(app).tell(ANA, CHAT)
    await app.close()
    return told
  }

  test('is made at the first start, in a file that only its owner may read, and serves from then on', async () => {
    expect(await once()).toMatchObject({ knownTurns: 0, memoriesStored: 2 })
    expect((await stat(file())).mode & 0o777).toBe(0o600)
    expect(Buffer.from((await readFile(file(), 'utf8')).trim(), 'base64')).toHaveLength(32)
    expect(await once()).toMatchObject({ knownTurns: 2 })
  })

  test('that is missing or another ends the start with what to do', async () => {
    await once()
    await rename(file(), join(folder, 'kept'))
    await expect(startApp(place)).rejects.toThrow(/secret key is missing.*Put it back.*PALIMPSEST_MASTER_KEY/)
    await writeFile(file(), Buffer.alloc(32, 9).toString('base64'))
    await expect(startApp(place)).rejects.toThrow(/is that of another store/)
    await expect(startApp(place, key(3))).rejects.toThrow(MasterKeyUnfit)
    await rename(join(folder, 'kept'), file())
    expect(await once()).toMatchObject({ knownTurns: 2 })
  })

  test('named by the settings is kept nowhere', async () => {
    await once(key(1))
    expect(existsSync(file())).toBe(false)
    await expect(startApp(place)).rejects.toThrow(/secret key is missing/)
    await expect(startApp(place, key(2))).rejects.toThrow(/is not this store's secret key/)
    expect(await once(key(1))).toMatchObject({ knownTurns: 2 })
  })
})

describe.each(places.slice(1))('the secret key of a store on $name', ({ make }) => {
  test('is kept in a table apart from the log and the read models', async () => {
    const place = await make()
    const first = await startApp(place)
    await clientOf(first).tell(ANA, CHAT)
    const rows = await first.databases.within('generations').rows(sql`select length(key) as bytes from master_key`)
    expect(rows).toEqual([{ bytes: 32 }])
    await first.close()
    const second = await startApp(place)
    expect(await clientOf(second).tell(ANA, CHAT)).toMatchObject({ knownTurns: 2 })
    await second.databases.within('generations').rows(sql`delete from master_key`)
    await second.close()
    await expect(startApp(place)).rejects.toThrow(/secret key is missing/)
    await place.remove()
  })
})
