/** What a value is made of: decides how it is read and compared. */
export type Kind =
  | 'place'
  | 'person'
  | 'organisation'
  /** Any name: of a person, an organisation or a thing. */
  | 'name'
  /** A few words. */
  | 'thing'
  | 'amount'
  | 'version'
  | 'date'
  | 'time'
  /** A number to call, an address, an identifier: one word, or digits in groups. */
  | 'contact'
  /** One word of a closed list. */
  | 'word'

/**
 * When a new value puts an old one out of force. `plainly`: there is one at a time and it changes, so any statement does.
 * `on_change`: several may hold, so the words must say that it changed. `on_correction`: nothing is known of it, so the words
 * must say that the old one was wrong.
 */
type Replaced = 'plainly' | 'on_change' | 'on_correction'

export type Attribute = { readonly kind: Kind; readonly replaced: Replaced }

/** Every attribute that claims are about. A code may be followed by `:` and what it is about. */
const CODES: readonly (readonly [Kind, Replaced, codes: string])[] = [
  ['place', 'plainly', 'capital headquarters home continent country venue birthplace location origin native'],
  ['place', 'on_change', 'hometown'],
  [
    'person',
    'plainly',
    'spouse partner fiance chief_executive chairperson head_coach director head_of_state head_of_government head manager ' +
      'landlord doctor dentist therapist president vice_president prime_minister governor mayor chancellor premier monarch ' +
      'pope archbishop bishop rector dean principal secretary_general treasurer captain editor_in_chief finance_chief ' +
      'technology_chief operating_chief speaker commissioner sheriff curator conductor chief_justice commander minister ' +
      'project_manager product_manager product_owner project_lead tech_lead team_lead account_manager contact_person ' +
      'assignee lead_singer vice_chancellor first_minister secretary superintendent tax_adviser case_worker hairdresser best_friend author founder host maintainer mentor',
  ],
  ['person', 'on_change', 'roommate teacher'],
  [
    'organisation',
    'plainly',
    'employer broadcaster provider insurer bank school university team record_label publisher manufacturer developer ' +
      'operator gym original_broadcaster premiere contract',
  ],
  ['name', 'plainly', 'owner wifi moved representative namesake'],
  ['name', 'on_change', 'name surname'],
  [
    'thing',
    'plainly',
    'exchanged religion sport position currency job status stage priority severity plan genre colour favourite major time_zone branch ' +
      'region seat league room gate hint car original_language motto blood_type',
  ],
  ['thing', 'on_change', 'nickname tool kept official_language'],
  [
    'amount',
    'plainly',
    'balance price budget rent salary weight height size age population capacity count port rate limit build setpoint',
  ],
  ['amount', 'on_change', 'temperature'],
  ['version', 'plainly', 'version'],
  ['date', 'plainly', 'deadline release_date launch_date expiry_date start_date birthday date'],
  ['time', 'plainly', 'time'],
  ['contact', 'plainly', 'phone email address website username ip_address number hostname code'],
  ['word', 'plainly', 'marital_state diet allergy smoking'],
  // Of families, with the noun behind a colon.
  ['person', 'plainly', 'office'],
  ['organisation', 'plainly', 'firm'],
  ['place', 'plainly', 'site'],
  ['thing', 'plainly', 'trait'],
  // Of nouns that stand in no list.
  ['thing', 'plainly', 'unlisted'],
  ['amount', 'plainly', 'measure'],
  ['date', 'plainly', 'day'],
  ['time', 'plainly', 'hour'],
  ['contact', 'plainly', 'reference'],
  // Of statements that are known by their own words.
  ['contact', 'plainly', 'frame'],
  ['name', 'plainly', 'framed_name'],
]

const ATTRIBUTES: ReadonlyMap<string, Attribute> = new Map(
  CODES.flatMap(([kind, replaced, codes]) => codes.split(' ').map((code) => [code, { kind, replaced }] as const)),
)

/** The attribute of a claim; undefined where the code is none. */
export const attributeOf = (code: string): Attribute | undefined => ATTRIBUTES.get(code.split(':', 1)[0] ?? '')

const LASTING: ReadonlySet<string> = new Set([
  ...'birthplace origin native original_language original_broadcaster author developer founder'.split(' '),
  ...'composer architect performer creator inventor discoverer painter illustrator father mother'
    .split(' ')
    .map((noun) => `office:${noun}`),
  'site:place of death',
  'site:resting place',
  'trait:native language',
])

/** Whether it is the same for ever, so that what it was is what it is. */
export const isLasting = (code: string): boolean => LASTING.has(code)

/** Attributes that hold both ways: who is married or engaged to whom. */
export const isMutual = (code: string): boolean => code === 'spouse' || code === 'fiance'

/**
 * Attributes that are told in each other's words: who runs something may be its chief executive or its coach, and a company's
 * home is its headquarters. One of the first kind is held against each of the others, but not these against one another.
 */
const KINDRED: Readonly<Record<string, readonly string[]>> = {
  head: 'chief_executive head_coach director principal mayor project_manager editor_in_chief president manager maintainer operator'.split(
    ' ',
  ),
  capital: ['site:seat of government', 'site:administrative seat'],
  height: ['measure:elevation'],
  rate: ['measure:savings rate'],
  'measure:revenue': ['measure:turnover'],
  manufacturer: ['developer'],
  owner: ['assignee', 'team'],
  manager: ['office:thesis advisor', 'head_coach'],
  'office:creator': ['developer'],
  'trait:core business': ['trait:field of work'],
  native: ['birthplace', 'origin'],
  assignee: ['maintainer'],
  // Where it was shown first says nothing about where it is shown now.
  original_broadcaster: ['broadcaster', 'premiere'],
  // "It has moved to B" is told of the one of these that it was said of before.
  moved: [
    ...'broadcaster original_broadcaster team league venue room record_label publisher'.split(' '),
    'site:home ground',
    'location',
  ],
  capacity: ['measure:number of seats'],
  headquarters: ['seat', 'site:main hub'],
  'measure:running time': ['measure:duration'],
  'number:room': ['room'],
  room: ['venue', 'framed_name:place', 'trait:room of the desk', 'trait:room of the office'],
  'framed_name:place': 'shelf berth bed bay locker slot rack bin drawer cabinet stall stable'
    .split(' ')
    .map((n) => `number:${n}`),
  representative: ['firm:law firm', 'record_label', 'office:agent', 'office:literary agent', 'firm:talent agency'],
  captain: ['commander'],
  'office:person in charge': ['head', 'maintainer', 'assignee'],
  'office:maker': [
    'author',
    'office:performer',
    'director',
    'office:composer',
    'office:painter',
    'office:komponist',
    'office:maler',
    'developer',
    'manufacturer',
  ],
  governor: ['head_of_government'],
  head_of_state: ['president'],
  price: ['measure:entry fee'],
  stage: ['status'],
  'measure:area': ['measure:floor area'],
  contract: ['employer', 'team', 'record_label'],
  host: ['provider:cloud', 'office:moderator'],
  location: ['site:data centre', 'framed_name:place'],
  region: ['site:data centre'],
  expiry_date: ['day:end date'],
  size: ['measure:number of members'],
  home: ['headquarters', 'location', 'site:home ground', 'site:host city'],
  broadcaster: ['firm:channel', 'firm:tv channel'],
  'firm:channel': ['moved'],
  'office:holder': ['owner', 'office:record holder', 'office:account holder'],
  'office:account holder': ['owner'],
  team_lead: ['head'],
  contact_person: ['maintainer'],
  'trait:flag': ['framed_name:is registered in @'],
  'office:lawyer': ['representative'],
  'measure:number of members': ['measure:headcount'],
}

const kindred = new Map<string, readonly string[]>()
for (const [code, others] of Object.entries(KINDRED))
  for (const other of others) {
    kindred.set(code, [...(kindred.get(code) ?? []), other])
    kindred.set(other, [...(kindred.get(other) ?? []), code])
  }

/** The attributes that the same may be told of in other words. */
export const kindredOf = (code: string): readonly string[] => [...(kindred.get(code) ?? []), ...otherForm(code)]

/** "20" and "28.5" of a noun of no list: a word and a number of the same. */
const otherForm = (code: string): readonly string[] =>
  code.startsWith('unlisted:')
    ? [code.replace('unlisted:', 'measure:')]
    : code.startsWith('measure:')
      ? [code.replace('measure:', 'unlisted:')]
      : []
