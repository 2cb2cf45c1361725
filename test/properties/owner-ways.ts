import { expect } from 'vitest'
import { type Episode, episodesOf, isAlive, type Memory, sees, stateAt } from './model.js'
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
      const seen = memories.filter((memory) => sees(reading.caller, memory))
      const { memory_ids, conversation } = ok(answer)
      expect(handlesOf(reading, [memory_ids].flat())).toEqual(handles(seen))
      expectHidden(reading, { memories, known: told.known }, conversation)
    } else expect([answer.status, answer.body]).toEqual([404, { error: 'Episode not found' }])
    answers.push(answer)
  }
  return answers
}

type Told = { readonly memories: readonly Memory[]; readonly known: Episode['known'] }

/** A turn is shown while the caller sees every memory that says what it says. */
const expectHidden = ({ world, caller }: Reading, { memories, known }: Told, conversation: unknown): void => {
  const lines = typeof conversation === 'string' ? conversation.split('\n') : []
  for (const memory of memories) {
    const said = memory.versions[0]?.text
    const line = lines[1 + Number(memory.handle.split('.')[1])]
    expect(line ?? '').toBe(said !== undefined && sees(caller, memory) ? textOf(said) : '')
  }
  for (const { line, handle } of known) {
    const hidden = world.memories.some((memory) => memory.handle === handle && !sees(caller, memory))
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
