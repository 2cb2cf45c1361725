/** Words of which one holds at a time of anything that is so at all: behind a stroke those that mean the same, behind a line the opposite. */
const OPPOSITES: readonly string[] = [
  'broken/out of order/out of service/defective/faulty | working/in order/back in service/fixed/repaired',
  'closed/shut/cordoned off | open/reopened',
  'locked | unlocked',
  'empty | full',
  'occupied/taken | vacant/free/available',
  'offline | online',
  'disabled/switched off/turned off | enabled/switched on/turned on',
  'defekt/kaputt/außer betrieb | in betrieb/repariert/in ordnung',
  'gesperrt/geschlossen/zu | offen/geöffnet/auf',
  'leer | voll',
  'besetzt/belegt | frei/verfügbar',
  'ausgeschaltet/deaktiviert | eingeschaltet/aktiviert',
  'red | blue | green | yellow | black | white | grey/gray | brown | orange | purple | pink | beige | turquoise | violet | silver | maroon | navy | cream | amber',
  'rot | blau | grün | gelb | schwarz | weiß | grau | braun | lila | rosa | türkis | violett | silbern/silberfarben | golden | dunkelblau | hellblau | dunkelgrün | hellgrün | dunkelrot | weinrot | hellgrau | dunkelgrau | anthrazit | cremefarben',
  'running/up and running | stopped/halted',
  'passing | failing',
]

const STATES: ReadonlyMap<string, { readonly of: string; readonly value: string }> = new Map(
  OPPOSITES.flatMap((line, i) =>
    line.split(' | ').flatMap((same) => {
      const [value = '', ...others] = same.split('/')
      return [value, ...others].map((word) => [word, { of: `state ${i}`, value }] as const)
    }),
  ),
)

/** Which state a phrase in lower case tells, and of which opposites; undefined where it tells none. */
export const stateOf = (phrase: string) => STATES.get(phrase)

/** Whether a state is a colour. */
export const isColour = (of: string): boolean => COLOURS.has(of)
const COLOURS: ReadonlySet<string> = new Set(['red', 'rot'].map((colour) => STATES.get(colour)?.of ?? ''))

/** Words that end such a phrase. */
export const STATE_WORDS: ReadonlySet<string> = new Set(
  [...STATES.keys()].map((phrase) => phrase.split(' ').at(-1) ?? ''),
)

/** Whether a text says that something is in such a state. */
export const TELLS_STATE = new RegExp(
  `(?:^|[^\\p{L}])(?:is|are|ist|sind) (?:(?:now|again|back|finally|jetzt|wieder|inzwischen|nun) ){0,2}(?:${[...STATES.keys()].join('|')})(?![\\p{L}])`,
  'u',
)
