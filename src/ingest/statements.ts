import type { Metadata } from '../domain/event.js'
import { type Change, cascade, closing } from '../domain/memory/cascade.js'
import { NOTHING_AROUND, type Statement } from '../domain/memory/deciding.js'
import type { Forgetting } from '../domain/memory/settling.js'
import type { Target } from '../domain/verdict.js'
import { clashesByWords } from './contest.js'
import type { BankKnown, PreparedFact, PreparedIngest } from './context.js'
import { agreeingWith, bySample, type TellingOf, tellingsIn } from './duplicates.js'
import { isUnsure } from './forget-request.js'
import { forgetting, knownAs } from './forgetting.js'
import { judgeReplacements } from './replacing.js'

/** By the fact, the memory that it tells again, perhaps a deleted one; a request to forget tells none. */
export type Duplicates = ReadonlyMap<string, string>

type StatementsInput = {
  readonly by: Metadata
  /** Facts that were erased meanwhile, or whose words were erased after they were said. */
  readonly erased: ReadonlySet<string>
}

/** The facts as they are decided on, those that replace something first; and of each the memories that say the same. */
export const statementsOf = (ingest: PreparedIngest, known: BankKnown, { by, erased }: StatementsInput) => {
  const { facts, readers } = ingest
  const near = bySample(known.neighbours)
  const worded = clashesIn(ingest, near)
  const replaced = judgeReplacements(
    { ...ingest, by, erased, worded, deleted: known.takenBack?.deleted },
    known.replacements,
  )
  const tellings = tellingsIn(facts, readers, near)
  const { duplicates, requests } = inTurn(ingest, known, { at: by.at, erased, replaced, tellings })
  const plain = facts.flatMap((fact, i): readonly Statement[] => {
    const { memoryId, content, speaker, textHash, replacement } = fact
    const duplicate = duplicates.get(memoryId)
    if (replacement || (erased.has(memoryId) && duplicate === undefined)) return []
    const forgets = requests.get(memoryId)
    return [
      {
        memoryId,
        version: 1,
        content,
        speaker,
        subject: null,
        readers,
        textHash,
        isNew: true,
        knownAs: duplicate === undefined ? [] : [duplicate],
        agreesWith: agreeingWith(fact, readers, near.get(i) ?? []),
        verdicts: worded.get(memoryId) ?? [],
        ...(forgets && { forgets }),
      },
    ]
  })
  return { statements: [...replaced.statements, ...plain], duplicates, updates: replaced.updates }
}

/** What contradicts each fact by its words. */
const clashesIn = ({ facts, readers, request }: PreparedIngest, near: ReturnType<typeof bySample>) =>
  new Map(
    facts.map((fact, i) => [fact.memoryId, clashesByWords(request.scope, { ...fact, readers }, near.get(i) ?? [])]),
  )

type KnownTellings = {
  /** ISO instant of the write. */
  readonly at: string
  readonly erased: ReadonlySet<string>
  readonly replaced: ReturnType<typeof judgeReplacements>
  readonly tellings: ReadonlyMap<string, TellingOf>
}

/** What each fact is at its turn: a memory that says it already, or a request to forget. */
const inTurn = (ingest: PreparedIngest, known: BankKnown, before: KnownTellings) => {
  const turns = new InTurn(ingest, known, before)
  for (const fact of ingest.facts) turns.add(fact)
  return turns
}

/** What an earlier turn of the same ingest takes back says nothing any more: who says it afterwards states it anew. */
class InTurn {
  readonly duplicates = new Map<string, string>()
  readonly requests = new Map<string, Forgetting>()
  private readonly known: Map<string, Target | null>
  private readonly others: ReadonlySet<string>
  /** By the memory, the first turn that takes it back. */
  private readonly takenAt = new Map<string, number>()

  private readonly ingest: PreparedIngest
  private readonly bank: BankKnown
  private readonly before: KnownTellings

  constructor(ingest: PreparedIngest, bank: BankKnown, before: KnownTellings) {
    this.ingest = ingest
    this.bank = bank
    this.before = before
    const erased = [...before.erased].map((memoryId) => [memoryId, null] as const) // pairs
    this.known = new Map([...knownAs(ingest, before.tellings), ...erased])
    this.others = new Set([...before.replaced.statements.map(({ memoryId }) => memoryId), ...before.erased])
    this.takeReplaced()
  }

  add(fact: PreparedFact): void {
    const { memoryId, forgets, replacement } = fact
    if (replacement === undefined && forgets && this.isRequest(fact, isUnsure(forgets))) return
    const said = replacement ? this.before.replaced.knownAs.get(memoryId) : this.saidBy(fact)
    if (said !== undefined) this.duplicates.set(memoryId, said)
  }

  /** Where its words are also said of what is no memory, and it means none for certain, it is no request. */
  private isRequest(fact: PreparedFact, isUnsureOne: boolean): boolean {
    const { known, others } = this
    const { forgettable: stored = [], saying = [], lastTold = new Map() } = this.bank
    const meant = forgetting(fact, this.ingest, { stored, saying, lastTold, known, others })
    if (!meant.isClear && isUnsureOne) return false
    const isPast = fact.given !== undefined && fact.given.instant < this.before.at
    this.requests.set(fact.memoryId, isPast ? { ...meant, askedAt: fact.given } : meant)
    if (meant.isClear) this.take({ deleted: meant.memories }, fact.turns[0])
    return true
  }

  /** The memory that says already what a fact says, or a deleted one that said it after the fact. */
  private saidBy(fact: PreparedFact): string | undefined {
    const { memoryId, again } = fact
    const telling = this.before.tellings.get(memoryId)
    if (telling !== undefined && !this.isTaken(telling.id, fact)) return telling.id
    this.known.delete(memoryId)
    const first = again === undefined || this.before.erased.has(again) ? undefined : again
    const repeated = first === undefined ? undefined : (this.duplicates.get(first) ?? first)
    if (first !== undefined && repeated !== undefined && !this.isTaken(repeated, fact)) {
      this.known.set(
        memoryId,
        this.known.has(first) ? (this.known.get(first) ?? null) : { memoryId: first, version: 1 },
      )
      return repeated
    }
    const deleted = this.bank.takenBack?.deleted.get(memoryId)
    if (deleted !== undefined || this.before.erased.has(memoryId)) this.known.set(memoryId, null)
    return deleted
  }

  private isTaken(memoryId: string, { turns: [turn] }: PreparedFact): boolean {
    return (this.takenAt.get(memoryId) ?? turn) < turn
  }

  /** Turns that were ingested before come first. */
  private takeReplaced(): void {
    const { knownAs: names, statements } = this.before.replaced
    const turns = new Map(
      this.ingest.facts.map(({ memoryId, turns: [turn] }) => [names.get(memoryId) ?? memoryId, turn]),
    )
    for (const { memoryId, verdicts } of statements) {
      const superseding = verdicts.filter(({ applied }) => applied === 'supersede')
      const closed = superseding.map(({ target }) => closing(target, memoryId))
      if (closed.length > 0) this.take({ closed }, turns.get(memoryId) ?? -1)
    }
  }

  /** With all that goes with it. */
  private take(change: Change, turn: number): void {
    const { closings, deletions, withdrawn } = cascade(change, this.bank.around ?? NOTHING_AROUND)
    for (const { memoryId } of [...closings, ...deletions, ...withdrawn])
      this.takenAt.set(memoryId, Math.min(turn, this.takenAt.get(memoryId) ?? turn))
  }
}
