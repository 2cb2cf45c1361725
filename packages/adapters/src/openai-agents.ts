import type { AgentInputItem, Session } from '@openai/agents-core'
import type { Memories } from '@palimpsest/client'
import { Documents, type Labels, type Path } from './documents.js'

const SOURCE = 'openai-agents'

type Kept = { readonly id: string; readonly order: number; readonly item: AgentInputItem }

/**
 * The history of a conversation, kept as memories: each item (what was said, a call of a tool, its result) is one, so that
 * searches find its words in later conversations, too. Whose memories they are is fixed here; agents of a workspace that
 * give the same id share the conversation. An item of more than 100,000 characters is refused.
 * @example
 * const session = new PalimpsestSession(client.user('ana'), { sessionId: 'c-17' })
 * const { finalOutput } = await run(agent, 'Where do I live?', { session })
 */
export class PalimpsestSession implements Session {
  readonly #documents: Documents
  readonly #sessionId: string
  readonly #labels: Labels
  #lastOrder = 0

  constructor(memories: Memories, { sessionId = crypto.randomUUID() }: { readonly sessionId?: string } = {}) {
    this.#documents = new Documents(memories, SOURCE)
    this.#sessionId = sessionId
    this.#labels = { metadata: { store: SOURCE }, session_id: sessionId }
  }

  async getSessionId(): Promise<string> {
    return this.#sessionId
  }

  async getItems(limit = Number.POSITIVE_INFINITY): Promise<AgentInputItem[]> {
    const items = (await this.#kept()).map(({ item }) => item)
    return limit > 0 ? items.slice(-limit) : []
  }

  async addItems(items: AgentInputItem[]): Promise<void> {
    for (const item of items) await this.#documents.write(this.#nextPath(), item, this.#labels)
  }

  async popItem(): Promise<AgentInputItem | undefined> {
    // Another process may have taken the last one meanwhile.
    for (const { id, item } of (await this.#kept()).toReversed()) if (await this.#documents.deleteOne(id)) return item
    return undefined
  }

  async clearSession(): Promise<void> {
    for (const { id } of await this.#kept()) await this.#documents.deleteOne(id)
  }

  /** Oldest first. */
  async #kept(): Promise<readonly Kept[]> {
    const kept: Kept[] = []
    for await (const { id, path, value } of this.#documents.all(this.#labels)) {
      const [source, sessionId, order] = path
      if (source !== SOURCE || sessionId !== this.#sessionId || typeof order !== 'number') continue
      // What was added.
      kept.push({ id, order, item: value as AgentInputItem })
    }
    return kept.sort((one, other) => one.order - other.order)
  }

  /** Microseconds since 1970, always later than the last: items added at once stay in their order. */
  #nextPath(): Path {
    this.#lastOrder = Math.max(Date.now() * 1000, this.#lastOrder + 1)
    return [SOURCE, this.#sessionId, this.#lastOrder, crypto.randomUUID()]
  }
}
