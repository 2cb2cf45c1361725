import { setImmediate as turn } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Variables } from '../../src/config/config.js'
import type { IngestResult } from '../../src/ingest/context.js'
import { startApp } from './app.js'
import { ADMIN } from './changing.js'
import { type ChatReply, type ChatRequest, chatDouble, inputOf } from './chat-double.js'
import { clientOf, type Fields, query, type Who } from './client.js'
import type { TestDatabase } from './database.js'
import { sensibleModel } from './sensible-model.js'

export type Task = 'extract'
export const taskOf = (request: ChatRequest): Task => Object(inputOf(request)).task

/** One reply to what is asked at a stage, and an honest model else. */
export const onlyAt =
  (task: Task, reply: ChatReply): ChatReply =>
  (received, response) =>
    (taskOf(received.body) === task ? reply : sensibleModel())(received, response)

/** Replies that wait until they are let go. */
export const held = (task: Task, reply: ChatReply = sensibleModel()) => {
  const waiting: (() => void)[] = []
  let isOpen = false
  return {
    reply: onlyAt(task, (received, response) => {
      if (isOpen) reply(received, response)
      else waiting.push(() => reply(received, response))
    }),
    arrived: (least = 1) =>
      expect.poll(() => waiting.length, { interval: 5, timeout: 10_000 }).toBeGreaterThanOrEqual(least),
    release: async () => {
      isOpen = true
      for (const go of waiting.splice(0)) go()
      await turn()
    },
  }
}

export const addsUp = (told: IngestResult): void => {
  const { memoriesStored, memoriesUpdated, memoriesDeleted, memoriesSkipped } = told
  expect(memoriesStored + memoriesUpdated + memoriesDeleted + memoriesSkipped, 'the counts add up').toBe(
    told.factsExtracted,
  )
}

/** The service with a double of a language model behind it, which may be told anew what to answer. */
export const startModelApp = async (
  database: Pick<TestDatabase, 'open'>,
  variables: Variables = {},
  starting: Parameters<typeof startApp>[2] = {},
) => {
  let reply: ChatReply = sensibleModel()
  let users = 0
  const double = await chatDouble((received, response) => reply(received, response))
  const model = { LLM_PROVIDER: 'openai', LLM_API_URL: double.baseURL, LLM_MODEL: 'm-1', LLM_MAX_RETRIES: '0' }
  const app = await startApp(database, { ...model, ...ADMIN, ...variables }, starting)
  const client = clientOf(app)
  const ask = (who: Who, messages: readonly object[], more: Fields = {}, init: RequestInit = {}) =>
    app.ask<IngestResult>('/v1/memories/ingest', { ...who, messages, source_site: 'chat', ...more }, init)
  return {
    app,
    client,
    double,
    ask,
    someone: (): Who => ({ user_id: `user ${users++}` }),
    replies: (next: ChatReply) => {
      reply = next
    },
    tasks: () => double.received.map(({ body }) => taskOf(body)),
    anew: () => {
      reply = sensibleModel()
      double.received.length = 0
    },
    ingest: async (who: Who, messages: readonly object[], more: Fields = {}): Promise<IngestResult> => {
      const { status, body } = await ask(who, messages, more)
      expect(status, JSON.stringify(body)).toBe(200)
      addsUp(body)
      return body
    },
    listed: async (who: Who) => (await client.list(who)).memories.map(({ content }) => content).sort(),
    episode: async (who: Who, id: string) =>
      (await app.ask<{ readonly facts: unknown }>(`/v1/memories/episodes/${id}?${query(who)}`)).body,
    close: async () => {
      await app.close()
      await double.close()
    },
  }
}
export type ModelApp = Awaited<ReturnType<typeof startModelApp>>
