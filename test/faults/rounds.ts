import { randomInt } from 'node:crypto'

/** `npm run soak` runs the same faults for longer, from another seed each time. */
const soaking = process.env.SOAK === '1'

/** What a fault is repeated with: few rounds in the suite, more in the soak. */
export const rounds = <Rounds>(short: Rounds, long: Rounds): Rounds => (soaking ? long : short)

/** The seed of this run: the same in every suite; printed by the soak, and given back to it as SOAK_SEED to repeat a run. */
export const seed = soaking ? Number(process.env.SOAK_SEED ?? randomInt(1_000_000)) : 1
if (soaking) console.log(`SOAK_SEED=${seed}`)

/** Numbers from 0 up to 1 that are the same for the same seed: mulberry32. */
export const dice = (from: number) => {
  let state = from >>> 0
  return (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
