import { quantiles, round } from './measure.js'
import { projectAgain } from './project-again.js'
import { seedLog } from './seed.js'
import { eachStore, type Place, STORES } from './stores.js'
import { tell } from './tell.js'

const MEMORIES = 4000
const ROUNDS = 3

type Taken = { readonly writing: number; readonly projecting: number }

/** Writes the same memories into a log of its own, and projects it; in seconds. */
const take = async (place: Place, sealed: boolean): Promise<Taken> => {
  const databases = await place.open(() => {})
  const began = performance.now()
  await seedLog({ databases, config: place.config, tell, sealed }, [
    { scope: { kind: 'user', userId: 'ana' }, memories: MEMORIES },
  ])
  const writing = (performance.now() - began) / 1000
  await databases.close()
  const { seconds: projecting } = await projectAgain(place.config)
  return { writing, projecting }
}

/** What sealing words and names costs, both ways by turns. */
const missing = await eachStore(STORES, async (place) => {
  const taken = { clear: [] as Taken[], sealed: [] as Taken[] }
  for (let n = 0; n < ROUNDS; n++)
    for (const kind of n % 2 === 0 ? (['clear', 'sealed'] as const) : (['sealed', 'clear'] as const)) {
      tell(`${place.store}: ${kind}, round ${n + 1} of ${ROUNDS}`)
      taken[kind].push(await take(await place.beside(`${kind}${n}`), kind === 'sealed'))
    }
  const seconds = (kind: keyof typeof taken, of: keyof Taken) => quantiles(taken[kind].map((one) => one[of]))(0.5)
  const row = (of: keyof Taken) => {
    const [clear, sealed] = [seconds('clear', of), seconds('sealed', of)]
    return { clear: round(clear), sealed: round(sealed), 'more, %': Math.round((sealed / clear - 1) * 100) }
  }
  console.log(`\n${place.store}: ${MEMORIES} memories, seconds (median of ${ROUNDS})`)
  console.table({ 'ingests, neighbours given': row('writing'), projecting: row('projecting') })
})
for (const { store, why } of missing) console.log(`Not measured: ${store}, ${why}`)
