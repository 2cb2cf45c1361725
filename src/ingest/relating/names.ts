import { foldedName } from '../../text/fold.js'
import type { Entity, Fact } from '../as-said/fact.js'

/** An entity as mentions of it are found: by its folded name. */
export type Name = { readonly folded: string; readonly type: Entity['type'] }

/** The memories that name an entity, the newest first. */
export type Naming = Name & { readonly memories: readonly string[] }

/**
 * Of an entity that more memories name, two that name it need have nothing to do with one another: it links none of them. It
 * also keeps the look-up short, whatever the user's memories are about.
 */
export const MOST_NAMING = 20
/** The most entities of an ingest that are looked up: 64 times 21 rows are read in a few milliseconds. */
const NAMES_OF_AN_INGEST = 64

type Naming1 = Pick<Fact, 'entities' | 'speaker'>

/** As a key. */
export const keyOf = ({ folded, type }: Name): string => `${type} ${folded}`

/** Whom and what a fact names, each once. Who speaks is no part of what is said. */
export const namesOf = ({ entities, speaker }: Naming1): readonly Name[] => {
  const own = speaker === null ? null : foldedName(speaker)
  const names = entities.map(({ name, type }) => ({ folded: foldedName(name), type }))
  return [...new Map(names.map((name) => [keyOf(name), name])).values()].filter(({ folded }) => folded !== own)
}

/** What the facts name together, in the order of the conversation: the first of it where it is too much. */
export const namesAsked = (facts: readonly { readonly names?: readonly Name[] }[]): readonly Name[] => {
  const names = facts.flatMap(({ names = [] }) => names)
  return [...new Map(names.map((name) => [keyOf(name), name])).values()].slice(0, NAMES_OF_AN_INGEST)
}
