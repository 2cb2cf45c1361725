import fc from 'fast-check'
import type { Caller, Readers, Visibility } from './model.js'

/** One thing that somebody does, as it is thrown: what it is about is chosen when it is carried out. */
export type FactStep = {
  readonly n: number
  readonly by: Caller
  readonly verb:
    | 'tell'
    | 'state'
    | 'link'
    | 'name'
    | 'share'
    | 'update'
    | 'remove'
    | 'erase'
    | 'restore'
    | 'resolve'
    | 'teach'
  readonly lines: readonly number[]
  readonly readers: Readers
  readonly pick: number
  readonly other: number
}

const caller = (user: string, workspace: string | null = null, agent: string | null = null): Caller => ({
  user,
  workspace,
  agent,
})
const PRIVATE_AGENT = caller('me', 'w', 'a')

const writers: readonly Caller[] = [
  ...[
    PRIVATE_AGENT,
    PRIVATE_AGENT,
    PRIVATE_AGENT,
    caller('me', 'w', 'b'),
    caller('me', 'w', 'b'),
    caller('me', 'w', 'c'),
  ],
  ...[caller('me'), caller('other', 'w', 'a')],
]

/** Who reads: an agent from whom much is hidden, one who is granted some of it, and the user. */
export const readersOfFacts: readonly Caller[] = [caller('me', 'w', 'b'), caller('me', 'w', 'd'), caller('me')]

/** What is said: other values of the same property, over which agents come into conflict, and the same names. */
export const LINES: readonly string[] = [
  'I live in Berlin.',
  'The API gateway listens on port 8080.',
  'The API gateway listens on port 9090.',
  'I work for Initech.',
  'The API gateway listens on port 7070.',
  'My dog is called Xerxes.',
  'My dog Xerxes sleeps in Berlin.',
  'I moved to Lisbon.',
  'I am allergic to nuts.',
  'My colleague José García paints boats.',
  'On Sunday I met Jose Garcia in Berlin.',
  'The flat in Berlin has two rooms.',
]
export const NAMES = ['Berlin', 'BERLÍN', 'José García', 'Initech']

const VERBS: readonly FactStep['verb'][] = [
  ...(['tell', 'tell', 'tell', 'tell', 'tell', 'state', 'state', 'state', 'link', 'name', 'share', 'share'] as const),
  ...(['update', 'remove', 'erase', 'restore', 'resolve', 'resolve', 'teach'] as const),
]

const thrown = fc.record({
  by: fc.constantFrom(...writers),
  verb: fc.constantFrom(...VERBS),
  lines: fc.uniqueArray(fc.nat(LINES.length - 1), { minLength: 1, maxLength: 3 }),
  visibility: fc.constantFrom<Visibility>('workspace', 'workspace', 'agent_only', 'agent_only', 'restricted'),
  granted: fc.subarray(['b', 'c', 'd'], { minLength: 1 }),
  pick: fc.nat(999),
  other: fc.nat(999),
})

/** Somebody keeps something to themselves, and says more of it to all; another one says the contrary. */
const beginning: readonly FactStep[] = (
  [
    [PRIVATE_AGENT, 'agent_only', [0, 9]],
    [PRIVATE_AGENT, 'workspace', [1, 5]],
    [caller('me', 'w', 'c'), 'workspace', [2]],
  ] as const
).map(([by, visibility, lines], n) => ({
  ...{ n, by, verb: 'tell' as const, lines, pick: 0, other: 0 },
  readers: { workspace: 'w', agent: by.agent, visibility, granted: [] },
}))

/** What happens around facts, for as long as most of it meets something that happened before. */
export const factStories: fc.Arbitrary<readonly FactStep[]> = fc
  .array(thrown, { minLength: 9, maxLength: 16 })
  .map((all) => [
    ...beginning,
    ...all.map(({ visibility, granted, by, ...step }, i): FactStep => {
      const own = { workspace: by.workspace, agent: by.agent }
      const shown = by.workspace === null ? 'workspace' : visibility
      return {
        ...step,
        by,
        n: beginning.length + i,
        readers: { ...own, visibility: shown, granted: shown === 'restricted' ? granted : [] },
      }
    }),
  ])
