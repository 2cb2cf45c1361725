/** Mulberry32: the same seed gives the same corpus on every machine. */
export const dice = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296
}

const STEMS =
  `garden violin kitchen marathon painting bicycle recipe concert museum mountain river library holiday deadline
budget project meeting doctor dentist insurance train flight hotel camera phone laptop editor keyboard window novel
guitar pasta coffee tea bread cheese market school teacher student exam lecture engine battery charger lamp carpet
sofa balcony neighbour cousin sister brother mother uncle wedding birthday picnic festival theatre cinema stadium
tournament swimming climbing hiking yoga pottery knitting chess poker puzzle robot rocket planet telescope island
harbour bridge castle village forest desert glacier volcano storm rainbow umbrella jacket sweater boots scarf ring
necklace wallet passport visa ticket luggage taxi subway bakery butcher pharmacy hospital nurse surgeon lawyer judge`
    .split(/\s+/)
    .flatMap((word) => ['', 'top', 'old', 'mini'].map((prefix) => prefix + word))
const PEOPLE = ['Anna', 'Ben', 'Carla', 'Deniz', 'Emil', 'Fatima', 'Goran', 'Hana']
const PLACES = ['Lisbon', 'Oslo', 'Kyoto', 'Quito', 'Dakar', 'Tallinn', 'Perth', 'Cusco']
const TEMPLATES = [
  'I finally bought the {w} that {p} told me about near the {w} in {c}.',
  'We are planning a {w} with {p} in {c}, and the {w} costs {n} euros.',
  'My {w} broke last week, so {p} lent me a {w} until the {w} is repaired.',
  'Did you know that {p} keeps a {w} beside the {w}?',
  'I prefer the {w} to the {w}, but {p} says the {w} in {c} is better.',
  'The {w} starts at {n} and {p} will bring the {w} and some {w}.',
]

/** Text with a Zipf vocabulary from templates: never all alike, and the same for the same seed. */
export const corpus = (seed: number) => {
  const roll = dice(seed)
  const pick = <T>(from: readonly T[]): T => from[Math.floor(roll() * from.length)] as T
  // Rank r is drawn with probability about 1/r.
  const word = () => STEMS[Math.floor(STEMS.length ** roll()) - 1] ?? 'garden'
  const fill = (template: string) =>
    template.replace(/\{(.)\}/g, (_, slot: string) =>
      slot === 'w'
        ? word()
        : slot === 'p'
          ? pick(PEOPLE)
          : slot === 'c'
            ? pick(PLACES)
            : `${Math.floor(roll() * 90000)}`,
    )
  return {
    conversation: (turns: number) =>
      Array.from({ length: turns }, (_, i) => `${i % 2 ? 'Ben' : 'Anna'}: ${fill(pick(TEMPLATES))}`).join('\n'),
    question: () =>
      fill(
        pick([
          'Where is the {w} of {p}?',
          'What did {p} say about the {w} and the {w}?',
          'How much is the {w} in {c}?',
        ]),
      ),
  }
}
