import { expect } from 'vitest'
import type { RunningApp } from '../support/app.js'

type Result = { episodeId: string; memoriesStored: number; knownTurns: number; memoryIds: string[] }
type Message = { role: string; content: string }

export const user = (content: string): Message => ({ role: 'user', content })
export const bot = (content: string): Message => ({ role: 'assistant', content })

export const chat = [
  user('My sister Nora has diabetes.'),
  bot('I hope Nora is well cared for.'),
  user('I play the cello on Sundays.'),
  bot('Sunday is a fine day for the cello.'),
  user('I work at the harbour in Genoa.'),
  bot('Genoa has a busy harbour.'),
]
export const summary = user('[summary] Earlier we talked about the family, music and work.')
export const hiking = user('Next week I go hiking near Bergamo.')

export const asText = (messages: readonly Message[]): string =>
  messages.map(({ role, content }) => `${role === 'user' ? 'User' : 'Assistant'}: ${content}`).join('\n')

/** One user's client, in the session c1 unless it says otherwise. */
export const clientOf = (app: Pick<RunningApp, 'ask'>, userId: string) => {
  const send = async (body: object, path = 'ingest/quick'): Promise<Result> => {
    const answer = await app.ask<Result>(`/v1/memories/${path}`, {
      ...{ user_id: userId, source_site: 'chat', session_id: 'c1', ...body },
    })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return answer.body
  }
  const list = async (): Promise<{ id: string; content: string }[]> => {
    const path = `/v1/memories/list?user_id=${encodeURIComponent(userId)}&limit=1000`
    return (await app.ask<{ memories: { id: string; content: string }[] }>(path)).body.memories
  }
  const about = async (word: string): Promise<string[]> =>
    (await list()).map(({ content }) => content).filter((content) => content.includes(word))
  const remove = (id = '') =>
    app.ask(`/v1/memories/${id}?user_id=${encodeURIComponent(userId)}`, undefined, { method: 'DELETE' })
  /** Sends a conversation and deletes what it says of Nora. */
  const begin = async (messages = chat): Promise<void> => {
    const { memoryIds } = await send({ messages })
    await remove(memoryIds[messages.findIndex(({ content }) => content.includes('diabetes'))])
  }
  return { send, list, about, remove, begin }
}
