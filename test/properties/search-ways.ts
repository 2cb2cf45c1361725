import { expect } from 'vitest'
import type { Answer } from '../support/app.js'
import type { Fields } from '../support/client.js'
import { type AgentScope, isWanted, type Memory, type Place, sawAt, sees, stateAt, tellingsFor } from './model.js'
import { expectRow, handles, handlesOf, ok, post, type Reading, rowsOf, type Way } from './reading.js'
import { EVERYWHERE, SESSIONS, SOURCES, speakerOf, THINGS, TOPICS, thingOf } from './texts.js'

const MOST = 100
const FULL = '/v1/memories/search'
const FAST = '/v1/memories/search/fast'
const AGENT_SCOPES: readonly AgentScope[] = ['all', 'self', 'others', 'a', ['b', 'c'], ['nobody']]

/** What a search is narrowed by, and which of the memories in its scope that leaves. */
type Wish = {
  readonly body: Fields
  readonly fits: (place: Place) => boolean
  /** After which step; absent: now. */
  readonly step?: number
  readonly agents?: AgentScope
}

const NARROWED: readonly Wish[] = [
  { body: {}, fits: () => true },
  { body: { source_site: SOURCES[0] }, fits: ({ source }) => source === SOURCES[0] },
  { body: { namespace_scope: `site/${SOURCES[0]}` }, fits: ({ source }) => source !== 'mail' },
  { body: { session_id: SESSIONS[1] }, fits: ({ session }) => session === SESSIONS[1] },
  { body: { metadata: { topic: TOPICS[0] } }, fits: ({ topic }) => topic === TOPICS[0] },
]

/** A word of every memory: a search for it finds all that the caller may see, and nothing else. */
export const searchAll: Way = (reading) => each(NARROWED, (wish) => all(reading, FULL, wish))
export const searchAllFast: Way = (reading) => each(NARROWED.slice(0, 3), (wish) => all(reading, FAST, wish))

/** Narrowed to agents, too: naming one shows nothing that they keep to themselves. */
export const searchAgents: Way = (reading) =>
  each(AGENT_SCOPES, (agents, i) =>
    all(reading, i % 2 === 0 ? FULL : FAST, { body: { agent_scope: agents }, fits: () => true, agents }),
  )

/** What was known at a moment: what could be seen then and can be seen now. */
export const searchPast: Way = (reading) =>
  each(reading.moments, (step, i) => {
    const { body, fits } = NARROWED[i % 2 === 0 ? 0 : i % NARROWED.length] ?? { body: {}, fits: () => true }
    return all(reading, FULL, { body: { ...body, as_of: reading.played.moments.get(step) }, fits, step })
  })

/** Fewer than there are, and few tokens: the best of what the caller sees, and what was left out. */
export const searchFew: Way = (reading) =>
  each([FULL, FAST], async (path) => {
    const wanted = `Which ${EVERYWHERE} stands by the ${THINGS[1]}, ${speakerOf(0)}?`
    const budget = path === FULL ? { token_budget: 100 } : {}
    const answer = await post(reading, path, { query: wanted, limit: 3, threshold: 0, trace: true, ...budget })
    expectVisible(reading, answer, { body: {}, fits: () => true })
    expect(rowsOf(ok(answer)).length).toBe(Math.min(3, groupsOf(inScope(reading, ANY), ANY).length))
    return answer
  })

/** A word of some: they are found, and what stands beside them may be. */
export const searchSome: Way = (reading) =>
  each(THINGS.slice(0, 3), async (thing, i) => {
    const wish = { body: {}, fits: () => true }
    const answer = await post(reading, i % 2 === 0 ? FULL : FAST, { query: thing, limit: MOST, trace: true })
    expectVisible(reading, answer, wish)
    const found = handlesOf(
      reading,
      rowsOf(ok(answer)).map(({ id }) => id),
    )
    const saying = inScope(reading, wish).filter((memory) => thingOf(stateAt(memory)?.text ?? -1) === thing)
    const shown = groupsOf(saying, wish).filter((group) => found.some((handle) => handles(group).includes(handle)))
    if (found.length < MOST) expect(shown).toEqual(groupsOf(saying, wish))
    return answer
  })

const each = async <Thing>(things: readonly Thing[], ask: (thing: Thing, i: number) => Promise<Answer<Fields>>) => {
  const answers: Answer<Fields>[] = []
  for (const [i, thing] of things.entries()) answers.push(await ask(thing, i))
  return answers
}

const all = async (reading: Reading, path: string, wish: Wish): Promise<Answer<Fields>> => {
  const budget = path === FULL ? { token_budget: 50_000 } : {}
  const answer = await post(reading, path, { query: EVERYWHERE, limit: MOST, trace: true, ...budget, ...wish.body })
  const expected = passing(reading, wish)
  expectVisible(reading, answer, wish)
  const found = handlesOf(
    reading,
    rowsOf(ok(answer)).map(({ id }) => id),
  )
  expectOnce(reading, expected, { found, ...wish })
  const terms = rowsOf(Object(ok(answer).observability).retrieval, 'terms')
  expect(terms).toEqual([{ term: EVERYWHERE, memories: inScope(reading, wish).length }])
  return answer
}

const ANY: Wish = { body: {}, fits: () => true }

/** Those that pass, by any telling that the caller may know of. */
const passing = (reading: Reading, { body, fits, ...wish }: Wish): readonly Memory[] => {
  const found = inScope(reading, { body, fits, ...wish })
  const isNarrowed = Object.keys(body).some((name) => name !== 'agent_scope' && name !== 'as_of')
  return isNarrowed ? found.filter((each) => tellingsFor(reading.caller, each, wish.step).some(fits)) : found
}

/** Memories with the same words are one. Of the past only those that have been worded as they were. */
const groupsOf = (memories: readonly Memory[], { step }: Wish): readonly (readonly Memory[])[] => {
  const groups = new Map<string, Memory[]>()
  for (const memory of memories) {
    const isAsNow = wordedAt(memory, step) === wordedAt(memory)
    const key = isAsNow ? `${stateAt(memory, step)?.text}` : memory.handle
    groups.set(key, [...(groups.get(key) ?? []), memory])
  }
  return [...groups.values()]
}

const wordedAt = ({ versions }: Memory, at = Number.POSITIVE_INFINITY): number | undefined =>
  versions.findLast(({ step, action }) => step <= at && (action === 'add' || action === 'update'))?.step

/** Each of these is found, and of several with the same words one: the caller's own, where there is one. */
const expectOnce = (
  { caller }: Reading,
  expected: readonly Memory[],
  { found, ...wish }: Wish & { readonly found: readonly string[] },
): void => {
  const groups = groupsOf(expected, wish)
  expect(found.length).toBe(Math.min(MOST, groups.length))
  if (groups.length > MOST) return
  const isOwn = (memory: Memory) => caller.agent !== null && stateAt(memory)?.readers.agent === caller.agent
  for (const group of groups) {
    const shown = group.filter(({ handle }) => found.includes(handle))
    expect(shown).toHaveLength(1)
    if (group.some(isOwn)) expect(shown.every(isOwn)).toBe(true)
  }
}

/** What the model lets the caller know of, before it is narrowed further. */
const inScope = ({ world, caller }: Reading, { step, agents }: Wish): readonly Memory[] =>
  world.memories.filter((memory) => {
    const may = step === undefined ? sees(caller, memory) : sawAt(caller, memory, step)
    return may && isWanted(agents, stateAt(memory)?.readers.agent ?? null, caller)
  })

/** All parts of the answer speak of the same memories, each of which the caller may see, as it is or was. */
const expectVisible = (reading: Reading, answer: Answer<Fields>, wish: Wish): void => {
  const body = ok(answer)
  const rows = rowsOf(body)
  const found = handlesOf(
    reading,
    rows.map(({ id }) => id),
  )
  const allowed = new Map(
    inScope(reading, wish)
      .filter((memory) => passing(reading, wish).includes(memory))
      .map((memory) => [memory.handle, memory]),
  )
  found.forEach((handle, i) => {
    const memory = allowed.get(handle)
    const row = rows[i]
    expect(memory?.handle).toBe(handle)
    if (memory && row) expectRow(reading, memory, { ...row, ...(wish.step === undefined ? {} : { step: wish.step }) })
  })
  const packed = [...rowsOf(body, 'citations'), ...rowsOf(body, 'expand_ids')]
  expect(handlesOf(reading, packed).toSorted()).toEqual(found.toSorted())
  expect(body.count).toBe(rows.length)
  const bullets = String(body.injection_text)
    .split('\n')
    .filter((line) => line.startsWith('- '))
  const contents = new Set(rows.map(({ content }) => content))
  expect(bullets.length).toBe(rowsOf(body, 'citations').length)
  for (const bullet of bullets) expect(contents).toContain(bullet.replace(/^- \[[\d-]+\] \[\w+\] /, ''))
  const scores = rowsOf(Object(body.observability).retrieval, 'scores').map(({ memory_id }) => memory_id)
  for (const handle of handlesOf(reading, scores)) expect(allowed.has(handle)).toBe(true)
}
