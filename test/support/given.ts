import { expect } from 'vitest'
import type { Fold } from '../../src/domain/store.js'

export const replay = <State, Event>(fold: Fold<State, Event>, history: readonly Event[]): State =>
  history.reduce(fold.evolve, fold.initial)

/** given(fold)(...history).when(decision, wish).then(...events) */
export const given =
  <State, Event>(fold: Fold<State, Event>) =>
  (...history: readonly Event[]) => ({
    when: <Wish>(decision: (state: State, wish: Wish) => readonly Event[], wish: Wish) => {
      const decide = () => decision(replay(fold, history), wish)
      return {
        then: (...events: readonly Event[]) => expect(decide()).toEqual(events),
        thenNothing: () => expect(decide()).toEqual([]),
        thenRefuses: (error: new (...args: never[]) => Error) => expect(decide).toThrow(error),
      }
    },
  })
