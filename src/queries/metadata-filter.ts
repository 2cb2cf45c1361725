import { isJsonObject, type JsonObject } from '../domain/json-object.js'

/**
 * Filters on metadata as callers write them, compiled into paths of SQL/JSON. All entries of a filter have to hold: under a key
 * stands a value or conditions on it, under `all` and `any` a list of filters, under `not` a filter.
 *
 * A part without `not` is asked of one telling at a time. A `not` is asked of the memory: no telling may pass what it holds.
 */

/** Conditions on the value under a key, or on one member where it is a list. Without a test: that there is one. */
type Leaf = { readonly kind: 'leaf'; readonly key: string; readonly tests: readonly (readonly [string, unknown])[] }
type Group = { readonly kind: 'all' | 'any'; readonly of: readonly Part[] }
type Part = Leaf | Group | { readonly kind: 'not'; readonly of: Part }

/** A part without `not`. */
export type PositivePart = { readonly positive: Part }

/** A path that is true or false of any metadata, never unknown, and the values that it names: `$v[0]` is the first. */
export type CompiledPath = { readonly path: string; readonly values: readonly unknown[] }

const partOf = (filter: JsonObject): Group => ({ kind: 'all', of: Object.entries(filter).flatMap(partsUnder) })

const partsUnder = ([key, value]: readonly [string, unknown]): readonly Part[] => {
  if ((key === 'all' || key === 'any') && Array.isArray(value))
    return [{ kind: key, of: value.filter(isJsonObject).map(partOf) }]
  if (key === 'not' && isJsonObject(value)) return [{ kind: 'not', of: partOf(value) }]
  return conditionsOn(key, value)
}

const conditionsOn = (key: string, value: unknown): readonly Part[] => {
  const leaf = (tests: Leaf['tests']): Part => ({ kind: 'leaf', key, tests })
  const none = (of: readonly Part[]): Part => ({ kind: 'not', of: { kind: 'all', of } })
  if (!isJsonObject(value)) return [leaf([['in', [value]]])]
  const { exists, not, ...tests } = value
  return [
    ...(Object.keys(tests).length === 0 ? [] : [leaf(Object.entries(tests))]),
    ...(exists === undefined ? [] : [exists ? leaf([]) : none([leaf([])])]),
    ...(not === undefined ? [] : [none(conditionsOn(key, not))]),
  ]
}

const hasNot = (part: Part): boolean => part.kind === 'not' || (part.kind !== 'leaf' && part.of.some(hasNot))

/** The parts that all have to hold. */
const conjuncts = (part: Part): readonly Part[] => (part.kind === 'all' ? part.of.flatMap(conjuncts) : [part])

const leavesOf = (part: Part): readonly Leaf[] => {
  if (part.kind === 'leaf') return [part]
  return part.kind === 'not' ? leavesOf(part.of) : part.of.flatMap(leavesOf)
}

/** What one telling has to pass, and what the memory has to; undefined where nothing is asked. */
export const splitFilter = (filter: JsonObject = {}): { readonly one?: PositivePart; readonly memory?: WholePart } => {
  const parts = conjuncts(partOf(filter))
  const [positive, others] = [parts.filter((part) => !hasNot(part)), parts.filter(hasNot)]
  return {
    ...(positive.length > 0 && { one: { positive: { kind: 'all', of: positive } } }),
    ...(others.length > 0 && { memory: wholePart({ kind: 'all', of: others }) }),
  }
}

/** What a memory has to pass: a path over its record that also names the parts which other tellings pass, by `$told`. */
export type WholePart = CompiledPath & {
  /** `$told[*] == 0` is the first. */
  readonly parts: readonly PositivePart[]
}

const wholePart = (asked: Part): WholePart => {
  const values: unknown[] = []
  const parts: PositivePart[] = []
  const held = (part: Part): string => {
    if (part.kind === 'not') return `!(${held(part.of)})`
    if (part.kind !== 'leaf' && hasNot(part)) return joined(part)
    parts.push({ positive: part })
    return `(${pathOf(part, values)} || $told[*] == ${parts.length - 1})`
  }
  // What stands in one group without `not` is asked of one telling. No telling may pass a, nor b: none may pass any of them.
  const joined = ({ kind, of }: Group): string => {
    const [free, rest] = [of.filter((part) => !hasNot(part)), of.filter(hasNot)]
    const nots = kind === 'all' ? rest.flatMap((part) => (part.kind === 'not' ? [part.of] : [])) : []
    const others = nots.length > 1 ? rest.filter(({ kind: its }) => its !== 'not') : rest
    const terms: readonly Part[] = [
      ...(free.length > 0 ? [{ kind, of: free }] : []),
      ...(nots.length > 1 ? [{ kind: 'not' as const, of: { kind: 'any' as const, of: nots } }] : []),
      ...others,
    ]
    return grouped(kind, terms.map(held))
  }
  return { path: held(asked), values, parts }
}

/** Whether metadata hold a part. */
export const compiled = ({ positive }: PositivePart): CompiledPath => {
  const values: unknown[] = []
  return { path: pathOf(positive, values), values }
}

/** Whether they hold any condition of a part. */
export const compiledAny = ({ positive }: PositivePart): CompiledPath =>
  compiled({ positive: { kind: 'any', of: leavesOf(positive) } })

const grouped = (kind: Group['kind'], paths: readonly string[]): string =>
  `(${paths.join(kind === 'all' ? ' && ' : ' || ')})`

/** What a comparison cannot be made of is unknown, and a path in a filter takes that for false. */
const pathOf = (part: Part, values: unknown[]): string => {
  if (part.kind === 'not') throw new Error('a part with not is asked of the memory')
  if (part.kind !== 'leaf')
    return grouped(
      part.kind,
      part.of.map((each) => pathOf(each, values)),
    )
  const key = `$.${JSON.stringify(part.key)}`
  if (part.tests.length === 0) return `exists(${key})`
  const tests = part.tests.map((test) => testOf(test, (value) => `$v[${values.push(value) - 1}]`))
  // A filter looks at the members of a list; of a list within a list comparisons would do so again.
  return `exists(${key} ? (@.type() != "array" && ${tests.join(' && ')}))`
}

const SIGNS = new Map([
  ['gt', '>'],
  ['gte', '>='],
  ['lt', '<'],
  ['lte', '<='],
])
/** That of a day as text; an instant is longer. */
export const DAY_LENGTH = 10
/** Follows in order whatever may follow the day in a time of that day. */
const END_OF_DAY = '~'
/** How times are written that do not say the second: what PostgreSQL reads without being told the form says it. */
const TIME_FORMS = ['', '"yyyy-mm-dd\\"T\\"HH24:MITZ"', '"yyyy-mm-dd\\"T\\"HH24:MI"']

const testOf = ([operator, value]: readonly [string, unknown], bind: (value: unknown) => string): string => {
  const sign = SIGNS.get(operator)
  if (sign === undefined) return `@ == ${bind(value)}`
  if (typeof value !== 'string') return `@ ${sign} ${bind(value)}`
  if (value.length !== DAY_LENGTH) {
    const bound = `${bind(value)}.datetime()`
    return `(${TIME_FORMS.map((form) => `@.datetime(${form}) ${sign} ${bound}`).join(' || ')})`
  }
  const bound = bind(operator === 'gt' || operator === 'lte' ? value + END_OF_DAY : value)
  return `@ like_regex "^[0-9]{4}-[0-9]{2}-[0-9]{2}([T ]|$)" && @ ${sign} ${bound}`
}

/** Objects as JSON, of which metadata contain one wherever they hold one of these equalities: an index finds those. */
export type ContainedForms = {
  /** Of a memory's own metadata. */
  readonly own: readonly string[]
  /** Of its episode's, where its own hold none of the above. */
  readonly episode: readonly string[]
}

const valuesOf = ({ tests }: Leaf): readonly unknown[] =>
  tests.flatMap(([operator, value]) => (operator === 'in' && Array.isArray(value) ? value : []))

const isMember = (leaf: Leaf): boolean => leaf.tests.some(([operator]) => operator === 'in')

const pair = (key: string, value: unknown): string => JSON.stringify(Object.fromEntries([[key, value]]))
const formsOf = (leaf: Leaf): readonly string[] => [
  ...valuesOf(leaf).map((value) => pair(leaf.key, value)),
  ...inList(leaf),
]
const inList = (leaf: Leaf): readonly string[] => valuesOf(leaf).map((value) => pair(leaf.key, [value]))

/** Undefined where no equality has to hold in any case. */
export const narrowingForms = ({ positive }: PositivePart): ContainedForms | undefined => {
  const members = conjuncts(positive).filter((part): part is Leaf => part.kind === 'leaf' && isMember(part))
  const equal = members.filter((leaf) => valuesOf(leaf).length === 1)
  const [first] = members
  if (first === undefined) return undefined
  if (equal.length === 0) return { own: formsOf(first), episode: formsOf(first) }
  const whole = JSON.stringify(Object.fromEntries(equal.map((leaf) => [leaf.key, valuesOf(leaf)[0]])))
  return { own: equal.flatMap(formsOf), episode: [whole, ...equal.flatMap(inList)] }
}

/** Metadata hold any condition of the part where they contain one of these; undefined where that takes more than equality. */
export const formsOfAny = ({ positive }: PositivePart): readonly string[] | undefined => {
  const leaves = leavesOf(positive)
  const isEquality = leaves.every(({ tests }) => tests.length === 1 && tests.every(([operator]) => operator === 'in'))
  return isEquality ? leaves.flatMap(formsOf) : undefined
}
