import { expect } from 'vitest'
import type { Answer } from '../support/app.js'
import type { Fields } from '../support/client.js'
import {
  type Caller,
  isErased,
  type Memory,
  mayRead,
  type Place,
  sees,
  stateAt,
  tellingsFor,
  visible,
} from './model.js'
import { expectRow, get, handles, handlesOf, idOf, ok, post, type Reading, rowsOf, type Way } from './reading.js'
import { SESSIONS, SOURCES, speakerOf, TOPICS, textOf } from './texts.js'

const LIST = '/v1/memories/list'

/** Every memory in scope, newest first, each as it is. */
export const list: Way = async (reading) => {
  const answer = await get(reading, LIST, { limit: '1000' })
  const expected = visible(reading.world, reading.caller)
  expectPage(reading, answer, expected)
  const rows = rowsOf(ok(answer))
  const found = handlesOf(
    reading,
    rows.map(({ id }) => id),
  )
  const told = found.map((handle) => Number.parseInt(handle, 10))
  expect(told).toEqual(told.toSorted((a, b) => b - a))
  for (const memory of expected) {
    const row = rows[found.indexOf(memory.handle)]
    if (row) expectRow(reading, memory, row)
  }
  return [answer]
}

const expectPage = (reading: Reading, answer: Answer<Fields>, expected: readonly Memory[]): void => {
  const { memories, count, total } = ok(answer)
  const found = handlesOf(
    reading,
    rowsOf({ memories }).map(({ id }) => id),
  )
  expect(found.toSorted()).toEqual(handles(expected).toSorted())
  expect([count, total]).toEqual([expected.length, expected.length])
}

type Filter = readonly [query: Readonly<Record<string, string>>, fits: (memory: Memory, caller: Caller) => boolean]

/** Whether any of its tellings that the caller may know of passes. */
const toldWhere =
  (fits: (place: Place) => boolean): Filter[1] =>
  (memory, caller) =>
    tellingsFor(caller, memory).some(fits)

const everywhere: readonly Filter[] = [
  [{ session_id: String(SESSIONS[1]) }, toldWhere(({ session }) => session === SESSIONS[1])],
  [{ metadata: JSON.stringify({ topic: TOPICS[0] }) }, toldWhere(({ topic }) => topic === TOPICS[0])],
  [{ subject: speakerOf(0) }, (memory) => speakerOf(stateAt(memory)?.text ?? 1) === speakerOf(0)],
  [{ from: '2025-03-04', to: '2025-03-04' }, () => true],
  [{ to: '2025-03-03' }, () => false],
]
const personal: readonly Filter[] = [
  [{ source_site: String(SOURCES[0]) }, toldWhere(({ source }) => source === SOURCES[0])],
]

/** The same through each filter; what narrows personal lists only has no effect in a workspace. */
export const filteredList: Way = async (reading) => {
  const own = reading.caller.workspace === null
  const all = [...everywhere, ...personal.map(([query, fits]): Filter => [query, own ? fits : () => true])]
  const answers = []
  for (const [query, fits] of all) {
    const answer = await get(reading, LIST, { limit: '1000', ...query })
    expectPage(
      reading,
      answer,
      visible(reading.world, reading.caller).filter((memory) => fits(memory, reading.caller)),
    )
    answers.push(answer)
  }
  return answers
}

/** Page by page, by cursor and by offset: the same as all at once. What a page holds depends on ids where times are equal. */
export const pages: Way = async (reading) => {
  const all = rowsOf(ok(await get(reading, LIST, { limit: '1000' }))).map(({ id }) => id)
  const limit = Math.max(2, Math.ceil(all.length / 3))
  const turned: string[] = []
  let next: unknown = ''
  while (next !== null) {
    const at = next === '' ? {} : { cursor: String(next) }
    const page = ok(await get(reading, LIST, { limit: `${limit}`, ...at }))
    turned.push(...rowsOf(page).map(({ id }) => id))
    expect(page.total).toBe(all.length)
    next = page.next_cursor
  }
  expect(turned).toEqual(all)
  const second = ok(await get(reading, LIST, { limit: `${limit}`, offset: `${limit}` }))
  expect(rowsOf(second).map(({ id }) => id)).toEqual(all.slice(limit, 2 * limit))
  return []
}

/** One by one: what is hidden is not found, in the very words of what never was. */
export const single: Way = async (reading) => {
  const answers = []
  for (const handle of reading.about) {
    const answer = await get(reading, `/v1/memories/${idOf(reading, handle)}`)
    const memory = seen(reading, handle)
    if (memory) expectRow(reading, memory, rowsOf({ memories: ok(answer) })[0] ?? { id: '' })
    else expect([answer.status, answer.body]).toEqual([404, { error: 'Memory not found' }])
    answers.push(answer)
  }
  return answers
}

const seen = ({ world, caller }: Reading, handle: string): Memory | undefined =>
  world.memories.find((memory) => memory.handle === handle && sees(caller, memory))

export const expand: Way = async (reading) => {
  const asked = [...reading.about, 'nothing', ...reading.about.toReversed()]
  const answer = await post(reading, '/v1/memories/expand', {
    memory_ids: asked.map((handle) => idOf(reading, handle)),
  })
  const rows = rowsOf(ok(answer))
  const expected = reading.about.flatMap((handle) => seen(reading, handle) ?? [])
  expect(
    handlesOf(
      reading,
      rows.map(({ id }) => id),
    ),
  ).toEqual(handles(expected))
  expected.forEach((memory, i) => {
    expectRow(reading, memory, rows[i] ?? { id: '' })
  })
  return [answer]
}

export const stats: Way = async (reading) => {
  const answer = await get(reading, '/v1/memories/stats')
  const sources: Record<string, number> = {}
  for (const { source } of visible(reading.world, reading.caller)) sources[source] = (sources[source] ?? 0) + 1
  const { count, sourceDistribution } = ok(answer)
  expect([count, sourceDistribution]).toEqual([visible(reading.world, reading.caller).length, sources])
  return [answer]
}

/** Every version is told to the user's callers; its words only to who could read them then and can read it now. */
export const trail: Way = async (reading) => {
  const answers = []
  for (const handle of reading.traced) {
    const answer = await get(reading, `/v1/memories/${idOf(reading, handle)}/audit`)
    const memory = reading.world.memories.find((each) => each.handle === handle)
    if (memory?.user === reading.caller.user) {
      const entries = rowsOf(ok(answer), 'trail').map(({ version, action, content }) => ({ version, action, content }))
      expect(entries).toEqual(trailOf(memory, reading))
    } else expect([answer.status, answer.body]).toEqual([404, { error: 'Memory not found' }])
    answers.push(answer)
  }
  return answers
}

const trailOf = (memory: Memory, { caller }: Reading) =>
  memory.versions.map(({ action, text, readers }, i) => {
    const now = stateAt(memory)
    const told = !isErased(memory) && mayRead(readers, caller) && now !== undefined && mayRead(now.readers, caller)
    return { version: i + 1, action, content: told ? textOf(text) : undefined }
  })
