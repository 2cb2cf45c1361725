import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import type { ErasureProof } from '../../src/operations/prove/report.js'
import { type Sql, sql } from '../../src/postgres/sql.js'
import { folder, palimpsest } from '../cli/command.js'
import { startApp } from './app.js'
import { ADMIN, changesOf } from './changing.js'
import { clientOf } from './client.js'
import { logOf } from './logged-places.js'
import type { Places } from './place.js'

export const ANA = { user_id: 'ana' }
const SAID = 'My parrot Quixote speaks Xhosa, says Zebulon.'
const WORDS = `Quixote speaks Xhosa\nzebulon\n${SAID}`
export const PATIENTLY = { timeout: 180_000 }

/** A store in which Ana's first memory holds the words. */
export const filled = async (makeStore: Places[number]['makeStore']) => {
  const place = await makeStore()
  onTestFinished(place.remove)
  const served = async <Found>(work: (app: Awaited<ReturnType<typeof startApp>>) => Promise<Found>): Promise<Found> => {
    const app = await startApp(place, { ...ADMIN, ...logOf(place) })
    try {
      return await work(app)
    } finally {
      await app.close()
    }
  }
  const memory = await served(async (app) => {
    const kept = await clientOf(app).keep(ANA, SAID)
    await clientOf(app).keep(ANA, 'The garden has a pond.')
    return kept
  })
  const erase = () => served((app) => changesOf(app).erase(ANA, memory))
  const words = join(folder(), 'words.txt')
  await writeFile(words, WORDS)
  const proofWith = async (settings: Readonly<Record<string, string>>, ...args: readonly string[]) => {
    const { code, stdout, stderr } = await palimpsest(
      ['erase', '--prove', '--user', 'ana', '--words-file', words, '--json', ...args],
      { ...place.settings, ...settings },
    )
    expect(stdout + stderr).not.toMatch(/quixote|xhosa|zebulon/i)
    return { code, proof: JSON.parse(stdout) as ErasureProof } // it is all that the command prints
  }
  const proof = (...args: readonly string[]) => proofWith({}, ...args)
  const changed = async (schema: string, ...statements: readonly Sql[]) => {
    const databases = await place.open()
    for (const statement of statements) await databases.within(schema).rows(statement)
    await databases.close()
  }
  /** The schema of the read models that answer. */
  const live = async (): Promise<string> => {
    const databases = await place.open()
    const [found] = await databases
      .within('generations')
      .rows<{ name: string }>(sql`select 'read_' || hash || '_' || number as name from generation where live`)
    await databases.close()
    return found?.name ?? ''
  }
  return { place, memory, erase, proof, proofWith, changed, live, served }
}

export const foundIn = ({ looked }: ErasureProof) => looked.filter(({ found }) => found > 0).map(({ place }) => place)
