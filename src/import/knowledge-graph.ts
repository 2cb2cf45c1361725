import type { JsonObject } from '../domain/json-object.js'
import { type Export, oneOrMore, text } from './json-fields.js'
import type { Message } from './message.js'

/** A turn about an entity. It becomes exactly one memory, whatever it says: its replacement names nothing. */
const about = (name: string, role: string, content: string): Message => ({ role, name, content, replacement: {} })

const isEntity = ({ type, name, entityType, observations }: JsonObject): boolean =>
  type === 'entity' &&
  [name, entityType].every((each) => typeof each === 'string') &&
  Array.isArray(observations) &&
  observations.every((each) => typeof each === 'string')

const isRelation = ({ type, from, to, relationType }: JsonObject): boolean =>
  type === 'relation' && [from, to, relationType].every((each) => typeof each === 'string')

const turnsOf = (line: JsonObject): readonly Message[] => {
  if (line.type === 'relation')
    return [about(text(line.from), 'relation', `${text(line.relationType)} → ${text(line.to)}`)]
  const { name, entityType, observations } = line
  const observed = Array.isArray(observations) ? observations.map(text) : []
  return [
    about(text(name), 'entity', text(entityType)),
    ...observed.map((observation) => about(text(name), 'observation', observation)),
  ]
}

/** The file of the memory server of the Model Context Protocol (`memory.jsonl`): entities with observations, and relations. */
export const knowledgeGraph: Export = (value) => {
  const lines = oneOrMore(value)
  if (!lines?.every((line) => isEntity(line) || isRelation(line))) return undefined
  return lines.flatMap(turnsOf).filter(({ name, content }) => name !== '' && content.trim() !== '')
}
