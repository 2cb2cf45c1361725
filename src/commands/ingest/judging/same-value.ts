import { attributeOf } from '../../../indexing/claims/attributes.js'
import { levelOf } from '../../../indexing/claims/places.js'

/**
 * Whether two values of an attribute, normalised, may be the same: one of them only says more ("Porto", "Porto, Portugal"),
 * or is the other's initials.
 */
export const sameValue = (attribute: string, a: string, b: string): boolean => {
  if (a === b) return true
  const kind = attributeOf(attribute)?.kind
  if (kind === 'version' || kind === 'word' || kind === 'contact' || kind === 'time') return false
  if (kind === 'date') return a.endsWith(b) || b.endsWith(a)
  const [fewer, more] = [a.split(' '), b.split(' ')].toSorted((x, y) => x.length - y.length)
  if (fewer === undefined || more === undefined) return false
  if (kind === 'amount') return fewer[0] === more[0] && fewer.every((word) => more.includes(word))
  return fewer.every((word) => more.includes(word)) || (fewer.length === 1 && fewer[0] === initialsOf(more))
}

const initialsOf = (words: readonly string[]): string =>
  words
    .filter((word) => !/^(?:of|the|and|for|der|die|und|von)$/.test(word))
    .map((word) => word.charAt(0))
    .join('')

/** Whether one is a country or a region and the other may be a town in it: both can be true. */
export const mayContain = (attribute: string, a: string, b: string): boolean =>
  attributeOf(attribute)?.kind === 'place' && levelOf(a) !== levelOf(b)
