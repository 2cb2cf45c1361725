import type { DayWords, Ties } from '../vocabulary.js'
import { endsWith, type Signs, words } from './signs.js'

export const english: DayWords = {
  months:
    'january|jan, february|feb, march|mar, april|apr, may, june|jun, july|jul, august|aug, ' +
    'september|sept|sep, october|oct, november|nov, december|dec',
  doubtful: 'may|march|mar|jan|apr|jun|falls?',
  near: 'between|in|of|on|during|since|by|until|till|from|before|after|early|late|mid|end of|start of|beginning of|this coming',
  nearSeason: 'in|the|of|during|since|every|each|early|late|by|until|before|after',
  link: 'of',
  weekdays: 'monday, tuesday, wednesday, thursday, friday, saturday, sunday',
  seasons: ['springs?', 'summers?', 'autumns?|falls?', 'winters?'],
  feasts: [
    ['(?:christmas|xmas) eve', 12, 24],
    ['(?:christmas|xmas) day', 12, 25],
    ['boxing day', 12, 26],
    ['christmas|xmas', 12, null],
    ['halloween', 10, null],
    ['thanksgiving', 11, null],
    [`valentine['’]?s|valentine day`, 2, null],
    [`new year['’]?s? eve`, 12, 31],
    [`new year['’]?s?`, 1, null],
    ['independence day', 7, null],
  ],
  days: [
    ['day[ -]before[ -]yesterday|(?:night|evening|day) before last', -2],
    ['day[ -]after[ -]tomorrow', 2],
    ['yesterday|last night', -1],
    ['tomorrow', 1],
    ['today|tonight|this (?:morning|afternoon|evening)', 0],
  ],
  units: { day: 'days?', week: 'weeks?', weekend: 'weekends?', month: 'months?', year: 'years?' },
  before: [
    ['last|previous', -1],
    ['this', 0],
    ['next|coming', 1],
  ],
  after: [
    ['before last', -2],
    ['after next', 2],
  ],
  lately: 'last|past|previous',
  rolling: 'past|this past',
  on: 'on|by|until|till|from|since|for|before|after',
  numbers: 'an?|one, two|couple of|couple, three, four, five, six, seven, eight, nine, ten, eleven, twelve',
  few: 'few|several',
  ago: { after: String.raw`ago|(?<=s\s)back` },
  ahead: 'in',
  short: 'jan, feb, mar, apr, , jun, jul, aug, sept?, oct, nov, dec',
  shortWeekdays: 'mon, tues?, wed, thurs?|thu, fri, sat, sun',
  doubtfulWeekdays: 'mon|tues?|wed|thurs?|thu|fri|sat|sun',
  ofNextWeek: 'next',
}

const IRREGULAR =
  'was|were|had|did|didn.t|wasn.t|weren.t|went|came|saw|got|met|made|took|bought|found|gave|told|said|left|felt|' +
  'knew|thought|brought|began|broke|built|caught|chose|cost me|cut off|drank|drove|ate|fell|flew|forgot|grew|heard|held|hurt|' +
  'kept|lost|paid|ran|rode|sang|sat|sent|slept|sold|spent|spoke|stood|swam|taught|threw|woke|won|wore|wrote|became|' +
  'lit|led|dealt|bit|hid|hung|laid|rose|shot|shut|stole|struck|swore|tore|understood|used to|gone|been|born|done|seen|' +
  "haven.t|hasn.t|hadn.t|(?:have|has|'ve) (?:just |already |been |never )?\\p{L}+ed"
/** Nouns, adjectives and present forms that look like a past tense. */
const REGULAR =
  '(?!(?:need|speed|feed|bed|red|shed|seed|breed|indeed|hundred|wed|embed|exceed|proceed|succeed|agreed|scared|tired|bored|excited|interested|married|used|supposed|wanted|related|unlimited|limited|armed|united|naked|sacred|wicked|advanced|detailed|talented|gifted|beloved)(?!\\p{L}))\\p{L}{2,}ed'

export const englishSigns: Signs = {
  future: words(
    "will|won.t|'ll|\\p{L}+['’]ll|shall|gonna|going to|(?:is|are|am|'s|'m|'re|\\p{L}+['’](?:s|re|m)) (?:coming|leaving|flying|going|visiting|moving|starting|meeting|having|arriving|travelling|traveling|getting|taking|seeing|playing|hosting|planning|giving|making|doing|due|back on|off on|not (?:coming|going))",
    'plan(?:s|ned|ning)? (?:to|for|on)|hop(?:e|es|ing) to|scheduled|booked for|upcoming|due|deadline|(?:is|are) (?:set|planned|expected|called|moved|postponed|closed)|appointment|expires?|starts|begins|opens|ends|leaves|arrives|departs|takes place|see you|must|need to|needs to|have to|has to|should|let.s|would like|want to|wants to|remind|reminder|please|can you|could you|looking forward|until then|invited (?:to|me for|us for)|save the date',
  ),
  past: words(IRREGULAR, REGULAR),
  moved: {
    verb: words(
      '(?:moved|postponed|rescheduled|pushed|shifted|delayed|deferred|adjourned|put off|brought forward|pulled forward|changed|switched|bumped|extended|prolonged)',
    ),
    to: endsWith('to|until|till|for'),
  },
  present: words('(?:is|are)(?! (?:from|since|of)(?!\\p{L}))'),
}

export const englishTies: Ties = {
  every: 'every|each|most|any|all',
  onWeekend: '(?:on|at|over) the weekend',
  to: 'to|until|till|through|thru|up to',
  between: 'between',
  and: 'and',
  ordinals: 'first|1st, second|2nd, third|3rd, fourth|4th|last',
  quarter: 'quarter',
  theDay: String.raw`(?:on|by|until|till|since|before|after|from|for|is|was) the (?<date>\d{1,2})(?:st|nd|rd|th)(?! (?!at|in the (?:morning|evening|afternoon)|and|but|or|to|we|i|he|she|it|they|you|there|my|our|of (?:this|the) month)[a-z])`,
  beforeYear:
    'in|since|by|of|from|until|till|during|before|after|year|around|circa|back in|early|late|mid|class of|to|for',
  beforeDecade: 'the|in|early|late|mid',
  fromNow: 'from now|from today|hence',
  from: 'from|after',
}
