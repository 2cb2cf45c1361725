import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { ingestQuick } from '../../http/routes/ingest.js'
import { deleted as deletedMemory, list, memoryPage, memoryRecord, remove } from '../../http/routes/memories.js'
import { search, searchAnswer } from '../../http/routes/search.js'
import { Refused } from '../operations.js'
import type { Using } from '../tool.js'
import { SOURCE } from './memories.js'
import { deleting, reading, writing } from './profile-tool.js'

const words = z.string().trim()
const name = words.describe('What the entity is called.')
const observations = z.array(words).describe('What is to be remembered of it, each in a sentence.')
const entity = z.object({ name, entityType: words.describe('Such as person or project.'), observations })
const relation = z.object({
  from: name,
  to: name,
  relationType: words.describe('In the active voice, such as works_at.'),
})
const graph = z.object({ entities: z.array(entity), relations: z.array(relation) })
type Entity = z.output<typeof entity>
type Relation = z.output<typeof relation>

/** What a memory says about an entity, of which its role tells the kind: entity (its type), relation, or any other. */
type Statement = { readonly id: string; readonly role: string | null; readonly about: string; readonly says: string }

/** Without vectors, which are large. */
const Page = memoryPage.pick({ next_cursor: true }).extend({
  memories: z.array(
    memoryRecord.pick({ id: true, role: true, content: true, subject: true, created_at: true, turn: true }),
  ),
})
type Memory = z.output<typeof Page>['memories'][number]

/** All memories of the scope, oldest first. */
const statementsOf = async ({ ask, scope }: Using): Promise<readonly Statement[]> => {
  const read: Memory[] = []
  for (let cursor: object | undefined = {}; cursor !== undefined; ) {
    const { body } = await ask(list, { input: { ...scope, ...cursor, limit: '1000' } })
    const page: z.output<typeof Page> = Page.parse(body)
    read.push(...page.memories)
    cursor = page.next_cursor === null ? undefined : { cursor: page.next_cursor }
  }
  return read.toSorted(inOrder).map((memory) => statementOf(memory, scope.user_id))
}

const inOrder = (a: Memory, b: Memory): number =>
  a.created_at.localeCompare(b.created_at) || (a.turn ?? 0) - (b.turn ?? 0)

/** A subject is in lower case; before the words it stands as it was written. What has none is about the user. */
const statementOf = ({ id, role, content, subject }: Memory, user: string): Statement => {
  const about = content.slice(0, subject?.length ?? 0)
  return about.toLowerCase() === subject && content.startsWith(`${about}: `)
    ? { id, role, about, says: content.slice(about.length + 2) }
    : { id, role, about: subject ?? user, says: content }
}

const wordsOf = ({ relationType, to }: Relation): string => `${relationType} → ${to}`

const relationIn = ({ role, about: from, says }: Statement): Relation | undefined => {
  const [relationType = '', to] = role === 'relation' ? says.split(/ → (.*)/s) : []
  return to === undefined ? undefined : { from, to, relationType }
}

const UNKNOWN = 'unknown'

const graphOf = (statements: readonly Statement[]) => {
  const entities = new Map<string, Entity>()
  for (const statement of statements.filter((each) => relationIn(each) === undefined)) {
    const { about, says, role } = statement
    const known = entities.get(about) ?? { name: about, entityType: UNKNOWN, observations: [] }
    const more = role === 'entity' ? { entityType: says } : { observations: [...known.observations, says] }
    entities.set(about, { ...known, ...more })
  }
  return { entities: [...entities.values()], relations: statements.flatMap((each) => relationIn(each) ?? []) }
}

/** The entities of these names, and the relations from and to them. */
const partOf = ({ entities, relations }: ReturnType<typeof graphOf>, names: readonly string[]) => ({
  entities: entities.filter((each) => names.includes(each.name)),
  relations: relations.filter(({ from, to }) => names.includes(from) || names.includes(to)),
})

/** A memory holds the name before what it says, cut to this length. */
const LONGEST_NAME = 64

/** Stores lines of the file format, which an ingest reads. A session of its own each time: what was deleted may be told again. */
const store = async (lines: readonly (Entity | Relation)[], { ask, scope }: Using): Promise<void> => {
  for (const line of lines) {
    const about = 'name' in line ? line.name : line.from
    if (about === '' || [...about].length > LONGEST_NAME || /[^\S ]| {2}/.test(about))
      throw new Refused(`"${about}": a name must have 1 to ${LONGEST_NAME} characters, with one space between words`)
  }
  const written = lines.map((line) => JSON.stringify({ type: 'name' in line ? 'entity' : 'relation', ...line }))
  const input = { ...scope, conversation: written.join('\n'), source_site: SOURCE, session_id: randomUUID() }
  if (lines.length > 0) await ask(ingestQuick, { input })
}

/** Deletes what is so. */
const removeThose = async (isGone: (statement: Statement) => boolean, using: Using) => {
  const gone = new Set<string>()
  for (const { id } of (await statementsOf(using)).filter(isGone)) {
    if (gone.has(id)) continue
    const { body } = await using.ask(remove, { params: { id }, input: using.scope })
    for (const each of deletedMemory.parse(body).ids) gone.add(each)
  }
  return { success: true, message: `Deleted ${gone.size} memories.` }
}
const deleted = z.object({ success: z.boolean(), message: z.string() })

const Found = searchAnswer.pick({ memories: true })

/** Tools of the MCP memory server. An entity is a subject; its type, observations, relations are memories about it. */
export const serverMemory = [
  writing({
    name: 'create_entities',
    description:
      'Store people, places, projects and the like. Call it when one comes up that open_nodes does not find.',
    input: { entities: z.array(entity) },
    output: z.object({ entities: z.array(entity).describe('Those that were not there before.') }),
    run: async (given, using) => {
      const { entities: known } = graphOf(await statementsOf(using))
      const entities = given.entities
        .filter((each) => !known.some((other) => other.name === each.name))
        .map((each) => ({ ...each, entityType: each.entityType || UNKNOWN }))
      await store(entities, using)
      return { entities }
    },
  }),
  writing({
    name: 'create_relations',
    description: 'Store how entities relate. Call it when the user tells what one has to do with another.',
    input: { relations: z.array(relation) },
    output: z.object({ relations: z.array(relation).describe('Those that were not there before.') }),
    run: async (given, using) => {
      const { relations: known } = graphOf(await statementsOf(using))
      const isKnown = (each: Relation) =>
        known.some((other) => other.from === each.from && wordsOf(other) === wordsOf(each))
      const relations = given.relations.filter((each) => !isKnown(each))
      await store(relations, using)
      return { relations }
    },
  }),
  writing({
    name: 'add_observations',
    description:
      'Store more about entities. Call it whenever the user tells something lasting about one that is there.',
    input: { observations: z.array(z.object({ entityName: name, contents: observations })) },
    output: z.object({
      results: z.array(z.object({ entityName: z.string(), addedObservations: z.array(z.string()) })),
    }),
    run: async (given, using) => {
      const { entities } = graphOf(await statementsOf(using))
      const results = given.observations.map(({ entityName, contents }) => {
        const known = entities.find((each) => each.name === entityName)
        if (known === undefined) throw new Refused(`There is no entity ${entityName}: call create_entities.`)
        return { entityName, addedObservations: contents.filter((each) => !known.observations.includes(each)) }
      })
      // An empty type is no statement.
      const lineOf = ({ entityName, addedObservations }: (typeof results)[number]) =>
        addedObservations.length > 0 ? [{ name: entityName, entityType: '', observations: addedObservations }] : []
      await store(results.flatMap(lineOf), using)
      return { results }
    },
  }),
  deleting({
    name: 'delete_entities',
    description: 'Delete entities with all that is remembered of them. Call it only when the user asks for that.',
    input: { entityNames: z.array(z.string()).describe('What they are called.') },
    output: deleted,
    run: ({ entityNames: names }, using) =>
      removeThose((each) => [each.about, relationIn(each)?.to].some((one) => one && names.includes(one)), using),
  }),
  deleting({
    name: 'delete_observations',
    description: 'Delete what is remembered of entities, in the words of it. Call it only when the user asks for that.',
    input: { deletions: z.array(z.strictObject({ entityName: name, observations })) },
    output: deleted,
    run: ({ deletions }, using) =>
      removeThose(
        ({ role, about, says }) =>
          role !== 'entity' && deletions.some((each) => each.entityName === about && each.observations.includes(says)),
        using,
      ),
  }),
  deleting({
    name: 'delete_relations',
    description: 'Delete relations between entities. Call it only when the user asks for that.',
    input: { relations: z.array(z.strictObject(relation.shape)) },
    output: deleted,
    run: ({ relations }, using) =>
      removeThose(
        ({ role, about, says }) =>
          role === 'relation' && relations.some((each) => each.from === about && wordsOf(each) === says),
        using,
      ),
  }),
  reading({
    name: 'read_graph',
    description: 'Read everything that is remembered. Call it when the user asks what you know.',
    input: {},
    output: graph,
    run: async (_, using) => graphOf(await statementsOf(using)),
  }),
  reading({
    name: 'search_nodes',
    description: 'Find what is remembered. Call it before you answer what may depend on earlier conversations.',
    input: { query: z.string().describe('What to look for: a name, a type, a question or a few words.') },
    output: graph,
    run: async ({ query }, using) => {
      const { body } = await using.ask(search, { input: { ...using.scope, query } })
      const matches = Found.parse(body).memories.filter(({ below_threshold }) => !below_threshold)
      const found = new Set(matches.map(({ id }) => id))
      const statements = await statementsOf(using)
      const isHit = ({ id, about, says }: Statement) =>
        found.has(id) || `${about}\n${says}`.toLowerCase().includes(query.toLowerCase())
      return partOf(
        graphOf(statements),
        statements.filter(isHit).map(({ about }) => about),
      )
    },
  }),
  reading({
    name: 'open_nodes',
    description: 'Read what is remembered of some entities. Call it when you know what they are called.',
    input: { names: z.array(z.string()).describe('What they are called.') },
    output: graph,
    run: async ({ names }, using) => partOf(graphOf(await statementsOf(using)), names),
  }),
]
