import { expect, test } from 'vitest'
import { encode } from '../../../src/event-store/codec.js'
import type { Recorded } from '../../../src/event-store/event-store.js'
import { findErasures, withoutErased } from '../../../src/operations/replay/erasures.js'
import { id } from '../../support/sample-parts.js'
import { samples } from '../../support/samples.js'

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

test('an erasure takes the turns that said the same elsewhere, too', async () => {
  const told = { turns: [[id(6), 1]] }
  const clean = withoutErased(await findErasures(each([logged('MemoryErased', id(5), told)])))
  expect(clean(logged('EpisodeRecorded', id(5))).data).toMatchObject({ said: { sourceUrl: '', metadata: {} } })
  expect(clean(logged('EpisodeRecorded', id(6))).data).toMatchObject({
    said: { turns: [{ content: 'hi' }, { content: '' }], sourceUrl: '', metadata: {} },
  })
  expect(clean(logged('EpisodeRecorded', id(7)))).toEqual(logged('EpisodeRecorded', id(7)))
})

test('an erased turn takes the facts with it that were found in its episode', async () => {
  const erasing = findErasures(each([logged('MemoryErased', id(5), { turns: [[id(6), 1]] })]))
  const left = async (episode: string) => withoutErased(await erasing)(logged('EpisodeExtracted', episode)).data
  expect(await left(id(6))).toMatchObject({ window: 0, said: { erased: true } })
  expect(await left(id(5))).toMatchObject({ said: { erased: true } })
  expect(await left(id(7))).toMatchObject({ said: { facts: [{ content: 'Anna lives in Lisbon.' }] } })
})
