import { isNarrowing } from '../filters.js'
import type { LessonsInScope } from '../visible-lessons.js'
import type { Bank } from './bank.js'
import type { Loaded } from './fill-bank.js'
import type { Synced, View } from './rows.js'
import type { TrustByGroup } from './visible-bank.js'

/** What was found for a scope when nothing had changed since the time before. */
type Unchanged = {
  readonly fingerprint: string
  /** Of the bank. */
  readonly revision: bigint
  readonly groups: TrustByGroup
  readonly lessons: LessonsInScope
}

/** Of so many scopes of one bank it is known; where there are more, they begin anew. */
const MOST_SCOPES = 64

/**
 * For each scope in which a bank was opened, what it was opened with, as long as that is likely to hold: the last time nothing
 * had changed, and no decision has looked at the bank since, which is what comes before a change.
 */
export class LastOpened {
  private readonly banks = new WeakMap<Bank, Map<string, Unchanged>>()

  /** Undefined where it is not known, or the bank is at another revision now. */
  of({ bank, version }: Loaded, view: View): Unchanged | undefined {
    const known = isPlain(view) ? this.banks.get(bank)?.get(keyOf(view)) : undefined
    return known?.revision === version.revision ? known : undefined
  }

  /** Notes what a bank, as it was `before` and is `now`, was opened with. */
  note(
    view: View,
    synced: Synced,
    { before, now }: { readonly before: Loaded | undefined; readonly now: Loaded },
  ): void {
    const hasChanged = before !== now || synced.revision !== now.version.revision
    if (hasChanged || view.readers !== undefined) this.banks.delete(now.bank)
    else if (isPlain(view)) this.put(now.bank, keyOf(view), synced)
  }

  private put(bank: Bank, key: string, { fingerprint, revision, groups, lessons }: Synced): void {
    const scopes = this.banks.get(bank) ?? new Map<string, Unchanged>()
    if (scopes.size >= MOST_SCOPES) scopes.clear()
    this.banks.set(bank, scopes.set(key, { fingerprint, revision, groups, lessons }))
  }
}

const isPlain = ({ readers, filters = {} }: View): boolean => readers === undefined && !isNarrowing(filters)

const keyOf = ({ scope }: View): string => JSON.stringify(scope)
