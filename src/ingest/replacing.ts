import type { DomainEvent } from '../domain/all-events.js'
import type { EmbeddingModel } from '../domain/embedding.js'
import type { Metadata } from '../domain/event.js'
import type { Statement } from '../domain/memory/deciding.js'
import { correct } from '../domain/memory/decisions.js'
import { Judging, type Replaceable, type Replacement, type Ruled } from '../domain/memory/replacing.js'
import type { Memory } from '../domain/memory/state.js'
import { locatedIn, type Moment } from '../domain/moment.js'
import type { Readers, Scope } from '../domain/scope.js'
import type { Verdict } from '../domain/verdict.js'
import type { Conversation } from '../import/message.js'
import { turnOf } from '../import/turn.js'
import type { Database } from '../postgres/database.js'
import { memoryState, replaceableMemories } from '../queries/memory-state.js'
import { textHash } from '../text/text-hash.js'
import { labelled } from './as-said/cut.js'
import type { Fact } from './as-said/fact.js'
import { openConversation, type Part, withoutSecrets } from './as-said/read-conversation.js'
import { dropPastedBack } from './as-said/unsaid.js'

/** A turn that was ingested before, sent again with what it replaces. */
export type Restated = Replacement & {
  /** As its memory has it. */
  readonly content: string
  readonly speaker: string | null
  /** If its message tells when it was sent. */
  readonly saidAt: Moment | undefined
}

export const restatedIn = (
  { conversation, timeZone }: { readonly conversation: Conversation; readonly timeZone?: string },
  { from, leftOut }: Part,
): readonly Restated[] => {
  if (conversation.replacement || !('messages' in conversation)) return []
  const opened = openConversation(conversation)
  if (!('messages' in opened)) return []
  return opened.messages.flatMap((message, place) => {
    const { replacement, role } = message
    if (replacement === undefined || (place >= from && !leftOut.has(place))) return []
    const { speaker, text, moment } = turnOf(withoutSecrets(message))
    const piece = { speaker, role, turn: 0, text: dropPastedBack(text).text.trim() }
    return [{ ...replacement, content: labelled(piece), speaker, saidAt: moment && locatedIn(timeZone, moment) }]
  })
}

/** What the decision about replacements is based on. */
export type ReplacementsKnown = {
  readonly restated: readonly Restated[]
  readonly replaceable: readonly Replaceable[]
  /** Of memories that get a key. */
  readonly states: ReadonlyMap<string, Memory>
}

/** Undefined where nothing replaces anything. */
export const readReplacements = async (
  db: Database,
  scope: Scope,
  { facts, restated }: Pick<ReplacementsKnown, 'restated'> & Pick<ReplacementFacts, 'facts'>,
): Promise<ReplacementsKnown | undefined> => {
  const replacing = facts.filter(({ replacement }) => replacement)
  const said = [...replacing.flatMap(({ replacement }) => replacement ?? []), ...restated]
  if (said.length === 0) return undefined
  const replaceable = await replaceableMemories(db, scope, {
    ids: [...new Set(said.flatMap(({ replaces = [] }) => replaces))],
    keys: [...new Set(said.flatMap(({ key }) => key ?? []))],
    hashes: [
      ...replacing.map((fact) => fact.textHash),
      ...restated.flatMap(({ content, key }) => [textHash(content), textHash(content, key)]),
    ],
    contents: restated.map(({ content }) => content),
  })
  const keyless = restated.flatMap((each) => {
    const memory = memoryOf(each, replaceable)
    return memory && getsKey(each, memory) ? memory.memoryId : []
  })
  return { restated, replaceable, states: await readStates(db, scope, keyless) }
}

/** Few memories, as decisions about them need them. */
export const readStates = async (
  db: Database,
  scope: Scope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Memory>> =>
  new Map(await Promise.all([...new Set(ids)].map(async (id) => [id, await memoryState(db, scope, id)] as const))) // pairs

/** The memory of a turn that was ingested before: with the key that it has now, or else one that is in force. */
const memoryOf = (restated: Restated, known: readonly Replaceable[]): Replaceable | undefined => {
  const same = known.filter(({ textHash: hash, key }) => hash === textHash(restated.content, key ?? undefined))
  const keyed = same.filter(({ key }) => key === (restated.key ?? null))
  return keyed.find(isActive) ?? keyed[0] ?? same.find(isActive)
}

const isActive = ({ status }: Replaceable): boolean => status === 'active'
const getsKey = ({ key }: Restated, memory: Replaceable): boolean =>
  key !== undefined && key !== memory.key && isActive(memory)

type ReplacementFacts = {
  readonly facts: readonly (Pick<Fact, 'content' | 'speaker' | 'replacement'> &
    Pick<Statement, 'memoryId' | 'textHash'> & { readonly given?: Moment | undefined })[]
  readonly erased: ReadonlySet<string>
  readonly readers: Readers
  readonly by: Metadata
  readonly model: EmbeddingModel
  readonly request: { readonly onlyThis?: boolean }
  /** By the fact, the deleted memory that says it since before it was deleted. */
  readonly deleted?: ReadonlyMap<string, string> | undefined
  /** What new facts contradict by their words. */
  readonly worded: ReadonlyMap<string, readonly Verdict[]>
}

/**
 * What the caller's replacements come to: the statements that replace something, memories in force that are to among them; the
 * memories that facts are already, by fact; and the events that give memories a key.
 * Pure. Throws MemoryNotFound, NotReplaceable, NewMemoryHasFewerReaders.
 */
export const judgeReplacements = (
  { facts, erased, readers, by, model, request, deleted, worded }: ReplacementFacts,
  { restated, replaceable, states }: ReplacementsKnown = NOTHING_REPLACED,
) => {
  const judging = new Judging(replaceable, by.at)
  const isOnlyThese = request.onlyThis === true
  const knownAs = new Map<string, string>()
  const updates: DomainEvent[] = []
  const again = restated.flatMap((each): readonly Statement[] => {
    const memory = memoryOf(each, replaceable)
    if (memory === undefined) return []
    const { memoryId } = memory
    const key = each.key ?? memory.key ?? undefined
    const state = getsKey(each, memory) ? states.get(memoryId) : undefined
    const updated =
      state === undefined || key === undefined ? [] : correct(state, { memoryId, by, embedding: model, key })
    updates.push(...updated)
    const version = memory.version + (updated.length > 0 ? 1 : 0)
    const said = { ...each, ...memory, key, textHash: textHash(each.content, key), isOnlyThese, isContested: false }
    return [statementOf(judging.judgeKnown(said, { ...memory, version }), { ...said, speaker: each.speaker })]
  })
  const said = facts.flatMap(({ replacement, given: saidAt, ...fact }): readonly Statement[] => {
    if (replacement === undefined || erased.has(fact.memoryId)) return []
    const others = worded.get(fact.memoryId) ?? []
    const isContested = others.length > 0
    const statement = { ...replacement, ...fact, readers, saidAt, isOnlyThese, isContested }
    const goneAs = deleted?.get(fact.memoryId)
    if (goneAs !== undefined && !judging.isSaid(statement)) {
      knownAs.set(fact.memoryId, goneAs)
      return []
    }
    const judged = judging.judge(statement)
    if (judged.as.isKnown) knownAs.set(fact.memoryId, judged.as.memoryId)
    const isNamed = judged.as.isKnown || judged.verdicts.some(({ applied }) => applied === 'contradiction')
    return [statementOf(judged, { ...fact, readers }, isNamed ? [] : others)]
  })
  return { statements: [...again, ...said], knownAs, updates }
}

const NOTHING_REPLACED: ReplacementsKnown = { restated: [], replaceable: [], states: new Map() }

/** With what it contradicts by its words. */
const statementOf = (
  { as: { isKnown, ...as }, verdicts, defers }: Ruled,
  { content, speaker, textHash: hash, readers }: Pick<Statement, 'content' | 'speaker' | 'textHash' | 'readers'>,
  others: readonly Verdict[] = [],
): Statement => ({
  ...as,
  content,
  speaker,
  readers,
  textHash: hash,
  subject: null,
  isNew: !isKnown,
  knownAs: isKnown ? [as.memoryId] : [],
  verdicts: [...others, ...verdicts],
  defers,
})
