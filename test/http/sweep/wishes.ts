import fc from 'fast-check'
import { bodyFaults } from './body-faults.js'
import type { Fault } from './draft.js'
import { fieldFaults } from './field-faults.js'
import { fieldOddities } from './field-oddities.js'
import { headFaults } from './head-faults.js'
import { type Operation, operations } from './operations.js'

/** A request by what it asks and what is wrong with it. */
export type Wish = { readonly operation: Operation; readonly faults: readonly Fault[] }

const oneOf = (faults: readonly Fault[], weight: number) =>
  faults.length === 0 ? [] : [{ weight, arbitrary: fc.constantFrom(...faults) }]

const faultsOf = (operation: Operation) =>
  fc.oneof(
    ...oneOf(fieldFaults(operation), 16),
    ...oneOf(fieldOddities(operation), 4),
    ...oneOf(operation.hasBody ? bodyFaults : [], 8),
    ...headFaults(operation).flatMap((faults) => oneOf(faults, 1)),
  )

const ranks = ['field', 'query', 'text', 'frame']
/** Fields are filled before the whole is written. */
const rank = ({ place }: Fault): number => ranks.indexOf(place.split(' ')[0] ?? '')

const wishesFor = (operation: Operation): fc.Arbitrary<Wish> => {
  const some = (minLength: number, maxLength: number) =>
    fc.uniqueArray(faultsOf(operation), { minLength, maxLength, selector: ({ place }) => place })
  const faults = fc.oneof(
    { weight: 1, arbitrary: fc.constant([]) },
    { weight: 7, arbitrary: some(1, 1) },
    { weight: 2, arbitrary: some(2, 3) },
  )
  return faults.map((chosen) => ({ operation, faults: [...chosen].sort((a, b) => rank(a) - rank(b)) }))
}

/** So many requests, spread over all that the service can be asked: the same for the same seed. */
export const wishes = (count: number, seed: number): readonly Wish[] =>
  fc.sample(
    fc.oneof(
      ...operations.map((operation) => ({
        weight: 1 + operation.fields.length,
        arbitrary: wishesFor(operation),
      })),
    ),
    { numRuns: count, seed },
  )
