import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DomainEvent } from '../../src/domain/all-events.js'
import type { Readers } from '../../src/domain/scope.js'
import { similarMemories } from '../../src/memory-index/similar-memories.js'
import type { Database, Databases } from '../../src/postgres/database.js'
import { projectBatch } from '../../src/projector/apply/apply-events.js'
import { bankState } from '../../src/queries/bank-state.js'
import { databasesFor } from '../support/database.js'
import { plainStreams } from '../support/prefix.js'
import { openReadModel, recordedAs } from '../support/read-model.js'
import { samples } from '../support/samples.js'

const USER = 'anna'
const READERS: Readers = { workspaceId: null, agentId: null, visibility: null, grantedTo: [] }
const STREAM = plainStreams('test').bank(USER)

const sample = (name: string): DomainEvent => {
  const event = samples[name]
  if (event === undefined) throw new Error('the samples have changed')
  return event
}
const stored = sample('MemoryStored')

/** Where a decision that compares new texts would append. */
const revisionOf = async (db: Database) => {
  const scope = { kind: 'user', userId: USER } as const
  const asked = { banks: undefined, stream: STREAM, readers: READERS, samples: [], cosine: 0.9, claimed: 0.5 }
  const { revision, lastAt } = await similarMemories(db, scope, asked)
  return { revision, lastAt }
}

describe.each(databasesFor(import.meta.url))('a decision about similar memories, on $name', ({ open }) => {
  let databases: Databases
  beforeAll(async () => {
    databases = await open()
  })
  afterAll(() => databases.close())

  test('is made at the revision of the stream, also between the erasure of its user and what they say next', async () => {
    const model = await openReadModel(databases)
    expect(await revisionOf(model.db)).toEqual({ revision: 'no-stream', lastAt: null })
    let after: bigint | 'start' = 'start'
    for (const [nth, append] of recordedAs([[stored], [sample('UserErased')], [stored]]).entries()) {
      await projectBatch(model, after, append)
      after = append.at(-1)?.position ?? after
      const state = await revisionOf(model.db)
      expect(state.revision).toBe(BigInt(nth))
      expect(state).toEqual(await bankState(model.db, STREAM))
    }
  })
})
