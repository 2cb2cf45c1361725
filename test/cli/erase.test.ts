import { describe, expect, onTestFinished, test } from 'vitest'
import { sql } from '../../src/postgres/sql.js'
import { startApp } from '../support/app.js'
import { clientOf } from '../support/client.js'
import { usualPlaces } from '../support/place.js'
import { folder, palimpsest, palimpsestProcess } from './command.js'
import { filled, listed } from './reingest-store.js'

const PATIENTLY = 180_000
const ana = { user_id: 'ana' }
const ben = { user_id: 'ben' }

describe.each(usualPlaces)('palimpsest erase, on $name', (place) => {
  test('takes a memory, then the whole user, and tells before what would go', { timeout: PATIENTLY }, async () => {
    const { served, settings } = await filled(place.makeStore, async (client) => {
      await client.tell(ana, 'Ana: I live in Berlin.\nAna: My parrot speaks Xhosa.')
      await client.tell(ben, 'Ben: I work for Siemens.')
    })
    const erase = (...args: readonly string[]) => palimpsest(['erase', ...args], settings)
    const [id] = await served(async (client) =>
      (await client.list(ana)).memories.filter(({ content }) => content.includes('Xhosa')).map((each) => each.id),
    )
    const one = ['--user', 'ana', '--memory', String(id)]
    expect(await erase(...one, '--dry-run')).toMatchObject({
      code: 0,
      stdout: `Of memory ${id} of ana would be erased: 1 memory, 0 of them derived, 1 conversation, 1 turn, 0 lessons.\nNothing was changed.\n`,
    })
    expect(await erase(...one)).toMatchObject({ code: 1, stderr: expect.stringContaining('Pass --yes to do it.') })
    expect(await served((client) => listed(client, ana))).toHaveLength(2)
    expect(await erase(...one, '--yes')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/were erased: 1 memory/),
    })
    expect(await served((client) => listed(client, ana))).toEqual(['Ana: I live in Berlin.'])

    const dry = await erase('--user', 'ana', '--dry-run', '--json')
    const extent = { memories: 2, derived: 0, episodes: 1, turns: 2, lessons: 0, conflicts: 0, agents: 0 }
    expect(JSON.parse(dry.stdout)).toMatchObject({ result: { state: 'planned', extent } })
    expect(await erase('--user', 'ana', '--yes')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Of user ana'),
    })
    await served((client) => client.tell({ user_id: "d'Arc" }, 'Jeanne: I live in Domrémy.'))
    expect((await erase('--user', "d'Arc", '--yes')).stdout).toContain(
      String.raw`--prove --user 'd'\''Arc' --words-file`,
    )
    await served(async (client) => {
      expect(await listed(client, ana)).toEqual([])
      expect(await listed(client, ben)).toEqual(['Ben: I work for Siemens.'])
      expect(JSON.stringify(await client.log(), (_, v) => (typeof v === 'bigint' ? `${v}` : v))).not.toMatch(
        /Berlin|Xhosa/,
      )
    })
    expect(await erase('--user', 'ana', '--yes')).toMatchObject({ code: 1, stderr: 'There is nothing of this user\n' })
    expect(await palimpsest(['replay', 'check'], settings)).toMatchObject({ code: 0 })
  })
})

describe.each(usualPlaces)('palimpsest erase --dry-run, on $name', (place) => {
  test('destroys no key, and the erasure itself those of what it erases', { timeout: PATIENTLY }, async () => {
    const { settings, open, remove } = await place.makeStore()
    onTestFinished(remove)
    const app = await startApp({ open }, { RECALL_RECEIPTS: 'full' })
    const client = clientOf(app)
    await client.tell(ana, 'Ana: I live in Berlin.\nAna: My parrot speaks Xhosa.\nAna: The parrot of mine is green.')
    await client.tell(ben, 'Ben: I work for Siemens.')
    await client.search(ana, 'Which language does the parrot speak?')
    const [id = ''] = (await client.list(ana)).memories.flatMap((each) => (/Xhosa/.test(each.content) ? [each.id] : []))
    await app.close()
    const keys = async () => {
      const databases = await open()
      const [row] = await databases
        .within('generations')
        .rows<{ there: number }>(sql`select count(*)::int as there from data_key where wrapped is not null`)
      await databases.close()
      return row?.there ?? 0
    }
    for (const args of [
      ['--user', 'ana', '--memory', id],
      ['--user', 'ana'],
    ]) {
      const before = await keys()
      expect(await palimpsest(['erase', ...args, '--dry-run'], settings)).toMatchObject({ code: 0 })
      expect(await keys()).toBe(before)
      expect(await palimpsest(['erase', ...args, '--yes'], settings)).toMatchObject({ code: 0 })
      // Of the memory: its own, its turn's, and that of the search that returned it.
      expect(before - (await keys())).toBeGreaterThanOrEqual(args.length > 2 ? 3 : 5)
    }
  })
})

describe('palimpsest erase is refused', () => {
  test.each([
    ['without a user', [], 2],
    ['for an id that is none', ['--user', 'ana', '--memory', 'x'], 2],
    ['in a workspace without an agent', ['--user', 'ana', '--memory', crypto.randomUUID(), '--workspace', 'w'], 2],
    ['where there is no store', ['--user', 'ana', '--data-dir', 'nowhere'], 1],
  ])('%s', async (_, args, code) => {
    folder()
    expect(await palimpsest(['erase', ...args])).toMatchObject({ code })
  })

  const ana = ['--user', 'ana']
  test.each([
    ['--prove with a dry run', ['--prove', ...ana, '--dry-run'], "'--prove' cannot be used with option '--dry-run'"],
    ['--prove with --yes', ['--prove', ...ana, '--yes'], "'--prove' cannot be used with option '--yes'"],
    ['--prove of nobody', ['--prove'], "'--replay' alone takes none"],
    ['--replay with --prove', ['--replay', '--prove'], "'--replay' cannot be used with option '--prove'"],
    ['--replay with a dry run', ['--replay', '--dry-run'], "'--replay' cannot be used with option '--dry-run'"],
    ['--replay with --yes', ['--replay', '--yes'], "'--replay' cannot be used with option '--yes'"],
    ['--replay of one user', ['--replay', ...ana], "'--replay' cannot be used with option '--user <id>'"],
    ['words without --prove', [...ana, '--words-file', 'gone.txt'], 'erase first, then prove'],
  ])('and %s, with why', async (_, args, why) => {
    const { code, stdout, stderr } = await palimpsest(['erase', ...args])
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain(why)
  })
  test.each(['prove-erasure', 'erase-again'])('and a command %s is not known', async (name) => {
    expect(await palimpsestProcess([name])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('unknown command'),
    })
  })
  test.each([['--prove', ...ana], ['--replay']])('and %s where there is no store', async (...args) => {
    expect(await palimpsest(['erase', ...args, '--data-dir', 'nowhere'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('nowhere holds no store yet.'),
    })
  })
})
