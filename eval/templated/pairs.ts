import { type Dice, diceOf, shuffled } from './dice.js'
import type { Relation, Templates } from './templates.js'

/** Half of the wordings of each relation: rules are written on `tune` and tried on `held-out`. */
export type Half = 'tune' | 'held-out'

/**
 * Why the later statement replaces the first (`change`) or does not: a `trap` written for the relation, a later
 * statement with something `wrapped` around it, one about an `other-subject`, or the same value `restated`.
 */
export type Kind = 'change' | 'trap' | 'wrapped' | 'other-subject' | 'restated'

export type Pair = {
  readonly relation: string
  readonly kind: Kind
  /** The wordings that the pair was made from. */
  readonly made: readonly [first: string, later: string]
  readonly first: string
  readonly later: string
}

/** How often a combination of two wordings is filled with names. */
const DRAWS = { change: 5, trap: 3, wrapped: 1, 'other-subject': 1, restated: 1 } as const

type Names = { readonly s: string; readonly t: string; readonly v: string; readonly w: string }

const capitalised = (sentence: string): string =>
  /^(?:the|an?|the|das|die|der) /.test(sentence) ? sentence.charAt(0).toUpperCase() + sentence.slice(1) : sentence

const OPENS_LOW =
  /^(?:The|An?|In|My|Our|We|You|It|There|Actually|Correction|House|Home|Please|Der|Die|Das|Ein|Eine|Mein|Meine|Unser|Unsere|Meinen|Ich|Wir|Du|Neuer|Auf|Als|Für|Nicht|Inzwischen|Zurzeit|Von)\b/

const lowered = (sentence: string): string =>
  (OPENS_LOW.test(sentence) ? sentence.charAt(0).toLowerCase() + sentence.slice(1) : sentence).replace(/\.$/, '')

const filled = (wording: string, names: Names): string =>
  capitalised(wording.replace(/\{([stvw])\}/g, (_, slot: keyof Names) => names[slot]))

const around = (wrapper: string, sentence: string): string =>
  wrapper.replace('{L}', sentence).replace('{l}', lowered(sentence))

/** Every second wording of a shuffled list. */
const halfOf = (half: Half, wordings: readonly string[], key: string): readonly string[] =>
  shuffled(wordings, diceOf(key)).filter((_, at) => (at % 2 === 0) === (half === 'tune'))

const namesFor = ({ subjects, values }: Relation, { names }: Templates, dice: Dice): Names => {
  const [s = '', ...others] = shuffled(names.get(subjects) ?? [], dice)
  // Another subject with a word in common is the harder trap.
  const words = new Set(s.split(' ').filter((word) => word.length > 3))
  const t = others.find((other) => other.split(' ').some((word) => words.has(word))) ?? others[0] ?? ''
  const drawn = shuffled(
    (names.get(values) ?? []).filter((value) => value !== s && value !== t),
    dice,
  ).slice(0, 2)
  // Nobody gets younger.
  const [v = '', w = ''] = values === 'age' ? [...drawn].sort() : drawn
  return { s, t, v, w }
}

type Shape = { readonly kind: Kind; readonly later: string; readonly wrapper: string }

/** The later statements that are held against a first one, with what stands around them. */
const shapesOf = (half: Half, relation: Relation, { wrappers }: Templates): readonly Shape[] => {
  const { name, language, subjects, first, later, traps } = relation
  const of = (wordings: readonly string[], list: string) => halfOf(half, wordings, `${language} ${name} ${list}`)
  const plain = (kind: Kind, wordings: readonly string[]) => wordings.map((later) => ({ kind, later, wrapper: '{L}' }))
  const changes = of(later, 'later')
  const restated = [...changes, ...of(first, 'first')].filter((one) => !(one.includes('{v}') && one.includes('{w}')))
  const others = subjects === '-' ? [] : changes.filter((one) => one.includes('{s}') && !one.includes('{v}'))
  const group = halfOf(half, wrappers.get(language) ?? [], `${language} wrappers`)
  return [
    ...plain('change', changes),
    ...plain('trap', of(traps, 'traps')),
    ...plain(
      'other-subject',
      others.map((one) => one.replaceAll('{s}', '{t}')),
    ),
    ...plain('restated', later.length === 0 ? [] : restated.map((one) => one.replaceAll('{w}', '{v}'))),
    ...group.flatMap((wrapper, at) => {
      const one = changes[at % Math.max(1, changes.length)]
      return one === undefined ? [] : [{ kind: 'wrapped' as const, later: one, wrapper }]
    }),
  ]
}

const pairsOf = (half: Half, relation: Relation, templates: Templates): readonly Pair[] => {
  const { name, language } = relation
  const key = `${language}-${name}`
  const dice = diceOf(`${half} ${key}`)
  const openers = halfOf(half, templates.wrappers.get(`openers ${language}`) ?? [], `${language} openers`)
  const firsts = halfOf(half, relation.first, `${language} ${name} first`)
  return firsts.flatMap((first, row) =>
    shapesOf(half, relation, templates)
      // Wrappers are many: each is held against one first statement only.
      .filter(({ kind }, at) => (kind !== 'wrapped' && kind !== 'restated') || at % firsts.length === row)
      .flatMap(({ kind, later, wrapper }) =>
        Array.from({ length: DRAWS[kind] }, (_, draw) => {
          const names = namesFor(relation, templates, dice)
          const opener =
            kind === 'change' && draw === 0 ? (openers[(row + later.length) % openers.length] ?? '{L}') : '{L}'
          const told = around(opener, around(wrapper, filled(later, names)))
          const made = [first, wrapper === '{L}' ? later : `${wrapper} ← ${later}`] as const
          return { relation: key, kind, made, first: filled(first, names), later: told }
        }),
      ),
  )
}

/** All pairs of one half, the same in every run. */
export const pairsOfHalf = (half: Half, templates: Templates): readonly Pair[] =>
  templates.relations.flatMap((relation) => pairsOf(half, relation, templates))
