import pgvector from 'pgvector'
import { vectorText } from '../domain/embedding.js'
import type { Replaceable } from '../domain/memory/replacing.js'
import type { Restorable } from '../domain/memory/restoring.js'
import type { KnownMemory, Memory, Named } from '../domain/memory/state.js'
import type { TellingsToRemove } from '../domain/memory/tellings.js'
import { ownText } from '../domain/own-text.js'
import type { Readers, Scope } from '../domain/scope.js'
import type { Database } from '../postgres/database.js'
import { type Sql, sql, whole } from '../postgres/sql.js'
import { hashesAsUserSaid } from '../text/as-user-said.js'
import { ROLE_WORDS } from '../text/speaker-name.js'
import { textHash } from '../text/text-hash.js'
import { type Filters, isPlacedBy, ofTelling, passing } from './filters.js'
import { readersOf } from './readable-by.js'
import { linkedTo } from './visible-links.js'
import { isDerived, isNoComposite, type Status, visibleRows, visibleTo, visibleToAll } from './visible-memories.js'
import { firstWithout, givenDay, storedWith, tellingsThere, toldBesides } from './visible-tellings.js'
import { wordingsVisibleTo } from './visible-trail.js'

/** Which memories: those to which all that is given applies. */
export type Narrowed = Pick<Filters, 'sourceSite' | 'sessionId' | 'episodeId'> & {
  /** Include deleted and superseded memories: their words can still be erased. */
  readonly inactive?: boolean
}

const EXISTING = ['active', 'needs_clarification'] as const
/** Whatever has words. */
const KNOWN = [...EXISTING, 'superseded', 'deleted'] as const

const narrowed = (scope: Scope, { inactive = false, ...filters }: Narrowed): Sql =>
  passing(visibleTo(scope, inactive ? KNOWN : EXISTING), filters, { scope, removed: inactive })

/** Those of these memories that are visible and to which all conditions apply. */
export const visibleAmong = async (
  db: Database,
  scope: Scope,
  { ids, of }: { readonly ids: readonly string[]; readonly of: Narrowed },
): Promise<readonly string[]> => {
  if (ids.length === 0) return []
  const rows = await db.rows<{ id: string }>(sql`/* memory: those of these to which filters apply */
    select m.id::text as id
    from ${narrowed(scope, of)} as m
    where m.id = any(${ids}::text[]::uuid[])`)
  return rows.map(({ id }) => id)
}

/** `isToldElsewhere`: only its tellings there are meant, or, with inactive ones, it was not stored there. */
type Meant = { readonly memoryId: string; readonly version: number; readonly isToldElsewhere: boolean }

/** The visible memories to which all conditions apply, in order; nothing derived whose basis is told elsewhere too. */
export const memoriesOf = (
  db: Database,
  scope: Scope,
  { most, ...narrowing }: Narrowed & { readonly most: number },
): Promise<readonly Meant[]> => {
  const conditions = ofTelling(narrowing)
  const elsewhere = narrowing.inactive
    ? sql`not (${isPlacedBy(narrowing)} or ${storedWith(conditions)})`
    : toldBesides(scope, conditions)
  return db.rows<Meant>(sql`
    select m.id as "memoryId", m.version, m.elsewhere as "isToldElsewhere"
    from (
      select m.*, ${elsewhere} as elsewhere
      from ${narrowed(scope, narrowing)} as m
    ) as m
    where not (m.elsewhere and ${isDerived(sql`m`)})
    order by m.session, m.ordinal, m.id
    limit ${whole(most)}`)
}

/** The tellings of these memories there, `most` of them, and the place that each memory has when these are gone. */
export const tellingsToRemove = async (
  db: Database,
  scope: Scope,
  { ids, of, most }: { readonly ids: readonly string[]; readonly of: Narrowed; readonly most: number },
): Promise<TellingsToRemove> => {
  if (ids.length === 0) return { tellings: [], first: [] }
  const tellings = await db.rows<TellingsToRemove['tellings'][number]>(
    sql`select * from ${tellingsThere(scope, { ids, conditions: ofTelling(of), most })} as t`,
  )
  const first = await db.rows<TellingsToRemove['first'][number]>(
    sql`select * from ${firstWithout(scope.userId, tellings)} as t`,
  )
  return { tellings, first }
}

type StoredState = Pick<KnownMemory, 'version' | 'episodeId' | 'readers' | 'character'> & {
  readonly status: Status
  readonly occurred_on: string | null
  readonly observed_at: string
  readonly superseded_by: string | null
  /** as pgvector prints it */
  readonly vector: string | null
}

/** The state for a decision about one memory; unknown if the caller cannot see it. */
export const memoryState = async (db: Database, scope: Scope, id: string): Promise<Memory> => {
  const [row] = await db.rows<StoredState>(stateOf(scope, id))
  if (row === undefined) return { status: 'unknown' }
  const { status, version, episodeId, readers, character, superseded_by, vector } = row
  const isSuperseded = status === 'superseded' && superseded_by !== null
  const [names, [successor = null]] = await Promise.all([
    db.rows<Named>(namesOf(scope, id)),
    isSuperseded ? visibleAmong(db, scope, { ids: [superseded_by], of: {} }) : [],
  ])
  return {
    ...(status === 'active' || status === 'needs_clarification'
      ? { status }
      : { status: 'inactive', became: { status, by: successor } }),
    memoryId: id,
    version,
    episodeId,
    observedOn: row.occurred_on ?? row.observed_at,
    readers,
    character,
    names,
    vector: vectorIn(vector),
  }
}

/** As in events; pgvector prints it otherwise. */
const vectorIn = (vector: string | null): string | null =>
  vector === null ? null : vectorText(Float32Array.from(pgvector.fromSql(vector)))

const known = (scope: Scope): Sql => visibleRows(scope, KNOWN)

const stateOf = (scope: Scope, id: string): Sql => sql`/* memory: its state */
    select m.status, m.version, m.episode_id as "episodeId", m.occurred_on, m.observed_at, m.superseded_by,
           ${readersOf(sql`m`)} as readers, ${characterOf} as character, w.embedding as vector
    from ${known(scope)} as m
    join memory_wording w using (user_id, id)
    where m.id = ${id}
    order by w.version desc
    limit 1`

/** The character that a wording `w` of a memory states. */
const characterOf: Sql = sql`jsonb_build_object(
             'memoryType', w.memory_type, 'network', w.network, 'language', w.language, 'importance', w.importance,
             'trust', w.trust_score, 'claimType', w.fact -> 'claimType', 'evidence', coalesce(w.fact -> 'evidence', '[]'),
             'said', jsonb_build_object(
               'content', w.content, 'speaker', w.speaker, 'subject', w.subject, 'keywords', w.keywords,
               'opinionConfidence', w.opinion_confidence, 'observationSubject', w.observation_subject,
               'headline', coalesce(w.fact ->> 'headline', ''), 'overview', coalesce(w.fact ->> 'overview', ''),
               'valid', w.fact -> 'valid', 'metadata', w.metadata)
               || case when w.key is null then '{}' else jsonb_build_object('key', w.key) end)`

const namesOf = (scope: Scope, id: string): Sql => sql`/* memory: what it names */
    select e.name, e.type
    from ${known(scope)} as m
    join memory_entity e using (user_id, id)
    where m.id = ${id}
    order by e.name`

type ReplacementsRequest = {
  readonly ids: readonly string[]
  readonly keys: readonly string[]
  /** Of words and their key. */
  readonly hashes: readonly string[]
  /** Words, with any key. */
  readonly contents: readonly string[]
}

/** With the group that may read it, and whose it is. */
type ReplaceableMemory = Omit<Replaceable, 'at'> &
  Replaceable['at'] & { readonly group: string; readonly agentId: string | null }
type ReplaceableRow = Omit<ReplaceableMemory, 'sameHashes'> & {
  readonly content: string
  readonly speaker: string | null
}

/** The visible memories with these ids and what goes together with them, the writer's own with these keys or words, and what replaced them. */
export const replaceableMemories = async (
  db: Database,
  scope: Scope,
  { ids, keys, hashes, contents }: ReplacementsRequest,
): Promise<readonly Replaceable[]> => {
  const agent = scope.kind === 'user' ? null : scope.agentId
  const isOwn = sql`m.agent_id is not distinct from ${agent}`
  const read = (name: Sql, which: Sql) => readReplaceable(db, scope, { name, which })
  const [named, inSlots, keyed] = await Promise.all([
    ids.length === 0 ? [] : read(sql`/* replacing: those that are named */`, sql`m.id = any(${ids}::text[]::uuid[])`),
    keys.length === 0
      ? []
      : read(
          sql`/* replacing: what is in force in a slot */`,
          sql`m.key = any(${keys}::text[]) and m.status in ('active', 'needs_clarification') and ${isOwn}`,
        ),
    contents.length === 0
      ? []
      : read(
          sql`/* replacing: those with these words and a key */`,
          sql`m.key is not null and ${isOwn} and t.content = any(${contents}::text[])`,
        ),
  ])
  const words = [...new Set([...hashes, ...named.flatMap(({ sameHashes }) => sameHashes)])]
  const alike =
    words.length === 0
      ? []
      : await read(sql`/* replacing: those with these words */`, sql`m.text_hash = any(${words}::text[]::uuid[])`)
  const isAsked = new Set(hashes)
  const goes = new Set(named.flatMap(({ sameHashes, group }) => sameHashes.map((hash) => `${hash} ${group}`)))
  const same = alike.filter(
    ({ textHash, group, agentId }) => goes.has(`${textHash} ${group}`) || (isAsked.has(textHash) && agentId === agent),
  )
  const found = new Map([...named, ...inSlots, ...keyed, ...same].map((row) => [row.memoryId, row]))
  const later = [...found.values()].flatMap(({ supersededBy }) =>
    supersededBy === null || found.has(supersededBy) ? [] : supersededBy,
  )
  const successors =
    later.length === 0
      ? []
      : await read(sql`/* replacing: what has taken their place */`, sql`m.id = any(${later}::text[]::uuid[])`)
  return [...found.values(), ...successors]
    .toSorted((a, b) => (a.memoryId < b.memoryId ? -1 : 1))
    .map(({ instant, offset, group: _, agentId: __, ...memory }) => ({ ...memory, at: { instant, offset } }))
}

const replaceableColumns: Sql = sql`m.id as "memoryId", m.version, m.status, ${readersOf(sql`m`)} as readers, m.key,
           m.text_hash as "textHash", least(m.observed_at, m.created_at) as instant, m.observed_offset as "offset",
           m.superseded_by as "supersededBy", ${linkedTo(sql`m`, 'supersedes')} as "replacedBy",
           ${linkedTo(sql`m`, 'contradicts')} as "contestedBy", m.reader_group as "group", m.agent_id as "agentId",
           t.content, t.speaker`

const readReplaceable = async (
  db: Database,
  scope: Scope,
  { name, which }: { readonly name: Sql; readonly which: Sql },
): Promise<readonly ReplaceableMemory[]> => {
  const rows = await db.rows<ReplaceableRow>(sql`${name}
    select ${replaceableColumns}
    from ${known(scope)} as m
    join memory_text t using (user_id, id)
    where ${which}`)
  return rows.map(({ content, speaker, ...memory }) => ({
    ...memory,
    sameHashes: hashesAsUserSaid({ content, speaker }, memory.key),
  }))
}

/**
 * The words that a version of a memory set, and whether an active memory with the same readers has the same text.
 * Undefined if that version set none, or if the caller could not read them then or cannot read the memory now.
 */
export const restorableWords = async (
  db: Database,
  scope: Scope,
  { memoryId, version }: { readonly memoryId: string; readonly version: number },
): Promise<Restorable | undefined> => {
  const [row] = await db.rows<
    Pick<Restorable, 'of' | 'character'> & Pick<StoredState, 'vector'>
  >(sql`/* restoring: what a version said */
    select w.words_of as of, ${characterOf} as character, w.embedding as vector
    from ${wordingsVisibleTo(scope, memoryId)} as w
    where w.version = ${version}`)
  if (row === undefined) return undefined
  const [other] = await db.rows<{ exists: boolean }>(sql`/* restoring: whether it is said already */
    select exists (
             select
             from ${known(scope)} as m
             join ${visibleTo(scope, ['active', 'needs_clarification'])} as other using (reader_group)
             where m.id = ${memoryId}
               and other.id <> m.id
               and other.memory_type <> 'composite'
               and other.text_hash = ${textHash(row.character.said.content, row.character.said.key)}::text::uuid
               and coalesce(${givenDay(sql`other`)} = ${givenDay(sql`m`)}, true)
           ) as exists`)
  const holders = await db.rows<Restorable['holders'][number]>(sql`/* restoring: what holds the slot */
    select holder.id as "memoryId", holder.version, ${readersOf(sql`holder`)} as readers
    from ${known(scope)} as m
    join ${visibleTo(scope)} as holder on holder.agent_id is not distinct from m.agent_id
    where m.id = ${memoryId}
      and holder.id <> m.id
      and holder.key = ${row.character.said.key ?? null}`)
  return {
    ...row,
    vector: vectorIn(row.vector),
    isSaidAlready: other?.exists ?? false,
    holders,
  }
}

/** Which words: those of a version, or the last that there are. */
type WordingRequest = { readonly memoryId: string; readonly version?: number | undefined }

/** Words without the speaker's label, what has become of their memory, and whether it has had others since. */
type Wording = { readonly text: string; readonly status: Status; readonly isLast: boolean }

/** What the visible memories said, deleted and superseded ones too; undefined of others. */
export const wordsSaidBy = async (
  db: Database,
  scope: Scope,
  asked: readonly WordingRequest[],
): Promise<readonly (Wording | undefined)[]> => {
  const rows = await db.rows<
    Omit<Wording, 'text'> & { readonly place: number; readonly content: string; readonly speaker: string | null }
  >(sql`/* memory: what they said */
    select distinct on (a.place) a.place::int, w.content, w.speaker, m.status, w.words_of = m.words_of as "isLast"
    from unnest(
           ${asked.map(({ memoryId }) => memoryId)}::text[],
           ${asked.map(({ version }) => version ?? LAST)}::int[]
         ) with ordinality as a(id, version, place)
    join ${known(scope)} as m on m.id = a.id::uuid
    join memory_wording w on w.user_id = m.user_id and w.id = m.id and w.version <= a.version
    order by a.place, w.version desc`)
  const said = new Map(
    rows.map(({ place, status, isLast, ...words }) => [place, { text: ownText(words), status, isLast }]),
  )
  return asked.map((_, i) => said.get(i + 1))
}
/** No memory has so many versions. */
const LAST = 2_147_483_647

/** So many of the statements that a request to forget may mean are looked at. */
const MOST_FORGOTTEN = 50

/** A memory of the writer that a request to forget may mean. */
export type Forgettable = {
  readonly memoryId: string
  readonly version: number
  readonly textHash: string
  /** Without the speaker's label. */
  readonly text: string
  readonly speaker: string | null
  /** The role of the speaker, in lower case. */
  readonly role: string | null
  /** Whom it is about; of a question with its answer, which has no one speaker, who answered. */
  readonly subject: string | null
  readonly readers: Readers
}

/**
 * What the writer has said that is in force, as it was said, and no assistant: the memories with these ids, and those that hold the
 * most of the words; of those with the same words one. Such a request is rare, so all words of the writer are looked through.
 */
export const forgettable = async (
  db: Database,
  scope: Scope,
  {
    ids,
    words,
    readers,
    speaker,
  }: {
    readonly ids: readonly string[]
    /** Beginnings of words. */
    readonly words: readonly string[]
    readonly readers: Readers
    /** In lower case: only what they said, or nobody who is named. Null: whoever said it. */
    readonly speaker: string | null
  },
): Promise<readonly Forgettable[]> => {
  const patterns = words.map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`)
  const rows = await db.rows<
    Omit<Forgettable, 'text'> & { readonly content: string }
  >(sql`/* forgetting: what may be meant */
    select f."memoryId", f.version, f."textHash", f.content, f.speaker, f.role, f.subject, f.readers
    from (
      select distinct on (m.text_hash, m.reader_group) m.id as "memoryId", m.version, m.text_hash::text as "textHash",
             t.content, t.speaker, m.role, m.subject, ${readersOf(sql`m`)} as readers, m.ordinal
      from ${visibleToAll(scope, readers, ['active'])} as m
      join memory_text t using (user_id, id)
      where ${isNoComposite}
        and m.claim_type is null
        and m.agent_id is not distinct from ${readers.agentId}
        and m.role is distinct from 'assistant'
        and (${speaker}::text is null or t.speaker is null or m.subject = any(${[speaker ?? '', ...ROLE_WORDS]}::text[]))
        and (m.id = any(${ids}::text[]::uuid[])
             or cardinality(${patterns}::text[]) > 0 and t.content ilike any(${patterns}::text[]))
      order by m.text_hash, m.reader_group, m.id = any(${ids}::text[]::uuid[]) desc, m.ordinal desc
    ) as f
    order by (select count(*) from unnest(${patterns}::text[]) as pattern where f.content ilike pattern) desc, f.ordinal desc
    limit ${whole(MOST_FORGOTTEN)}`)
  return rows.map(({ content, ...memory }) => ({ ...memory, text: ownText({ content, speaker: memory.speaker }) }))
}
