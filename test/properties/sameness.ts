import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import type { Answer } from '../support/app.js'
import type { Fields } from '../support/client.js'
import { type Caller, sees, type World } from './model.js'
import { forgottenIn, type Played, tell } from './play.js'
import type { Reading, Tally } from './reading.js'
import { mattersUntil } from './seen-by.js'
import type { Step, StepOf } from './steps.js'
import { USUAL } from './texts.js'
import { ways } from './ways.js'

/** What two worlds may differ in: when something happened and where in the log, how long it took, and how often others were shown it. */
const APART = new Set([
  'created_at',
  'recorded_at',
  'timestamp',
  'last_accessed_at',
  'access_count',
  'expired_at',
  'deleted_at',
  'expires_at',
  'resolved_at',
  'duration_ms',
  // Health tells everybody how far the log is.
  'position',
  'at',
])

/** An answer to the letter, ids aside: those are named by what they stand for in every world alike. */
export const plainly = (
  { run, ids, episodes }: Pick<Played, 'run' | 'ids' | 'episodes'>,
  { status, body }: Answer<Fields>,
): unknown => {
  const names = new Map([
    ...[...ids].map(([handle, id]) => [id, handle] as const),
    ...[...episodes].map(([n, id]) => [id, `episode ${n}`] as const),
  ])
  const named = (text: string) =>
    text.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, (id) => names.get(id) ?? 'an id').replaceAll(` ${run}`, '')
  const kept = JSON.stringify(body, (key, value: unknown) => {
    if (APART.has(key)) return undefined
    if (key === 'embedding') return createHash('sha256').update(`${value}`).digest('hex')
    return typeof value === 'string' ? named(value) : value
  })
  const { total, memories, ...rest } = JSON.parse(kept)
  // What was told at once bears one time, so that ids decide upon its place in a list.
  const rows = total === undefined ? memories : [memories ?? []].flat().toSorted(byId)
  return { status, total, memories: rows, ...rest }
}

const byId = (a: Fields, b: Fields): number => (`${a.id}` < `${b.id}` ? -1 : 1)

/** A story with all that happened in it, and without what the caller could not see. */
type Pair = {
  readonly full: Played
  readonly bare: Played
  readonly story: readonly Step[]
  readonly caller: Caller
  /** Whether nobody else will ask about the full one. */
  readonly isLast: boolean
  readonly progressCounter: Tally
}

/** Whatever the caller reads, and then tells, is answered alike in both worlds. */
export const expectSame = async (pair: Pair): Promise<void> => {
  for (const name of Object.keys(ways).filter((each) => each !== 'owned')) await readSame(pair, name)
  for (const [i, probe] of probes(pair).entries()) {
    const told = [await tell(pair.full, probe), await tell(pair.bare, probe)] as const
    expect(plainly(pair.full, told[0]), `telling ${i}`).toEqual(plainly(pair.bare, told[1]))
  }
}

const readSame = async (pair: Pair, name: string): Promise<void> => {
  const way = ways[name]
  if (!way) throw new Error(`there is no way ${name}`)
  const full = (await way(readingOf(pair, pair.full))).map((answer) => plainly(pair.full, answer))
  const bare = (await way(readingOf(pair, pair.bare))).map((answer) => plainly(pair.bare, answer))
  expect(full, name).toEqual(bare)
}

/** Both worlds are asked about the same things, some of which are hidden in the one and absent from the other. */
const readingOf = ({ full, bare, caller, progressCounter }: Pair, played: Played): Reading => {
  const { memories } = full.world
  const seen = memories.filter((memory) => sees(caller, memory))
  const hidden = memories.filter((memory) => !sees(caller, memory))
  const traced = memories.filter((memory) => mattersUntil(caller, memory) === Number.POSITIVE_INFINITY)
  const handles = (some: World['memories'], n: number) => some.slice(-n).map(({ handle }) => handle)
  return {
    played,
    world: played.world,
    caller,
    about: [...handles(seen, 3), ...handles(hidden, 3), ...forgottenIn(full).slice(-1)],
    traced: handles(traced, 4),
    episodes: [...full.episodes.keys()].slice(-6),
    moments: [...bare.moments.keys()].filter((_, i) => i % 4 === 0),
    progressCounter,
  }
}

/**
 * The caller tells all that anybody may have told before them: to itself, under a key that another has used, and, as the
 * last that is done in these worlds, to all.
 */
const probes = ({ caller, bare, story, isLast }: Pair): readonly StepOf<'tell'>[] => {
  const kept = new Set(bare.moments.keys())
  const hidden = story.filter(({ n, by }) => !kept.has(n) && by.user === caller.user)
  const another = hidden.find((step) => step.verb === 'tell' && step.keyed)
  const all = Array.from({ length: USUAL }, (_, i) => i)
  const probe = {
    verb: 'tell',
    n: -1,
    by: caller,
    granted: [],
    source: 'chat',
    session: 'one',
    topic: 'boats',
  } as const
  const toItself = { ...probe, visibility: 'agent_only', texts: all.filter((i) => i % 2 === 1), keyed: false } as const
  return [
    toItself,
    ...(another ? [{ ...toItself, n: another.n, texts: [USUAL], keyed: true }] : []),
    ...(isLast ? [{ ...toItself, visibility: 'workspace', texts: all.filter((i) => i % 2 === 0) } as const] : []),
  ]
}
