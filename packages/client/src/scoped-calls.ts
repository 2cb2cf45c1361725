import { byOffset, Pages, type Start } from './pages.js'
import type { Operations, Schemas } from './schema.js'
import type { Operation, Result, Sending, Transport } from './transport.js'

/** Who asks. Without a workspace: the user's personal memories. */
export type Scope = { readonly user_id: string; readonly workspace_id?: string; readonly agent_id?: string }

type Lists<Value> = Value extends (infer Item)[] ? readonly Item[] : Value
/** Fields as callers write them: the service takes these two as text where they stand in a query. */
type Written<Fields> = {
  [Name in keyof Fields]: Name extends 'hard'
    ? boolean
    : Name extends 'metadata'
      ? Fields[Name] extends string | undefined
        ? Schemas['MetadataFilter']
        : Fields[Name]
      : Lists<Fields[Name]>
}
/** What an operation takes, without the scope, which is given once. */
export type Input<Name extends Operation, Left extends string = never> = Written<
  Omit<Operations[Name]['input'], keyof Scope | Left>
>
type Counted = 'listEpisodes' | 'listEntities' | 'listLessons' | 'listAgents' | 'listConflicts' | 'agentAudit'

/** The position of the last write, which later reads wait for. */
export type LastWrite = { position: bigint | undefined }

/** Calls in one scope. Each read waits for the last write. */
export class ScopedCalls {
  readonly scope: Scope
  readonly #transport: Transport
  readonly #last: LastWrite

  constructor(transport: Transport, scope: Scope, last: LastWrite) {
    this.#transport = transport
    this.scope = scope
    this.#last = last
  }

  get position(): string | undefined {
    return this.#last.position?.toString()
  }

  /** The same user in a workspace. Both know of each other's writes. */
  within(workspaceId: string, agentId: string): ScopedCalls {
    const scope = { user_id: this.scope.user_id, workspace_id: workspaceId, agent_id: agentId }
    return new ScopedCalls(this.#transport, scope, this.#last)
  }

  scoped<Name extends Operation>(name: Name, { input, ...sending }: Sending): Promise<Result<Name>> {
    return this.send(name, { ...sending, input: { ...input, ...this.scope } })
  }

  /** For operations that are about the user, wherever they are asked. */
  owned<Name extends Operation>(name: Name, { input, ...sending }: Sending): Promise<Result<Name>> {
    return this.send(name, { ...sending, input: { ...input, user_id: this.scope.user_id } })
  }

  /** A list that is counted through, from where the caller says. */
  counted<Name extends Counted, Item>(
    name: Name,
    { input = {}, ...sending }: Sending & { readonly input?: { readonly offset?: number } },
    itemsOf: (page: Result<Name>) => readonly Item[],
  ): Pages<Result<Name>, Item> {
    const load = (start: Start) => this.scoped(name, { ...sending, input: { ...input, ...start } })
    return new Pages({ load, itemsOf, nextOf: byOffset }, input.offset)
  }

  async send<Name extends Operation>(name: Name, sending: Sending): Promise<Result<Name>> {
    const { position: after } = this.#last
    const { result, position } = await this.#transport.send(name, { ...sending, after })
    if (position !== undefined && position > (this.#last.position ?? -1n)) this.#last.position = position
    return result
  }
}
