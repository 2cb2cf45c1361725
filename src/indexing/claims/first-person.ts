import type { Clause } from './clause.js'
import type { Token } from './tokens.js'
import { words } from './vocabulary.js'

/** What is so of whoever does it, and not of one occasion. */
const STATES: ReadonlyMap<string, string> = new Map(
  `earn make get draw sit park drive wear weigh bank train attend lead manage own rent belong report serve support wake start finish commute take go
  come sleep work live use vote play teach stop leave rise study`
    .split(/\s+/)
    .map((verb) => [
      verb,
      verb === 'study'
        ? 'studies'
        : verb === 'go'
          ? 'goes'
          : verb === 'teach'
            ? 'teaches'
            : verb === 'finish'
              ? 'finishes'
              : `${verb}s`,
    ]),
)
/** How often: they say no less of what is so. */
const OFTEN = words('normally usually typically generally always regularly')

/** "I normally earn 5 euros" in the words in which it is said of others, "I earns 5 euros"; null where nothing of that kind is said. */
export const asOfOthers = (clause: Clause): Clause | null => {
  const { tokens } = clause
  const [first] = tokens
  const mine = first?.word === 'i' || first?.word === 'we'
  const often = tokens.findIndex(({ word }, i) => i > 0 && OFTEN.has(word))
  const plain = often > 0 && isVerb(tokens[often + 1], mine) ? tokens.filter((_, i) => i !== often) : tokens
  const verb = plain[1]
  const said = mine ? STATES.get(verb?.word ?? '') : undefined
  if (said === undefined || verb === undefined || first === undefined)
    return plain.length < tokens.length && !mine ? { ...clause, tokens: plain } : null
  return { ...clause, tokens: [first, { ...verb, word: said }, ...plain.slice(2)] }
}

const isVerb = (token: Token | undefined, mine: boolean): boolean =>
  token !== undefined && !token.proper && (mine ? STATES.has(token.word) : /^[a-z]{2,}s$/.test(token.word))
