import { stage } from './context.js'

/** Leaves of each turn its best match: a long answer in many pieces is one candidate, and takes one place. */
export const onceATurn = stage('turns', (search) => {
  const seen = new Set<string>()
  const matches = search.matches.filter(({ about }) => {
    const first = !seen.has(about.said_in)
    seen.add(about.said_in)
    return first
  })
  return { ...search, matches }
})
