import { z } from 'zod'
import { type DomainError, MemoryNotFound, NewMemoryHasFewerReaders, NotReplaceable } from '../errors.js'
import { isBefore, type Moment } from '../moment.js'
import { type Readers, readByAllOf, readerGroup } from '../scope.js'
import type { Target, Verdict } from '../verdict.js'

/** What the writer of a statement says that it replaces: what was said last in its slot, and these memories. */
export const replacement = z.object({ key: z.string().optional(), replaces: z.array(z.uuid()).optional() })
export type Replacement = z.infer<typeof replacement>

/** Whether a statement names what it replaces. One that names nothing becomes exactly one memory all the same. */
export const isReplacing = ({ key, replaces = [] }: Replacement = {}): boolean =>
  key !== undefined || replaces.length > 0

/** A memory that a statement may replace, as the writer sees it. */
export type Replaceable = {
  readonly memoryId: string
  readonly version: number
  readonly status: 'active' | 'needs_clarification' | 'superseded' | 'deleted'
  readonly readers: Readers
  readonly key: string | null
  /** Of its words and its key. */
  readonly textHash: string
  /** The hashes of all forms in which its words are the same, with its key. */
  readonly sameHashes: readonly string[]
  /** When it was said, and no later than it was written. */
  readonly at: Moment
  readonly supersededBy: string | null
  /** The memories that have taken its place at some time, and those that ever contradicted it. */
  readonly replacedBy: readonly string[]
  readonly contestedBy: readonly string[]
}

/** A statement, and the memory that it becomes. */
export type Statement = Replacement & {
  readonly memoryId: string
  readonly textHash: string
  readonly readers: Readers
  /** When the writer says it was said; undefined: the order of the log decides. */
  readonly saidAt: Moment | undefined
  /** Whether it replaces only the memories that it names, and not others with their words. */
  readonly isOnlyThese?: boolean
  /** Whether it contradicts another agent by its words: then it waits. */
  readonly isContested: boolean
}

export type Ruled = {
  /** The memory that says it: a new one, or one that is known. */
  readonly as: Target & { readonly isKnown: boolean }
  /** What it does now: own targets are superseded, one of another agent is contradicted, a newer one supersedes it. */
  readonly verdicts: readonly Verdict[]
  /** It contradicts another agent, and waits: what it supersedes then. */
  readonly defers?: readonly Target[]
}

const isOwn = (memory: { readonly readers: Readers }, writer: Readers): boolean =>
  memory.readers.workspaceId === writer.workspaceId && memory.readers.agentId === writer.agentId

const isWaiting = ({ status }: Replaceable): boolean => status === 'needs_clarification'
const isInForce = ({ status }: Replaceable): boolean => status === 'active' || status === 'needs_clarification'

/**
 * What the statements of one request replace, in their order: later ones know what earlier ones have done. `at` is the time
 * of the events (ISO). Throws MemoryNotFound, NotReplaceable and NewMemoryHasFewerReaders: then nothing of it is done.
 */
export class Judging {
  private readonly known: Map<string, Replaceable>
  private readonly at: string
  /** Superseded by this request itself. */
  private readonly gone = new Set<string>()

  constructor(known: readonly Replaceable[], at: string) {
    this.at = at
    this.known = new Map(known.map((memory) => [memory.memoryId, memory]))
  }

  /** Whether a memory of the writer says it already. */
  isSaid(statement: Statement): boolean {
    return this.saying(statement) !== undefined
  }

  /** A new statement. Where a memory of the writer in force says it already, it is that one. */
  judge(statement: Statement): Ruled {
    const before = this.saying(statement)
    // What is in force with these words was compared with others when it was stored.
    if (before !== undefined) return this.judgeKnown({ ...statement, isContested: false }, before)
    const { memoryId } = statement
    return { as: { memoryId, version: 1, isKnown: false }, ...this.verdicts(statement, { memoryId, version: 1 }) }
  }

  /** A statement that a memory makes already: in force, or it has had its effect and is gone. */
  judgeKnown(statement: Statement, memory: Replaceable): Ruled {
    const { memoryId, version } = memory
    const as = { memoryId, version, isKnown: true }
    return { as, ...(memory.status === 'active' ? this.verdicts(statement, as) : { verdicts: [] }) }
  }

  /** The memory of the writer that says it: in force, or what took the place of all that it replaces. */
  private saying({ textHash, readers, replaces = [] }: Statement): Replaceable | undefined {
    const same = this.all().filter(
      (each) => each.textHash === textHash && isOwn(each, readers) && readByAllOf(each.readers, readers),
    )
    const inForce = same.find(isInForce)
    if (inForce !== undefined || replaces.length === 0) return inForce
    return same.find(({ memoryId }) => replaces.every((id) => this.known.get(id)?.supersededBy === memoryId))
  }

  private all(): readonly Replaceable[] {
    return [...this.known.values()]
  }

  private verdicts(statement: Statement, as: Target): Omit<Ruled, 'as'> {
    const named = (statement.replaces ?? []).flatMap((id) => this.named(id, statement, as) ?? [])
    const others = named.filter((memory) => !isOwn(memory, statement.readers))
    if (others.length > 1) throw new NotReplaceable('several memories of other agents')
    const own = this.withOthers(
      named.filter((memory) => !others.includes(memory)),
      statement,
      as,
    )
    const rivals = this.inSlot(statement, as)
    const newer = rivals.filter((memory) => this.isOlder(statement, memory))
    const older = rivals.filter((memory) => !newer.includes(memory) && !named.includes(memory) && !own.includes(memory))
    for (const memory of older) requireReaders(statement, memory)
    const waits = (others.length > 0 || statement.isContested) && newer.length === 0
    // While it waits, whatever else waits may become active and take the slot.
    const taken = waits ? older.filter((memory) => !isWaiting(memory)) : older
    this.take(statement, as, waits ? [] : [...own, ...taken, ...(newer.length > 0 ? [{ memoryId: as.memoryId }] : [])])
    const superseding = [...own.map(verdict('replaced', 'supersede')), ...taken.map(verdict('same_key', 'supersede'))]
    if (!waits) return { verdicts: [...superseding, ...newer.slice(-1).map(verdict('same_key', 'late'))] }
    return {
      verdicts: others.map(verdict('replaced', 'contradiction')),
      defers: superseding.map(({ target }) => target),
    }
  }

  /** With what goes together with these memories, unless it was said after the statement. */
  private withOthers(named: readonly Replaceable[], statement: Statement, as: Target): readonly Replaceable[] {
    if (statement.isOnlyThese) return named
    const isTogether = (memory: Replaceable) =>
      named.some(
        ({ sameHashes, readers }) =>
          sameHashes.includes(memory.textHash) && readerGroup(memory.readers) === readerGroup(readers),
      )
    const others = this.all().filter(
      (memory) =>
        isTogether(memory) &&
        isInForce(memory) &&
        memory.memoryId !== as.memoryId &&
        !named.includes(memory) &&
        !this.isOlder(statement, memory),
    )
    return [...named, ...others]
  }

  /** Undefined where the statement has replaced it before, or something else of the same request has. */
  private named(id: string, statement: Statement, as: Target): Replaceable | undefined {
    const memory = this.known.get(id)
    if (memory === undefined) throw new MemoryNotFound(id)
    if (id === as.memoryId || this.gone.has(id) || this.isDone(memory, statement, as)) return undefined
    const own = isOwn(memory, statement.readers)
    if (!(own ? isInForce(memory) : memory.status === 'active')) {
      const refusal: DomainError = own ? new NotReplaceable('superseded or deleted') : new MemoryNotFound(id)
      throw refusal
    }
    requireReaders(statement, memory)
    if (this.isOlder(statement, memory)) throw new NotReplaceable('newer than what replaces it')
    return memory
  }

  private isDone(memory: Replaceable, { textHash, readers }: Statement, as: Target): boolean {
    const isOfOther = !isOwn(memory, readers)
    if (memory.replacedBy.includes(as.memoryId) || (isOfOther && memory.contestedBy.includes(as.memoryId))) return true
    const by = memory.supersededBy === null ? undefined : this.known.get(memory.supersededBy)
    return by !== undefined && by.textHash === textHash && isOwn(by, readers)
  }

  private inSlot({ key, readers }: Statement, as: Target): readonly Replaceable[] {
    if (key === undefined) return []
    return this.all().filter(
      (memory) => memory.key === key && memory.memoryId !== as.memoryId && isInForce(memory) && isOwn(memory, readers),
    )
  }

  /** Without a time of its own it is said now; one that lies ahead is now. */
  private timeOf({ saidAt }: Statement): Moment {
    return saidAt !== undefined && saidAt.instant < this.at
      ? saidAt
      : { instant: this.at, offset: saidAt?.offset ?? null }
  }

  private isOlder(statement: Statement, memory: Replaceable): boolean {
    return isBefore(this.timeOf(statement), memory.at)
  }

  private take(statement: Statement, { memoryId: id, version }: Target, gone: readonly { memoryId: string }[]) {
    const before = this.known.get(id)
    this.known.set(id, {
      memoryId: id,
      version,
      status: 'active',
      readers: statement.readers,
      key: statement.key ?? null,
      textHash: statement.textHash,
      sameHashes: before?.sameHashes ?? [statement.textHash],
      at: this.timeOf(statement),
      supersededBy: before?.supersededBy ?? null,
      replacedBy: before?.replacedBy ?? [],
      contestedBy: before?.contestedBy ?? [],
    })
    for (const { memoryId } of gone) {
      const memory = this.known.get(memoryId)
      if (memory !== undefined) this.known.set(memoryId, { ...memory, status: 'superseded' })
      this.gone.add(memoryId)
    }
  }
}

const requireReaders = ({ readers }: Statement, memory: Replaceable): void => {
  if (!readByAllOf(readers, memory.readers)) throw new NewMemoryHasFewerReaders()
}

const verdict =
  (reason: 'replaced' | 'same_key', applied: 'supersede' | 'contradiction' | 'late') =>
  ({ memoryId, version, readers: { agentId } }: Replaceable): Verdict => ({
    by: 'caller',
    target: { memoryId, version },
    outcome: applied,
    applied,
    confidence: null,
    reason,
    clash: applied === 'contradiction' ? { agentId: agentId ?? '', reason, confidence: null } : undefined,
  })
