import { type Signs, words } from './signs.js'

const IRREGULAR =
  'was|were|had|did|didn.t|wasn.t|weren.t|went|came|saw|got|met|made|took|bought|found|gave|told|said|left|felt|' +
  'knew|thought|brought|began|broke|built|caught|chose|cost me|cut off|drank|drove|ate|fell|flew|forgot|grew|heard|held|hurt|' +
  'kept|lost|paid|ran|rode|sang|sat|sent|slept|sold|spent|spoke|stood|swam|taught|threw|woke|won|wore|wrote|became|' +
  'lit|led|dealt|bit|hid|hung|laid|rose|shot|shut|stole|struck|swore|tore|understood|used to|gone|been|born|done|seen|' +
  "haven.t|hasn.t|hadn.t|(?:have|has|'ve) (?:just |already |been |never )?\\p{L}+ed"
/** Nouns, adjectives and presents that only look like a past. */
const REGULAR =
  '(?!(?:need|speed|feed|bed|red|shed|seed|breed|indeed|hundred|wed|embed|exceed|proceed|succeed|agreed|scared|tired|bored|excited|interested|married|used|supposed|wanted|related|unlimited|limited|armed|united|naked|sacred|wicked|advanced|detailed|talented|gifted|beloved)(?!\\p{L}))\\p{L}{2,}ed'

export const englishSigns: Signs = {
  future: words(
    "will|won.t|'ll|\\p{L}+['’]ll|shall|gonna|going to|(?:is|are|am|'s|'m|'re|\\p{L}+['’](?:s|re|m)) (?:coming|leaving|flying|going|visiting|moving|starting|meeting|having|arriving|travelling|traveling|getting|taking|seeing|playing|hosting|planning|giving|making|doing|due|back on|off on|not (?:coming|going))",
    'plan(?:s|ned|ning)? (?:to|for|on)|hop(?:e|es|ing) to|scheduled|booked for|upcoming|due|deadline|(?:is|are) (?:set|planned|expected|called|moved|postponed|closed)|appointment|expires?|starts|begins|opens|ends|leaves|arrives|departs|takes place|see you|must|need to|needs to|have to|has to|should|let.s|would like|want to|wants to|remind|reminder|please|can you|could you|looking forward|until then|invited (?:to|me for|us for)|save the date',
  ),
  past: words(IRREGULAR, REGULAR),
  present: words('(?:is|are)(?! (?:from|since|of)(?!\\p{L}))'),
}
