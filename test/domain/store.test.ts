import { expect, test } from 'vitest'
import { chosenModels, masterKeyMark, type StoreEvent } from '../../src/domain/store.js'
import { replay } from '../support/given.js'
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

test('a store has the secret key that was chosen, until another one takes its place', () => {
  const check = 'ab'.repeat(16)
  expect(replay(masterKeyMark, [opened])).toBeUndefined()
  expect(replay(masterKeyMark, [opened, samples.MasterKeyChosen as StoreEvent])).toEqual({ check, carried: null })
  const rotated = { check: 'cd'.repeat(16), carried: 'AAEC' }
  expect(replay(masterKeyMark, [opened, samples.MasterKeyRotated as StoreEvent])).toEqual(rotated)
})
