import { expect } from 'vitest'
import { type Population, seedLog } from '../../bench/seed.js'
import { configFrom } from '../../src/config/config.js'
import { startApp } from './app.js'
import type { TestDatabase } from './database.js'
import { type Issued, type Recording, recording } from './recording.js'

/** Statements, and rows that they gave. */
export type Counted = { readonly statements: number; readonly rows: number }

export type Observed = {
  readonly search: (path: string, body: object) => Promise<Counted>
  /** Of the request before the log, of the append, and of the projector's transaction. */
  readonly ingest: (body: object, key?: string) => Promise<Record<'decision' | 'append' | 'projection', Counted>>
  readonly close: () => Promise<void>
}

/** The service over these memories. */
export const observe = async (
  open: TestDatabase['open'],
  populations: readonly Population[],
  settings: Readonly<Record<string, string>> = {},
): Promise<Observed> => {
  const { databases, around, during } = await seeded(open, populations)
  // Counts of what was shown would be written in between.
  const app = await startApp({ open: async () => databases }, { RECALL_FLUSH_MS: '60000', ...settings }, { around })
  const ask = (path: string, body: object, init: RequestInit = {}) =>
    during(async () => expect((await app.ask(path, body, init)).status).toBe(200))
  return {
    search: async (path, body) => counted((await ask(path, body)).filter(({ request }) => request !== undefined)),
    ingest: async (body, key) => {
      const init = key === undefined ? {} : { headers: { 'Idempotency-Key': key } }
      const all = await ask('/v1/memories/ingest/quick', body, init)
      const own = all.filter(({ request }) => request !== undefined)
      return {
        decision: counted(own.filter((issued) => !isAppend(issued))),
        append: counted(own.filter(isAppend)),
        projection: counted(ofItsProjection(all)),
      }
    },
    close: app.close,
  }
}

const seeded = async (open: TestDatabase['open'], populations: readonly Population[]): Promise<Recording> => {
  const databases = await open()
  await seedLog({ databases, config: configFrom({}) }, populations)
  return recording(databases)
}

/** The statement that takes in an episode, or the transaction that it is part of: beside them others may run, or end. */
const ofItsProjection = (all: readonly Issued[]): readonly Issued[] => {
  const its = all.filter(({ text }) => text.includes('insert into episode '))
  const transactions = new Set(its.map(({ transaction }) => transaction).filter((known) => known !== undefined))
  return all.filter((one) => its.includes(one) || (one.transaction !== undefined && transactions.has(one.transaction)))
}

/** What is appended, and the keys that seal it. */
const isAppend = ({ text }: Issued): boolean => text.includes('log.append(') || text.includes('data_key')

const counted = (issued: readonly Issued[]): Counted => ({
  statements: issued.length,
  rows: issued.reduce((sum, { rows }) => sum + rows, 0),
})
