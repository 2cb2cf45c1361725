import type { EntityType } from '../fact.js'
import { GAZETTEER } from './gazetteer.js'

/** Where a capitalised name stands: what goes before and after it in its text. */
export type Place = { readonly name: string; readonly before: string; readonly after: string }

const ORGANIZATION =
  /(?:^| )(?:inc|ltd|llc|gmbh|corp|corporation|company|university|college|institute|foundation|bank|hospital|school|agency|association|museum|council|ministry|labs?|group|airlines?|church|clinic)\.?$/i
const EVENT =
  /(?:^| )(?:festival|conference|marathon|wedding|summit|cup|championships?|fair|expo|parade|hackathon|olympics|day|eve|awards)$/i
const PLACE =
  /(?:^| )(?:park|street|avenue|road|lake|river|mountain|mount|island|islands|beach|city|square|bridge|airport|station|valley|bay|coast|national park)$/i
const AFTER: readonly (readonly [EntityType, RegExp])[] = [
  ['project', /\b(?:project|repo|repository|codebase|initiative)(?: called| named)? $/i],
  [
    'person',
    /\b(?:mr|mrs|ms|dr|prof|aunt|uncle|grandma|grandpa|friend|wife|husband|partner|son|daughter|brother|sister|mother|father|mom|mum|dad|boss|colleague|cousin|neighbou?r|girlfriend|boyfriend|teacher|doctor|dog|cat|named|called)\.?,? (?:is |was )?(?:called |named )?$/i,
  ],
  [
    'organization',
    /\b(?:work(?:s|ed|ing)? (?:at|for)|job at|joined|hired by|employed (?:at|by)|founded|intern(?:ed|ship)? at|ceo of|offer from|stud(?:y|ied|ies|ying) at) (?:the )?$/i,
  ],
  [
    'place',
    /\b(?:(?:move[ds]?|moving|went|go|going|gone|travel(?:s|led|ed|ling|ing)?|trip|fl(?:y|ew|ying)|drove|back|been|came|relocat(?:e|ed|ing)) to|live[ds]? in|living in|visit(?:ed|ing|s)?|born in|based in|grew up in|staying in|arrived in|from|in) (?:the )?$/i,
  ],
  [
    'tool',
    /\b(?:using|use[ds]?|switch(?:ed|ing)? to|install(?:ed|ing)?|written in|built with|migrat(?:e|ed|ing) to|deploy(?:ed|ing)? (?:to|on|with)) $/i,
  ],
]
const PERSON_NEXT =
  /^(?:'s (?:birthday|wife|husband|mom|mum|dad|mother|father|sister|brother|house|wedding)|,? who\b| (?:said|says|told|tells|asked|thinks|wants|likes|loves|hates|prefers|lives|lived|moved|married|enjoys|enjoyed|believes|decided|bought|studies|studied|invited|called me|and I|turned \d)\b)/

/** The type of a name, by list, by its own form and by what stands around it; undefined where nothing tells. */
export const entityType = ({ name, before, after }: Place): EntityType | undefined => {
  const known = GAZETTEER.get(name.toLowerCase())
  if (known) return known
  if (ORGANIZATION.test(name)) return 'organization'
  if (EVENT.test(name)) return 'event'
  if (PLACE.test(name)) return 'place'
  if (/^ (?:project|repo|repository)\b/.test(after)) return 'project'
  const close = before.slice(-48)
  const cue = AFTER.find(([, pattern]) => pattern.test(close))
  if (cue) return cue[0]
  if (PERSON_NEXT.test(after.slice(0, 32))) return 'person'
  return GAZETTEER.get(name.split(' ')[0]?.toLowerCase() ?? '') === 'person' ? 'person' : undefined
}
