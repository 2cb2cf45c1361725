import { smallNumber } from './amounts.js'
import { aboutOf, type Fitting, type Particular, plain, spokenValue, subjectTokens } from './draft.js'
import { ARTICLES, isTelling } from './names.js'
import { NOT_ONE, NOT_ONE_OWNED } from './not-one.js'
import { words } from './vocabulary.js'

const COLOURS = words(
  `lilac coral teal magenta lavender burgundy olive khaki ochre mustard peach apricot salmon charcoal indigo aqua ivory taupe terracotta cyan crimson scarlet mauve red blue green yellow black white grey gray brown orange purple pink beige turquoise violet silver gold golden maroon navy cream bronze teal
  magenta crimson scarlet indigo khaki olive burgundy`,
)
const EYES = words('blue green brown grey gray hazel amber black')
const HAIR = words(
  'blonde blond brown black red grey gray white auburn ginger brunette dark fair blue green pink purple silver chestnut sandy copper hazel mousy turquoise',
)
const LEVELS = words('high low medium critical moderate minor major severe normal urgent top')
const FUELS = words(
  'diesel petrol gasoline gas electricity lpg hydrogen kerosene biodiesel ethanol coal wood oil batteries',
)
const SHADE =
  /^(?:light|dark|pale|bright|deep|metallic|sky|navy|mint|olive|lime|royal|forest|chestnut|strawberry|jet|ash|platinum|dirty|honey)[ -]/u
/** What shows one colour after the other. */
const SHOWS = words(
  'light lights lamp signal status build pipeline led indicator board dashboard check sky face eye eyes hair',
)

/** Of something that is told by a name. */
export const ofNamed =
  (make: Particular): Particular =>
  (fitting, subject) =>
    subject.is === 'named' && fitting.found.S !== undefined && isTelling(fitting.clause.tokens, ...fitting.found.S)
      ? make(fitting, subject)
      : null

const bare = (colour: string): string => colour.replace(SHADE, '')

/** Whether a phrase in lower case is a colour: "pale blue", "brick-red". */
export const isHue = (said: string): boolean => COLOURS.has(bare(said).replace(/^\p{L}+-/u, ''))

const coloured = (attribute: string, colours: ReadonlySet<string>): Particular =>
  ofNamed((fitting, subject) => (colours.has(bare(spokenValue(fitting))) ? plain(fitting, subject, attribute) : null))

const SIDES: ReadonlyMap<string, string> = new Map(
  Object.entries({ left: 'left', right: 'right', both: 'both', other: 'other' }),
)
const HANDED: ReadonlyMap<string, string> = new Map([
  ...['left-handed', 'left-hander', 'lefty', 'southpaw'].map((word) => [word, 'left'] as const),
  ...['right-handed', 'right-hander'].map((word) => [word, 'right'] as const),
  ['ambidextrous', 'both'],
])
const FOOTED: ReadonlyMap<string, string> = new Map([
  ['left-footed', 'left'],
  ['right-footed', 'right'],
])

/** A value of a closed list, by the words for it. */
const oneOf = (attribute: string, values: ReadonlyMap<string, string>): Particular =>
  ofNamed((fitting, subject) => {
    const value = values.get(spokenValue(fitting).replace(/^the /, ''))
    return value === undefined ? null : [{ subject, attribute, value, needs: 'nothing' }]
  })

const handed = oneOf('trait:dominant hand', new Map([...HANDED, ...SIDES]))
const footed = oneOf('trait:preferred foot', new Map([...FOOTED, ...SIDES]))

const ANIMALS = words('dog cat horse pony parrot rabbit hamster puppy kitten')
/** "Rex is a good boy": of no breed. */
const NO_BREED =
  /(?:^|[ ])(?:dog|cat|horse|puppy|kitten|boy|girl|friend|pet|animal|star|hero|rescue|stray|menace|angel|fan|part|member|winner|champion)$/u

const BLOOD = /^(a|b|ab|o|0)(?: ?\+| ?-| (?:rh )?(?:positiv|negativ|plus|minus)\S*)?(?: \S+)?$/u

const bloodOf = (said: string): string | undefined => {
  const group = BLOOD.exec(said)?.[1]?.replace('0', 'o')
  const sign = /\+|positiv|plus/u.test(said) ? '+' : /-|negativ|minus/u.test(said) ? '-' : ''
  return group === undefined ? undefined : group + sign
}

/** The animal that a clause speaks of. */
/** "The cat Biscuit". */
export const isAnimal = (fitting: Fitting): boolean => subjectTokens(fitting).some(({ word }) => ANIMALS.has(word))

export const animalIn = ({ clause }: Fitting): string =>
  clause.tokens.find(({ word }) => ANIMALS.has(word))?.word ?? 'pet'

const isOneOfMany = (word: string): boolean => NOT_ONE.has(word) || (NOT_ONE_OWNED.has(word) && word !== 'team')

/** Ways to say what somebody or something is like. */
export const BY_LIKENESS: Readonly<Record<string, Particular>> = {
  hued: (fitting, subject) => {
    const said = subjectTokens(fitting)
    // "Van 3".
    const numbered = /^\d{1,4}$/.test(said.at(-1)?.word ?? '')
    const isThing =
      numbered ||
      said.some(({ word }) => word === "'s" || word === 'of') ||
      ARTICLES.has(said[0]?.word ?? '') ||
      /^(?:my|our)$/.test(said[0]?.word ?? '')
    // "The wall colour is grey": of the walls.
    if (!isThing || said.some(({ word }) => SHOWS.has(word) || /^colou?r$/.test(word))) return null
    // "The garden fence": of that there is one, though it has no name.
    const one =
      /^(?:is|has)$/.test(fitting.clause.tokens[fitting.found.S?.[1] ?? 0]?.word ?? '') && subject.key.includes(' ')
    const mine = subject.is === 'belonging' && said.length > 2 && !isOneOfMany(said.at(-1)?.word ?? '')
    if ((subject.is === 'named' || mine) && one && COLOURS.has(bare(spokenValue(fitting))))
      return plain(fitting, subject, 'colour')
    return coloured('colour', COLOURS)(fitting, subject)
  },
  blood_type: (fitting, subject) => {
    const value = bloodOf(spokenValue(fitting))
    return value === undefined || subject.is === 'belonging'
      ? null
      : [{ subject, attribute: 'blood_type', value, needs: subject.needs }]
  },
  wallsOf: (fitting, subject) =>
    COLOURS.has(bare(spokenValue(fitting))) && subject.is === 'named'
      ? plain(fitting, { ...subject, key: `walls of ${subject.key}` }, 'colour')
      : null,
  eyes: coloured('trait:eye colour', EYES),
  hair: coloured('trait:hair colour', HAIR),
  handed: (fitting, subject) => {
    const alone = SIDES.has(spokenValue(fitting))
    // "Tom is right" says nothing of his hands.
    return alone && !fitting.clause.tokens.some(({ word }) => word === 'hand') ? null : handed(fitting, subject)
  },
  footed,
  leveled: ofNamed((fitting, subject) =>
    LEVELS.has(spokenValue(fitting)) &&
    /(?:level|rating|priority|severity|grade|status)$/u.test(fitting.noun?.code ?? '')
      ? plain(fitting, subject, fitting.noun?.code ?? '')
      : null,
  ),
  // "The camper van runs on diesel".
  fuelled: (fitting, subject) =>
    subject.is === 'named' && subject.key.includes(' ') && FUELS.has(spokenValue(fitting))
      ? plain(fitting, subject, 'trait:fuel type')
      : null,
  starred: ofNamed((fitting, subject) => {
    const number = smallNumber(/^(\w+)-star$/u.exec(spokenValue(fitting))?.[1] ?? '')
    return number === undefined
      ? null
      : [{ subject, attribute: 'measure:star rating', value: `${number} stars`, needs: 'nothing' }]
  }),
  sized: ofNamed((fitting, subject) =>
    // "Size 40 trousers" are no shoes.
    /^\d\S* (?!(?:in )?(?:shoes|boots)$)/u.test(spokenValue(fitting))
      ? null
      : plain(fitting, subject, /^\d/.test(spokenValue(fitting)) ? 'size' : 'trait:shirt size'),
  ),
  drivingSide: oneOf('trait:driving side', SIDES),
  breed: (fitting, subject) => {
    const value = spokenValue(fitting)
    return isAnimal(fitting) && !NO_BREED.test(value) && value.split(' ').length <= 3
      ? ofNamed((each, whose) => plain(each, whose, 'trait:breed'))(fitting, subject)
      : null
  },
  partHued: ofNamed((fitting, subject) => {
    const part = aboutOf(fitting, 2)
    return part === null ? null : coloured('colour', COLOURS)(fitting, { ...subject, key: `${part} of ${subject.key}` })
  }),
}
