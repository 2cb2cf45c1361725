import { expect, test } from 'vitest'
import { isOfUser } from '../../../src/domain/all-events.js'
import { aboutMemory } from '../../../src/operations/replay/about-memory.js'
import { id } from '../../support/sample-parts.js'
import { samples } from '../../support/samples.js'

const about = (name: string) => {
  const event = samples[name]
  if (event === undefined || !isOfUser(event)) throw new Error(`no sample is called ${name}`)
  return aboutMemory(event, id(3))
}

test('an embedding is told of without its numbers', () => {
  expect(about('MemoryEmbedded')).toEqual({ of: 1, model: 'static-en', dimensions: 2 })
})

test('of an event about several memories only what names the memory is told', () => {
  const { recalls } = about('MemoriesRecalled')
  expect(recalls).toEqual([expect.objectContaining({ memoryId: id(3) })])
  expect(about('MemoryStored')).toEqual({})
})
