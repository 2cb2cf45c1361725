import type { VerdictReason } from '../../../domain/verdict.js'
import { attributeOf } from '../../../indexing/claims/attributes.js'
import { levelOf } from '../../../indexing/claims/places.js'
import type { Claim } from '../../../indexing/claims/statement.js'

/** How sure each reason is that the rules have for a verdict, 0 to 1. */
export const CONFIDENCE = {
  retraction: 0.97,
  correction: 0.97,
  explicit_change: 0.95,
  ended: 0.95,
  new_value: 0.9,
  late_value: 0.9,
  same_fact: 0.9,
  disjoint_validity: 0.8,
  several_possible: 0.5,
  says_more: 0.6,
  other_owner: 0.6,
  fewer_readers: 0.6,
  hearsay: 0.5,
  other_level: 0.5,
  negated: 0.85,
} satisfies Partial<Record<VerdictReason, number>>
export type Reason = keyof typeof CONFIDENCE

/**
 * What a newer claim does to an older one of the same subject and attribute. `closes`: puts it out of force; `agrees`: says
 * the same; `differs`: says something else, and both may hold; `apart`: they have nothing to do with one another.
 */
export type Effect = { readonly does: 'closes' | 'agrees' | 'differs' | 'apart'; readonly reason: Reason }

const effect = (does: Effect['does'], reason: Reason): Effect => ({ does, reason })

export const effectOf = (newer: Claim, older: Claim): Effect => {
  if (older.how === 'end' || older.how === 'retract') return effect('apart', 'same_fact')
  const same = newer.value !== '' && sameValue(newer.attribute, newer.value, older.value)
  if (newer.how === 'end' || newer.how === 'retract') {
    const hits = newer.value === '' || same
    return hits ? effect('closes', newer.how === 'end' ? 'ended' : 'retraction') : effect('apart', 'same_fact')
  }
  if (same) return effect('agrees', 'same_fact')
  if (areDisjoint(newer, older)) return effect('apart', 'disjoint_validity')
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

/**
 * Whether two values of an attribute, normalised, may be the same: one of them only says more ("Porto", "Porto, Portugal"),
 * or is the other's initials.
 */
const sameValue = (attribute: string, a: string, b: string): boolean => {
  if (a === b) return true
  const kind = attributeOf(attribute)?.kind
  if (kind === 'version' || kind === 'word' || kind === 'contact' || kind === 'time') return false
  if (kind === 'date') return a.endsWith(b) || b.endsWith(a)
  const [fewer, more] = [a.split(' '), b.split(' ')].toSorted((x, y) => x.length - y.length)
  if (fewer === undefined || more === undefined) return false
  if (kind === 'amount')
    return (fewer[0] === more[0] && fewer.every((word) => more.includes(word))) || areAsMuch(fewer, more)
  return fewer.every((word) => more.includes(word)) || (fewer.length === 1 && fewer[0] === initialsOf(more))
}

/** What a foot is in metres, and a pound in kilograms: a value that is told again in another unit is rounded. */
const METRIC: Readonly<Record<string, readonly [times: number, unit: string]>> = {
  ft: [0.3048, 'm'],
  lb: [0.4536, 'kg'],
  // "Pounds" are read as money.
  gbp: [0.4536, 'kg'],
  mph: [1.6093, 'km/h'],
}
const ROUNDED = 0.02

/** Whether two amounts in units of two systems are about the same. */
const areAsMuch = ([a = '', unit = '']: readonly string[], [b = '', other = '']: readonly string[]): boolean => {
  if (unit === other) return false
  const [[x, inUnit], [y, inOther]] = [metric(Number(a), unit), metric(Number(b), other)]
  return inUnit === inOther && Math.abs(x - y) <= ROUNDED * Math.max(x, y)
}

const metric = (number: number, unit: string): readonly [number, string] => {
  const [times, into] = METRIC[unit] ?? [1, unit]
  return [number * times, into]
}

const initialsOf = (words: readonly string[]): string =>
  words
    .filter((word) => !/^(?:of|the|and|for|der|die|und|von)$/.test(word))
    .map((word) => word.charAt(0))
    .join('')

/** Whether one is a country or a region and the other may be a town in it: both can be true. */
const mayContain = (attribute: string, a: string, b: string): boolean =>
  attributeOf(attribute)?.kind === 'place' && levelOf(a) !== levelOf(b)
