import Anthropic from '@anthropic-ai/sdk'
import { betaMemoryTool } from '@anthropic-ai/sdk/helpers/beta/memory'
import { describe, expect, test } from 'vitest'
import { MemoryFiles } from '../src/anthropic.js'
import { somebody } from './somebody.js'

/** The API of the model, by a script: calls of the memory tool, and at last a text. It keeps what it was sent. */
const scripted = (...calls: readonly object[]) => {
  const left = [...calls]
  const requests: { messages: { role: string; content: unknown }[]; tools: unknown[] }[] = []
  const fetch: typeof globalThis.fetch = async (_, init) => {
    requests.push(JSON.parse(String(init?.body)))
    const input = left.shift()
    const content = input
      ? { type: 'tool_use', id: `toolu_${requests.length}`, name: 'memory', input }
      : { type: 'text', text: 'Done.' }
    return Response.json({
      id: `msg_${requests.length}`,
      type: 'message',
      role: 'assistant',
      model: 'scripted',
      content: [content],
      stop_reason: input ? 'tool_use' : 'end_turn',
      stop_sequence: null,
      usage: { input_tokens: 1, output_tokens: 1 },
    })
  }
  return { anthropic: new Anthropic({ apiKey: 'none', fetch }), requests }
}

test('a model writes a file in one conversation, and reads it in another', async () => {
  const ana = somebody()
  const run = async (...calls: readonly object[]) => {
    const { anthropic, requests } = scripted(...calls)
    const message = await anthropic.beta.messages.toolRunner({
      model: 'scripted',
      max_tokens: 100,
      messages: [{ role: 'user', content: 'Go on.' }],
      tools: [betaMemoryTool(new MemoryFiles(ana))],
    })
    expect(message.content).toMatchObject([{ type: 'text', text: 'Done.' }])
    expect(requests[0]?.tools).toMatchObject([{ type: 'memory_20250818', name: 'memory' }])
    return requests.slice(1).map(({ messages }) => JSON.stringify(messages.at(-1)?.content))
  }
  const path = '/memories/ana.md'
  const [created] = await run({ command: 'create', path, file_text: '# Ana\nShe lives in Porto.' })
  expect(created).toContain('has been created')
  const [viewed, edited, failed] = await run(
    { command: 'view', path: '/memories' },
    { command: 'str_replace', path, old_str: 'Porto', new_str: 'Lisbon' },
    { command: 'view', path: '/memories/bob.md' },
  )
  expect(viewed).toContain(path)
  expect(edited).toContain('She lives in Lisbon.')
  expect(failed).toContain('"is_error":true')
  expect((await ana.search('Where does Ana live?')).injection_text).toContain('She lives in Lisbon.')
  const [{ id } = { id: '' }] = (await ana.list().page()).memories
  expect(await ana.get(id)).toMatchObject({ content: expect.stringContaining('Lisbon') })
})

describe('files', () => {
  const text = 'one\ntwo\nthree\n'
  const path = '/memories/notes/a.txt'
  const withOne = async () => {
    const files = new MemoryFiles(somebody())
    await files.create({ command: 'create', path, file_text: text })
    return files
  }
  const viewOf = (files: MemoryFiles, at: string, view_range?: number[]) =>
    files.view({ command: 'view', path: at, ...(view_range === undefined ? {} : { view_range }) })

  test('are viewed whole, in part, and listed', async () => {
    const files = await withOne()
    expect(await viewOf(files, path)).toMatch(/:\n {5}1\tone\n {5}2\ttwo\n {5}3\tthree\n {5}4\t$/)
    expect(await viewOf(files, path, [2, 3])).toMatch(/:\n {5}2\ttwo\n {5}3\tthree$/)
    expect(await viewOf(files, path, [3, -1])).toMatch(/:\n {5}3\tthree\n {5}4\t$/)
    await files.create({ command: 'create', path: '/memories/notes/deep/er/b.txt', file_text: '' })
    expect(await viewOf(files, '/memories/')).toMatch(
      /:\n14 bytes\t\/memories\n14 bytes\t\/memories\/notes\/\n14 bytes\t\/memories\/notes\/a.txt\n0 bytes\t\/memories\/notes\/deep\/$/,
    )
    expect(await viewOf(files, '/memories/notes/deep')).toContain('/memories/notes/deep/er/b.txt')
    expect(await viewOf(files, '/memories/notes/deep/er/b.txt')).toMatch(/:\n {5}1\t$/)
    expect(await viewOf(new MemoryFiles(somebody()), '/memories')).toMatch(/:\n0 bytes\t\/memories$/)
    await expect(viewOf(files, '/memories/note')).rejects.toThrow('does not exist')
  })

  test('are edited', async () => {
    const files = await withOne()
    const edit = (old_str: string, new_str: string) =>
      files.str_replace({ command: 'str_replace', path, old_str, new_str })
    expect(await edit('two', '$& 2\n2.5')).toMatch(/:\n {5}1\tone\n {5}2\t\$& 2\n {5}3\t2.5\n {5}4\tthree\n {5}5\t$/)
    await expect(edit('four', '')).rejects.toThrow('is not in')
    await expect(edit('e', '')).rejects.toThrow('3 times')
    await expect(edit('', 'x')).rejects.toThrow('is not in')
    const insert = (insert_line: number, insert_text: string) =>
      files.insert({ command: 'insert', path, insert_line, insert_text })
    await insert(0, 'zero\n')
    await expect(insert(7, 'x')).rejects.toThrow('from 0 to 6')
    expect(await viewOf(files, path, [1, 2])).toMatch(/:\n {5}1\tzero\n {5}2\tone$/)
    await expect(
      files.str_replace({ command: 'str_replace', path: '/memories/x', old_str: 'a', new_str: 'b' }),
    ).rejects.toThrow('does not exist')
  })

  test('lose no change of two at once: the later is told', async () => {
    const files = await withOne()
    const edits = ['one', 'two'].map((old_str) =>
      files.str_replace({ command: 'str_replace', path, old_str, new_str: old_str.toUpperCase() }),
    )
    const outcomes = await Promise.allSettled(edits)
    const done = outcomes.filter(({ status }) => status === 'fulfilled')
    const failed = outcomes.filter((outcome) => outcome.status === 'rejected')
    expect(failed.map(({ reason }) => reason)).toMatchObject([{ code: 'conflict' }].slice(done.length - 1))
    expect(await viewOf(files, path)).toMatch(done.length === 2 ? /ONE.*TWO/s : /ONE.*two|one.*TWO/s)
  })

  test('are deleted and renamed, and directories with all that is in them', async () => {
    const files = await withOne()
    await files.create({ command: 'create', path: '/memories/notes/deep/b.txt', file_text: 'bee' })
    const rename = (old_path: string, new_path: string) => files.rename({ command: 'rename', old_path, new_path })
    await rename('/memories/notes', '/memories/kept')
    expect(await viewOf(files, '/memories')).not.toContain('notes')
    expect(await viewOf(files, '/memories/kept/deep/b.txt')).toContain('bee')
    await expect(rename('/memories/kept', '/memories/kept/x')).rejects.toThrow('into itself')
    await expect(rename('/memories/none', '/memories/x')).rejects.toThrow('does not exist')
    await expect(rename('/memories/kept/a.txt', '/memories/kept/deep/b.txt')).rejects.toThrow('exists already')
    await expect(rename('/memories', '/memories/x')).rejects.toThrow('into itself')
    const remove = (at: string) => files.delete({ command: 'delete', path: at })
    await remove('/memories/kept/deep')
    expect(await viewOf(files, '/memories/kept')).not.toContain('/deep')
    await remove('/memories/kept/a.txt')
    await expect(remove('/memories/kept')).rejects.toThrow('does not exist')
    await expect(remove('/memories')).rejects.toThrow('stays')
    await files.create({ command: 'create', path: '/memories/kept/a.txt', file_text: text })
    expect(await viewOf(files, '/memories/kept/a.txt')).toContain('three')
  })

  test('are created where nothing else is, and only in the directory of memories', async () => {
    const files = await withOne()
    const create = (at: string) => files.create({ command: 'create', path: at, file_text: 'x' })
    await expect(create(path)).rejects.toThrow('exists already')
    await expect(create('/memories/notes')).rejects.toThrow('is a directory')
    await expect(create(`${path}/b`)).rejects.toThrow('is a file')
    for (const at of [
      '/memories',
      '/memories/../etc/x',
      '/etc/x',
      'notes',
      '/memories//x',
      '/memories/./x',
      '/memoriesx',
    ])
      await expect(create(at)).rejects.toThrow(at === '/memories' ? 'directory' : 'is no path')
  })

  test('belong to a user; agents of a workspace share and edit them', async () => {
    const ana = somebody()
    const [scout, painter] = ['scout', 'painter'].map((agent) => new MemoryFiles(ana.workspace('crew', agent)))
    if (!scout || !painter) throw new Error('two agents')
    await scout.create({ command: 'create', path, file_text: 'The gate is green.' })
    await painter.str_replace({ command: 'str_replace', path, old_str: 'green', new_str: 'blue' })
    for (const files of [scout, painter]) expect(await viewOf(files, path)).toContain('The gate is blue.')
    await scout.str_replace({ command: 'str_replace', path, old_str: 'blue', new_str: 'red' })
    for (const files of [scout, painter]) expect(await viewOf(files, path)).toContain('The gate is red.')
    for (const files of [new MemoryFiles(ana), new MemoryFiles(somebody())])
      await expect(viewOf(files, path)).rejects.toThrow('does not exist')
    await painter.delete({ command: 'delete', path })
    await expect(viewOf(scout, path)).rejects.toThrow('does not exist')
  })
})
