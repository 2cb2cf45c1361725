import { type Dice, diceOf, shuffled } from './dice.js'
import type { Half, Kind, Pair } from './pairs.js'
import { groupsOf, linesOf, listOf, marked } from './text-files.js'

/** A relation whose sentences are composed: of a noun or a predicate and a form. */
type Relation = {
  readonly name: string
  readonly subjects: string
  readonly values: string
  /** A group of forms; `several` where many values hold at once, `none` where nothing is stated that holds. */
  readonly kind: string
  readonly nouns: readonly string[]
  readonly predicates: readonly string[]
  readonly first: readonly string[]
  readonly traps: readonly string[]
}

/** `states` a value, gives another one (`changes`), or changes nothing (`traps`). */
type Forms = {
  readonly states: readonly string[]
  readonly changes: readonly string[]
  readonly traps: readonly string[]
}

export type Composed = {
  readonly relations: readonly Relation[]
  readonly forms: ReadonlyMap<string, Forms>
  readonly names: ReadonlyMap<string, readonly string[]>
}

const relationOf = (head: string, lines: readonly string[]): Relation => {
  const [name = '', subjects = '', values = '', kind = ''] = head.split(' ')
  const nouns = marked('n', lines).flatMap((line) => line.split(' | '))
  return {
    name,
    subjects,
    values,
    kind,
    nouns,
    predicates: marked('p', lines),
    first: marked('+', lines),
    traps: marked('!', lines),
  }
}

/** What sentences are composed of, from the text files beside this one. */
export const readComposed = async (): Promise<Composed> => {
  const [relations, forms, names] = await Promise.all(
    ['composed-relations.txt', 'composed-forms.txt', 'composed-names.txt'].map(linesOf),
  )
  const formsOf = (lines: readonly string[]): Forms => ({
    states: marked('+', lines),
    changes: marked('>', lines),
    traps: marked('!', lines),
  })
  return {
    relations: groupsOf(relations ?? []).map(([head, lines]) => relationOf(head, lines)),
    forms: new Map(groupsOf(forms ?? []).map(([group, lines]) => [group, formsOf(lines)])),
    names: new Map((names ?? []).map(listOf)),
  }
}

const NO_FORMS: Forms = { states: [], changes: [], traps: [] }

/** How many pairs are drawn of a relation, by what they are. */
const DRAWS = { change: 40, trap: 16, wrapped: 4, restated: 4 } as const

const halved = <Item>(half: Half, items: readonly Item[], key: string): readonly Item[] =>
  shuffled(items, diceOf(key)).filter((_, at) => (at % 2 === 0) === (half === 'tune'))

/** A sentence that is yet to be filled: a form with the noun or the predicate that stands in it. */
type Wording = { readonly form: string; readonly word: string }

type Names = { readonly s: string; readonly t: string; readonly v: string; readonly w: string; readonly its: string }

const filled = ({ form, word }: Wording, names: Names): string => {
  const former = word.replaceAll('{w}', '{v}')
  const whole = form.replaceAll('{n}', word).replaceAll('{p}', word).replaceAll('{P}', former)
  const text = whole.replace(/\{(s|t|v|w|its)\}/g, (_, slot: keyof Names) => names[slot])
  return (text.charAt(0).toUpperCase() + text.slice(1)).replace(/\.\.$/, '.')
}

/** Without its capital, unless it begins with a name, and without its full stop. */
const lowered = (sentence: string, { form }: Wording): string =>
  (/^\{[svwt]\}/.test(form) ? sentence : sentence.charAt(0).toLowerCase() + sentence.slice(1)).replace(/\.$/, '')

const pick = <Item>(items: readonly Item[], dice: Dice): Item | undefined => items[Math.floor(dice() * items.length)]

const namesFor = ({ subjects, values }: Relation, { names }: Composed, dice: Dice): Names => {
  const [s = '', ...others] = shuffled(names.get(subjects) ?? [], dice)
  // Another subject with a word in common is the harder trap.
  const words = new Set(s.split(' ').filter((word) => word.length > 3))
  const t = others.find((other) => other.split(' ').some((word) => words.has(word))) ?? others[0] ?? ''
  const known = (names.get(values) ?? []).filter((value) => value !== s && value !== t)
  const [v = '', w = ''] = shuffled(known, dice)
  return { s, t, v, w, its: subjects === 'person' ? 'their' : 'its' }
}

/** The wordings of a relation in one half. */
type Wordings = Readonly<Record<'states' | 'restates' | 'changes' | 'traps', readonly Wording[]>>

const asLater = (text: string): string => text.replaceAll('{v}', '{w}')

const wordingsOf = (half: Half, relation: Relation, { forms }: Composed): Wordings => {
  const { kind, nouns, predicates, first, traps } = relation
  const of = (group: string, list: keyof Forms) =>
    halved(half, (forms.get(group) ?? NO_FORMS)[list], `${group} ${list}`)
  const join = (all: readonly string[], words: readonly string[]): readonly Wording[] =>
    all.flatMap((form) => words.map((word) => ({ form, word })))
  const compose = (list: keyof Forms, said: readonly string[]): readonly Wording[] => [
    ...join(
      ['noun', kind].flatMap((group) => of(group, list)),
      nouns,
    ),
    ...join(of('predicate', list), said),
  ]
  const stated = compose('states', predicates)
  // Forms of change hold both values already.
  const later = predicates.map(asLater)
  const own = (all: readonly string[]) => all.map((form) => ({ form, word: '' }))
  return {
    states: [...stated, ...own(first)],
    restates: stated.map(({ form, word }) => ({ form: asLater(form), word: asLater(word) })),
    changes: kind === 'several' ? [] : compose('changes', later),
    traps: [...compose('traps', later), ...own(traps), ...own(traps)],
  }
}

type Draw = { readonly kind: Kind; readonly later: Wording; readonly around: string }

/** Later sentences by chance, as many as are drawn. */
const drawsOf = (relation: Relation, wordings: Wordings, arounds: readonly string[], dice: Dice): readonly Draw[] => {
  const { states, restates, changes, traps } = wordings
  const many = relation.kind === 'several' || relation.kind === 'none'
  const anyNew = () => pick(dice() < 0.35 ? restates : changes, dice)
  const drawn = (kind: keyof typeof DRAWS, choose: () => Wording | undefined, around = '{L}') =>
    Array.from({ length: DRAWS[kind] }, () => {
      const later = choose()
      return later === undefined ? [] : [{ kind, later, around: around === '' ? (pick(arounds, dice) ?? '') : around }]
    }).flat()
  if (many) return drawn('trap', () => pick([...restates, ...traps], dice))
  return [
    ...drawn('change', anyNew),
    ...drawn('trap', () => pick(traps, dice)),
    ...drawn('wrapped', anyNew, ''),
    ...drawn('restated', () => pick(states, dice)),
  ]
}

const pairsOf = (half: Half, relation: Relation, composed: Composed): readonly Pair[] => {
  const dice = diceOf(`${half} composed ${relation.name}`)
  const wordings = wordingsOf(half, relation, composed)
  const arounds = halved(half, composed.forms.get('around')?.traps ?? [], 'around')
  return drawsOf(relation, wordings, arounds, dice).flatMap(({ kind, later, around }) => {
    // Mostly a noun is followed by a noun and a predicate by a predicate.
    const isNoun = ({ form }: Wording) => !/\{[pP]\}/.test(form)
    const alike = wordings.states.filter((state) => isNoun(state) === isNoun(later))
    const first = pick(dice() < 0.7 && alike.length > 0 ? alike : wordings.states, dice)
    if (first === undefined) return []
    const names = namesFor(relation, composed, dice)
    const told = filled(later, names)
    const whole = around.replace('{L}', told).replace('{l}', lowered(told, later))
    const made = [first, later].map(({ form, word }) => form.replace(/\{[npP]\}/g, word))
    return [
      {
        relation: relation.name,
        kind,
        made: [made[0] ?? '', `${around === '{L}' ? '' : `${around} ← `}${made[1]}`],
        first: filled(first, names),
        later: whole,
      },
    ]
  })
}

/** Relations of one half, told in forms of the same half: of the other half no sentence shares either. */
export const composedPairsOfHalf = (half: Half, composed: Composed): readonly Pair[] =>
  ['single', 'several', 'none'].flatMap((group) => {
    const inGroup = composed.relations.filter(
      ({ kind }) => (kind === 'several' || kind === 'none' ? kind : 'single') === group,
    )
    return halved(half, inGroup, `relations ${group}`).flatMap((relation) => pairsOf(half, relation, composed))
  })
