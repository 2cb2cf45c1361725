import type { Match } from './score.js'

/** The memory that a match only says again. */
export const echoOfMatch = ({ about }: Match): string | null => about.echo_of

/** An echo says that what it says again is meant: that takes its place, and the echo comes directly after it. */
export const echoesBehind = <Each extends { readonly id: string }>(
  all: readonly Each[],
  echoOf: (each: Each) => string | null,
): readonly Each[] => {
  if (all.every((each) => echoOf(each) === null)) return all
  const byId = new Map(all.map((each) => [each.id, each]))
  const inOrder = all.flatMap((each) => {
    const echoed = byId.get(echoOf(each) ?? '')
    return echoed === undefined ? [each] : [echoed, each]
  })
  return [...new Set(inOrder)]
}
