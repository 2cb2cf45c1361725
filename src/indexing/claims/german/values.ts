import { amountOf } from '../amounts.js'
import type { Fitting } from '../draft.js'
import { stateOf } from '../states.js'
import { CONDITIONS } from '../vocabulary.js'
import { tellWhatSomebodyIs, tellWhatSomethingIs } from '../what-people-are.js'

/** Such a noun has one word of several for a value: "der Modus von X ist automatisch". */
const SCALE =
  /(?:stand|status|modus|grad|stufe|farbe|form|art|ton|klasse|niveau|haltung|einstellung|priorität|richtung|qualität|größe|rang|sichtbarkeit|schärfe|geschmack|muster|typ|phase)$/u
/** What somebody is, is its value: "der Rang von X ist Major". */
const WHAT_SOMEBODY_IS = /(?:posten|position|rolle|titel|rang|grad|stand|job|beruf|bezeichnung|tätigkeit|konfession)$/u
const PLACE =
  /(?:ort|platz|sitz|stätte|stadt|raum|lager|halle|büro|quartier|zentrale|stelle|depot|haus|wohnung|parkplatz|stand|zimmer|hafen|garage|anlage|feld|standort)$/u
/** Of such a thing another one of its kind may be told: "der Dienstwagen von X ist ein Golf". */
const KIND =
  /(?:maskottchen|tier|wagen|auto|fahrrad|motorrad|gerät|modell|rechner|laptop|handy|computer|boot|baum|symbol|logo|wappen|zeichen)$/u
const PREPOSITION =
  /^(?:in|im|am|an|auf|bei|beim|mit|von|vom|zu|zum|zur|aus|unter|für|außer|über|vor|nach|ohne|wie|als|gegen|seit|ab|um)$/

/** Whether what stands in the place of V may be the value of a German noun of no list: a name, an amount, or a word of a scale. */
export const mayBeOfGermanNoun = ({ clause: { tokens }, found, noun }: Fitting): boolean => {
  const [from, to] = found.V ?? [0, 0]
  const name = noun?.code ?? ''
  const value = tokens.slice(from, to)
  const [first] = value
  if (first === undefined || tokens.some(({ word }) => word === 'sind' || word === 'waren')) return false
  const isPlace = PLACE.test(name)
  if (PREPOSITION.test(first.word) && !(first.proper && from > 0) && !isPlace) return false
  const set =
    tokens[from - 1]?.word === 'auf' &&
    /^(?:steht|ist)$/.test(tokens[from - 2]?.word ?? '') &&
    stateOf(first.word) !== undefined
  if (set) return value.length === 1
  if (PREPOSITION.test(tokens[from - 1]?.word ?? '') && !isPlace && amountOf(value) === null && from > 1)
    return !/^(?:in|im|auf|am|an)$/.test(tokens[from - 1]?.word ?? '')
  if (!WHAT_SOMEBODY_IS.test(name) && tellWhatSomebodyIs(value)) return false
  if (tellWhatSomethingIs(value) || (/^(?:ein|eine|einen)$/.test(first.word) && !KIND.test(name))) return false
  const words = value.map(({ word }) => word).join(' ')
  const scaled = SCALE.test(name)
  if (!scaled && (stateOf(words) !== undefined || CONDITIONS.has(words))) return false
  return (
    value.some(({ proper, word }) => proper || /[.@/_\d]/.test(word)) ||
    (scaled && (noun?.stand === 'of' || noun?.stand === 'bare') && value.length === 1)
  )
}
