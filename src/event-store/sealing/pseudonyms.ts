import { createHmac, type KeyObject } from 'node:crypto'
import { uuidOf } from '../../domain/event.js'
import { hashIn, pseudonymOf, type StoredEvent, type StreamName } from '../event-store.js'
import type { KeyRef } from './key-ref.js'
import { mapParts } from './map-parts.js'

/** Fields of events that name a person, a place or a program, wherever they stand; `cause` names an agent. */
const NAMING = new Set(['userId', 'workspaceId', 'agentId', 'sessionId', 'session', 'sourceSite', 'grantedTo', 'cause'])
/** What was answered to a request may name some of them. */
const ANSWER = 'answer'
/** What is sealed by itself, under keys of its own. */
const SEALED = new Set(['said', 'embedding', 'role'])
/** Of the settings of a search, which are kept as they were asked for: those that name nobody. */
const PLAIN_SETTINGS = new Set(['mode', 'retrievalMode', 'packed', 'embedding', 'ranking'])

/** An event in which each name is a pseudonym, and the names by their pseudonyms. */
type Pseudonymous = { readonly event: StoredEvent; readonly names: Readonly<Record<string, string>> }

type Naming = {
  readonly stream: StreamName
  /** The key of the user, which also seals the names: when it is destroyed nobody can make the same pseudonyms again. */
  readonly key: KeyObject
  /** Whether the answer to a request is to be taken for a name. */
  readonly answers: boolean
  /** By name, those that this key has made: the events of an append name the same few. */
  readonly made: Map<string, string>
}

/** Puts pseudonyms in place of names: the user's is their stream's; others, one per name and key, stay told apart. */
export const pseudonymous = (event: StoredEvent, { stream, key, answers, made }: Naming): Pseudonymous => {
  const names: Record<string, string> = {}
  const to = (name: string, field: string): string => {
    const pseudonym = field === 'userId' ? pseudonymOf(stream) : (made.get(name) ?? `anon-${macOf(name, key)}`)
    if (field !== 'userId') made.set(name, pseudonym)
    names[pseudonym] = name
    return pseudonym
  }
  const inside = (value: unknown, field: string, isName: boolean): unknown => {
    if (typeof value === 'string') return isName && value !== '' ? to(value, field) : value
    if (typeof value !== 'object' || value === null) return value
    return mapParts(value, (inner, at) => {
      if (typeof at === 'number') return inside(inner, field, isName)
      if (field === 'settings') return PLAIN_SETTINGS.has(at) ? inner : inside(inner, at, true)
      return SEALED.has(at) ? inner : inside(inner, at, isName || NAMING.has(at) || (answers && at === ANSWER))
    })
  }
  const { data, metadata } = event
  // What was an object stays one, with the same fields.
  const renamed = { ...event, data: inside(data, '', false), metadata: inside(metadata, '', false) as never }
  return { event: renamed, names }
}

const macOf = (name: string, key: KeyObject): string =>
  createHmac('sha256', key).update(`palimpsest name\n${name}`).digest('hex').slice(0, 16)

/** Whose key seals the names in these streams of a user: its parts are one after the other, each from one erasure to the next. */
export const ownerOfNames = (stream: StreamName): KeyRef['owner'] => uuidOf(hashIn(stream).slice(0, 32))

/** An event as the log keeps it, without what is sealed of its names: it reads with pseudonyms, as it will when they are erased. */
export const withPseudonyms = <Event extends StoredEvent>(event: Event): Event => {
  const { sealedNames: _, ...metadata } = event.metadata
  return { ...event, metadata }
}
