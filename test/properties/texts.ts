/** A word that stands in every text: a search for it has to find all that its caller may see. */
export const EVERYWHERE = 'lantern'

const SPEAKERS = ['Anna', 'Ben', 'Rosa']
const VERBS = ['guards', 'lights', 'follows', 'frightens', 'outlives']
export const THINGS = ['harbour', 'orchard', 'ferry', 'library', 'kitchen', 'garden', 'station']

/** The texts of which the worlds are made: alike in words and vectors, each a claim of its own by its number. */
export const textOf = (n: number): string =>
  `${speakerOf(n)}: The ${EVERYWHERE} ${100 + n} ${VERBS[n % 5]} the ${thingOf(n)}.`

export const speakerOf = (n: number): string => String(SPEAKERS[n % 3])

export const thingOf = (n: number): string => String(THINGS[n % 7])

/** How many texts most tellings choose from, so that they often tell the same. */
export const USUAL = 24
/** And how many there are in all. */
export const TEXTS = 120

export const SOURCES = ['chat', 'mail', 'chat/team']
export const SESSIONS = [null, 'one', 'two']
export const TOPICS = ['boats', 'books']
