import { byCursor, Pages, type Start } from './pages.js'
import type { Input, Scope, ScopedCalls } from './scoped-calls.js'
import type { Call, Result } from './transport.js'

/** Whether the words of what is deleted are erased as well. */
type Erasing = { readonly hard?: boolean }

/**
 * The memories of a user, or of a workspace of that user as one of its agents sees them. It reads its own writes, also
 * where several processes serve: each read waits for the last write of this object.
 * @example const ana = client.user('ana')
 * @example const scout = client.user('ana').workspace('crew', 'scout')
 */
export class Memories {
  readonly scope: Scope
  readonly #calls: ScopedCalls

  constructor(calls: ScopedCalls) {
    this.#calls = calls
    this.scope = calls.scope
  }

  /**
   * The same user's memories in a workspace, as that agent sees them. It shares what is known of the last write.
   * @example const scout = client.user('ana').workspace('crew', 'scout')
   */
  workspace(workspaceId: string, agentId: string): Memories {
    return new Memories(this.#calls.within(workspaceId, agentId))
  }

  /**
   * Where the last write stands in the log. Another process reads it by `client.user(id, { position })`.
   * @example queue.send({ userId: 'ana', position: ana.position })
   */
  get position(): string | undefined {
    return this.#calls.position
  }

  /**
   * Stores what was said, and decides what it means for what is known. With `async: true` facts follow later.
   * @example await ana.ingest({ messages: [{ role: 'user', content: 'I moved to Lisbon.' }], source_site: 'chat' })
   */
  ingest(conversation: Input<'ingest'>, call?: Call): Promise<Result<'ingest'>> {
    return this.#calls.scoped('ingest', { input: conversation, call })
  }

  /**
   * Stores what was said, without a language model: quick, and at no cost.
   * @example const { memoryIds } = await ana.ingestQuick({ conversation: 'I like green tea.', source_site: 'chat' })
   */
  ingestQuick(conversation: Input<'ingestQuick'>, call?: Call): Promise<Result<'ingestQuick'>> {
    return this.#calls.scoped('ingestQuick', { input: conversation, call })
  }

  /**
   * Up to 100 conversations, each with an outcome of its own: look at `failed`.
   * @example const { results, failed } = await ana.ingestBatch(conversations, { mode: 'quick' })
   */
  ingestBatch(
    conversations: readonly Input<'ingestQuick'>[],
    { mode = 'full' }: { readonly mode?: 'full' | 'quick' } = {},
    call?: Call,
  ): Promise<Result<'ingestBatch'>> {
    const input = { conversations: conversations.map((each) => ({ ...each, ...this.scope })), mode }
    return this.#calls.send('ingestBatch', { input, call })
  }

  /**
   * What `ingest` would find and decide now. Nothing is stored.
   * @example const { facts } = await ana.preview({ conversation: 'I moved to Porto.', source_site: 'chat' })
   */
  preview(conversation: Input<'previewIngest'>, call?: Call): Promise<Result<'previewIngest'>> {
    return this.#calls.scoped('previewIngest', { input: conversation, call })
  }

  /**
   * The memories that speak to a query, and `injection_text` to put before a model.
   * @example const { injection_text } = await ana.search('Where do I live?', { limit: 5, token_budget: 500 })
   */
  search(query: string, options: Input<'search', 'query'> = {}, call?: Call): Promise<Result<'search'>> {
    return this.#calls.scoped('search', { input: { ...options, query }, call })
  }

  /**
   * The same without a language model and without reranking, in under 200 ms.
   * @example const { memories } = await ana.searchFast('Where do I live?')
   */
  searchFast(query: string, options: Input<'searchFast', 'query'> = {}, call?: Call): Promise<Result<'searchFast'>> {
    return this.#calls.scoped('searchFast', { input: { ...options, query }, call })
  }

  /**
   * Why a search returns a memory, or at which stage it falls.
   * @example const why = await ana.explain('Where do I live?', id, { mode: 'fast' })
   */
  explain(
    query: string,
    memoryId: string,
    options: Input<'explainSearch', 'query' | 'memory_id'> = {},
    call?: Call,
  ): Promise<Result<'explainSearch'>> {
    return this.#calls.scoped('explainSearch', { input: { ...options, query, memory_id: memoryId }, call })
  }

  /**
   * The receipt of a search, by the `recall_id` of its answer.
   * @example const receipt = await ana.recall(answer.recall_id)
   */
  recall(id: string, call?: Call): Promise<Result<'getRecall'>> {
    return this.#calls.scoped('getRecall', { params: { id }, call })
  }

  /**
   * The searches that returned a memory, newest first.
   * @example for await (const { at, rank } of ana.recallsOf(id)) console.log(at, rank)
   */
  recallsOf(id: string, options: Input<'memoryRecalls', 'cursor'> = {}, call?: Call) {
    const load = (start: Start) =>
      this.#calls.scoped('memoryRecalls', { params: { id }, input: { ...options, ...start }, call })
    return new Pages({ load, itemsOf: ({ recalls }) => recalls, nextOf: byCursor })
  }

  /**
   * The memories in scope, newest first, however many there are.
   * @example for await (const { id, content } of ana.list({ session_id: 'c-17' })) console.log(id, content)
   */
  list(options: Input<'listMemories'> = {}, call?: Call) {
    const { offset: _, ...further } = options
    const load = ({ cursor }: Start) =>
      this.#calls.scoped('listMemories', { input: cursor === undefined ? options : { ...further, cursor }, call })
    return new Pages({ load, itemsOf: ({ memories }) => memories, nextOf: byCursor })
  }

  /**
   * One memory. Throws `not_found` where the scope does not see it.
   * @example const { content, version } = await ana.get(id)
   */
  get(id: string, call?: Call): Promise<Result<'getMemory'>> {
    return this.#calls.scoped('getMemory', { params: { id }, call })
  }

  /**
   * Several by id, without those that the scope does not see.
   * @example const { memories } = await ana.expand(answer.expand_ids)
   */
  expand(ids: readonly string[], call?: Call): Promise<Result<'expandMemories'>> {
    return this.#calls.scoped('expandMemories', { input: { memory_ids: ids }, call })
  }

  /**
   * Corrects a memory by hand, as a new version.
   * @example await ana.update(id, { content: 'I moved to Porto.' })
   */
  update(id: string, change: Input<'updateMemory'>, call?: Call): Promise<Result<'updateMemory'>> {
    return this.#calls.scoped('updateMemory', { params: { id }, input: change, call })
  }

  /**
   * Makes a memory active again, with the words of one of its versions.
   * @example await ana.restore(id, 1)
   */
  restore(id: string, version: number, call?: Call): Promise<Result<'restoreMemory'>> {
    return this.#calls.scoped('restoreMemory', { params: { id }, input: { version }, call })
  }

  /**
   * Says who in the workspace may read a memory. Only the agent that owns it may.
   * @example await scout.share(id, { visibility: 'restricted', granted_to: ['painter'] })
   */
  share(id: string, readers: Input<'shareMemory'>, call?: Call): Promise<Result<'shareMemory'>> {
    return this.#calls.scoped('shareMemory', { params: { id }, input: readers, call })
  }

  /**
   * Deletes a memory, and the others of its owner that have its words; `only_this: true` deletes the one. The trails stay.
   * `hard: true` erases the words for good, and takes the admin key. `same_words` names what still says the same.
   * @example const { ids, same_words = [] } = await ana.delete(id)
   */
  delete(id: string, deleting: Input<'deleteMemory'> = {}, call?: Call): Promise<Result<'deleteMemory'>> {
    return this.#calls.scoped('deleteMemory', { params: { id }, input: deleting, call })
  }

  /**
   * Deletes all memories of a source, a session or an ingest.
   * @example const { deleted } = await ana.deleteAll({ source_site: 'chat' })
   */
  deleteAll(of: Input<'deleteMemories'>, call?: Call): Promise<Result<'deleteMemories'>> {
    return this.#calls.scoped('deleteMemories', { input: of, call })
  }

  /**
   * All versions of a memory: who changed it, when and why.
   * @example const { trail } = await ana.audit(id)
   */
  audit(id: string, call?: Call): Promise<Result<'memoryTrail'>> {
    return this.#calls.scoped('memoryTrail', { params: { id }, call })
  }

  /**
   * Where and when a memory was said, a page at a time.
   * @example const { tellings } = await ana.tellings(id)
   */
  tellings(id: string, page: Input<'memoryTellings'> = {}, call?: Call): Promise<Result<'memoryTellings'>> {
    return this.#calls.scoped('memoryTellings', { params: { id }, input: page, call })
  }

  /**
   * What contradicts, supersedes, supports or resembles a memory.
   * @example const { links } = await ana.links(id)
   */
  links(id: string, call?: Call): Promise<Result<'memoryLinks'>> {
    return this.#calls.scoped('memoryLinks', { params: { id }, call })
  }

  /**
   * How many memories there are, how important, and where they come from.
   * @example const { count, sourceDistribution } = await ana.stats()
   */
  stats(call?: Call): Promise<Result<'memoryStatistics'>> {
    return this.#calls.scoped('memoryStatistics', { call })
  }

  /**
   * How much of the user's quota is used.
   * @example const { usage_ratio } = await ana.cap()
   */
  cap(call?: Call): Promise<Result<'memoryCap'>> {
    return this.#calls.owned('memoryCap', { call })
  }

  /**
   * The conversations that memories come from, newest first.
   * @example for await (const { id } of ana.episodes()) console.log(id)
   */
  episodes(options: Input<'listEpisodes'> = {}, call?: Call) {
    return this.#calls.counted('listEpisodes', { input: options, call }, ({ episodes }) => episodes)
  }

  /**
   * One conversation, with the turns that the scope may see.
   * @example const { messages } = await ana.episode(episodeId)
   */
  episode(id: string, call?: Call): Promise<Result<'getEpisode'>> {
    return this.#calls.scoped('getEpisode', { params: { id }, call })
  }

  /**
   * Deletes all that was said in one ingest, with its memories.
   * @example const { deleted } = await ana.deleteEpisode(episodeId)
   */
  deleteEpisode(id: string, erasing: Erasing = {}, call?: Call): Promise<Result<'deleteEpisode'>> {
    return this.#calls.scoped('deleteEpisode', { params: { id }, input: erasing, call })
  }

  /**
   * Deletes all that was said in one session, with its memories.
   * @example const { deleted } = await ana.deleteSession('c-17')
   */
  deleteSession(id: string, erasing: Erasing = {}, call?: Call): Promise<Result<'deleteSession'>> {
    return this.#calls.scoped('deleteSession', { params: { id }, input: erasing, call })
  }

  /**
   * What memories name, those that are named most first.
   * @example for await (const { name, mentions } of ana.entities({ q: 'lis' })) console.log(name, mentions)
   */
  entities(options: Input<'listEntities'> = {}, call?: Call) {
    return this.#calls.counted('listEntities', { input: options, call }, ({ entities }) => entities)
  }

  /**
   * One entity by its name, with the ids of its memories.
   * @example const { memory_ids } = await ana.entity('Lisbon')
   */
  entity(name: string, options: Input<'getEntity'> = {}, call?: Call): Promise<Result<'getEntity'>> {
    return this.#calls.scoped('getEntity', { params: { name }, input: options, call })
  }

  /**
   * What went wrong before, and warns the searches of this scope.
   * @example for await (const { pattern, severity } of ana.lessons()) console.log(severity, pattern)
   */
  lessons(options: Input<'listLessons'> = {}, call?: Call) {
    return this.#calls.counted('listLessons', { input: options, call }, ({ lessons }) => lessons)
  }

  /**
   * How many lessons there are, by severity and type.
   * @example const { active } = await ana.lessonStats()
   */
  lessonStats(call?: Call): Promise<Result<'lessonStatistics'>> {
    return this.#calls.scoped('lessonStatistics', { call })
  }

  /**
   * Reports what went wrong.
   * @example await ana.reportLesson({ pattern: 'Quoting old prices', source_memory_ids: [id], severity: 'high' })
   */
  reportLesson(lesson: Input<'reportLesson'>, call?: Call): Promise<Result<'reportLesson'>> {
    return this.#calls.scoped('reportLesson', { input: lesson, call })
  }

  /**
   * Ends a lesson.
   * @example await ana.deactivateLesson(lessonId)
   */
  deactivateLesson(id: string, erasing: Erasing = {}, call?: Call): Promise<Result<'deactivateLesson'>> {
    return this.#calls.scoped('deactivateLesson', { params: { id }, input: erasing, call })
  }

  /**
   * The user's agents, how far each is trusted, and how many memories each shares.
   * @example for await (const { agent_id, trust_level } of ana.agents()) console.log(agent_id, trust_level)
   */
  agents(options: Input<'listAgents'> = {}, call?: Call) {
    return this.#calls.counted('listAgents', { input: options, call }, ({ agents }) => agents)
  }

  /**
   * How far the user trusts an agent: 0.5 until it is set.
   * @example const { trust_level } = await ana.trust('scout')
   */
  trust(agentId: string, call?: Call): Promise<Result<'getAgentTrust'>> {
    return this.#calls.owned('getAgentTrust', { input: { agent_id: agentId }, call })
  }

  /**
   * Sets how far the user trusts an agent, from 0 to 1.
   * @example await ana.setTrust('scout', { trust_level: 0.8, display_name: 'The scout' })
   */
  setTrust(agentId: string, trust: Input<'setAgentTrust'>, call?: Call): Promise<Result<'setAgentTrust'>> {
    return this.#calls.owned('setAgentTrust', { input: { ...trust, agent_id: agentId }, call })
  }

  /**
   * How the trust in an agent has changed, newest first.
   * @example for await (const { trust_level } of ana.trustHistory('scout')) console.log(trust_level)
   */
  trustHistory(agentId: string, options: Input<'agentAudit'> = {}, call?: Call) {
    return this.#calls.counted(
      'agentAudit',
      { params: { agent_id: agentId }, input: options, call },
      ({ changes }) => changes,
    )
  }

  /**
   * Contradictions between agents: the open ones, unless `status` says otherwise.
   * @example for await (const { id, confidence } of scout.conflicts()) console.log(id, confidence)
   */
  conflicts(options: Input<'listConflicts'> = {}, call?: Call) {
    return this.#calls.counted('listConflicts', { input: options, call }, ({ conflicts }) => conflicts)
  }

  /**
   * One contradiction with both memories. Takes a workspace.
   * @example const { existing, new: later } = await scout.conflict(id)
   */
  conflict(id: string, call?: Call): Promise<Result<'getConflict'>> {
    return this.#calls.scoped('getConflict', { params: { id }, call })
  }

  /**
   * Says which of the two memories holds, or both.
   * @example await scout.resolveConflict(id, { resolution: 'resolved_new' })
   */
  resolveConflict(id: string, how: Input<'resolveConflict'>, call?: Call): Promise<Result<'resolveConflict'>> {
    return this.#calls.scoped('resolveConflict', { params: { id }, input: how, call })
  }

  /**
   * Resolves the user's conflicts that have expired.
   * @example const { resolved } = await ana.autoResolveConflicts()
   */
  autoResolveConflicts(call?: Call): Promise<Result<'autoResolveConflicts'>> {
    return this.#calls.owned('autoResolveConflicts', { call })
  }

  /**
   * How often memories of the user were stored, changed and deleted.
   * @example const { creates, updates, deletes } = await ana.auditSummary()
   */
  auditSummary(call?: Call): Promise<Result<'auditSummary'>> {
    return this.#calls.owned('auditSummary', { call })
  }

  /**
   * What was done to the user's memories last.
   * @example const { mutations } = await ana.auditRecent({ limit: 50 })
   */
  auditRecent(options: Input<'auditRecent'> = {}, call?: Call): Promise<Result<'auditRecent'>> {
    return this.#calls.owned('auditRecent', { input: options, call })
  }
}
