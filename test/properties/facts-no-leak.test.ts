import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { rounds, seed } from '../faults/rounds.js'
import { type Answer, startApp } from '../support/app.js'
import { factsOf } from '../support/append-facts.js'
import { ADMIN } from '../support/changing.js'
import type { Fields } from '../support/client.js'
import { databasesFor } from '../support/database.js'
import { type FactStep, factStories, LINES, NAMES, readersOfFacts } from './fact-stories.js'
import { type Caller, mayRead } from './model.js'
import { who } from './play.js'
import { conflictReadings } from './play-conflicts.js'
import { type PlayedFacts, playFacts, sayTo, type Thing } from './play-facts.js'
import { plainly } from './sameness.js'

const STORIES = rounds(2, 30)
/** A soak begins with fresh databases so often. */
const BATCHES = rounds(1, Number(process.env.SOAK_BATCHES ?? 20))
const TIME = rounds(120_000, 24 * 3_600_000)
/** Memories and episodes that are asked about one by one. */
const ABOUT = 5
const EXPLAINED = 3

let played = 0
let reads = 0
let disputes = 0
afterAll(() => console.log(`seed ${seed}: ${played} worlds with facts, ${reads} reads, ${disputes} of conflicts`))

const ofCaller = ({ user, workspace }: Caller, readers: Thing['readers'][number]['readers'], caller: Caller): boolean =>
  user === caller.user && readers !== null && readers.workspace === workspace && mayRead(readers, caller)

/** Up to which step what happens to a memory can matter to the caller; a fact that they read needs what it rests on until it is made. */
const mattersUntil = (caller: Caller, thing: Thing, things: readonly Thing[]): number => {
  const { owner, readers } = thing
  const last = readers.findLastIndex((each) => ofCaller(owner, each.readers, caller))
  const own = last < 0 ? -1 : (readers[last + 1]?.step ?? Number.POSITIVE_INFINITY)
  const resting = things.filter(({ on }) => on === thing.handle)
  const needed = resting
    .filter((fact) => mattersUntil(caller, fact, things) >= 0)
    .map((fact) => fact.readers[0]?.step ?? -1)
  return Math.max(own, ...needed)
}

/** The same story without all that the caller cannot see. */
const asSeenBy = (
  caller: Caller,
  steps: readonly FactStep[],
  { things, touched }: PlayedFacts,
): readonly FactStep[] => {
  const all = [...things.values()]
  const until = new Map(all.map((thing) => [thing.handle, mattersUntil(caller, thing, all)]))
  return steps.filter(({ n, by, verb, readers }) => {
    const isOwn = by.user === caller.user && by.workspace === caller.workspace && by.agent === caller.agent
    const isTold = verb === 'tell' && ofCaller(by, readers, caller)
    return isOwn || isTold || (touched.get(n) ?? []).some((handle) => (until.get(handle) ?? -1) >= n)
  })
}

type Asking = {
  readonly world: PlayedFacts
  readonly caller: Caller
  readonly about: readonly string[]
  readonly episodes: readonly number[]
}

/** Everything that can be read of facts and of what stands between memories, by way. */
const readings = async ({ world, caller, about, episodes }: Asking): Promise<ReadonlyMap<string, Answer<Fields>>> => {
  const { app, run, ids } = world
  const scope = who(run, caller)
  const answers = new Map<string, Answer<Fields>>()
  const get = async (name: string, path: string, more: Readonly<Record<string, string>> = {}) => {
    reads++
    answers.set(name, await app.ask<Fields>(`/v1/memories${path}?${new URLSearchParams({ ...scope, ...more })}`))
  }
  await get('list', '/list', { limit: '1000' })
  await get('lessons', '/lessons', { limit: '1000' })
  await get('lesson stats', '/lessons/stats')
  for (const [name, answer] of await conflictReadings(world, caller)) {
    reads++
    if (name.startsWith('conflict ')) disputes++
    answers.set(name, answer)
  }
  await get('stats', '/stats')
  for (const handle of about) {
    const id = ids.get(handle) ?? NOTHING
    await get(`memory ${handle}`, `/${id}`)
    await get(`links of ${handle}`, `/${id}/links`)
  }
  await get('entities', '/entities', { limit: '100' })
  for (const name of NAMES) await get(`entity ${name}`, `/entities/${encodeURIComponent(name)}`)
  await get('episodes', '/episodes', { limit: '100' })
  for (const n of episodes) await get(`episode ${n}`, `/episodes/${world.episodes.get(n) ?? NOTHING}`)
  for (const [i, query] of ['Where does Ana live? Berlin', 'the dog Xerxes', 'José García'].entries()) {
    reads++
    const body = { ...scope, query, limit: 100, threshold: 0, trace: true }
    answers.set(query, await app.ask<Fields>(`/v1/memories/search${i === 2 ? '/fast' : ''}`, body))
    const current = { ...body, current_only: true, limit: 3 }
    answers.set(`${query}, now`, await app.ask<Fields>(`/v1/memories/search${i === 1 ? '/fast' : ''}`, current))
  }
  for (const handle of about.slice(0, EXPLAINED)) {
    reads++
    const asked = { ...scope, query: 'Where does Ana live? Berlin', memory_id: ids.get(handle) ?? NOTHING }
    const body = { ...asked, threshold: 0, current_only: true }
    answers.set(`why ${handle}`, await app.ask<Fields>('/v1/memories/search/explain', body))
  }
  return answers
}
const NOTHING = '00000000-0000-4000-8000-000000000000'

/** Ids decide upon the order of some lists, and of what was said at the same time in a text for a prompt. */
const UNORDERED = new Set([
  'memory_ids',
  'links',
  'pieces',
  'memoryIds',
  'outcomes',
  'replaces',
  'evidence',
  'conflicts',
  'lessons',
  'source_memory_ids',
  'warnings',
])
const inAnyOrder = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (key, part: unknown) => {
      if (key === 'injection_text') return String(part).split('\n').toSorted()
      if (!UNORDERED.has(key) || !Array.isArray(part)) return part
      return part.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
    }),
  )

const expectAlike = (
  worlds: readonly [PlayedFacts, PlayedFacts],
  told: readonly [Answer<Fields>, Answer<Fields>],
  name: string,
) => {
  const [full, bare] = [0, 1].map((i) => inAnyOrder(plainly(worlds[i as 0 | 1], told[i as 0 | 1])))
  expect(full, name).toEqual(bare)
}

describe.each(databasesFor(import.meta.url))(
  'whatever is derived, related and put out of force, on $name',
  (database) => {
    const holdsFor = async (
      app: Pick<PlayedFacts, 'app' | 'facts'>,
      steps: readonly FactStep[],
      caller: Caller,
    ): Promise<void> => {
      const full = await playFacts({ ...app, run: `+${played++}` }, steps)
      const bare = await playFacts({ ...app, run: `+${played++}` }, asSeenBy(caller, steps, full), full.chosen)
      const handles = [...full.things.keys()]
      const [seen, hidden] = [
        handles.filter((each) => bare.ids.has(each)),
        handles.filter((each) => !bare.ids.has(each)),
      ]
      const about = [...seen.slice(-ABOUT), ...hidden.slice(-ABOUT)]
      const asking = { caller, about, episodes: [...full.episodes.keys()].slice(-ABOUT) }
      const [all, some] = [await readings({ ...asking, world: full }), await readings({ ...asking, world: bare })]
      for (const [name, answer] of all) {
        const other = some.get(name)
        if (other) expectAlike([full, bare], [answer, other], `${name}, asked by ${JSON.stringify(caller)}`)
      }
      const readers = {
        workspace: caller.workspace,
        agent: caller.agent,
        visibility: 'workspace' as const,
        granted: [],
      }
      const saying = { by: caller, lines: LINES.map((_, i) => i), readers }
      for (const path of ['/v1/memories/ingest/preview', '/v1/memories/ingest']) {
        const told = [await sayTo(full, saying, path), await sayTo(bare, saying, path)] as const
        expectAlike([full, bare], told as never, `${path}, asked by ${JSON.stringify(caller)}`)
      }
    }

    test('what a caller cannot see changes no answer to them', { timeout: TIME }, async () => {
      for (let batch = 0; batch < BATCHES; batch++) {
        const app = await startApp(database, { ...ADMIN, RECALL_FLUSH_MS: '60000' })
        const appAndFacts = { app, facts: factsOf(app) }
        const property = fc.asyncProperty(factStories, fc.constantFrom(...readersOfFacts), (steps, caller) =>
          holdsFor(appAndFacts, steps, caller),
        )
        await fc.assert(property, { seed: seed + batch, numRuns: STORIES, endOnFailure: true }).finally(app.close)
      }
    })
  },
)
