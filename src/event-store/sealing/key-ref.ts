/** Names a data key: whose it is, and of which part of it. */
export type KeyRef = {
  /** A uuid: of a memory, an episode or a lesson, or made of what else has words. */
  readonly owner: string
  readonly part: number
}

/** The key's name as one text. */
export const nameOf = ({ owner, part }: KeyRef): string => `${owner.toLowerCase()}/${part}`

/** By name: the key, that it has been destroyed, or that there is none it could be opened with. */
export type FoundKeys = ReadonlyMap<string, Uint8Array | 'destroyed' | 'unfit'>
