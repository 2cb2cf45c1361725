import { expect } from 'vitest'
import { type Episode, episodesOf, isAlive, type Memory, sees, stateAt, visible } from './model.js'
import { episodeIdOf, get, handles, handlesOf, ok, type Reading, rowsOf, type Way } from './reading.js'
import { textOf } from './texts.js'

const EPISODES = '/v1/memories/episodes'

/** The episodes that were told for the caller, newest first. */
export const episodes: Way = async (reading) => {
  const answer = await get(reading, EPISODES, { limit: '1000' })
  const expected = episodesOf(reading.world, reading.caller).map(({ step }) => reading.played.episodes.get(step))
  const { count, total } = ok(answer)
  expect(rowsOf(ok(answer), 'episodes').map(({ id }) => id)).toEqual(expected.toReversed())
  expect([count, total]).toEqual([expected.length, expected.length])
  return [answer]
}

/** One by one, with those of their memories that the caller sees now. */
export const episode: Way = async (reading) => {
  const answers = []
  for (const step of reading.episodes) {
    const answer = await get(reading, `${EPISODES}/${episodeIdOf(reading, step)}`)
    const told = episodesOf(reading.world, reading.caller).find((each) => each.step === step)
    if (told) {
      const memories = reading.world.memories.filter(({ handle }) => told.memories.includes(handle))
      const placed = reading.world.memories.filter((memory) => memory.user === told.user && memory.told === step)
      const seen = placed.filter((memory) => sees(reading.caller, memory))
      const { memory_ids, conversation } = ok(answer)
      expect(handlesOf(reading, [memory_ids].flat())).toEqual(handles(seen))
      expectHidden(reading, { step, memories, known: told.known }, conversation)
    } else expect([answer.status, answer.body]).toEqual([404, { error: 'Episode not found' }])
    answers.push(answer)
  }
  return answers
}

type Told = { readonly step: number; readonly memories: readonly Memory[]; readonly known: Episode['known'] }

/** A turn is shown while the caller sees every memory that says what it says, and it still tells that. */
const expectHidden = ({ world, caller }: Reading, { step, memories, known }: Told, conversation: unknown): void => {
  const isTold = ({ tellings }: Memory) => tellings.some(({ told, removed }) => told === step && removed === undefined)
  const lines = typeof conversation === 'string' ? conversation.split('\n') : []
  for (const memory of memories) {
    const said = memory.versions[0]?.text
    const line = lines[1 + Number(memory.handle.split('.')[1])]
    expect(line ?? '').toBe(said !== undefined && sees(caller, memory) && isTold(memory) ? textOf(said) : '')
  }
  for (const { line, handle } of known) {
    const hidden = world.memories.some(
      (memory) => memory.handle === handle && !(sees(caller, memory) && isTold(memory)),
    )
    if (hidden) expect(lines[1 + line] ?? '').toBe('')
  }
}

/** What is told to the owner of the whole tenancy: counts, ids and actions of all scopes, never words. */
export const owned: Way = async (reading) => {
  const mine = reading.world.memories.filter(({ user }) => user === reading.caller.user)
  const usage = await get(reading, '/v1/memories/cap')
  expect(ok(usage).active_memories).toBe(mine.filter((memory) => isAlive(stateAt(memory))).length)
  const summary = await get(reading, '/v1/memories/audit/summary')
  const { creates, total, memories } = ok(summary)
  expect([creates, total, memories]).toEqual([mine.length, actions(reading).length, mine.length])
  const recent = await get(reading, '/v1/memories/audit/recent', { limit: '100' })
  const rows = rowsOf(ok(recent), 'mutations')
  const found = handlesOf(
    reading,
    rows.map(({ memoryId }) => memoryId),
  )
  const told = rows.map(({ action, version }, i) => `${found[i]} ${version} ${action}`)
  expect(told.length).toBe(Math.min(100, actions(reading).length))
  expect(actions(reading)).toEqual(expect.arrayContaining(told))
  return [usage, summary, recent]
}

const actions = ({ world, caller }: Reading): readonly string[] =>
  world.memories
    .filter(({ user }) => user === caller.user)
    .flatMap(({ handle, versions }) => versions.map(({ action }, i) => `${handle} ${i + 1} ${action}`))

/**
 * In a workspace the agents that own what the caller sees, with how much of that others may read. To the owner all that ever
 * told anything, with all that they share: that is not compared with a world that lacks what a user does not see.
 */
export const agents: Way = async (reading) => {
  const { world, caller } = reading
  const answer = await get(reading, '/v1/agents', { limit: '1000' })
  const isOwner = caller.workspace === null
  const mine = world.memories.filter((memory) => memory.user === caller.user && isAlive(stateAt(memory)))
  const seen = isOwner ? mine : visible(world, caller)
  const ownerOf = (memory: Memory) => stateAt(memory)?.readers.agent ?? null
  const known = isOwner
    ? world.episodes.filter(({ user }) => user === caller.user).map(({ readers }) => readers.agent)
    : seen.map(ownerOf)
  const expected = [...new Set(known)].flatMap((agent) => {
    const shared = seen.filter((memory) => ownerOf(memory) === agent && isShared(memory)).length
    return agent === null ? [] : [`${agent} ${shared}`]
  })
  const told = rowsOf(ok(answer), 'agents').map(({ agent_id, memories_shared }) => `${agent_id} ${memories_shared}`)
  expect(told).toEqual(expected.toSorted())
  return isOwner ? [] : [answer]
}

const isShared = (memory: Memory): boolean => {
  const { agent, visibility, granted } = stateAt(memory)?.readers ?? {
    agent: null,
    visibility: 'agent_only',
    granted: [],
  }
  return visibility === 'workspace' || (visibility === 'restricted' && granted.some((other) => other !== agent))
}
