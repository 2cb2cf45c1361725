import { rounds } from '../faults/rounds.js'
import type { Caller } from './model.js'
import { forgottenIn, type Played } from './play.js'
import type { Reading, Tally } from './reading.js'
import { ways } from './ways.js'

const ABOUT = rounds(7, 14)
const FORGOTTEN = 2

/** Reads in every way, about anything there is. */
export const readAll = async (played: Played, caller: Caller, progressCounter: Tally): Promise<void> => {
  const every = (n: number) => (_: unknown, i: number) => i % n === 0
  // Those to which most has happened, in whatever scope: there is most to get wrong.
  const eventful = played.world.memories.toSorted((a, b) => b.versions.length - a.versions.length)
  const known = eventful.slice(0, ABOUT).map(({ handle }) => handle)
  const about = [...known, ...forgottenIn(played).slice(-FORGOTTEN)]
  const episodes = [...played.episodes.keys()].filter(every(rounds(5, 3)))
  const moments = [...played.moments.keys()].filter(every(rounds(12, 6)))
  const reading: Reading = {
    played,
    world: played.world,
    caller,
    about,
    traced: about,
    episodes,
    moments,
    progressCounter,
  }
  for (const [name, way] of Object.entries(ways)) {
    try {
      await way(reading)
    } catch (error) {
      throw new Error(`${name}, asked by ${JSON.stringify(caller)}`, { cause: error })
    }
  }
}
