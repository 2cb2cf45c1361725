import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { memoryRecord } from '../../http/answers/memory.js'
import { ingestQuick } from '../../http/routes/ingest.js'
import { list, remove } from '../../http/routes/memories.js'
import { search } from '../../http/routes/search.js'
import { Refused } from '../operations.js'
import { asJson, DELETES, READS, type Tool, tool, type Using, WRITES } from '../tool.js'
import { SOURCE } from './memories.js'

const name = z.string().trim().describe('What the entity is called.')
const observations = z.array(z.string().trim()).describe('What is to be remembered of it, each in a sentence.')
const entity = z.object({ name, entityType: z.string().trim().describe('Such as person or project.'), observations })
const relation = z.object({
  from: name,
  to: name,
  relationType: z.string().trim().describe('What it does, in the active voice, such as works_at.'),
})
const graph = z.object({ entities: z.array(entity), relations: z.array(relation) })
type Entity = z.output<typeof entity>
type Relation = z.output<typeof relation>
type Graph = z.output<typeof graph>

/** What one memory says: the type of an entity, an observation about it, or a relation from it. */
type Statement = {
  readonly id: string
  readonly about: string
  readonly says: string
  readonly role: string | null
  readonly relation: Relation | undefined
}

const Page = z.object({
  memories: z.array(
    memoryRecord.pick({ id: true, content: true, role: true, subject: true, created_at: true, turn: true }),
  ),
  next_cursor: z.string().nullable(),
})
type Memory = z.output<typeof Page>['memories'][number]

/** All memories of the scope, oldest first. What has no subject is about the user. */
const statementsOf = async ({ ask, scope }: Using): Promise<readonly Statement[]> => {
  const read: Memory[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body } = await ask(list, { input: { ...scope, limit: '1000', ...(cursor !== '' && { cursor }) } })
    const page: z.output<typeof Page> = Page.parse(body)
    read.push(...page.memories)
    cursor = page.next_cursor
  }
  return read.toSorted(inOrder).map((memory) => statementOf(memory, scope.user_id))
}

const inOrder = (a: Memory, b: Memory): number =>
  a.created_at.localeCompare(b.created_at) || (a.turn ?? 0) - (b.turn ?? 0)

/** `Ana: works_at → Acme`. A subject is in lower case; before the words it stands as it was written. */
const statementOf = ({ id, content, role, subject }: Memory, user: string): Statement => {
  const label = content.slice(0, subject?.length ?? 0)
  const isLabelled = subject !== null && label.toLowerCase() === subject && content.startsWith(`${label}: `)
  const about = isLabelled ? label : (subject ?? user)
  const says = isLabelled ? content.slice(label.length + 2) : content
  const [relationType = '', to] = role === 'relation' ? says.split(/ → (.*)/s) : []
  return { id, about, says, role, relation: to === undefined ? undefined : { from: about, to, relationType } }
}

const UNKNOWN = 'unknown'

const graphOf = (statements: readonly Statement[]): Graph => {
  const entities = new Map<string, Entity>()
  for (const { about, says, role, relation } of statements) {
    if (relation !== undefined) continue
    const known = entities.get(about) ?? { name: about, entityType: UNKNOWN, observations: [] }
    const more = role === 'entity' ? { entityType: says } : { observations: [...known.observations, says] }
    entities.set(about, { ...known, ...more })
  }
  return { entities: [...entities.values()], relations: statements.flatMap(({ relation }) => relation ?? []) }
}

/** The entities of these names, and the relations from and to them. */
const partOf = ({ entities, relations }: Graph, names: ReadonlySet<string>): Graph => ({
  entities: entities.filter(({ name }) => names.has(name)),
  relations: relations.filter(({ from, to }) => names.has(from) || names.has(to)),
})

/** A memory holds the name before what it says, cut to this length. */
const LONGEST_NAME = 64

const requireName = (name: string): void => {
  if (name === '' || [...name].length > LONGEST_NAME || /[^\S ]| {2}/.test(name))
    throw new Refused(`"${name}": a name must have 1 to ${LONGEST_NAME} characters, in words with one space between`)
}

/** Stores lines of the file format, which an ingest reads. A session of its own each time: what was deleted may be told again. */
const store = async (lines: readonly (Entity | Relation)[], { ask, scope }: Using): Promise<void> => {
  if (lines.length === 0) return
  for (const line of lines) requireName('name' in line ? line.name : line.from)
  const conversation = lines
    .map((line) => JSON.stringify({ type: 'name' in line ? 'entity' : 'relation', ...line }))
    .join('\n')
  await ask(ingestQuick, { input: { ...scope, conversation, source_site: SOURCE, session_id: randomUUID() } })
}

const removeThose = async (isGone: (statement: Statement) => boolean, using: Using): Promise<number> => {
  const gone = (await statementsOf(using)).filter(isGone)
  for (const { id } of gone) await using.ask(remove, { params: { id }, input: using.scope })
  return gone.length
}

const isSame = (a: Relation, b: Relation | undefined): boolean =>
  b !== undefined && a.from === b.from && a.to === b.to && a.relationType === b.relationType

const deleted = z.object({ success: z.boolean(), message: z.string() })
const told = (count: number) => asJson({ success: true, message: `Deleted ${count} memories.` })

const createEntities = tool({
  name: 'create_entities',
  title: 'Create entities',
  description:
    'Store people, places, projects and other things that matter to the user, with what is to be remembered of each. Call it when ' +
    'one comes up that open_nodes does not find.',
  hints: WRITES,
  input: z.object({ entities: z.array(entity) }),
  output: z.object({ entities: z.array(entity).describe('Those that were not there before.') }),
  run: async ({ entities }, using) => {
    const known = new Set(graphOf(await statementsOf(using)).entities.map((each) => each.name))
    const fresh = entities.filter((each) => !known.has(each.name))
    await store(
      fresh.map((each) => ({ ...each, entityType: each.entityType || UNKNOWN })),
      using,
    )
    return asJson({ entities: fresh })
  },
})

const createRelations = tool({
  name: 'create_relations',
  title: 'Create relations',
  description: 'Store how entities relate to one another. Call it when the user tells what one has to do with another.',
  hints: WRITES,
  input: z.object({ relations: z.array(relation) }),
  output: z.object({ relations: z.array(relation).describe('Those that were not there before.') }),
  run: async ({ relations }, using) => {
    const known = graphOf(await statementsOf(using)).relations
    const fresh = relations.filter((each) => !known.some((other) => isSame(each, other)))
    await store(fresh, using)
    return asJson({ relations: fresh })
  },
})

const addObservations = tool({
  name: 'add_observations',
  title: 'Add observations',
  description: 'Store more about entities that are there. Call it whenever the user tells something lasting about one.',
  hints: WRITES,
  input: z.object({ observations: z.array(z.object({ entityName: name, contents: observations })) }),
  output: z.object({ results: z.array(z.object({ entityName: z.string(), addedObservations: z.array(z.string()) })) }),
  run: async ({ observations: given }, using) => {
    const { entities } = graphOf(await statementsOf(using))
    const results = given.map(({ entityName, contents }) => {
      const known = entities.find((each) => each.name === entityName)
      if (known === undefined) throw new Refused(`There is no entity ${entityName}: call create_entities.`)
      const addedObservations = contents.filter((content) => !known.observations.includes(content))
      return { entityName, addedObservations }
    })
    const lines = results
      .filter(({ addedObservations }) => addedObservations.length > 0)
      // Its type stands in a memory of its own.
      .map(({ entityName, addedObservations }) => ({
        name: entityName,
        entityType: '',
        observations: addedObservations,
      }))
    await store(lines, using)
    return asJson({ results })
  },
})

const deleteEntities = tool({
  name: 'delete_entities',
  title: 'Delete entities',
  description:
    'Delete entities with all that is remembered of them. Call it only when the user asks you to forget them.',
  hints: DELETES,
  input: z.strictObject({ entityNames: z.array(z.string()).describe('What they are called.') }),
  output: deleted,
  run: async ({ entityNames }, using) => {
    const isNamed = (one = '') => entityNames.includes(one)
    return told(await removeThose(({ about, relation }) => isNamed(about) || isNamed(relation?.to), using))
  },
})

const deleteObservations = tool({
  name: 'delete_observations',
  title: 'Delete observations',
  description:
    'Delete some of what is remembered of entities, in the words of it. Call it only when the user asks you to forget that.',
  hints: DELETES,
  input: z.strictObject({
    deletions: z.array(z.strictObject({ entityName: z.string().describe('What it is called.'), observations })),
  }),
  output: deleted,
  run: async ({ deletions }, using) =>
    told(
      await removeThose(
        ({ about, says, role }) =>
          role !== 'entity' &&
          deletions.some(({ entityName, observations }) => entityName === about && observations.includes(says)),
        using,
      ),
    ),
})

const deleteRelations = tool({
  name: 'delete_relations',
  title: 'Delete relations',
  description: 'Delete relations between entities. Call it only when the user asks you to forget them.',
  hints: DELETES,
  input: z.strictObject({ relations: z.array(z.strictObject(relation.shape)) }),
  output: deleted,
  run: async ({ relations }, using) =>
    told(await removeThose(({ relation }) => relations.some((each) => isSame(each, relation)), using)),
})

const readGraph = tool({
  name: 'read_graph',
  title: 'Read the graph',
  description:
    'Read everything that is remembered. Call it when the user asks what you know; to find something, call search_nodes.',
  hints: READS,
  input: z.object({}),
  output: graph,
  run: async (_, using) => asJson(graphOf(await statementsOf(using))),
})

const Found = z.object({ memories: z.array(z.object({ id: z.string() })) })

const searchNodes = tool({
  name: 'search_nodes',
  title: 'Search nodes',
  description:
    'Find the entities that something is remembered of. Call it before you answer what may depend on earlier conversations.',
  hints: READS,
  input: z.object({ query: z.string().describe('What to look for: a name, a type, a question or a few words.') }),
  output: graph,
  run: async ({ query }, using) => {
    const { body } = await using.ask(search, { input: { ...using.scope, query } })
    const found = new Set(Found.parse(body).memories.map(({ id }) => id))
    const statements = await statementsOf(using)
    const isHit = ({ id, about, says }: Statement) =>
      found.has(id) || [about, says].some((text) => text.toLowerCase().includes(query.toLowerCase()))
    return asJson(partOf(graphOf(statements), new Set(statements.filter(isHit).map(({ about }) => about))))
  },
})

const openNodes = tool({
  name: 'open_nodes',
  title: 'Open nodes',
  description: 'Read what is remembered of some entities. Call it when you know what they are called.',
  hints: READS,
  input: z.object({ names: z.array(z.string()).describe('What they are called.') }),
  output: graph,
  run: async ({ names }, using) => asJson(partOf(graphOf(await statementsOf(using)), new Set(names))),
})

/**
 * The tools of the memory server of the Model Context Protocol. An entity is a subject, and each observation and relation a memory
 * about it, so that all other tools find them too.
 */
export const serverMemory: readonly Tool[] = [
  createEntities,
  createRelations,
  addObservations,
  deleteEntities,
  deleteObservations,
  deleteRelations,
  readGraph,
  searchNodes,
  openNodes,
]
