import {
  type Caller,
  isAlive,
  type Memory,
  mayRead,
  type Place,
  type Readers,
  sees,
  stateAt,
  type Telling,
  tellingsFor,
  toldBy,
  type Version,
  type Visibility,
  type World,
} from './model.js'

type Filter = { readonly source?: string; readonly session?: string; readonly episode?: number }

/** One thing that somebody does. `n` names it, and what comes of it, in every world it happens in. */
export type Step = { readonly n: number; readonly by: Caller } & (
  | {
      readonly verb: 'tell'
      readonly texts: readonly number[]
      readonly visibility: Visibility
      readonly granted: readonly string[]
      readonly source: string
      readonly session: string | null
      readonly topic: string
      /** Whether it carries an Idempotency-Key. */
      readonly keyed: boolean
    }
  | { readonly verb: 'update'; readonly memory: string; readonly text?: number; readonly importance?: number }
  | {
      readonly verb: 'share'
      readonly memory: string
      readonly visibility: Visibility
      readonly granted: readonly string[]
    }
  | { readonly verb: 'remove'; readonly memory: string }
  | { readonly verb: 'erase'; readonly memory: string }
  /** All that there is of the writer's user is erased, whoever may read it. */
  | { readonly verb: 'leave' }
  | { readonly verb: 'clear'; readonly filter: Filter }
  /** The process ends and another one begins, or forgets what it keeps in memory: nobody is to notice. */
  | { readonly verb: 'restart' | 'evict' }
)
export type StepOf<Verb extends Step['verb']> = Extract<Step, { verb: Verb }>

/** What has to come of a step: which memories it made or changed, in order, and which texts were known already. */
export type Outcome = {
  readonly world: World
  readonly found: boolean
  readonly touched: readonly string[]
  /** The memories whose tellings it changed, and nothing else. */
  readonly retold?: readonly string[]
  readonly duplicates: number
}

export const readersOf = ({ by, visibility, granted }: StepOf<'tell' | 'share'>): Readers =>
  by.workspace === null
    ? { workspace: null, agent: null, visibility: 'workspace', granted: [] }
    : { workspace: by.workspace, agent: by.agent, visibility, granted: visibility === 'restricted' ? granted : [] }

/** What the specification says that a step does. */
export const take = (world: World, step: Step): Outcome => {
  switch (step.verb) {
    case 'tell':
      return tell(world, step)
    case 'clear':
      return clear(world, step)
    case 'leave':
      return leave(world, step)
    case 'restart':
    case 'evict':
      return { world, ...done([]) }
    case 'erase': {
      const erased = change(world, step, ({ readers, action }) => mayRead(readers, step.by) && action !== 'erase')
      return erased.found ? { ...erased, world: withoutNotes(erased.world, step) } : erased
    }
    case 'share':
      return change(world, step, (state) => isAlive(state) && isOwner(step.by, state.readers))
    default:
      return change(world, step, (state) => isAlive(state) && mayRead(state.readers, step.by))
  }
}

/** What the caller noted beside the words of an erased memory goes with them, in every episode that told them. */
const withoutNotes = (world: World, { memory: erased, by }: StepOf<'erase'>): World => {
  const steps = world.episodes
    .filter(({ user, memories, known }) => {
      const tells = memories.includes(erased) || known.some(({ handle }) => handle === erased)
      return user === by.user && tells
    })
    .map(({ step }) => step)
  const memories = world.memories.map((one) => {
    const isErased = ({ told }: Telling) => steps.includes(told)
    return toldBy(
      one,
      one.tellings.map((telling) => (isErased(telling) ? { ...telling, topic: undefined } : telling)),
    )
  })
  return { ...world, memories }
}

/** Of an erased user nobody is told anything, nor that there ever was anything: as if they came for the first time. */
const leave = (world: World, { by }: StepOf<'leave'>): Outcome => {
  const isOf = ({ user }: { readonly user: string }) => user === by.user
  const stays = (one: { readonly user: string }) => !isOf(one)
  return {
    world: { memories: world.memories.filter(stays), episodes: world.episodes.filter(stays) },
    found: world.episodes.some(isOf),
    touched: world.memories.filter(isOf).map(({ handle }) => handle),
    duplicates: 0,
  }
}

const isOwner = ({ workspace, agent }: Caller, readers: Readers): boolean =>
  workspace !== null && readers.workspace === workspace && readers.agent === agent

/** What the writer says for the same readers is known: it is told once more. Of several the newest is. */
const tell = (world: World, step: StepOf<'tell'>): Outcome => {
  const { n, by, source, session, topic } = step
  const readers = readersOf(step)
  const telling: Telling = { told: n, source, session, topic, readers, removed: undefined }
  const known = world.memories.filter((memory) => {
    const state = stateAt(memory)
    return sees(by, memory) && state !== undefined && isReadAlike(state.readers, readers)
  })
  const told = step.texts.flatMap((text, line) => {
    const memory = known.findLast((each) => stateAt(each)?.text === text)
    return memory ? [{ line, handle: memory.handle }] : []
  })
  const memories = step.texts.flatMap((text, i): readonly Memory[] => {
    if (told.some(({ line }) => line === i)) return []
    const version: Version = { step: n, action: 'add', text, importance: null, readers }
    const place = { told: n, source, session, topic }
    return [{ ...place, handle: `${n}.${i}`, user: by.user, tellings: [telling], versions: [version] }]
  })
  const touched = memories.map(({ handle }) => handle)
  const retold = told.map(({ handle }) => handle)
  const again = world.memories.map((one) =>
    retold.includes(one.handle) ? toldBy(one, [...one.tellings, telling]) : one,
  )
  const episode = { step: n, user: by.user, readers, source, session, memories: touched, known: told }
  return {
    world: { memories: [...again, ...memories], episodes: [...world.episodes, episode] },
    found: true,
    touched,
    retold,
    duplicates: step.texts.length - touched.length,
  }
}

const change = (
  world: World,
  step: StepOf<'update' | 'share' | 'remove' | 'erase'>,
  may: (state: Version) => boolean,
): Outcome => {
  const memory = world.memories.find(({ handle, user }) => handle === step.memory && user === step.by.user)
  const state = memory && stateAt(memory)
  if (!memory || !state || !may(state)) return { world, found: false, touched: [], duplicates: 0 }
  return { world: changed(world, new Map([[memory.handle, next(state, step)]])), ...done([memory.handle]) }
}

const done = (touched: readonly string[]) => ({ found: true, touched, duplicates: 0 })

/** The version that a step makes; the same one where all is as wished already. */
const next = (state: Version, step: StepOf<'update' | 'share' | 'remove' | 'erase'>): Version => {
  const { n } = step
  if (step.verb === 'remove') return { ...state, step: n, action: 'delete' }
  if (step.verb === 'erase') return { ...state, step: n, action: 'erase' }
  if (step.verb === 'share') {
    const readers = readersOf(step)
    return sameReaders(readers, state.readers) ? state : { ...state, step: n, action: 'share', readers }
  }
  const { text = state.text, importance = state.importance } = step
  const same = text === state.text && importance === state.importance
  return same ? state : { ...state, step: n, action: 'update', text, importance }
}

/** The same workspace, agent and readers. */
const isReadAlike = (a: Readers, b: Readers): boolean =>
  a.workspace === b.workspace && a.agent === b.agent && sameReaders(a, b)

const sameReaders = (a: Readers, b: Readers): boolean =>
  a.visibility === b.visibility && `${a.granted.toSorted()}` === `${b.granted.toSorted()}`

/** What is told elsewhere, as far as the caller may know, loses its tellings there; all else goes. */
const clear = (world: World, { n, by, filter }: StepOf<'clear'>): Outcome => {
  const fits = ({ source, session, told }: Place) =>
    (filter.source ?? source) === source && (filter.session ?? session) === session && (filter.episode ?? told) === told
  const meant = world.memories.filter((memory) => sees(by, memory) && tellingsFor(by, memory).some(fits))
  const gone = meant.filter((memory) => tellingsFor(by, memory).every(fits))
  const versions = gone.flatMap((memory) => {
    const state = stateAt(memory)
    return state ? [[memory.handle, { ...state, step: n, action: 'delete' }] as const] : []
  })
  const kept = new Map(meant.flatMap((memory) => (gone.includes(memory) ? [] : [[memory.handle, memory]])))
  const memories = changed(world, new Map(versions)).memories.map((memory) => {
    const before = kept.get(memory.handle)
    if (before === undefined) return memory
    const removed = tellingsFor(by, before).filter(fits)
    return toldBy(
      memory,
      memory.tellings.map((telling) => (removed.includes(telling) ? { ...telling, removed: n } : telling)),
    )
  })
  return { world: { ...world, memories }, ...done(gone.map(({ handle }) => handle)), retold: [...kept.keys()] }
}

const changed = (world: World, versions: ReadonlyMap<string, Version>): World => ({
  ...world,
  memories: world.memories.map((memory) => {
    const version = versions.get(memory.handle)
    const isNew = version !== undefined && version !== stateAt(memory)
    return isNew ? { ...memory, versions: [...memory.versions, version] } : memory
  }),
})

/** The world after these steps. */
export const worldAfter = (steps: readonly Step[], begin: World): World =>
  steps.reduce((world, step) => take(world, step).world, begin)
