import { Memories } from './memories.js'
import { Pages, type Start } from './pages.js'
import type { Operations } from './schema.js'
import { type LastWrite, ScopedCalls } from './scoped-calls.js'
import { type Call, type Options, type Result, Transport } from './transport.js'

/**
 * A connection to a service. It holds no state but its settings, so one is enough for a program.
 * @example const client = new Palimpsest({ url: 'http://127.0.0.1:3050', key: process.env.CORE_API_KEY ?? 'local-dev-key' })
 */
export class Palimpsest {
  readonly #transport: Transport
  /** What operators ask; the key has to be the admin key. */
  readonly admin: Admin

  constructor(options: Options) {
    this.#transport = new Transport(options)
    this.admin = new Admin(this.#transport)
  }

  /**
   * The personal memories of a user. `position`: of a write that its reads include, from `position` of another object.
   * @example const ana = client.user('ana')
   */
  user(userId: string, { position }: { readonly position?: string | undefined } = {}): Memories {
    const last: LastWrite = { position: position === undefined ? undefined : BigInt(position) }
    return new Memories(new ScopedCalls(this.#transport, { user_id: userId }, last))
  }

  /**
   * Conversations of several users at once: up to 100, each with an outcome of its own.
   * @example await client.ingestBatch({ conversations: [{ user_id: 'ana', conversation: 'Hi, I am Ana.', source_site: 'chat' }] })
   */
  async ingestBatch(batch: Operations['ingestBatch']['input'], call?: Call): Promise<Result<'ingestBatch'>> {
    return (await this.#transport.send('ingestBatch', { input: batch, call })).result
  }

  /**
   * How the service is. Throws `unavailable` at once where it is not well; `error.body` says what is down.
   * @example const { status, lag } = await client.health()
   */
  async health(call?: Call): Promise<Result<'health'>> {
    return (await this.#transport.send('health', { call }, 0)).result
  }

  /**
   * The same, with the settings in force.
   * @example const { config } = await client.settings()
   */
  async settings(call?: Call): Promise<Result<'memoryHealth'>> {
    return (await this.#transport.send('memoryHealth', { call }, 0)).result
  }

  /**
   * Changes settings until the next start, where the deployment allows that.
   * @example await client.configure({ max_search_results: 25 })
   */
  async configure(settings: Operations['turnConfig']['input'], call?: Call): Promise<Result<'turnConfig'>> {
    return (await this.#transport.send('turnConfig', { input: settings, call })).result
  }
}

/** What operators ask. The key has to be the admin key. */
class Admin {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * The inside of the service.
   * @example const { projector } = await client.admin.health()
   */
  async health(call?: Call): Promise<Result<'adminHealth'>> {
    return (await this.#transport.send('adminHealth', { call }, 0)).result
  }

  /**
   * What the admin key was used for, newest first.
   * @example for await (const { action, at } of client.admin.audit()) console.log(at, action)
   */
  audit(options: Operations['adminAudit']['input'] = {}, call?: Call) {
    const load = async (start: Start) =>
      (await this.#transport.send('adminAudit', { input: { ...options, ...start }, call })).result
    const nextOf = (_: unknown, seen: number) => ({ offset: seen })
    return new Pages({ load, itemsOf: ({ actions }) => actions, nextOf }, options.offset)
  }

  /**
   * Who has memories.
   * @example for await (const user of client.admin.users()) console.log(user)
   */
  users(options: Operations['adminUsers']['input'] = {}, call?: Call) {
    const load = async (start: Start) =>
      (await this.#transport.send('adminUsers', { input: { ...options, ...start }, call })).result
    const nextOf = ({ next_after: after }: Result<'adminUsers'>) => (after === null ? undefined : { after })
    return new Pages({ load, itemsOf: ({ users }) => users, nextOf })
  }

  /**
   * How much there is of a user.
   * @example const extent = await client.admin.user('ana')
   */
  async user(userId: string, call?: Call): Promise<Result<'adminUser'>> {
    return (await this.#transport.send('adminUser', { params: { user_id: userId }, call })).result
  }

  /**
   * Erases all that there is of a user, for good.
   * @example await client.admin.eraseUser('ana')
   */
  async eraseUser(userId: string, call?: Call): Promise<Result<'eraseUser'>> {
    return (await this.#transport.send('eraseUser', { params: { user_id: userId }, call })).result
  }
}
