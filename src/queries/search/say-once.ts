import { stage } from './context.js'
import type { About, Match } from './score.js'

/**
 * Shows once what several memories say. Of each turn its best memory is left: a long answer in many pieces is one
 * candidate, and takes one place. Of a fact and what it rests on the better one is left. A composite is left where none of
 * its parts is shown, neither as it is nor by another: `reach` as in `readFound`.
 */
export const sayOnce = (reach = 0) =>
  stage('turns', (search) => {
    const { matches, request } = search
    const { left, shownBy } = onceATurn(matches.filter(({ about }) => !about.is_composite))
    if (left.length === matches.length) return search
    const least = (left[request.limit - 1]?.score ?? Number.NEGATIVE_INFINITY) - reach
    const shown = new Set(left.flatMap(({ id, score }, i) => (i < request.limit || score >= least ? [id] : [])))
    const isShown = (id: string) => shown.has(shownBy.get(id) ?? id)
    const kept = new Set(left)
    return {
      ...search,
      matches: matches.filter((match) =>
        match.about.is_composite ? !(match.about.rests_on ?? []).some(isShown) : kept.has(match),
      ),
    }
  })

type Once = {
  readonly left: readonly Match[]
  /** The memory that is shown in the place of each that is left out. */
  readonly shownBy: ReadonlyMap<string, string>
}

/** The matches, best first, without those that a better one stands for. */
const onceATurn = (matches: readonly Match[]): Once => {
  const left: Match[] = []
  const shownBy = new Map<string, string>()
  const byTurn = new Map<string, string>()
  /** What is left, by itself; and what facts that are left rest on, by these. */
  const told = new Map<string, string>()
  for (const match of matches) {
    const { id, about } = match
    const by = standIn(about, told) ?? byTurn.get(about.said_in)
    if (by !== undefined) {
      shownBy.set(id, by)
      continue
    }
    left.push(match)
    if (about.rests_on === null) told.set(id, id)
    byTurn.set(about.said_in, id)
    for (const on of about.rests_on ?? []) if (!told.has(on)) told.set(on, id)
  }
  return { left, shownBy }
}

/** For a turn, a fact that rests on it; for a fact, a turn that it rests on and that is shown itself. */
const standIn = ({ id, rests_on }: About, told: ReadonlyMap<string, string>): string | undefined =>
  rests_on === null ? told.get(id) : rests_on.find((on) => told.get(on) === on)
