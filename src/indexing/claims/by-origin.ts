import { LANGUAGES, PARTIES, PROGRAMMING } from './by-value.js'
import { type Draft, type Fitting, isTown, type Particular, plain, textAt } from './draft.js'
import { isTelling, withoutClass } from './names.js'
import { normalised } from './normalise.js'
import { isPlace, levelOf } from './places.js'
import type { Subject } from './subject.js'
import { STANDING } from './vocabulary.js'

const spoken = (fitting: Fitting): string => textAt(fitting, fitting.found.V) ?? ''

/** Something with a name of its own, by which it is told from others of its kind. */
const isNamed = ({ clause, found }: Fitting, subject: Subject): boolean =>
  subject.is === 'named' && found.S !== undefined && isTelling(clause.tokens, ...found.S)

const isKnownPlace = ({ clause: { tokens }, found: { V } }: Fitting): boolean =>
  V !== undefined && isTown(tokens, [withoutClass(tokens, ...V), V[1]])

const certain = (drafts: readonly Draft[] | null): readonly Draft[] | null =>
  drafts?.map((draft) => ({ ...draft, needs: 'nothing' as const })) ?? null

/** Where one dies, and is in no place. */
const NO_PLACE =
  /\b(?:war|battle|crash|accident|fire|flood|attack|earthquake|storm|disaster|pandemic|sleep|office|action|combat|massacre|uprising|genocide|siege)\b/u

const STADIUM = /\b(?:stadium|arena|park|ground|field|garden|gardens|centre|center|dome|bowl|coliseum|oval|rink|hall)\b/u

const belongs: Particular = (fitting, subject) => {
  const value = normalised(spoken(fitting))
  const level = levelOf(value)
  if (subject.is === 'named' && PARTIES.test(value)) return plain(fitting, subject, 'firm:political party')
  if (subject.is !== 'named' || level === 'town') return plain(fitting, subject, 'owner')
  return certain(plain(fitting, subject, level === 'region' ? 'site:state' : level))
}

const tongue = (fitting: Fitting, subject: Subject, attribute: string): readonly Draft[] | null =>
  LANGUAGES.test(normalised(spoken(fitting))) && isNamed(fitting, subject) ? plain(fitting, subject, attribute) : null

/** Ways to say where somebody or something comes from or ends, and what a work was made in. */
export const BY_ORIGIN: Readonly<Record<string, Particular>> = {
  born: (fitting, subject) => {
    const drafts = NO_PLACE.test(spoken(fitting)) ? null : plain(fitting, subject, 'birthplace')
    return isNamed(fitting, subject) ? certain(drafts) : drafts
  },
  died: (fitting, subject) =>
    isNamed(fitting, subject) && !NO_PLACE.test(spoken(fitting)) ? plain(fitting, subject, 'site:place of death') : null,
  // Letters and calls come from people, and people from places.
  comesFrom: (fitting, subject) =>
    isNamed(fitting, subject) && isKnownPlace(fitting) ? plain(fitting, subject, 'origin') : null,
  native: (fitting, subject) => (isNamed(fitting, subject) ? plain(fitting, subject, 'native') : null),
  stems: (fitting, subject) => (isNamed(fitting, subject) ? plain(fitting, subject, 'origin') : null),
  madeIn: (fitting, subject) => {
    if (PROGRAMMING.has(spoken(fitting))) return plain(fitting, subject, 'trait:programming language')
    return isNamed(fitting, subject) && isKnownPlace(fitting) ? plain(fitting, subject, 'origin') : null
  },
  penned: (fitting, subject) =>
    PROGRAMMING.has(spoken(fitting))
      ? plain(fitting, subject, 'trait:programming language')
      : tongue(fitting, subject, 'original_language'),
  // Of a country or a town there are several languages.
  tongue: (fitting, subject) => (isPlace(subject.key) ? null : tongue(fitting, subject, 'original_language')),
  tongued: (fitting, subject) => {
    const [, language] = /^(.+)-(?:language|speaking)$/.exec(spoken(fitting)) ?? []
    return language === undefined || !LANGUAGES.test(language) || !isNamed(fitting, subject)
      ? null
      : [{ subject, attribute: 'original_language', value: normalised(language), needs: 'nothing' }]
  },
  owns: (fitting, subject) => {
    const drafts = plain(fitting, subject, 'owner')
    return isNamed(fitting, subject)
      ? certain(drafts)
      : (drafts?.map((draft) => ({ ...draft, needs: 'change' as const })) ?? null)
  },
  belongs,
  standing: (fitting, subject) => {
    const { clause, found } = fitting
    const things = found.S === undefined ? [] : clause.tokens.slice(...found.S)
    const stands = things.some(({ word, proper }) => proper && STANDING.has(word)) || isPlace(subject.key)
    const level = levelOf(normalised(spoken(fitting)))
    if (!stands || !isNamed(fitting, subject)) return null
    return plain(fitting, subject, level === 'country' || level === 'continent' ? level : 'location')
  },
  groundOf: (fitting, subject) =>
    STADIUM.test(spoken(fitting)) && isNamed(fitting, subject) ? plain(fitting, subject, 'site:home ground') : null,
  flows: (fitting, subject) => (isNamed(fitting, subject) ? plain(fitting, subject, 'site:mouth') : null),
}
