import { expect, test } from 'vitest'
import { encode } from '../../../src/event-store/codec.js'
import type { Recorded } from '../../../src/event-store/event-store.js'
import { findErasures, withoutErased } from '../../../src/operations/replay/erasures.js'
import { id, samples } from '../../support/samples.js'

const logged = (
  name: 'EpisodeRecorded' | 'EpisodeExtracted' | 'MemoryErased',
  episodeId: string,
  data = {},
): Recorded => {
  const event = samples[name]
  const [stored] = event ? encode([event], 'no-stream') : []
  if (stored === undefined) throw new Error('nothing was encoded')
  const metadata = { ...stored.metadata, episodeId }
  return {
    ...stored,
    metadata,
    data: { ...Object(stored.data), ...data },
    stream: 'test-store',
    revision: 0n,
    position: 1n,
  }
}
const each = async function* (events: readonly Recorded[]) {
  yield* events
}

test('an erasure that takes a whole episode takes the turns that said the same elsewhere, too', async () => {
  const told = { whole: true, turns: [[id(6), 1]] }
  const clean = withoutErased(await findErasures(each([logged('MemoryErased', id(5), told)])))
  expect(clean(logged('EpisodeRecorded', id(5))).data).toMatchObject({ said: { erased: true } })
  expect(clean(logged('EpisodeRecorded', id(6))).data).toMatchObject({
    said: { turns: [{ content: 'hi' }, { content: '' }], sourceUrl: '', metadata: {} },
  })
  expect(clean(logged('EpisodeRecorded', id(7)))).toEqual(logged('EpisodeRecorded', id(7)))
})

test('an erased turn takes the facts with it that rest on it, and leaves those of other turns', async () => {
  const { EpisodeExtracted: sample } = samples
  if (sample?.type !== 'EpisodeExtracted' || 'erased' in sample.data.said) throw new Error('the samples have changed')
  const [fact] = sample.data.said.facts
  const resting = (...turns: readonly number[]) => ({
    ...fact,
    content: `of ${turns}`,
    evidence: turns.map((turn) => ({ turn, start: 0, end: 1 })),
  })
  const said = { facts: [resting(0), resting(1), resting(0, 1), resting()] }
  const erasing = (turn: number, whole = false) =>
    findErasures(each([logged('MemoryErased', id(5), { whole, turns: [[id(6), turn]] })]))
  const left = async (turn: number, episode = id(6), whole = false) =>
    withoutErased(await erasing(turn, whole))(logged('EpisodeExtracted', episode, { said })).data
  expect(await left(1)).toMatchObject({ said: { facts: [{ content: 'of 0' }] } })
  expect(await left(0)).toMatchObject({ said: { facts: [{ content: 'of 1' }] } })
  expect(await left(7)).toMatchObject({ said: { facts: [{ content: 'of 0' }, {}, {}, { content: 'of ' }] } })
  expect(await left(0, id(5), true)).toMatchObject({ said: { erased: true } })
})
