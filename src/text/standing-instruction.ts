import { anyAlternative, knownOf } from './languages.js'

/** Instructions that apply from now on, in the languages of the search. */
const known = [...knownOf('instructions').values()]
const JOINS = anyAlternative(known.map(({ joins }) => joins))
const START = String.raw`(?:^|[.!?;:\n)("“]\s{0,3}|\b(?:${JOINS})\s|,\s)`
const PLEASE = `(?:(?:${anyAlternative(known.map(({ please }) => please))}) )?`
const PATTERNS = known.flatMap(({ patterns, verbs = '' }) =>
  patterns.map(
    (pattern) => new RegExp(pattern.replaceAll('{start}', START + PLEASE).replaceAll('{verbs}', verbs), 'iu'),
  ),
)

/** Every pattern contains one of these words. Most texts contain none, so one test replaces all patterns. */
const HINT = new RegExp(known.map(({ hint }) => hint).join('|'), 'i')

/** How much of a text is examined, in UTF-16 units. */
const LOOKED_AT = 4000

/**
 * Whether a text is a standing instruction: "always include an example", "never use the tram", "when I ask about dates,
 * give the year".
 */
export const isStandingInstruction = (text: string): boolean => {
  const said = text.slice(0, LOOKED_AT).replaceAll('’', "'")
  return HINT.test(said) && PATTERNS.some((pattern) => pattern.test(said))
}
