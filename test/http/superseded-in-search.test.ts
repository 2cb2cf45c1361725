import { beforeAll, describe, expect, test } from 'vitest'
import { databasesFor } from '../support/database.js'
import { searchedBothWays } from '../support/searched-both-ways.js'
import { served } from '../support/served.js'

type Found = {
  readonly id: string
  readonly content: string
  readonly score: number
  readonly outdated_by: string | null
  readonly moved_by?: string
}
type Answer = {
  readonly memories: readonly Found[]
  readonly observability: { readonly retrieval: { readonly scores: readonly Record<string, number>[] } }
}

describe.each(searchedBothWays(databasesFor(import.meta.url)))(
  'what was superseded, on $name, $way',
  ({ variables, ...database }) => {
    const app = served(database, variables)
    const who = { user_id: 'mover' }
    const say = async (content: string, more: object = {}) => {
      const body = { ...who, source_site: 'chat', messages: [{ role: 'user', content, ...more }] }
      const { body: told } = await app.ask<{ memoryIds: readonly string[] }>('/v1/memories/ingest/quick', body)
      return told.memoryIds[0] ?? ''
    }
    const search = async (query: string, more: object = {}, path = 'search') => {
      const answer = await app.ask<Answer>(`/v1/memories/${path}`, { ...who, query, ...more })
      expect(answer.status).toBe(200)
      return answer.body
    }
    const told = ({ memories }: Answer) => memories.map(({ content }) => content)

    let [oslo, rome] = ['', '']
    beforeAll(async () => {
      oslo = await say('My home is a flat in Oslo.', { key: 'home' })
      rome = await say('My home is a house in Rome now.', { key: 'home' })
      await say('I keep bees at home.')
    })

    test.each(['search', 'search/fast'])('comes after what took its place where %s is asked for it', async (path) => {
      const { memories } = await search('Where was my home before?', {}, path)
      const place = memories.findIndex(({ id }) => id === rome)
      expect(memories[place + 1]).toMatchObject({ id: oslo, outdated_by: rome, moved_by: 'past' })
      expect(memories.filter(({ id }) => id === oslo)).toHaveLength(1)
    })
    test('comes on demand, whatever is asked', async () => {
      expect(told(await search('Where is my home?'))).not.toContain('User: My home is a flat in Oslo.')
      expect(told(await search('Where is my home?', { include_superseded: true }))).toContain(
        'User: My home is a flat in Oslo.',
      )
    })
    test('has a score that its trace adds up to', async () => {
      const { memories, observability } = await search('Where was my home before?', { trace: true })
      const shown = memories.find(({ id }) => id === oslo)
      const parts = observability.retrieval.scores.find(({ memory_id }) => String(memory_id) === oslo)
      expect(parts).toMatchObject({ returned: true, moved_by: 'past', score: shown?.score })
      expect(shown?.score).toBeGreaterThan(0)
    })
    test('takes places of the answer, and no more of them', async () => {
      const { memories } = await search('Where was my home before?', { limit: 2 })
      expect(memories.map(({ id }) => id)).toEqual([rome, oslo])
    })
    test('passes the filters, or does not come', async () => {
      const other = await search('Where was my home before?', { source_site: 'mail' })
      expect(other.memories).toEqual([])
      const then = await search('Where was my home before?', { metadata: { of: 'nothing' } })
      expect(then.memories).toEqual([])
    })
    test('is told by an explanation to be returned', async () => {
      const asked = { ...who, query: 'Where was my home before?', memory_id: oslo }
      const { body } = await app.ask('/v1/memories/search/explain', asked)
      expect(body).toMatchObject({ returned: true, reason: 'returned', status: 'superseded', outdated_by: rome })
    })
    test('is none where its message was edited', async () => {
      const edit = async (content: string) => {
        const messages = [
          { role: 'user', id: 'm1', content },
          { role: 'user', id: 'm2', content: 'I keep bees.' },
        ]
        const body = { user_id: 'editor', session_id: 's', source_site: 'chat', messages }
        await app.ask('/v1/memories/ingest/quick', body)
      }
      await edit('My number is 111.')
      await edit('My number is 112.')
      const answer = await search('What was my previous number?', { user_id: 'editor' })
      expect(told(answer).filter((content) => content.includes('11'))).toEqual(['User: My number is 112.'])
    })
    test('is not shown to who could not read it', async () => {
      const scope = { user_id: 'team', workspace_id: 'crew', agent_id: 'scout' }
      const message = (content: string) => ({ messages: [{ role: 'user', content, key: 'port' }], source_site: 'chat' })
      const hidden = { ...scope, ...message('The port is Faro.'), visibility: 'agent_only' }
      await app.ask('/v1/memories/ingest/quick', hidden)
      await app.ask('/v1/memories/ingest/quick', { ...scope, ...message('The port is Olhão.') })
      const portsOf = async (agent_id: string) =>
        told(await search('Which port was it before?', { ...scope, agent_id }))
      expect(await portsOf('scout')).toEqual(['User: The port is Olhão.', 'User: The port is Faro.'])
      expect(await portsOf('painter')).toEqual(['User: The port is Olhão.'])
    })
  },
)
