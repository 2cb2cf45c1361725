import type { Token } from './tokens.js'
import { words } from './vocabulary.js'

/** What somebody is, written with a capital: no name of whoever holds an office. "Der Chef von Tom ist jetzt Rentner." */
const ARE = words(
  `rentner pensionär ruheständler opa oma großvater großmutter vater mutter papa mama mami vegetarier veganer single witwe witwer millionär
  milliardär raucher nichtraucher student azubi praktikant christ muslim buddhist jude jüdin atheist katholik protestant republikaner
  demokrat patient kunde kundin mitglied ehrenmitglied chef präsident minister senator bundeskanzler kanzler bürgermeister berater vorstand professor doktor
  geschäftsführer freiberufler selbständiger selbstständiger angestellter beamter beamtin vorsitzender vorsitzende weltmeister meister teilhaber
  gesellschafter abgeordneter abgeordnete fan anhänger schwanger eigentümer arzt ärztin chefarzt anwalt anwältin lehrer polizist ingenieur journalist
  pilot informatiker elektriker programmierer übersetzer verkäufer politiker
  schwede schwedin däne dänin norweger finne finnin franzose französin engländer schotte ire irin spanier italiener portugiese grieche türke türkin
  pole polin tscheche slowake ungar russe russin ukrainer österreicher schweizer holländer niederländer belgier amerikaner kanadier brasilianer mexikaner
  chinese japaner inder australier berliner kölner münchner hamburger wiener
  ceo cto cfo coo cio vp president director chairman chairwoman chairperson head manager minister senator governor mayor ambassador treasurer dean
  rector secretary captain partner citizen employee person player student champion winner grandma grandpa granddad granny grandmother grandfather mom mum
  mommy mummy dad daddy father mother republican democrat conservative liberal mormon emeritus millionaire pensioner vegan vegetarian`,
)
const COMPOUND =
  /(?:trainer|leiter|direktor|präsident|minister|berater|lehrer|vorsitzende[rn]?|beauftragte[rn]?|inhaber|besitzer|anwalt|anwältin|ärztin|sprecher|sekretär|kommissar|student|rentner|pensionär|vegetarier|vater|mutter|chef|mitglied|botschafter|meister|träger|händer|steher|führer|fahrer|läufer|spieler|sieger|bürger|arbeiter|wissenschaftler|künstler|sportler|raucher|liebhaber|experte|kandidat)(?:in)?$/u
/** "Linkshänderin", "Österreicherin": no first name ends like that and is so long. */
const WOMAN = /^.{6,}erin$/u
const BEHIND = /^(?:of|for|at|in|von|vom|der|des|im|bei|beim|für)$/
const PREFIXES = words('vice deputy senior junior executive managing general prime first great honorary')

const tellsWhat = ({ word }: Token): boolean =>
  ARE.has(word) || ARE.has(word.replace(/in$/u, '')) || (word.length > 8 && COMPOUND.test(word)) || WOMAN.test(word)

/** What is said before "of", "von". */
const headOf = (tokens: readonly Token[]): readonly Token[] => {
  const end = tokens.findIndex(({ word }, i) => i > 0 && BEHIND.test(word))
  return end < 0 ? tokens : tokens.slice(0, end)
}

/** Whether words tell what somebody is, where a name is asked for: "CEO", "Vice President of the club", "Vater von Zwillingen". */
export const tellWhatSomebodyIs = (tokens: readonly Token[]): boolean => {
  const head = headOf(tokens)
  const last = head.at(-1)
  return last !== undefined && tellsWhat(last) && head.slice(0, -1).every(({ word }) => PREFIXES.has(word))
}

const THINGS = words(
  `baustelle ruine sperrgebiet millionenstadt großstadt weltstadt kulturhauptstadt touristenmagnet geschichte vergangenheit marktführer
  weltmarktführer vorreiter aktiengesellschaft kult pflicht schrott`,
)

/** The same of places and firms: "Marktführer", "Baustelle". */
export const tellWhatSomethingIs = (tokens: readonly Token[]): boolean => THINGS.has(headOf(tokens).at(-1)?.word ?? '')
