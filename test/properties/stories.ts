import fc from 'fast-check'
import { type Caller, type Memory, nothing, sees, stateAt, type Visibility, type World } from './model.js'
import { type Step, type StepOf, take, worldAfter } from './steps.js'
import { SESSIONS, SOURCES, TEXTS, TOPICS, USUAL } from './texts.js'

const caller = (user: string, workspace: string | null = null, agent: string | null = null): Caller => ({
  user,
  workspace,
  agent,
})

/** Who writes; the agents and workspaces of two users bear the same names. */
const writers = [
  caller('me'),
  caller('me', 'w', 'a'),
  caller('me', 'w', 'b'),
  caller('me', 'w', 'c'),
  caller('me', 'v', 'a'),
  caller('other'),
  caller('other', 'w', 'a'),
]

/** Who reads: the writers, and an agent that owns nothing and is never granted anything. */
export const callers: readonly Caller[] = [...writers, caller('me', 'w', 'd')]

const AGENTS = ['a', 'b', 'c']

type Dice = {
  readonly verb: Step['verb']
  readonly by: number
  readonly texts: readonly number[]
  readonly crowd: boolean
  readonly visibility: Visibility
  readonly granted: readonly string[]
  readonly pick: number
  readonly keyed: boolean
}

const OFTEN = ['tell', 'tell', 'tell', 'tell', 'tell', 'share', 'share', 'update', 'remove', 'clear', 'erase'] as const

const dice: fc.Arbitrary<Dice> = fc.record({
  verb: fc.constantFrom<Step['verb']>(
    ...Array.from({ length: 3 }, () => OFTEN).flat(),
    // Of a user who has just been erased there is little to get wrong.
    'leave',
    // A memory that is read into memory anew, with all that happened to it.
    ...(['evict', 'restart'] as const),
  ),
  by: fc.constantFrom(0, 1, 1, 1, 1, 2, 2, 2, 3, 4, 5, 6),
  texts: fc.uniqueArray(fc.nat(USUAL - 1), { minLength: 1, maxLength: 4 }),
  crowd: fc.constantFrom(...Array.from({ length: 19 }, () => false), true),
  visibility: fc.constantFrom<Visibility>('workspace', 'workspace', 'agent_only', 'restricted', 'restricted'),
  granted: fc.subarray(AGENTS),
  pick: fc.nat(9999),
  keyed: fc.boolean(),
})

const tells = { verb: 'tell', granted: [], source: 'chat', session: 'one', topic: 'boats', keyed: true } as const
const a = caller('me', 'w', 'a')

/** Something is shown to all and taken back, something private is shown, what is hidden is asked for. */
const shownAndTakenBack = (n: number): readonly Step[] => [
  { ...tells, n, by: a, texts: [0, 1, 2], visibility: 'workspace' },
  { ...tells, n: n + 1, by: a, texts: [3, 4], visibility: 'agent_only' },
  { verb: 'share', n: n + 2, by: a, memory: `${n}.0`, visibility: 'agent_only', granted: [] },
  { verb: 'share', n: n + 3, by: a, memory: `${n}.1`, visibility: 'restricted', granted: ['b'] },
  { verb: 'share', n: n + 4, by: a, memory: `${n + 1}.0`, visibility: 'workspace', granted: [] },
  { verb: 'remove', n: n + 5, by: caller('me', 'w', 'b'), memory: `${n}.2` },
  { ...tells, n: n + 6, by: a, texts: [5], visibility: 'agent_only' },
  { ...tells, n: n + 7, by: a, texts: [5], visibility: 'workspace' },
  { verb: 'update', n: n + 8, by: caller('me', 'w', 'c'), memory: `${n}.1`, importance: 0.77 },
  { verb: 'remove', n: n + 9, by: caller('me', 'w', 'c'), memory: `${n + 1}.1` },
]

/** How every story begins: a user is erased who says the same again, and then something is shown and taken back. */
const beginning: readonly Step[] = [
  { ...tells, n: 0, by: a, texts: [0, 1, 3], visibility: 'workspace' },
  { ...tells, n: 1, by: caller('me'), texts: [2, 5], visibility: 'workspace' },
  { verb: 'leave', n: 2, by: a },
  ...shownAndTakenBack(3),
  { verb: 'evict', n: 13, by: a },
  { verb: 'restart', n: 14, by: a },
]

/** How a story may end: then reads find nothing in memory, or all that has changed since it was read. */
const ENDINGS = ['evict', 'restart', undefined] as const

/** What happens: long enough that the same is told, shared and taken back by several. */
export const stories: fc.Arbitrary<readonly Step[]> = fc
  .tuple(fc.array(dice, { minLength: 10, maxLength: 20 }), fc.constantFrom(...ENDINGS))
  .map(([all, verb]) => {
    const { steps } = all.reduce<Told>(further, { steps: beginning, world: worldAfter(beginning, nothing) })
    return verb === undefined ? steps : [...steps, { n: steps.length, by: a, verb }]
  })

type Told = { readonly steps: readonly Step[]; readonly world: World }

/** What a step is about is chosen from what there is at that point. */
const further = ({ steps, world }: Told, thrown: Dice): Told => {
  const step = stepOf(thrown, steps.length, world)
  return { steps: [...steps, step], world: take(world, step).world }
}

const stepOf = (thrown: Dice, n: number, world: World): Step => {
  const { verb, visibility, granted, pick, texts } = thrown
  const by = chosen(writers, thrown.by)
  if (verb === 'tell') return telling(thrown, n)
  if (verb === 'leave' || verb === 'restart' || verb === 'evict') return { n, by, verb }
  if (verb === 'clear') return { n, by, verb, filter: filterOf(pick, world) }
  const memory = target(world, by, thrown)
  if (memory === undefined) return telling(thrown, n)
  if (verb === 'share') return { n, by, verb, memory, visibility, granted }
  if (verb !== 'update') return { n, by, verb, memory }
  return pick % 3 === 0 ? { n, by, verb, memory, importance: 0.31 } : { n, by, verb, memory, text: texts[0] ?? 0 }
}

/** A crowd is told by one agent to itself: many that hide from all others, and whose words and vectors are like theirs. */
const telling = ({ by, texts, crowd, visibility, granted, pick, keyed }: Dice, n: number): StepOf<'tell'> => ({
  n,
  by: chosen(writers, by),
  verb: 'tell',
  texts: crowd ? Array.from({ length: 45 }, (_, i) => (pick + i) % TEXTS) : texts,
  visibility: crowd ? 'agent_only' : visibility,
  granted,
  source: chosen(SOURCES, pick),
  session: chosen(SESSIONS, pick >> 2),
  topic: chosen(TOPICS, pick >> 4),
  keyed,
})

const filterOf = (pick: number, { episodes }: World): StepOf<'clear'>['filter'] => {
  const episode = episodes.length > 0 ? chosen(episodes, pick).step : undefined
  if (pick % 3 === 0 && episode !== undefined) return { episode }
  return pick % 3 === 1 ? { session: 'one', source: 'mail' } : { source: 'chat/team', session: 'two' }
}

/** Mostly one that the writer sees; now and then one that is hidden from them, which has to be refused. */
const target = ({ memories }: World, by: Caller, { pick, verb }: Dice): string | undefined => {
  const seen = memories.filter((memory) => sees(by, memory))
  const apt = seen.filter((memory) => verb !== 'share' || isShared(memory, by))
  const hidden = memories.filter((memory) => memory.user === by.user && !sees(by, memory))
  const inTurn = pick % 4 === 0 ? [hidden, memories] : [apt, seen, memories]
  const among = inTurn.find(({ length }) => length > 0)
  return among && chosen(among, pick).handle
}

/** What its owner has shown to all, so that it is often taken back. */
const isShared = (memory: Memory, by: Caller): boolean => {
  const readers = stateAt(memory)?.readers
  return readers?.agent === by.agent && readers.visibility === 'workspace'
}

const chosen = <Thing>(things: readonly Thing[], n: number): Thing => {
  const thing = things[n % things.length]
  if (thing === undefined) throw new Error('there is nothing to choose from')
  return thing
}
