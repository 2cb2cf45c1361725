import { createTurns } from '../concurrency/steps.js'
import type { Readers, Scope } from '../domain/scope.js'
import type { Database } from '../postgres/database.js'
import { type Filters, isNarrowing } from '../queries/filters.js'
import type { LessonsInScope } from '../queries/visible-lessons.js'
import { addMemory, removeMemory } from './change-memory-index.js'
import { bytesFor, bytesOf, createMemoryIndex, type MemoryIndex, releaseMemoryIndex } from './memory-index.js'
import { settle } from './neighbours.js'
import {
  type ChangedMemory,
  changedUsers,
  countMemories,
  endOf,
  FEW,
  fingerprintOf,
  groupsOfAll,
  lastChanged,
  PAGE,
  readCaller,
  readChanges,
  readStanding,
  type Standing,
  type Version,
} from './rows.js'
import { TermFrequencies } from './term-frequencies.js'
import { VectorArena } from './vector-arena.js'
import { readFewPermitted, type VisibleIndex, visibleIndex } from './visible-index.js'

/** The read tables were replaced while an index was read from them. */
class SchemaChanged extends Error {}

/** What was found for a scope when nothing had changed since the time before. */
type AssumedIndex = {
  /** As long as it is the same, all this holds. */
  readonly fingerprint: string
  readonly frequencies: TermFrequencies
  readonly lessons: LessonsInScope
}

/** An index in memory, and the version of the read tables that it shows. */
type Loaded = {
  readonly memoryIndex: MemoryIndex
  readonly version: Version
  /**
   * For each scope in which it was opened, what it was opened with, as long as that is likely to hold: the last time nothing had
   * changed, and no decision has looked at the index since, which is what comes before a change.
   */
  readonly opened: Map<string, AssumedIndex>
}

/** Changes that follow a version, and the version that they lead to. */
type Changes = Version & { readonly changes: readonly ChangedMemory[] }

/** Applies changes that are newer than the index. Older ones bring nothing that the index lacks. */
const withChanges = (loaded: Loaded, { schema, revision, changes }: Changes): Loaded => {
  if (revision <= loaded.version.revision) return loaded
  for (const row of changes) applyRow(loaded.memoryIndex, row)
  settle(loaded.memoryIndex)
  return { memoryIndex: loaded.memoryIndex, version: { schema, revision }, opened: new Map() }
}

const applyRow = (memoryIndex: MemoryIndex, row: ChangedMemory): void => {
  if (row.active) addMemory(memoryIndex, row)
  else removeMemory(memoryIndex, row.id)
}

/** Adds a user's rows after a revision and gives the version reached. Reads a page ahead. Throws SchemaChanged. */
const fillIndex = async (
  db: Database,
  userId: string,
  { memoryIndex, after }: { readonly memoryIndex: MemoryIndex; readonly after: bigint },
): Promise<Version> => {
  const { schema } = await readStanding(db, userId)
  const pageAfter = (place: Pick<ChangedMemory, 'revision' | 'id'>) =>
    readChanges(db, userId, { after: place, most: PAGE })
  const turns = createTurns()
  let revision = after
  for (let coming = pageAfter(endOf(after)); ; ) {
    const page = await coming
    const last = page.at(-1)
    const isLast = page.length < PAGE || last === undefined
    if (!isLast) {
      coming = pageAfter(last)
      coming.catch(() => {}) // thrown when it is awaited
    }
    for (const row of page) {
      if (turns.isOver()) await turns.next()
      applyRow(memoryIndex, row)
    }
    settle(memoryIndex)
    revision = last?.revision ?? revision
    if (isLast) break
  }
  if ((await readStanding(db, userId)).schema !== schema) throw new SchemaChanged()
  return { schema, revision }
}

/** Of so many scopes of one index it is known what it was opened with; where there are more, they begin anew. */
const MOST_SCOPES = 64

/** What a search sees of an index. */
type OpenedIndex = VisibleIndex & {
  /** Where the memories of the user stood when it was opened. */
  readonly standing: Version
  readonly lessons: LessonsInScope
  /** Whether there are filters that not few memories pass: which, is to be asked. */
  readonly isWide: boolean
}

/** What a search looks at: what its caller may see, and of this what passes the filters. */
type View = { readonly scope: Scope; readonly filters?: Filters }

const isPlain = ({ filters = {} }: View): boolean => !isNarrowing(filters)

const keyOf = ({ scope }: View): string => JSON.stringify(scope)

/** How often indexes that nobody searches are compared with the read tables, in milliseconds. */
const REFRESH_MS = 30_000
/** How often an index is read on that another search is reading as well. */
const ATTEMPTS = 3
/** Users whose indexes are loaded before they search. */
const WARM = 100

export type MemoryIndexOptions = {
  /** Runs a function on the read tables that are live when it begins. */
  readonly reading: <Result>(work: (db: Database) => Promise<Result>) => Promise<Result>
  readonly dimensions: number
  /** The most bytes of all indexes together. */
  readonly bytes: number
  /** Called when an index could not be read; searches go to the database then. */
  readonly failed: (error: unknown) => void
}

/**
 * The indexes of the users who search, in memory: read when a user first searches, brought up to date by every search, and
 * dropped when others need the room. An index only proposes memories; what an answer shows is read through the scope.
 */
export class MemoryIndexes {
  private readonly options: MemoryIndexOptions
  /** Made for the first index, because it reserves addresses for 4 GiB. */
  private arena: VectorArena | undefined
  /** By user, what was used least recently first. An index that is being changed is not among them: nobody may search it. */
  private readonly indexes = new Map<string, Loaded>()
  /** One read at a time for a user. */
  private readonly reads = new Map<string, Promise<void>>()
  private readonly timer: NodeJS.Timeout
  private closed = false

  constructor(options: MemoryIndexOptions) {
    this.options = options
    this.timer = setInterval(() => void this.refresh(), REFRESH_MS).unref()
  }

  /** What the caller sees of the user's index, up to date; undefined where it does not fit. */
  async open(db: Database, view: View): Promise<OpenedIndex | undefined> {
    const { scope, filters = {} } = view
    const known = this.indexes.get(scope.userId)
    const [caller, permitted] = await Promise.all([readCaller(db, scope), readFewPermitted(db, scope, filters)])
    const loaded = await this.broughtUpTo(db, scope.userId, { standing: caller.standing, known })
    if (loaded === undefined) return undefined
    const { lessons } = caller
    const visible = visibleIndex(loaded.memoryIndex, caller.groups, permitted)
    if (caller.standing.revision !== loaded.version.revision) loaded.opened.clear()
    else if (loaded === known && isPlain(view)) {
      if (loaded.opened.size >= MOST_SCOPES) loaded.opened.clear()
      const fingerprint = fingerprintOf(caller)
      loaded.opened.set(keyOf(view), { fingerprint, frequencies: new TermFrequencies(visible), lessons })
    }
    return { ...visible, standing: caller.standing, lessons, isWide: permitted === undefined && !isPlain(view) }
  }

  /**
   * What these readers may all read of what the caller sees, as of this standing or later, for a decision; undefined where it
   * does not fit. A decision is what comes before a change: the next search looks first.
   */
  async openFor(
    db: Database,
    { scope, readers, standing }: { readonly scope: Scope; readonly readers: Readers; readonly standing: Standing },
  ): Promise<VisibleIndex | undefined> {
    const { userId } = scope
    const [groups, loaded] = await Promise.all([
      groupsOfAll(db, scope, readers),
      this.broughtUpTo(db, userId, { standing, known: this.indexes.get(userId) }),
    ])
    loaded?.opened.clear()
    return loaded && visibleIndex(loaded.memoryIndex, groups, undefined)
  }

  /** The user's index as of this standing or later; undefined where it does not fit. */
  private async broughtUpTo(
    db: Database,
    userId: string,
    { standing, known }: { readonly standing: Standing; readonly known: Loaded | undefined },
  ): Promise<Loaded | undefined> {
    const { schema, revision } = standing
    if (known === undefined || known.version.schema !== schema) {
      if (bytesFor(await countMemories(db, userId), this.options) > this.options.bytes) return undefined
      if (this.indexes.get(userId) === known) await this.read(userId)
      return this.upToDate(userId, { schema, revision, changes: [] }, undefined)
    }
    const after = known.version
    const changes =
      revision <= after.revision ? [] : await readChanges(db, userId, { after: endOf(after.revision), most: FEW + 1 })
    return this.upToDate(userId, { schema, revision, changes }, after)
  }

  /** The index as it was opened last, where it is likely that nothing has changed since; undefined otherwise. */
  assume(view: View): AssumedIndex | undefined {
    const loaded = isPlain(view) ? this.indexes.get(view.scope.userId) : undefined
    const last = loaded?.opened.get(keyOf(view))
    if (loaded === undefined || last === undefined) return undefined
    // Those of one scope are kept at a time.
    for (const other of loaded.opened.values()) if (other !== last) other.frequencies.forget()
    this.use(view.scope.userId, loaded)
    return last
  }

  /**
   * The index as of a version or later, as the one that was searched last; undefined where it is gone, or there is no memory for
   * it. The changes, which follow the version `since`, are used where they are all that the index lacks; otherwise it is read on.
   */
  private async upToDate(userId: string, synced: Changes, since: Version | undefined): Promise<Loaded | undefined> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      await this.reads.get(userId)
      const current = this.indexes.get(userId)
      if (current?.version.schema !== synced.schema) return undefined
      const { revision } = current.version
      const follows = since?.schema === synced.schema && since.revision <= revision && synced.changes.length <= FEW
      if (follows || synced.revision <= revision) return this.keep(userId, current, synced)
      await this.read(userId, current)
    }
    return undefined
  }

  private keep(userId: string, current: Loaded, synced: Changes): Loaded | undefined {
    this.indexes.delete(userId)
    try {
      const loaded = withChanges(current, synced)
      this.use(userId, loaded)
      if (loaded !== current) this.makeRoom(userId)
      return loaded
    } catch (error) {
      releaseMemoryIndex(current.memoryIndex)
      this.options.failed(error)
      return undefined
    }
  }

  /** Loads the indexes of those who wrote last, into half of the room: their first searches do not wait. */
  async warmUp(): Promise<void> {
    let room = this.options.bytes / 2
    try {
      for (const { userId, memories } of await this.options.reading((db) => lastChanged(db, WARM))) {
        room -= bytesFor(memories, this.options)
        if (room < 0 || this.closed) return
        if (this.indexes.get(userId) === undefined) await this.read(userId)
      }
    } catch (error) {
      this.options.failed(error)
    }
  }

  /** Updates the indexes whose rows have changed, so that none keeps what was erased because nobody searches it. */
  async refresh(): Promise<void> {
    const known = new Map([...this.indexes].map(([userId, { version }]) => [userId, version.revision]))
    if (known.size === 0) return
    try {
      for (const userId of await this.options.reading((db) => changedUsers(db, known))) {
        const loaded = this.indexes.get(userId)
        if (loaded) await this.read(userId, loaded)
      }
    } catch (error) {
      this.options.failed(error)
    }
  }

  /** Resolves when no index is being read. */
  async settled(): Promise<void> {
    await Promise.all(this.reads.values())
  }

  async close(): Promise<void> {
    clearInterval(this.timer)
    this.closed = true
    await this.settled()
    for (const userId of [...this.indexes.keys()]) this.drop(userId)
  }

  /** Reads into an index what it lacks, or all of a user into a new one, unless that is under way. */
  private read(userId: string, known?: Loaded): Promise<void> {
    const underWay = this.reads.get(userId)
    if (underWay) return underWay
    const read = this.fill(userId, known).finally(() => this.reads.delete(userId))
    this.reads.set(userId, read)
    return read
  }

  /** Nobody may search an index that is half changed, so it is away meanwhile. */
  private async fill(userId: string, known: Loaded | undefined): Promise<void> {
    if (known === undefined) this.drop(userId)
    this.indexes.delete(userId)
    this.arena ??= new VectorArena()
    const memoryIndex = known?.memoryIndex ?? createMemoryIndex(this.arena, this.options.dimensions)
    const after = known?.version.revision ?? -1n
    try {
      const version = await this.options.reading((db) => fillIndex(db.reading(userId), userId, { memoryIndex, after }))
      if (known !== undefined && version.schema !== known.version.schema) throw new SchemaChanged()
      this.use(userId, { memoryIndex, version, opened: new Map() })
      this.makeRoom(userId)
    } catch (error) {
      releaseMemoryIndex(memoryIndex)
      if (!(error instanceof SchemaChanged)) this.options.failed(error)
    }
  }

  /** Notes that an index is used now. */
  private use(userId: string, loaded: Loaded): void {
    this.indexes.delete(userId)
    this.indexes.set(userId, loaded)
  }

  private drop(userId: string): void {
    const loaded = this.indexes.get(userId)
    this.indexes.delete(userId)
    if (loaded) releaseMemoryIndex(loaded.memoryIndex)
  }

  /** Drops indexes that there is no room for, except one. */
  private makeRoom(kept: string): void {
    let used = 0
    for (const { memoryIndex } of this.indexes.values()) used += bytesOf(memoryIndex)
    for (const [userId, { memoryIndex }] of this.indexes) {
      if (used <= this.options.bytes) return
      if (userId === kept) continue
      used -= bytesOf(memoryIndex)
      this.drop(userId)
    }
  }
}
