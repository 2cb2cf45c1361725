import { expect } from 'vitest'
import type { IngestResult } from '../../src/ingest/context.js'
import type { RunningApp } from './app.js'
import { clientOf, type Fields, type Who } from './client.js'

export const user = (content: string) => ({ role: 'user', content })
export const noted = { role: 'assistant', content: 'I have written that down for next time.' }

/** Users who chat in one session, unless a request says otherwise, and what is in force of it. */
export const fullIngestOf = (app: RunningApp) => {
  const client = clientOf(app)
  let users = 0
  return {
    client,
    someone: (): Who => ({ user_id: `user ${users++}` }),
    send: async (who: Who, messages: readonly Fields[], more: Fields = {}, path = 'ingest') => {
      const body = { ...who, messages, source_site: 'chat', session_id: 's', ...more }
      const told = await app.ask<IngestResult>(`/v1/memories/${path}`, body)
      expect(told.status, JSON.stringify(told.body)).toBe(200)
      return told.body
    },
    contents: async (who: Who) => (await client.list(who)).memories.map(({ content }) => content).toSorted(),
  }
}
