import { isThing } from './by-form.js'
import { needsOf, type Particular } from './draft.js'
import { isTelling, textOf } from './names.js'
import { normalised } from './normalise.js'
import { isCondition, isProgress } from './progress.js'
import { TRACKED } from './vocabulary.js'

/** What a machine or a service is in, one at a time. */
const OPERATING = new Set(['running', 'stopped', 'paused', 'online', 'offline', 'on', 'off', 'up', 'down'])

/** In which state something is that is tracked or worked on. */
export const condition: Particular = (fitting, subject) => {
  const { clause, found } = fitting
  if (found.V === undefined || found.S === undefined || subject.is === 'speaker') return null
  const shows = clause.tokens.slice(...found.S).some(({ word }) => /^(?:light|lamp|led|signal|screen)$/.test(word))
  if (shows) return null
  const tracked = clause.tokens
    .slice(...found.S)
    .some(({ word, raw }) => TRACKED.has(word) || /^\p{Lu}{2,}-\d+$/u.test(raw))
  const value = textOf(clause.tokens, ...found.V).replace(/^(?:switched|turned|powered) (?=o)/u, '')
  const one = isTelling(clause.tokens, ...found.S) || (OPERATING.has(value) && subject.key.includes(' '))
  // "The website relaunch is at risk": of what is worked on, whatever it is called.
  const worked = subject.is === 'named' && subject.key.includes(' ') && isThing(fitting) && isProgress(value)
  if (!worked && (!tracked || !isCondition(value) || !one)) return null
  return [{ subject, attribute: 'status', value: normalised(value), needs: needsOf(fitting, subject) }]
}
