import { expect } from 'vitest'
import { type Caller, sees } from './model.js'
import { get, idOf, ok, post, rowsOf, type Way } from './reading.js'
import { callers } from './stories.js'
import { EVERYWHERE } from './texts.js'

const RECALLS = '/v1/memories/recalls'
/** Memories whose receipts are asked for. */
const ABOUT = 3

/** A receipt says again what its answer showed, to the asker alone; whoever else asks is told that there is none. */
export const receipts: Way = async (reading) => {
  const found = ok(await post(reading, '/v1/memories/search', { query: EVERYWHERE, limit: 5 }))
  const path = `${RECALLS}/${found.recall_id}`
  const own = await get(reading, path)
  const shown = rowsOf(found).map(({ id, version, score }) => ({ memory_id: id, version, score }))
  expect(ok(own)).toMatchObject({ memories: shown, count: shown.length, words: 'none' })
  const isOther = ({ user, workspace, agent }: Caller) =>
    user !== reading.caller.user || workspace !== reading.caller.workspace || agent !== reading.caller.agent
  for (const caller of callers.filter(isOther))
    expect((await get({ ...reading, caller }, path)).body).toEqual({ error: 'Recall not found' })
  return [own]
}

/** The searches that showed a memory are told to who sees it, and only those of their own. */
export const recalledIn: Way = async (reading) => {
  const answers = []
  for (const handle of reading.about.slice(0, ABOUT)) {
    const answer = await get(reading, `/v1/memories/${idOf(reading, handle)}/recalls`, { limit: '1000' })
    answers.push(answer)
    const memory = reading.world.memories.find((each) => each.handle === handle)
    const seen = memory !== undefined && sees(reading.caller, memory)
    if (!seen) {
      expect([answer.status, answer.body]).toEqual([404, { error: 'Memory not found' }])
      continue
    }
    for (const { recall_id } of rowsOf(ok(answer), 'recalls').slice(0, ABOUT)) {
      const receipt = ok(await get(reading, `${RECALLS}/${recall_id}`))
      expect(rowsOf(receipt).map(({ memory_id }) => memory_id)).toContain(idOf(reading, handle))
    }
  }
  return answers
}
