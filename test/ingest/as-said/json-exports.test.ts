import { describe, expect, it } from 'vitest'
import { extract } from '../../../src/ingest/as-said/extract.js'

const extracted = (text: string) => extract({ text }, { at: '2026-01-15T10:00:00.000Z' })
const dated = (text: string) => extracted(text).facts.map(({ content, moment }) => [content, moment?.instant])

describe('exports as JSON', () => {
  const van = 'My van is red'
  it.each([
    [
      'of Slack',
      [
        { type: 'message', user: 'U01', text: van, ts: '1709546400.000100', team: 'T1' },
        {
          type: 'message',
          user: 'U02',
          user_profile: { real_name: 'Ben Ott' },
          text: 'Mine is blue',
          ts: '1709546460.2',
        },
      ],
      [
        [`U01: ${van}`, '2024-03-04T10:00:00.000Z'],
        ['Ben Ott: Mine is blue', '2024-03-04T10:01:00.200Z'],
      ],
    ],
    [
      'of Discord',
      {
        guild: { name: 'Vans' },
        messages: [
          { id: '1', timestamp: '2024-03-04T10:00:00+00:00', content: van, author: { name: 'Ana', isBot: false } },
        ],
      },
      [[`Ana: ${van}`, '2024-03-04T10:00:00.000Z']],
    ],
    [
      'of Telegram, with links and events of the group',
      {
        name: 'Vans',
        messages: [
          { id: 1, type: 'service', date: '2026-08-20T09:12:00', actor: 'Aina', action: 'create_group' },
          { id: 2, type: 'message', date: '2026-08-20T09:13:00', from: 'Aina', text: van },
          {
            id: 3,
            type: 'message',
            date: '2026-08-20T09:14:00',
            from: 'Farid',
            text: ['See ', { type: 'link', text: 'https://example.org' }],
          },
        ],
      },
      [
        [`Aina: ${van}`, '2026-08-20T09:13:00.000Z'],
        ['Farid: See https://example.org', '2026-08-20T09:14:00.000Z'],
      ],
    ],
    [
      'of ChatGPT, of which the branch counts that was gone on with',
      [
        {
          title: 'Van',
          current_node: 'd',
          mapping: {
            a: { id: 'a', message: null, parent: null, children: ['b'] },
            b: {
              id: 'b',
              message: {
                author: { role: 'user' },
                create_time: 1709546400.5,
                content: { content_type: 'text', parts: [van] },
              },
              parent: 'a',
              children: ['c', 'd'],
            },
            c: {
              id: 'c',
              message: {
                author: { role: 'assistant' },
                content: { content_type: 'text', parts: ['An answer that was made anew'] },
              },
              parent: 'b',
              children: [],
            },
            d: {
              id: 'd',
              message: {
                author: { role: 'assistant' },
                create_time: 1709546405,
                content: { content_type: 'text', parts: ['Red vans are rare'] },
              },
              parent: 'b',
              children: [],
            },
          },
        },
      ],
      [
        [`User: ${van}`, '2024-03-04T10:00:00.500Z'],
        ['Assistant: Red vans are rare', '2024-03-04T10:00:05.000Z'],
      ],
    ],
    [
      'of Claude',
      {
        uuid: 'x',
        name: 'Van',
        chat_messages: [{ uuid: 'y', sender: 'human', text: van, created_at: '2024-03-04T10:00:00Z', attachments: [] }],
      },
      [[`User: ${van}`, '2024-03-04T10:00:00.000Z']],
    ],
    [
      'of Facebook and Instagram, the newest first, in bytes',
      {
        participants: [{ name: 'Ana' }, { name: 'Z\u00c3\u00b6e' }],
        messages: [
          { sender_name: 'Z\u00c3\u00b6e', timestamp_ms: 1709546460000, content: 'Meiner ist gr\u00c3\u00bcn' },
          { sender_name: 'Ana', timestamp_ms: 1709546430000, photos: [{ uri: 'x.jpg' }] },
          { sender_name: 'Ana', timestamp_ms: 1709546400000, content: van },
        ],
      },
      [
        [`Ana: ${van}`, '2024-03-04T10:00:00.000Z'],
        ['Zöe: Meiner ist grün', '2024-03-04T10:01:00.000Z'],
      ],
    ],
    [
      'of Teams that begins with the oldest, two of one time',
      {
        value: [van, 'Mine is blue.', 'Mine is green.'].map((content, i) => ({
          createdDateTime: `2024-03-04T10:0${Math.min(i, 1)}:00Z`,
          from: { user: { displayName: i === 1 ? 'Ben Ott' : 'Ana' } },
          body: { contentType: 'text', content },
        })),
      },
      [
        [`Ana: ${van}`, '2024-03-04T10:00:00.000Z'],
        ['Ben Ott: Mine is blue.', '2024-03-04T10:01:00.000Z'],
        ['Ana: Mine is green.', '2024-03-04T10:01:00.000Z'],
      ],
    ],
    [
      'of Teams',
      {
        value: [
          {
            createdDateTime: '2024-03-04T10:01:00Z',
            from: { user: { displayName: 'Ben Ott' } },
            body: { contentType: 'html', content: '<p>Mine is <b>blue</b> &amp; old</p>' },
          },
          {
            createdDateTime: '2024-03-04T10:00:30Z',
            from: null,
            body: { contentType: 'html', content: '<systemEventMessage/>' },
          },
          {
            createdDateTime: '2024-03-04T10:00:00Z',
            from: { user: { displayName: 'Ana' } },
            body: { contentType: 'text', content: van },
          },
        ],
      },
      [
        [`Ana: ${van}`, '2024-03-04T10:00:00.000Z'],
        ['Ben Ott: Mine is blue & old', '2024-03-04T10:01:00.000Z'],
      ],
    ],
  ])('%s', (_, value, expected) => {
    expect(dated(JSON.stringify(value))).toEqual(expected)
    expect(dated(JSON.stringify(value, null, 2))).toEqual(expected)
  })

  it.each([
    [
      'tools that are no messages',
      [
        { type: 'tool', content: 'hammer' },
        { type: 'tool', content: 'saw' },
      ],
    ],
    [
      'a tree that leads in a circle',
      { mapping: { a: { parent: 'b', children: ['b'] }, b: { parent: 'a', children: ['a'] } }, current_node: 'a' },
    ],
    ['a list of things with times', [{ type: 'message', ts: 'soon', text: 'x' }]],
    ['a chat without a message', { messages: [] }],
  ])('stay what they are where they are none: %s', (_, value) => {
    const text = JSON.stringify(value)
    expect(extracted(text).said.map(({ content }) => content)).toEqual([text])
  })
})

describe('the file of the memory server of the Model Context Protocol', () => {
  const ana = { type: 'entity', name: 'Ana', entityType: 'person', observations: ['Likes tea. Hates rain.', ''] }
  const worksAt = { type: 'relation', from: 'Ana', to: 'acme_corp', relationType: 'works_at' }
  const written = (lines: readonly object[]) => lines.map((line) => JSON.stringify(line)).join('\n')
  const facts = (text: string) => extracted(text).facts.map(({ content, subject, role }) => [content, subject, role])

  it('is read as one memory for each type, observation and relation, about its entity', () =>
    expect(facts(written([ana, worksAt]))).toEqual([
      ['Ana: person', 'ana', 'entity'],
      ['Ana: Likes tea. Hates rain.', 'ana', 'observation'],
      ['Ana: works_at → acme_corp', 'ana', 'relation'],
    ]))
  it('may be a single line', () => expect(facts(written([worksAt]))).toHaveLength(1))
  it.each([
    { ...ana, observations: ['a', 1] },
    { ...ana, name: 1 },
    { ...worksAt, to: null },
    { type: 'other', name: 'Ana' },
  ])('is not what has a line such as %j', (line) =>
    expect(facts(written([ana, line])).map(([, , role]) => role)).not.toContain('entity'),
  )
})
