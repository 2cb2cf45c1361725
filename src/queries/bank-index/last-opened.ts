import { isNarrowing } from '../filters.js'
import type { LessonsInScope } from '../visible-lessons.js'
import type { Bank } from './bank.js'
import type { Loaded } from './fill-bank.js'
import type { Synced, View } from './rows.js'
import { TermFrequencies } from './term-frequencies.js'
import { visibleBank } from './visible-bank.js'

/** What was found for a scope when nothing had changed since the time before. */
export type AssumedBank = {
  /** As long as it is the same, all this holds. */
  readonly fingerprint: string
  readonly frequencies: TermFrequencies
  readonly lessons: LessonsInScope
}
type Unchanged = AssumedBank & { readonly revision: bigint }

/** Of so many scopes of one bank it is known; where there are more, they begin anew. */
const MOST_SCOPES = 64

/**
 * For each scope in which a bank was opened, what it was opened with, as long as that is likely to hold: the last time nothing
 * had changed, and no decision has looked at the bank since, which is what comes before a change.
 */
export class LastOpened {
  private readonly banks = new WeakMap<Bank, Map<string, Unchanged>>()

  /** Undefined where it is not known, or the bank is at another revision now. */
  of({ bank, version }: Loaded, view: View): AssumedBank | undefined {
    const scopes = isPlain(view) ? this.banks.get(bank) : undefined
    const known = scopes?.get(keyOf(view))
    if (scopes === undefined || known?.revision !== version.revision) return undefined
    // Those of one scope are kept at a time.
    for (const other of scopes.values()) if (other !== known) other.frequencies.forget()
    return known
  }

  /** Notes what a bank, as it was `before` and is `now`, was opened with. */
  note(
    view: View,
    synced: Synced,
    { before, now }: { readonly before: Loaded | undefined; readonly now: Loaded },
  ): void {
    const hasChanged = before !== now || synced.revision !== now.version.revision
    if (hasChanged || view.readers !== undefined) this.forget(now.bank)
    else if (isPlain(view)) this.put(now.bank, keyOf(view), synced)
  }

  forget(bank: Bank): void {
    this.banks.delete(bank)
  }

  private put(bank: Bank, key: string, { fingerprint, revision, groups, lessons }: Synced): void {
    const frequencies = new TermFrequencies(visibleBank(bank, groups, undefined))
    const scopes = this.banks.get(bank) ?? new Map<string, Unchanged>()
    if (scopes.size >= MOST_SCOPES) scopes.clear()
    this.banks.set(bank, scopes.set(key, { fingerprint, revision, frequencies, lessons }))
  }
}

const isPlain = ({ readers, filters = {} }: View): boolean => readers === undefined && !isNarrowing(filters)

const keyOf = ({ scope }: View): string => JSON.stringify(scope)
