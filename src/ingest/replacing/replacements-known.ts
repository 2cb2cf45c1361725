import type { Replaceable, Replacement } from '../../domain/memory/replacing.js'
import type { Memory } from '../../domain/memory/state.js'
import type { Scope } from '../../domain/scope.js'
import { textHash } from '../../text/text-hash.js'
import type { Restated } from './restated.js'

type Asked = {
  /** The memories that are named, and the slots. */
  readonly ids: readonly string[]
  readonly keys: readonly string[]
  /** What the writer says already: by words and key, and by words with any key. */
  readonly hashes: readonly string[]
  readonly contents: readonly string[]
}

export type ReplacementDependencies = {
  /** What the writer sees, or has ever said, of that. */
  readonly replaceable: (scope: Scope, asked: Asked) => Promise<readonly Replaceable[]>
  readonly memory: (scope: Scope, id: string) => Promise<Memory>
}

/** What the decision about replacements is based on. */
export type ReplacementsKnown = {
  readonly restated: readonly Restated[]
  readonly replaceable: readonly Replaceable[]
  /** Of memories that get a key. */
  readonly states: ReadonlyMap<string, Memory>
}

type Stating = {
  readonly facts: readonly { readonly textHash: string; readonly replacement?: Replacement }[]
  readonly restated: readonly Restated[]
}

/** Undefined where nothing replaces anything. */
export const readReplacements = async (
  parts: ReplacementDependencies,
  scope: Scope,
  { facts, restated }: Stating,
): Promise<ReplacementsKnown | undefined> => {
  const replacing = facts.filter(({ replacement }) => replacement)
  const said = [...replacing.flatMap(({ replacement }) => replacement ?? []), ...restated]
  if (said.length === 0) return undefined
  const replaceable = await parts.replaceable(scope, {
    ids: [...new Set(said.flatMap(({ replaces = [] }) => replaces))],
    keys: [...new Set(said.flatMap(({ key }) => key ?? []))],
    hashes: [
      ...replacing.map((fact) => fact.textHash),
      ...restated.flatMap(({ content, key }) => [textHash(content), textHash(content, key)]),
    ],
    contents: restated.map(({ content }) => content),
  })
  const keyless = restated.flatMap((each) => {
    const memory = memoryOf(each, replaceable)
    return memory && getsKey(each, memory) ? memory.memoryId : []
  })
  const states = await Promise.all(keyless.map(async (id) => [id, await parts.memory(scope, id)] as const))
  return { restated, replaceable, states: new Map(states) }
}

/** The memory of a turn that was ingested before: with the key that it has now, or else one that is in force. */
export const memoryOf = (restated: Restated, known: readonly Replaceable[]): Replaceable | undefined => {
  const same = known.filter(({ textHash: hash, key }) => hash === textHash(restated.content, key ?? undefined))
  const keyed = same.filter(({ key }) => key === (restated.key ?? null))
  return keyed.find(isActive) ?? keyed[0] ?? same.find(isActive)
}

const isActive = ({ status }: Replaceable): boolean => status === 'active'
export const getsKey = ({ key }: Restated, memory: Replaceable): boolean =>
  key !== undefined && key !== memory.key && isActive(memory)
