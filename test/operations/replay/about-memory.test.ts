import { expect, test } from 'vitest'
import { isOfUser } from '../../../src/domain/all-events.js'
import { aboutMemory } from '../../../src/operations/replay/replay.js'
import { id } from '../../support/sample-parts.js'
import { samples } from '../../support/samples.js'

const about = (name: string) => {
  const event = samples[name]
  if (event === undefined || !isOfUser(event)) throw new Error(`no sample is called ${name}`)
  return aboutMemory(event, id(3))
}

test('an embedding is told of without its numbers, and whether there are any', () => {
  expect(about('MemoryEmbedded')).toEqual({ of: 1, model: 'static-en', dimensions: 2 })
  expect(about('MemoryEmbedded.none')).toMatchObject({ model: 'static-en', none: true })
  expect(about('MemoryEmbedded.erased')).toMatchObject({ model: 'static-en', erased: true })
})
