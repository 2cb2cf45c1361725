/** Of whom or what it is to be proven that nothing is left. */
export type ErasedOne = { readonly user: string; readonly memory: string | null }

/** What was looked at in one place, and how often something was found there. Never what was found. */
export type Looked = {
  /** Such as `the log`, the read models, a column of a table, or a file. */
  readonly place: string
  /** Events, keys, rows, vectors or bytes. */
  readonly seen: number
  readonly unit: 'events' | 'keys' | 'rows' | 'rows compared' | 'vectors' | 'bytes'
  readonly found: number
}

export type ErasureProof = {
  readonly proven: boolean
  readonly looked: readonly Looked[]
  /** What speaks against it, besides words that were found: a sentence each. */
  readonly against: readonly string[]
  /** What to do where it is not proven: a sentence each. */
  readonly next: readonly string[]
  /** What could not be looked at: a sentence each. */
  readonly unseen: readonly string[]
  readonly seconds: number
}

/** What has been found so far, to which each search adds. */
export type Findings = {
  readonly looked: Looked[]
  readonly against: string[]
  readonly next: string[]
  readonly unseen: string[]
}

/** The options of `palimpsest erase` that name this user, or this memory, as a shell takes them. */
export const namingOptions = ({ user, memory }: ErasedOne): string =>
  `--user ${shellWord(user)}${memory === null ? '' : ` --memory ${shellWord(memory)}`}`

/** Quoted where a shell would make something else of it. */
const shellWord = (text: string): string =>
  /^[A-Za-z0-9_.,:@+/-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
