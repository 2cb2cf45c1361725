import { type Memories, Palimpsest } from '@palimpsest/client'
import { inject } from 'vitest'
import { KEY } from '../../client/test/one-service.js'

export const client = new Palimpsest({ url: inject('url'), key: KEY })

/** A user of the test's own. */
export const somebody = (): Memories => client.user(crypto.randomUUID())

/** What a user's memories say. */
export const contentsOf = async (memories: Memories) => {
  const contents: string[] = []
  for await (const { content } of memories.list()) contents.push(content)
  return contents
}
