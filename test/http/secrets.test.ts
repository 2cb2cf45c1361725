import { describe, expect, test } from 'vitest'
import { clientOf, type Fields } from '../support/client.js'
import { databases } from '../support/database.js'
import { served } from '../support/served.js'

// Put together here, so that no scanner takes this file for a leak.
const API_KEY = ['sk', 'live', '4f9a8b7c6d5e4f3a2b1c'].join('_')
const GITHUB = `ghp_${'a1B2c3D4e5'.repeat(4)}`
const CARD = '4242 4242 4242 4242'
const PEM = ['-----BEGIN PRIVATE', 'KEY-----\nMIIEvQIBADANBgkqhkiG9w0\n-----END PRIVATE', 'KEY-----'].join(' ')
const PASSWORD = 'tr0ub4dor&3'
const parts = [API_KEY, GITHUB, CARD, 'MIIEvQIBADANBgkqhkiG9w0', PASSWORD]

describe.each(databases.slice(-1))('secrets', (database) => {
  const app = served(database)
  const client = clientOf(app)
  let users = 0

  const anywhere = async () => {
    const tables = ['memory_text', 'memory_wording', 'memory_entity', 'episode', 'memory_version']
    const rows = await Promise.all(tables.map((name) => client.rowsOf(name)))
    const log = (await client.log()).map(({ data, metadata }) => JSON.stringify([data, metadata]))
    return [...log, ...rows.flat()].join('\n')
  }

  const text = [
    `Anna: My Stripe key is ${API_KEY}, please use it.`,
    `Ben: Mine for the repository is ${GITHUB}.`,
    `Anna: The card for the hotel is ${CARD}, it expires soon.`,
    `Ben: The deployment key:\n${PEM}`,
    `Anna: The password is ${PASSWORD}`,
  ].join('\n')

  test.each<[string, Fields]>([
    ['a conversation', { conversation: text }],
    ['a verbatim text', { conversation: text, skip_extraction: true }],
    ['messages', { messages: text.split('\nBen:').map((content) => ({ role: 'user', content })) }],
    ['a JSON conversation', { conversation: JSON.stringify([{ role: 'user', content: text }]) }],
    ["a speaker's name", { messages: [{ role: 'user', name: GITHUB, content: 'The harbour is closed today.' }] }],
    [
      'metadata and the address',
      {
        conversation: 'Anna: The harbour is closed today.',
        source_url: `https://anna:${PASSWORD}@mail.example/?q=1`,
        metadata: { note: `the key is ${API_KEY}`, deep: [{ card: CARD, pem: PEM }] },
      },
    ],
    [
      'metadata that only its key gives away',
      {
        conversation: 'Anna: The harbour is closed today.',
        metadata: { login: { password: PASSWORD } },
      },
    ],
  ])('of %s are nowhere: not in the log, not in the read models, not in an answer', async (_, body) => {
    const user_id = `user ${users++}`
    const answer = await app.ask('/v1/memories/ingest/quick', { user_id, source_site: 'chat', ...body })
    expect(answer.status).toBe(200)
    expect((await client.list({ user_id })).total).toBeGreaterThan(0)
    const all = await anywhere()
    expect(parts.filter((secret) => all.includes(secret))).toEqual([])
    expect(all).toContain('[redacted:')
  })

  const asked = { source_site: `mail ${API_KEY}`, session_id: `https://anna:${PASSWORD}@mail.example/inbox` }

  test('of a site and a session are nowhere, and both forms find what was said there', async () => {
    const user_id = `user ${users++}`
    const kept = {
      source_site: 'mail [redacted: Stripe key]',
      session_id: 'https://anna:[redacted: password]@mail.example/inbox',
    }
    const told = { user_id, conversation: 'Anna: The harbour is closed today.', ...asked }
    expect((await app.ask('/v1/memories/ingest/quick', told)).status).toBe(200)
    const all = await anywhere()
    expect(parts.filter((secret) => all.includes(secret))).toEqual([])
    for (const { source_site, session_id } of [asked, kept]) {
      const { memories } = await client.list({ user_id }, { source_site, session_id })
      expect(memories).toMatchObject([kept])
      const query = 'Is the harbour closed?'
      for (const narrowed of [{ source_site }, { session_id }, { namespace_scope: `site/${source_site}` }]) {
        const found = await app.ask<Fields>('/v1/memories/search/fast', { user_id, query, ...narrowed })
        expect(found.body).toMatchObject({ count: 1 })
      }
    }
    const which = new URLSearchParams({ user_id, session_id: asked.session_id })
    const removed = await app.ask<Fields>(`/v1/memories?${which}`, undefined, { method: 'DELETE' })
    expect(removed.body).toMatchObject({ deleted: 1 })
  })

  test("of metadata's keys and numbers are nowhere, and either form of a value finds it", async () => {
    const user_id = `user ${users++}`
    const metadata = {
      [GITHUB]: 'push',
      pin: 4821,
      card: 4242424242424242,
      login: { password: PASSWORD },
      note: API_KEY,
      project: 'atlas',
    }
    const told = { user_id, conversation: 'Anna: The harbour is closed today.', source_site: 'chat', metadata }
    expect((await app.ask('/v1/memories/ingest/quick', told)).status).toBe(200)
    const { memories } = await client.list({ user_id })
    expect(memories).toMatchObject([
      {
        metadata: {
          '[redacted: GitHub token]': 'push',
          pin: '[redacted: PIN]',
          card: '[redacted: card number]',
          login: { password: '[redacted: password]' },
          note: '[redacted: Stripe key]',
          project: 'atlas',
        },
      },
    ])
    const all = await anywhere()
    expect([...parts, '4242424242424242'].filter((secret) => all.includes(secret))).toEqual([])
    for (const wanted of [{ [GITHUB]: 'push' }, { note: API_KEY }, { note: '[redacted: Stripe key]' }, { pin: 4821 }])
      expect((await client.list({ user_id }, { metadata: JSON.stringify(wanted) })).total).toBe(1)
  })

  test("of a message's role are nowhere", async () => {
    const user_id = `user ${users++}`
    const messages = [{ role: `user ${GITHUB}`, content: 'The harbour is closed today.' }]
    expect((await app.ask('/v1/memories/ingest/quick', { user_id, source_site: 'chat', messages })).status).toBe(200)
    expect(await anywhere()).not.toContain(GITHUB)
  })
})
