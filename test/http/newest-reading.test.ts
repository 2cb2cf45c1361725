import { beforeAll, describe, expect, test } from 'vitest'
import { databasesFor } from '../support/database.js'
import { served } from '../support/served.js'

const DAYS = 30
const NEWEST = 'User: Weight 81.5 kg.'

describe.each(databasesFor(import.meta.url))('of thirty daily readings, on $name', (database) => {
  const app = served(database)
  const who = { user_id: 'reader' }
  beforeAll(async () => {
    for (let day = 1; day <= DAYS; day++) {
      const content = `Weight ${(80 + (((day - 1) * 7) % 11) * 0.3).toFixed(1)} kg.`
      const observed_at = `2026-05-${String(day).padStart(2, '0')}`
      const body = { ...who, source_site: 'chat', messages: [{ role: 'user', content }], observed_at }
      const answer = await app.ask('/v1/memories/ingest', { ...body, session_id: observed_at })
      expect(answer.status).toBe(200)
    }
  })

  const found = async (path: string, query: string): Promise<string | undefined> => {
    const body = { ...who, query, limit: 3 }
    const answer = await app.ask<{ memories: readonly { content: string }[] }>(`/v1/memories/${path}`, body)
    return answer.body.memories[0]?.content
  }

  test.each(['What is my current weight?', 'latest weight', 'What is my weight?'])(
    'the newest is first for "%s"',
    async (query) => {
      expect(await found('search', query)).toBe(NEWEST)
      expect(await found('search/fast', query)).toBe(NEWEST)
    },
  )
})
