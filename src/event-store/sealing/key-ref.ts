import { KeyObject } from 'node:crypto'

/** Names a data key: whose it is, and of which part of it. */
export type KeyRef = {
  /** A uuid: of a memory, an episode or a lesson, or made of what else has words. */
  readonly owner: string
  readonly part: number
}

/** The key's name as one text. */
export const nameOf = ({ owner, part }: KeyRef): string => `${owner.toLowerCase()}/${part}`

/** A key, or why there is none. An object, not bytes: never written out by mistake, three times faster in Node 24. */
export type FoundKey = KeyObject | 'destroyed' | 'unfit'

/** By name. */
export type FoundKeys = ReadonlyMap<string, FoundKey>

/** Whether what was found of a name is a key that opens and seals. */
export const isUsable = (found: unknown): found is KeyObject => found instanceof KeyObject
