import { attributeOf } from '../../../indexing/claims/attributes.js'
import type { Claim } from '../../../indexing/claims/statement.js'
import { mayContain, sameValue } from './same-value.js'

/** Why a verdict is as it is; the trail keeps it. */
export type Reason =
  | 'new_value'
  | 'explicit_change'
  | 'correction'
  | 'ended'
  | 'retraction'
  | 'older_value'
  | 'same_value'
  | 'disjoint_periods'
  | 'several_possible'
  | 'says_more'
  | 'other_owner'
  | 'fewer_readers'
  | 'hearsay'
  | 'other_level'

/**
 * What a newer claim does to an older one of the same subject and attribute. `closes`: puts it out of force; `agrees`: says
 * the same; `differs`: says something else, and both may hold; `apart`: they have nothing to do with one another.
 */
export type Effect = { readonly does: 'closes' | 'agrees' | 'differs' | 'apart'; readonly reason: Reason }

const effect = (does: Effect['does'], reason: Reason): Effect => ({ does, reason })

export const effectOf = (newer: Claim, older: Claim): Effect => {
  if (older.how === 'end' || older.how === 'retract') return effect('apart', 'same_value')
  const same = newer.value !== '' && sameValue(newer.attribute, newer.value, older.value)
  if (newer.how === 'end' || newer.how === 'retract') {
    const hits = newer.value === '' || same
    return hits ? effect('closes', newer.how === 'end' ? 'ended' : 'retraction') : effect('apart', 'same_value')
  }
  if (same) return effect('agrees', 'same_value')
  if (areDisjoint(newer, older)) return effect('apart', 'disjoint_periods')
  if (mayContain(newer.attribute, newer.value, older.value))
    return effect(newer.how === 'state' ? 'apart' : 'differs', 'other_level')
  return replacement(newer, older)
}

/** Of two different values: whether the words of the newer one are enough to put the older one out of force. */
const replacement = (newer: Claim, older: Claim): Effect => {
  const names = newer.former !== null && sameValue(newer.attribute, newer.former, older.value)
  if (newer.how === 'correct')
    return newer.former === null || names ? effect('closes', 'correction') : effect('differs', 'several_possible')
  const replaced = attributeOf(newer.attribute)?.replaced ?? 'on_correction'
  const enough =
    replaced === 'on_correction'
      ? false
      : newer.needs === 'former'
        ? names
        : newer.how === 'change'
          ? newer.former === null || names || replaced === 'plainly'
          : replaced === 'plainly' && newer.needs === 'nothing'
  return enough
    ? effect('closes', newer.how === 'change' ? 'explicit_change' : 'new_value')
    : effect('differs', 'several_possible')
}

/** Two intervals that do not meet are two facts. */
const areDisjoint = (a: Claim, b: Claim): boolean =>
  (a.to !== null && b.from !== null && a.to <= b.from) || (b.to !== null && a.from !== null && b.to <= a.from)
