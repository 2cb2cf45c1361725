import { Annotation, type LangGraphRunnableConfig, StateGraph } from '@langchain/langgraph'
import { describe, expect, test } from 'vitest'
import { PalimpsestStore } from '../src/langgraph.js'
import { somebody } from './somebody.js'

const store = () => new PalimpsestStore(somebody())

test('a graph remembers over its runs, in the store that it was compiled with', async () => {
  const State = Annotation.Root({ said: Annotation<string>, answer: Annotation<string> })
  // In place of a model: it writes down what it is told, and answers with what speaks to it.
  const node = async ({ said }: typeof State.State, { store }: LangGraphRunnableConfig) => {
    const found = await store?.search(['ana'], { query: said })
    if (!said.endsWith('?')) await store?.put(['ana', 'facts'], crypto.randomUUID(), { text: said })
    return { answer: JSON.stringify(found?.map(({ value }) => value)) }
  }
  const graph = new StateGraph(State)
    .addNode('chat', node)
    .addEdge('__start__', 'chat')
    .addEdge('chat', '__end__')
    .compile({ store: store() })
  expect(await graph.invoke({ said: 'I moved to Lisbon.' })).toMatchObject({ answer: '[]' })
  expect(await graph.invoke({ said: 'Where did I move?' })).toMatchObject({ answer: '[{"text":"I moved to Lisbon."}]' })
})

test('an item is found by what it means, as in the documentation of the framework', async () => {
  const items = store()
  await items.put(['user_123', 'memories'], '1', { text: 'I love pizza' })
  await items.put(['user_123', 'memories'], '2', { text: 'I am a plumber' })
  const found = await items.search(['user_123', 'memories'], { query: "I'm hungry", limit: 1 })
  expect(found.map(({ value }) => value)).toEqual([{ text: 'I love pizza' }])
})

describe('an item', () => {
  test('is put, read, changed and deleted', async () => {
    const items = store()
    expect(await items.get(['docs'], 'a')).toBeNull()
    await items.put(['docs'], 'a', { status: 'draft' })
    const first = await items.get(['docs'], 'a')
    expect(first).toEqual({
      namespace: ['docs'],
      key: 'a',
      value: { status: 'draft' },
      createdAt: expect.any(Date),
      updatedAt: first?.createdAt,
    })
    await items.put(['docs'], 'a', { status: 'final' })
    const second = await items.get(['docs'], 'a')
    expect(second).toMatchObject({ value: { status: 'final' }, createdAt: first?.createdAt })
    expect(Number(second?.updatedAt)).toBeGreaterThan(Number(first?.updatedAt))
    await items.delete(['docs'], 'a')
    await items.delete(['docs'], 'a')
    expect(await items.get(['docs'], 'a')).toBeNull()
    expect(await items.search([])).toEqual([])
    await items.put(['docs'], 'a', { status: 'final' })
    expect(await items.get(['docs'], 'a')).toMatchObject({ value: { status: 'final' } })
  })

  test.each([
    {},
    { text: '' },
    { text: 'Hello!' },
    { lines: 'one\ntwo\r\n\tthree \\n \\\\n "quoted" \u2028 \u0000 end ' },
    { nested: { list: [1, 2.5, null, true, { deep: ['x'] }] }, 'odd ["key"]': '😀' },
    { long: 'word '.repeat(15_000) },
    // Not of the type, and yet what callers put.
    ['a', 'list'] as unknown as Record<string, unknown>,
    'Hello!' as unknown as Record<string, unknown>,
  ])('comes back as it was put: %#', async (value) => {
    const items = store()
    await items.put(['docs'], 'a', value)
    expect((await items.get(['docs'], 'a'))?.value).toEqual(value)
  })

  test('may be the same as another', async () => {
    const items = store()
    for (const key of ['a', 'b', 'a']) await items.put(['docs'], key, { same: 'value' })
    expect((await items.search(['docs'])).map(({ key }) => key).sort()).toEqual(['a', 'b'])
  })

  test.each([
    ['one', 'ONE'],
    ['one two', 'one  two'],
    ['é', 'e\u0301'],
    ['one.', 'one'],
    ['do not', "don't"],
    [1, '1'],
    [-1, 1],
  ])('is changed by the least change: %j to %j', async (from, to) => {
    const items = store()
    for (const value of [from, to, from, to, to]) {
      await items.put(['docs'], 'a', { value })
      expect((await items.get(['docs'], 'a'))?.value).toEqual({ value })
    }
    expect(await items.search(['docs'])).toHaveLength(1)
  })

  test('is one where several are put at once', async () => {
    const items = store()
    const values = Array.from({ length: 8 }, (_, n) => ({ value: n }))
    await Promise.all(values.map((value) => items.put(['docs'], 'a', value)))
    expect(await items.search(['docs'])).toHaveLength(1)
    expect(values).toContainEqual((await items.get(['docs'], 'a'))?.value)
  })

  test('that is too large is refused', () =>
    expect(store().put(['docs'], 'a', { long: 'word '.repeat(25_000) })).rejects.toMatchObject({ code: 'bad_request' }))
})

describe('secrets', () => {
  test('of a value are taken out, and the rest stays a value', async () => {
    const items = store()
    await items.put(['docs'], 'a', { card: 4111111111111111, note: 'the "password": "hunter2hunter2"', kept: 1 })
    const { value } = (await items.get(['docs'], 'a')) ?? {}
    expect(value).toMatchObject({ card: '[redacted: card number]', kept: 1 })
    expect(JSON.stringify(value)).not.toContain('hunter2')
  })

  test('in a namespace are refused: two of them would be one for the service', async () => {
    const items = store()
    const put = (label: string) => items.put(['users', label], 'a', { of: label.length })
    await expect(put('4111111111111111')).rejects.toThrow('secret')
    await expect(put('5555555555554444')).rejects.toThrow('secret')
    expect(await items.search(['users', '5555555555554444'])).toEqual([])
  })
})

describe('a search', () => {
  test('stays below its namespace, whatever the labels are', async () => {
    const items = store()
    const namespaces = [['a'], ['a', 'b'], ['ab'], ['a', 'ü/%"\'*\\ \n'], ['a', 'b', ...'cdefghijklmnopqrst']]
    for (const namespace of namespaces) await items.put(namespace, 'k', { text: 'green tea' })
    const found = async (prefix: string[], query?: string) =>
      (await items.search(prefix, { limit: 50, ...(query === undefined ? {} : { query }) })).length
    for (const query of [undefined, 'tea']) {
      expect(await found([], query)).toBe(5)
      expect(await found(['a'], query)).toBe(4)
      expect(await found(['a', 'b'], query)).toBe(2)
      expect(await found(['a', 'ü/%"\'*\\ \n'], query)).toBe(1)
      expect(await found(['a', 'b', ...'cdefghijklmnopqrsX'], query)).toBe(0)
      expect(await found(['nowhere'], query)).toBe(0)
    }
  })

  test('ranks by words, also those at the beginning of a line', async () => {
    const items = store()
    await items.put(['docs'], 'a', { text: 'Of drinks:\ntea, black' })
    await items.put(['docs'], 'b', { text: 'Of travels:\nLisbon by train' })
    const [best] = await items.search(['docs'], { query: 'Lisbon' })
    expect(best).toMatchObject({ key: 'b', score: expect.any(Number) })
  })

  test('is filtered and paged', async () => {
    const items = store()
    for (let n = 0; n < 5; n++)
      await items.put(['docs'], `${n}`, { n, kind: n % 2 ? 'odd' : 'even', words: 'green tea' })
    const keys = async (options: Parameters<typeof items.search>[1]) =>
      (await items.search(['docs'], options)).map(({ key }) => key)
    expect(await keys({ filter: { kind: 'odd' } })).toEqual(['3', '1'])
    expect(await keys({ filter: { n: { $gte: 1, $lt: 3 } } })).toEqual(['2', '1'])
    expect(await keys({ filter: { n: { $in: [0, 4] }, kind: { $ne: 'odd' } } })).toEqual(['4', '0'])
    expect(await keys({ filter: { n: { $unknown: 1 } } })).toEqual([])
    expect(await keys({ limit: 2, offset: 1 })).toEqual(['3', '2'])
    expect((await keys({ query: 'tea', filter: { kind: 'odd' }, limit: 1, offset: 1 })).length).toBe(1)
    expect(await keys({ limit: 0 })).toEqual([])
  })
})

test('namespaces are listed, by prefix, suffix and depth', async () => {
  const items = store()
  expect(await items.listNamespaces()).toEqual([])
  for (const namespace of [['a', 'b', 'v1'], ['a', 'c', 'v1'], ['a', 'c', 'v2'], ['b']])
    await items.put(namespace, 'k', {})
  expect(await items.listNamespaces({ prefix: ['a', '*'], suffix: ['v1'] })).toEqual([
    ['a', 'b', 'v1'],
    ['a', 'c', 'v1'],
  ])
  expect(await items.listNamespaces({ maxDepth: 2 })).toEqual([['a', 'b'], ['a', 'c'], ['b']])
  expect(await items.listNamespaces({ limit: 1, offset: 1 })).toEqual([['a', 'c', 'v1']])
})

test('a batch answers in its order, and the last of two puts counts', async () => {
  const items = store()
  const at = { namespace: ['docs'], key: 'a' }
  const found = await items.batch([{ ...at, value: { n: 1 } }, at, { ...at, value: { n: 2 } }, { namespacePrefix: [] }])
  expect(found).toEqual([undefined, null, undefined, []])
  expect(await items.get(['docs'], 'a')).toMatchObject({ value: { n: 2 } })
})

test('users do not see each other', async () => {
  const [mine, theirs] = [store(), store()]
  await mine.put(['docs'], 'a', { text: 'green tea' })
  expect(await theirs.get(['docs'], 'a')).toBeNull()
  expect(await theirs.search([], { query: 'tea' })).toEqual([])
  await theirs.delete(['docs'], 'a')
  expect(await mine.get(['docs'], 'a')).not.toBeNull()
})

test('agents of a workspace share items: the newest counts, also where they contradict', async () => {
  const owner = somebody()
  const [scout, painter] = ['scout', 'painter'].map((agent) => new PalimpsestStore(owner.workspace('crew', agent)))
  if (!scout || !painter) throw new Error('two agents')
  await scout.put(['docs'], 'room', { text: 'The meeting room is on floor 3.' })
  await painter.put(['docs'], 'room', { text: 'The meeting room is on floor 5.' })
  for (const agent of [scout, painter]) {
    expect(await agent.get(['docs'], 'room')).toMatchObject({ value: { text: 'The meeting room is on floor 5.' } })
    expect(await agent.search(['docs'])).toHaveLength(1)
    expect((await agent.search(['docs'], { query: 'meeting room' })).map(({ value }) => value)).toEqual([
      { text: 'The meeting room is on floor 5.' },
    ])
  }
  await scout.put(['docs'], 'room', { text: 'The meeting room is on floor 3.' })
  expect(await painter.get(['docs'], 'room')).toMatchObject({ value: { text: 'The meeting room is on floor 3.' } })
  await scout.delete(['docs'], 'room')
  expect(await painter.get(['docs'], 'room')).toBeNull()
})
