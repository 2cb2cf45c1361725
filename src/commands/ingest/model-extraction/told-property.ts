import { claimsOf } from '../../../indexing/claims/claims-of.js'
import { normalised } from '../../../indexing/claims/normalise.js'
import { canonicalAttribute } from './attributes.js'
import type { ReadTurn } from './read-window.js'

/** What rules and models both know, by the names of the rules and those of models. */
const BOTH: ReadonlyMap<string, string> = new Map(
  'home address employer job marital_state partner phone email birthday birthplace diet deadline owner status school'
    .split(' ')
    .map((name) => [name, name] as const)
    .concat([
      ['spouse', 'partner'],
      ['university', 'school'],
    ]),
)
const NAMES = new Set(BOTH.values())

/**
 * The canonical name of the property that a model gives a value of; null where its turns plainly give that value of another
 * one, as the rules read them: "I moved to Lisbon" tells no employer.
 */
export const toldProperty = (
  { name, value }: { readonly name: string; readonly value: string },
  turns: readonly ReadTurn[],
): string | null => {
  const property = canonicalAttribute(name)
  if (!NAMES.has(property)) return property
  const told = normalised(value)
  const read = turns.flatMap((turn) =>
    claimsOf(turn.content, { speaker: turn.name, role: turn.role, language: turn.language ?? 'en' })
      .claims.filter((claim) => claim.value === told)
      .flatMap(({ attribute }) => BOTH.get(attribute) ?? []),
  )
  return read.length === 0 || read.includes(property) ? property : null
}
