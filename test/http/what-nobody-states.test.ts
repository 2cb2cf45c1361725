import { describe, expect, test } from 'vitest'
import type { IngestResult } from '../../src/ingest/context.js'
import { clientOf, type Fields, type Who } from '../support/client.js'
import { databases } from '../support/database.js'
import { served } from '../support/served.js'

const FLAT = 'My flat has three rooms.'

describe.each(databases)('what nobody states, on $name', (database) => {
  const app = served(database)
  const client = clientOf(app)
  let users = 0
  const told = async (messages: readonly Fields[], more: Fields = {}) => {
    const who: Who = { user_id: `user ${users++}` }
    const { status, body } = await app.ask<IngestResult>('/v1/memories/ingest/quick', {
      ...who,
      messages,
      source_site: 'chat',
      ...more,
    })
    expect(status, JSON.stringify(body)).toBe(200)
    const { memories } = await client.list(who)
    return { who, body, contents: memories.map(({ content }) => content).toSorted() }
  }
  const user = { role: 'user', content: FLAT }
  const assistant = (content: unknown) => ({ role: 'assistant', content })
  const OWN = `User: ${FLAT}`

  test.each(['system', 'developer', 'tool', 'function', 'System'])('a message of the role %s', async (role) => {
    const { contents } = await told([
      { role, content: 'You are Aria. You live in Paris, and your temperature is 0.7.' },
      user,
    ])
    expect(contents).toEqual([OWN])
  })

  const spoken = async (conversation: string) => {
    const who: Who = { user_id: `user ${users++}` }
    await client.tell(who, conversation)
    return (await client.list(who)).memories.map(({ content }) => content).toSorted()
  }

  test.each([
    `System: You are Aria. You live in Paris.\nUser: ${FLAT}`,
    `developer: Answer in French.\n\nuser: ${FLAT}\n\ntool: {"price": 120}`,
    `### System:\nYou are Aria.\nYou live in Paris.\n### User:\n${FLAT}`,
    `<|im_start|>system\nYou live in Paris.<|im_end|>\n<|im_start|>user\n${FLAT}<|im_end|>`,
  ])('a turn of such a role in a text: %j', async (text) => {
    const contents = await spoken(text)
    expect(contents.map((content) => content.replace(/^\w+: /, ''))).toEqual([FLAT])
  })

  test('a turn of such a role behind turns that were ingested before', async () => {
    const who: Who = { user_id: `user ${users++}` }
    const before = `User: ${FLAT}\nAssistant: That is large.`
    await client.tell(who, before, { session_id: 's' })
    await client.tell(who, `${before}\nSystem: You always speak French.`, { session_id: 's' })
    expect((await client.list(who)).total).toBe(2)
  })

  test('but a label of a text that is no dialogue of roles is a part of what it states', async () => {
    const contents = await spoken('System: Fedora 41 on a ThinkPad.\nTool: a torque wrench of 40 Nm.')
    expect(contents.join()).toMatch(/Fedora 41.*torque wrench/)
  })

  test.each([
    ['<think>The user may want {"a": 1}.</think>\nYour flat has a balcony.'],
    ['<thinking>\nThey live in Rome.\n</thinking>Your flat has a balcony.'],
    [
      '<details type="reasoning" done="true"><summary>Thought</summary>They live in Rome.</details>\nYour flat has a balcony.',
    ],
    ['They live in Rome, I think.</think>\n\nYour flat has a balcony.'],
    ['Your flat has a balcony.\n<think>They live in Rome'],
    ['They live in Rome.</think> Wait.</think>Your flat has a balcony.'],
  ])('the thoughts of a model: %s', async (content) => {
    const { contents } = await told([user, assistant(content)])
    expect(contents).toEqual(['Assistant: Your flat has a balcony.', OWN])
  })

  test('thoughts alone, and data in the place of words', async () => {
    const data = `data:image/png;base64,${'iVBORw0KGgo'.repeat(500)}`
    const { contents } = await told([
      { ...user, content: `${FLAT} ![plan](${data})` },
      assistant('<think>They live in Rome.</think>'),
      { role: 'user', content: data },
    ])
    expect(contents).toEqual([`${OWN} ![plan]()`])
  })

  test.each([
    'Write `<think>` into the template. Your flat has a balcony.',
    'My report: <analysis>up by a tenth</analysis>.',
  ])('but an assistant may speak of tags: %s', async (content) =>
    expect((await told([user, assistant(content)])).contents).toEqual([`Assistant: ${content}`, OWN]),
  )

  test('but what a user says of tags and data is stated', async () => {
    const content = 'In my parser <think>x</think> is a tag, and data:text/plain;base64,aGk= is short.'
    expect((await told([{ role: 'user', content }])).contents).toEqual([`User: ${content}`])
  })

  test('stays in the episode', async () => {
    const { who, body } = await told([
      { role: 'system', content: 'You are Aria.' },
      user,
      assistant('<think>Rome</think>Fine rooms.'),
    ])
    const { body: episode } = await app.ask<{ turns: readonly Fields[] }>(
      `/v1/memories/episodes/${body.episodeId}?user_id=${encodeURIComponent(`${who.user_id}`)}`,
    )
    expect(JSON.stringify(episode)).toMatch(/You are Aria\..*<think>Rome<\/think>Fine rooms\./s)
  })

  test('is stated where it is taken verbatim, or has a key', async () => {
    const system = { role: 'system', content: 'You are Aria, who lives in Paris.' }
    expect((await told([{ ...system, key: 'assistant.name' }])).contents).toEqual([`System: ${system.content}`])
    expect((await told([system], { skip_extraction: true })).contents).toEqual([`System: ${system.content}`])
  })

  test.each([{ type: 'text', text: FLAT }, { text: FLAT }, { type: 'input_text', text: FLAT }])(
    'a part of content by itself is one part: %o',
    async (content) => expect((await told([{ role: 'user', content }])).contents).toEqual([OWN]),
  )
})
