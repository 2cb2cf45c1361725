import { describe, expect, it } from 'vitest'
import { extract } from '../../../src/ingest/as-said/extract.js'

const dated = (value: unknown) =>
  extract({ text: JSON.stringify(value) }, { at: '2026-01-15T10:00:00.000Z' }).facts.map(({ content, observedAt }) => [
    content,
    observedAt,
  ])

const AT = '2024-03-12T10:15:00Z'
const LATER = '2024-03-12T11:15:00Z'

describe('threads as JSON', () => {
  it.each([
    [
      'on an issue of GitHub, with the types of a language',
      [
        { user: { login: 'ana' }, created_at: AT, body: 'The build fails for List<String> on Node 24.' },
        { user: { login: 'ben' }, created_at: LATER, body: 'Fixed in 2.1.3.' },
      ],
      ['Ana: The build fails for List<String> on Node 24.', 'Ben: Fixed in 2.1.3.'],
    ],
    [
      'with what they are about',
      {
        title: 'Build fails',
        body: 'It fails on Node 24.',
        author: { login: 'ana' },
        createdAt: AT,
        comments: [{ author: { login: 'ben' }, createdAt: LATER, body: 'Fixed in 2.1.3.' }],
      },
      ['Ana: Build fails\n\nIt fails on Node 24.', 'Ben: Fixed in 2.1.3.'],
    ],
    [
      'of a ticket, whose authors are numbers and whose words are HTML',
      {
        comments: [
          { id: 1, author_id: 7, body: '<p>My order 4711 has not arrived.</p>', created_at: AT },
          { id: 2, author_id: 9, body: 'x', plain_body: 'We sent it again on March 12.', created_at: LATER },
        ],
        count: 2,
      },
      ['Author 7: My order 4711 has not arrived.', 'Author 9: We sent it again on March 12.'],
    ],
    [
      'in the order of their times, whatever form these have',
      [
        { user: { login: 'ben' }, created_at: '2024-03-12T13:15:00+02:00', body: 'Fixed in 2.1.3.' },
        { user: { login: 'ana' }, created_at: AT, body: '<details>The `Map<string>` crashes.</details>' },
      ],
      ['Ana: <details>The `Map<string>` crashes.</details>', 'Ben: Fixed in 2.1.3.'],
    ],
    [
      'of Google Chat',
      {
        messages: [
          {
            creator: { name: 'Ana Reis', email: 'ana@example.org' },
            created_date: 'Tuesday, March 12, 2024 at 10:15:00\u202fAM UTC',
            text: 'We moved to Porto last week.',
          },
          {
            creator: { name: 'Ben' },
            created_date: 'Tuesday, March 12, 2024 at 11:15:00 AM UTC',
            text: 'Our flat is in Lyon.',
          },
        ],
      },
      ['Ana Reis: We moved to Porto last week.', 'Ben: Our flat is in Lyon.'],
    ],
    [
      'of the Assistants API, the newest first',
      {
        object: 'list',
        data: [
          thread('assistant', 'The offer is valid until May 3.', Date.parse(LATER)),
          thread('user', 'I live in Linz.', Date.parse(AT)),
        ],
        has_more: false,
      },
      ['User: I live in Linz.', 'Assistant: The offer is valid until May 3.'],
    ],
  ])('are read %s', (_, value, contents) => {
    expect(dated(value)).toEqual(contents.map((content, i) => [content, new Date(i === 0 ? AT : LATER).toISOString()]))
  })

  it.each([
    ['a record with other fields', { amount: 12, comments: [{ author: { name: 'Ben' }, created: AT, body: 'Paid.' }] }],
    ['issues with titles', [{ title: 'Lisbon', user: { login: 'ana' }, body: 'It crashes.', created_at: AT }]],
    ['orders', [{ address: 'Rua 5', user: { name: 'Ana' }, body: 'to the back door', created: AT }]],
    ['articles without authors', [{ body: 'Vans are red.', created_at: AT }]],
  ])('are not seen in %s, of which nothing gets lost', (_, value) => {
    expect(dated(value).join()).toContain(Object.keys([value].flat()[0] ?? {})[0])
  })
})

function thread(role: string, value: string, ms: number) {
  const content = [{ type: 'text', text: { value, annotations: [] } }]
  return { id: `m${ms}`, object: 'thread.message', created_at: ms / 1000, role, content }
}
