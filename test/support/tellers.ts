import fc from 'fast-check'
import { whims } from './erratic-model.js'

/** Who tells something, and whose name stands in all that they tell. */
export type Teller = {
  readonly name: string
  readonly user: 'me' | 'other'
  readonly agent?: 'a' | 'b' | 'c'
  readonly visibility?: 'workspace' | 'agent_only' | 'restricted'
  readonly granted?: readonly string[]
}

export const TELLERS: readonly Teller[] = [
  { name: 'Abrelon', user: 'me' },
  { name: 'Becquor', user: 'me', agent: 'a', visibility: 'workspace' },
  { name: 'Cindrax', user: 'me', agent: 'a', visibility: 'agent_only' },
  { name: 'Dovmire', user: 'me', agent: 'b', visibility: 'agent_only' },
  { name: 'Elquist', user: 'me', agent: 'b', visibility: 'restricted', granted: ['a'] },
  { name: 'Fargoth', user: 'me', agent: 'c', visibility: 'workspace' },
  { name: 'Gorvain', user: 'other' },
  { name: 'Hestrum', user: 'other', agent: 'a', visibility: 'agent_only' },
]
export const READERS = TELLERS.filter(({ visibility }) => visibility !== 'restricted')

export const sees = (reader: Teller, { user, agent, visibility, granted = [] }: Teller): boolean => {
  if (reader.user !== user || (reader.agent === undefined) !== (agent === undefined)) return false
  return visibility !== 'agent_only' && visibility !== 'restricted'
    ? true
    : agent === reader.agent || granted.includes(String(reader.agent))
}

/** Several turns each: a single one is always taken for a new one. */
const step = fc.record({
  by: fc.nat(TELLERS.length - 1),
  forms: fc.array(fc.nat(5), { minLength: 2, maxLength: 3 }),
  isAsync: fc.constantFrom(false, false, false, true),
})
export const stories = fc.record({
  steps: fc.array(step, { minLength: 2, maxLength: 6 }),
  whims: fc.array(whims, { minLength: 1, maxLength: 8 }),
})
export type Story = typeof stories extends fc.Arbitrary<infer Value> ? Value : never

export const said = (form: number, name: string, n: number): string =>
  [
    `I live in Berlin, says ${name} in entry ${n}.`,
    `I moved to Lisbon, says ${name} in entry ${n}.`,
    `My dog is called Rex, says ${name} in entry ${n}.`,
    `I work for Initech, says ${name} in entry ${n}.`,
    `Forget that I live in Berlin, says ${name} in entry ${n}.`,
    `What does ${name} think of entry ${n}?`,
  ][form] ?? name
