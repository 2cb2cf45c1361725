import { type Caller, type Memory, mayRead, nothing, type World } from './model.js'
import { readersOf, type Step, take, worldAfter } from './steps.js'

/**
 * Up to which step what happens to a memory can matter to the caller: the one that hid it from them for good, or no
 * such; -1 where they never could read it.
 */
export const mattersUntil = (caller: Caller, { user, versions }: Memory): number => {
  const last = versions.findLastIndex(({ readers }) => user === caller.user && mayRead(readers, caller))
  return last < 0 ? -1 : (versions[last + 1]?.step ?? Number.POSITIVE_INFINITY)
}

/** The same story without all that the caller cannot see: what they are answered has to be the same. */
export const asSeenBy = (caller: Caller, story: readonly Step[]): readonly Step[] => {
  const until = new Map(worldAfter(story, nothing).memories.map((m) => [m.handle, mattersUntil(caller, m)]))
  let world: World = nothing
  return story.filter((step) => {
    const { world: after, touched: changed, retold = [] } = take(world, step)
    const touched = [...changed, ...retold, ...losingNotes(world, after)]
    world = after
    const matters = isBy(caller, step) || isTold(caller, step) || isErasure(caller, step) || isOfAll(step)
    return matters || touched.some((handle) => (until.get(handle) ?? -1) >= step.n)
  })
}

/** Memories beside which nothing is noted any more, as another one that was told with them was erased. */
const losingNotes = (before: World, after: World): readonly string[] => {
  const noted = new Set(before.memories.flatMap(({ handle, topic }) => (topic === undefined ? [] : handle)))
  return after.memories.flatMap(({ handle, topic }) => (topic === undefined && noted.has(handle) ? handle : []))
}

const isBy = (caller: Caller, { by }: Step): boolean =>
  by.user === caller.user && by.workspace === caller.workspace && by.agent === caller.agent

const isErasure = (caller: Caller, { verb, by }: Step): boolean => verb === 'leave' && by.user === caller.user

/** What happens to the process. */
const isOfAll = ({ verb }: Step): boolean => verb === 'restart' || verb === 'evict'

const isTold = (caller: Caller, step: Step): boolean =>
  step.verb === 'tell' && step.by.user === caller.user && mayRead(readersOf(step), caller)
