import { toolsChanged } from './by-tool.js'
import { otherAlternatives } from './by-value.js'
import { type Draft, type Fitting, isTown, plain } from './draft.js'
import type { Claim, Manner } from './statement.js'
import type { Subject } from './subject.js'
import { isOfTools } from './tools.js'

/** That something took the place of something else which is named, whatever it is of the subject: "we switched X from A to B". */
const EXCHANGED = 'exchanged'

/** "To B in staging", "for the tests": not as a whole. */
const IN_PART = / (?:in|for|on|at|of|with|from|as|during|in der|im|für|fur|bei|beim|auf|von) /u

/** What was A of the subject before is known by that name alone: "X runs on A". Towns are left out: X may be born in one. */
export const exchange = (fitting: Fitting, subject: Subject): readonly Draft[] => {
  const { clause, found, noun } = fitting
  if (noun !== null || found.F === undefined || found.V === undefined) return []
  if (isTown(clause.tokens, found.V) || isTown(clause.tokens, found.F)) return []
  const [draft] = plain(fitting, subject, EXCHANGED) ?? []
  return draft === undefined || IN_PART.test(draft.value) ? [] : [{ ...draft, needs: 'former' }]
}

/** Of "changed from A to B" the words do not say what changed: it is what was A before. */
const OF_NAMES = 'employer team school university bank gym broadcaster record_label publisher insurer'.split(' ')
const OF_THINGS = 'position genre tool car plan league room currency'.split(' ')

export const alternatives = (fitting: Fitting, subject: Subject): readonly Draft[] | null => {
  if (fitting.found.F === undefined) return null
  const tools = toolsChanged(fitting, subject)
  if (tools !== null) return tools
  const drafts = [...OF_NAMES, ...OF_THINGS].flatMap((attribute) => plain(fitting, subject, attribute) ?? [])
  const others = otherAlternatives(fitting, subject)
  return drafts.length + others.length === 0
    ? null
    : [...drafts.map((draft) => ({ ...draft, needs: 'former' as const })), ...others]
}

export const isExchange = ({ attribute }: Pick<Claim, 'attribute'>): boolean => attribute === EXCHANGED

/** What is told besides such an exchange, which is one of the whole: "from A to B for the tests" is not. */
export const withExchange = (
  drafts: readonly Draft[],
  fitting: Fitting,
  { how, more }: { readonly how: Manner; readonly more: boolean },
): readonly Draft[] => {
  const others = drafts.filter((draft) => !isExchange(draft))
  const [first] = drafts
  if (how !== 'change' || more || first === undefined) return others
  // What a speaker changed may be anything, but for tools.
  return first.subject.is === 'speaker' && !isOfTools(first.attribute)
    ? others
    : [...others, ...exchange(fitting, first.subject)]
}

/** What somebody uses, runs on or is made with; an owner, a limit or a sponsor of the same name is something else. */
const USED = /^(?:trait|framed_name|provider|tool|broadcaster)(?::|$)/

/** Whether a claim tells what took the place of the value of another one. */
export const takesPlaceOf = (newer: Claim, older: Claim): boolean =>
  isExchange(newer) &&
  newer.how === 'change' &&
  newer.subject === older.subject &&
  newer.former === older.value &&
  USED.test(older.attribute)
