import type { Token } from './tokens.js'
import { words } from './vocabulary.js'

/** What somebody is, written with a capital: no name of whoever holds an office. "Der Chef von Tom ist jetzt Rentner." */
const ARE = words(
  `rentner pensionär ruheständler opa oma großvater großmutter vater mutter papa mama mami vegetarier veganer single witwe witwer millionär
  milliardär raucher nichtraucher student azubi praktikant christ muslim muslimin buddhist jude jüdin atheist katholik protestant republikaner demokrat
  patient kunde kundin mitglied ehrenmitglied chef präsident minister senator bundeskanzler kanzler bürgermeister oberbürgermeister berater vorstand professor
  doktor geschäftsführer freiberufler selbständiger selbstständiger angestellter beamter beamtin vorsitzender vorsitzende ehrenbürger weltmeister meister
  teilhaber gesellschafter abgeordneter abgeordnete
  ceo cto cfo coo cio vp president director chairman chairwoman chairperson head manager minister senator governor mayor ambassador treasurer
  secretary captain partner grandma grandpa granddad granny grandmother grandfather mom mum mommy mummy dad daddy father mother republican democrat
  conservative liberal mormon professor emeritus millionaire pensioner vegan vegetarian`,
)
const COMPOUND =
  /(?:trainer|leiter|direktor|präsident|minister|berater|lehrer|vorsitzende[rn]?|beauftragte[rn]?|inhaber|besitzer|anwalt|anwältin|ärztin|sprecher|sekretär|kommissar|student|rentner|pensionär|vegetarier|vater|mutter|chef|mitglied|botschafter|meister)(?:in)?$/u
const BEHIND = /^(?:of|for|at|in|von|vom|der|des|im|in|bei|beim|für|a\.d\.|i\.r\.)$/

const tellsWhat = ({ word }: Token): boolean =>
  ARE.has(word) || ARE.has(word.replace(/in$/u, '')) || (word.length > 8 && COMPOUND.test(word))

/** Whether words tell what somebody is, where somebody's name is asked for: "CEO", "Vice President of the club", "Vater von Zwillingen". */
export const tellWhatSomebodyIs = (tokens: readonly Token[]): boolean => {
  const end = tokens.findIndex(({ word }, i) => i > 0 && BEHIND.test(word))
  const head = tokens.slice(0, end < 0 ? tokens.length : end)
  const last = head.at(-1)
  if (last === undefined || !tellsWhat(last)) return false
  return head.length === 1 || head.slice(0, -1).every((token) => tellsWhat(token) || PREFIXES.has(token.word))
}
const PREFIXES = words(
  'vice deputy former senior junior executive managing general prime first great the der die das ein eine',
)
