import type { MemoryToolHandlers } from '@anthropic-ai/sdk/helpers/beta/memory'
import type { Memories } from '@palimpsest/client'
import { type Document, Documents } from './documents.js'

type Command<Name extends keyof MemoryToolHandlers> = Parameters<MemoryToolHandlers[Name]>[0]

const SOURCE = 'memory-tool'
const ROOT = '/memories'
const LABELS = { metadata: { store: SOURCE } }
const LEVELS = 2
/** How many lines around a change are shown. */
const AROUND = 2

type File = { readonly name: string; readonly text: string; readonly document: Document }

/**
 * The files of Anthropic's memory tool, kept as memories: searches find their words, and earlier versions stay in the trail.
 * Whose files they are is fixed here. In a workspace all agents share them. A file has at most 100,000 characters.
 * @example
 * const tools = [betaMemoryTool(new MemoryFiles(client.user('ana')))]
 * const runner = anthropic.beta.messages.toolRunner({ model, max_tokens, messages, tools, betas: ['context-management-2025-06-27'] })
 */
export class MemoryFiles implements MemoryToolHandlers {
  readonly #documents: Documents

  constructor(memories: Memories) {
    this.#documents = new Documents(memories, SOURCE)
  }

  async view({ path, view_range: range }: Command<'view'>): Promise<string> {
    const name = nameOf(path)
    const file = name === ROOT ? undefined : await this.#read(name)
    if (file !== undefined) return `Here is ${name}, with line numbers:\n${numbered(file.text.split('\n'), range)}`
    const below = await this.#below(name)
    if (below.length === 0 && name !== ROOT) throw new Error(`The path ${path} does not exist.`)
    return `Here are the files and directories in ${name}, ${LEVELS} levels deep:\n${listing(name, below)}`
  }

  async create({ path, file_text: text }: Command<'create'>): Promise<string> {
    const name = nameOf(path)
    await this.#refuseTaken(name)
    await this.#write(name, text)
    return `The file ${name} has been created.`
  }

  async str_replace({ path, old_str: old, new_str: text }: Command<'str_replace'>): Promise<string> {
    const file = await this.#file(path)
    const [before = '', ...rest] = old === '' ? [] : file.text.split(old)
    const first = before.split('\n').length
    if (rest.length === 0) throw new Error(`Nothing was replaced: old_str is not in ${file.name}.`)
    if (rest.length > 1)
      throw new Error(`Nothing was replaced: old_str is ${rest.length} times in ${file.name}, first in line ${first}.`)
    const changed = [before, ...rest].join(text)
    await this.#write(file.name, changed, file.document)
    const last = first + text.split('\n').length - 1
    return `The file ${file.name} has been edited:\n${numbered(changed.split('\n'), [first - AROUND, last + AROUND])}`
  }

  async insert({ path, insert_line: line, insert_text: text }: Command<'insert'>): Promise<string> {
    const file = await this.#file(path)
    const lines = file.text.split('\n')
    if (!Number.isInteger(line) || line < 0 || line > lines.length)
      throw new Error(`insert_line is ${line}: it must be from 0 to ${lines.length}, the number of lines.`)
    await this.#write(file.name, lines.toSpliced(line, 0, text.replace(/\n$/, '')).join('\n'), file.document)
    return `The file ${file.name} has been edited.`
  }

  async delete({ path }: Command<'delete'>): Promise<string> {
    const name = nameOf(path)
    for (const file of await this.#files(name, path)) await this.#documents.delete([SOURCE, file.name])
    return `${name} has been deleted.`
  }

  async rename({ old_path: from, new_path: to }: Command<'rename'>): Promise<string> {
    const [old, name] = [nameOf(from), nameOf(to)]
    if (name.startsWith(`${old}/`)) throw new Error(`${old} cannot be moved into itself.`)
    const files = await this.#files(old, from)
    await this.#refuseTaken(name)
    for (const file of files) {
      await this.#write(name + file.name.slice(old.length), file.text)
      await this.#documents.delete([SOURCE, file.name])
    }
    return `${old} has been renamed to ${name}.`
  }

  async #read(name: string): Promise<File | undefined> {
    const document = await this.#documents.read([SOURCE, name])
    return document && fileOf(document)
  }

  async #file(path: string): Promise<File> {
    const file = await this.#read(nameOf(path))
    if (file === undefined) throw new Error(`The file ${path} does not exist.`)
    return file
  }

  /** A file, or all of a directory. */
  async #files(name: string, path: string): Promise<readonly File[]> {
    if (name === ROOT) throw new Error(`${ROOT} itself stays as it is.`)
    const file = await this.#read(name)
    const files = file === undefined ? await this.#below(name) : [file]
    if (files.length === 0) throw new Error(`The path ${path} does not exist.`)
    return files
  }

  async #below(directory: string): Promise<readonly File[]> {
    const files: File[] = []
    for await (const document of this.#documents.all(LABELS)) {
      const file = fileOf(document)
      if (file?.name.startsWith(`${directory}/`)) files.push(file)
    }
    return files.sort((one, other) => (one.name < other.name ? -1 : 1))
  }

  async #refuseTaken(name: string): Promise<void> {
    const parts = name.split('/')
    if (name === ROOT || (await this.#below(name)).length > 0) throw new Error(`${name} is a directory.`)
    if ((await this.#read(name)) !== undefined) throw new Error(`The file ${name} exists already.`)
    for (let end = parts.length - 1; end > 2; end--) {
      const parent = parts.slice(0, end).join('/')
      if ((await this.#read(parent)) !== undefined) throw new Error(`${parent} is a file, not a directory.`)
    }
  }

  async #write(name: string, text: string, instead?: Document): Promise<void> {
    // The name is found by its words, too.
    await this.#documents.write([SOURCE, name], { file: name, text }, LABELS, instead)
  }
}

/** Names lead to memories, not to files of a disk; those that go up are refused all the same, because none is meant. */
const nameOf = (path: string): string => {
  const name = path.replace(/\/+$/, '')
  const isBelow = name === ROOT || name.startsWith(`${ROOT}/`)
  const [, , ...parts] = name.split('/')
  if (!isBelow || parts.some((part) => part === '' || part === '.' || part === '..'))
    throw new Error(`${path} is no path in ${ROOT}.`)
  return name
}

const fileOf = (document: Document): File | undefined => {
  const { path, value } = document
  const [source, name] = path
  if (source !== SOURCE || typeof name !== 'string') return undefined
  const text = typeof value === 'object' && value !== null && 'text' in value ? value.text : value
  return { name, text: String(text), document }
}

const numbered = (lines: readonly string[], [from = 1, to = -1]: readonly number[] = []): string =>
  lines
    .map((line, place) => `${String(place + 1).padStart(6)}\t${line}`)
    .slice(Math.max(0, from - 1), to === -1 ? undefined : Math.max(0, to))
    .join('\n')

const listing = (directory: string, files: readonly File[]): string => {
  const sizes = new Map([[directory, 0]])
  for (const { name, text } of files) {
    const size = new TextEncoder().encode(text).length
    const parts = name.slice(directory.length + 1).split('/')
    const above = parts.map((_, depth) => [directory, ...parts.slice(0, depth)].join('/'))
    for (const path of above.map((each, depth) => (depth === 0 ? each : `${each}/`)))
      sizes.set(path, (sizes.get(path) ?? 0) + size)
    sizes.set(name, size)
  }
  return [...sizes]
    .filter(
      ([path]) =>
        path
          .slice(directory.length + 1)
          .replace(/\/$/, '')
          .split('/').length <= LEVELS,
    )
    .map(([path, size]) => `${size} bytes\t${path}`)
    .join('\n')
}
