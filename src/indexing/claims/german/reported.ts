import type { Token } from '../tokens.js'
import { words } from '../vocabulary.js'

const AUXILIARY = words('hat habe haben hatte hatten hast habt wird wurde wurden ist sind')
/** What somebody has said, thought or made up need not be so. */
const SAID = words(
  `gesagt erzählt behauptet gemeint geschrieben gehört gelesen geträumt geschworen berichtet getippt gewettet geraten vermutet gehofft
  gescherzt gewitzelt gelogen angedeutet gemunkelt geflüstert geflunkert geschwindelt gefaselt geantwortet geglaubt gedacht befürchtet
  prophezeit vorhergesagt vorgeschlagen ausgedacht eingebildet eingeredet verraten beteuert gespottet gealbert gefordert verlangt gewünscht
  spekuliert phantasiert fantasiert aufgeschnappt vorgestellt unterstellt geflachst gerufen gemurmelt gelallt diktiert zitiert eingetippt`,
)
const SAYS = words(
  `tippt wettet hofft fürchtet befürchtet rät witzelt lügt flunkert murmelt flüstert ruft schwört prophezeit träumt munkelt spekuliert spottet
  albert fantasiert phantasiert unkt beteuert ahnt fordert verlangt empfiehlt wünscht schwindelt faselt erfindet flachst tönt lallt murrt
  antwortet singt reimt dichtet vermutet munkeln hoffen tippen wetten spekulieren behaupten meinen glauben sagen erzählen`,
)

/** "Auf dem Schild steht, …", "es geht das Gerücht, …": right in front of the comma. */
const STANDS = words('steht stand gilt galt hieß heißt')
const TALES = words(
  'gerücht witz scherz lüge traum märchen sage legende wette vermutung gerede behauptung these theorie wunsch idee schlagzeile spruch',
)

/** "Tom hat im Scherz gesagt, …", "Tom tippt, …": what follows is what somebody says. */
export const isReported = (sentence: readonly Token[]): boolean => {
  const end = sentence.findIndex(({ word }) => word === ',' || word === ':' || word === 'dass')
  const prefix = end < 2 ? [] : sentence.slice(0, end)
  const last = prefix.at(-1)?.word ?? ''
  if (sentence[end]?.word !== ':' && (STANDS.has(last) || TALES.has(last))) return true
  // "Rät mir, …": next to the comma.
  return prefix
    .slice(1)
    .slice(-2)
    .some(
      ({ word, raw }) =>
        raw === word && (SAYS.has(word) || (SAID.has(word) && prefix.some((before) => AUXILIARY.has(before.word)))),
    )
}
