import type { Token } from './tokens.js'
import { words } from './vocabulary.js'

/** What says how things are, and not what somebody has heard. */
const RECORDS = words(
  `register registry records record credits publisher passport card contract file files roster timetable schedule website homepage label sign map
  certificate deed catalogue catalog directory database dashboard badge licence license manual datasheet invoice receipt statement
  ausweis verlag register grundbuch handelsregister vertrag akte pass reisepass personalausweis impressum fahrplan webseite website homepage aushang
  etikett zeugnis urkunde liste verzeichnis datenblatt abspann handbuch rechnung bescheid display anzeige tabelle`,
)
const KIND = words(
  'official land commercial company staff public id club new current latest league town church civil state our the its his her birth opening closing',
)

/** "According to the register, X": X. "Laut Ausweis ist X Y": what is so now. Null where no record is named. */
export const byRecord = (sentence: readonly Token[]): readonly Token[] | null => {
  const [first, second] = sentence
  const english = first?.word === 'according' && second?.word === 'to'
  if (!english && !/^(?:laut|gemäß)$/.test(first?.word ?? '')) return null
  const from = english ? 2 : /^(?:dem|der|den)$/.test(second?.word ?? '') ? 2 : 1
  const at = sentence.findIndex(({ word }, i) => i >= from && RECORDS.has(word))
  if (at < from || at > from + 3 || !sentence.slice(from, at).every(({ word }) => KIND.has(word))) return null
  const behind = sentence[at + 1]
  if (english) return behind?.word === ',' ? sentence.slice(at + 2) : null
  // German goes on with the verb.
  if (first === undefined || behind === undefined || behind.proper) return null
  return [{ ...first, word: 'derzeit', raw: 'Derzeit' }, ...sentence.slice(at + 1)]
}
