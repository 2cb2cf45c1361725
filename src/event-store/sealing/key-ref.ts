import { KeyObject } from 'node:crypto'

/** Names a data key: whose it is, and of which part of it. */
export type KeyRef = {
  /** A uuid: of a memory, an episode or a lesson, or made of what else has words. */
  readonly owner: string
  readonly part: number
}

/** The key's name as one text. */
export const nameOf = ({ owner, part }: KeyRef): string => `${owner.toLowerCase()}/${part}`

/**
 * The key, that it has been destroyed, or that there is none it could be opened with. Keys are objects, not bytes: none is
 * written out by mistake, and Node 24 takes three times as long to encrypt with bytes.
 */
export type FoundKey = KeyObject | 'destroyed' | 'unfit'

/** By name. */
export type FoundKeys = ReadonlyMap<string, FoundKey>

/** Whether what was found of a name is a key that opens and seals. */
export const isUsable = (found: unknown): found is KeyObject => found instanceof KeyObject
