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
/** Somebody is sure of it, and may be wrong. */
const CONVINCED = words('überzeugt sicher zweifel verplappert fallenlassen lassen')
/** In words. */
const LONGEST_BEHIND = 7
const TALES = words(
  'gerücht witz scherz lüge traum märchen sage legende wette vermutung gerede behauptung these theorie wunsch idee schlagzeile spruch',
)

const isOfSaying = (tokens: readonly Token[], said: readonly Token[]): boolean =>
  tokens.some(
    ({ word, raw }) =>
      raw === word && (SAYS.has(word) || (SAID.has(word) && said.some((each) => AUXILIARY.has(each.word)))),
  )

/** "Tom hat im Scherz gesagt, …", "Tom tippt, …": what follows is what somebody says. */
const isAhead = (sentence: readonly Token[]): boolean => {
  const end = sentence.findIndex(({ word }) => word === ',' || word === ':' || word === 'dass')
  const prefix = end < 2 ? [] : sentence.slice(0, end)
  const last = prefix.at(-1)?.word ?? ''
  if (sentence[end]?.word !== ':' && (STANDS.has(last) || TALES.has(last))) return true
  if (CONVINCED.has(last) && !prefix.some(({ word }) => word === 'bin')) return true
  // "Rät mir, …": next to the comma.
  return isOfSaying(prefix.slice(1).slice(-2), prefix)
}

/** "…, hat Tom gesagt", "…, wettet Tom", "…, so das Gerücht": so is what stands in front. */
const isBehind = (sentence: readonly Token[]): boolean => {
  const comma = sentence.findLastIndex(({ word }) => word === ',')
  const said = comma < 2 ? [] : sentence.slice(comma + 1).filter(({ word }) => /\p{L}/u.test(word))
  const [first] = said
  if (first === undefined || said.length > LONGEST_BEHIND) return false
  const last = said.at(-1)
  if (first.word === 'so') return TALES.has(last?.word ?? '')
  return SAYS.has(first.word) || (AUXILIARY.has(first.word) && SAID.has(last?.word ?? ''))
}

/** Whether a sentence tells what somebody says, thinks or makes up. */
export const isReported = (sentence: readonly Token[]): boolean => isAhead(sentence) || isBehind(sentence)
