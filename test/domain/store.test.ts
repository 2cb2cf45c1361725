import { expect, test } from 'vitest'
import { replay } from '../../src/domain/decider.js'
import { chosenModels, masterKeyMark, type StoreEvent } from '../../src/domain/store.js'
import { samples } from '../support/samples.js'

const opened = samples.StoreOpened as StoreEvent
const chosen = samples.EmbeddingModelChosen as StoreEvent

test('a store is answered by the model that it was opened with, until another one is chosen', () => {
  const first = { model: 'static-en', dimensions: 256 }
  const second = { model: 'text-embedding-3-small', dimensions: 1536 }
  expect(replay(chosenModels, [])).toEqual([])
  expect(replay(chosenModels, [opened])).toEqual([first])
  expect(replay(chosenModels, [opened, chosen])).toEqual([first, second])
})

test('a copy that is begun again keeps what its secret key carries over of the first one', () => {
  const begun = samples.LogCopyBegun as StoreEvent
  const [check, first] = ['ab'.repeat(16), 'cd'.repeat(16)]
  const rotated = { ...samples.MasterKeyRotated, data: { check, carried: 'AAEC' } } as StoreEvent
  const former = { ...samples.MasterKeyChosen, data: { check: first } } as StoreEvent
  expect(replay(masterKeyMark, [begun, opened])).toEqual({ check, carried: null })
  expect(replay(masterKeyMark, [begun, opened, former, rotated, begun])).toEqual({ check, carried: 'AAEC' })
})
