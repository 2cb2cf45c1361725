import type { Grammar } from '../relation.js'
import { ENGLISH_AGENTS, ENGLISH_MAKERS } from './agents.js'
import { ENGLISH_AT_HOME, ENGLISH_AT_HOME_NOUNS } from './at-home.js'
import { ENGLISH_AT_WORK, ENGLISH_AT_WORK_NOUNS, ENGLISH_AT_WORK_SAME } from './at-work.js'
import { ENGLISH_EVERYDAY } from './everyday.js'
import { ENGLISH_FACT_NOUNS, ENGLISH_FACTS } from './facts.js'
import { ENGLISH_FRAMES } from './frames.js'
import { ENGLISH_HABITS } from './habits.js'
import { ENGLISH_KINDS } from './kinds.js'
import { ENGLISH_LIVES } from './lives.js'
import { ENGLISH_MEASURES } from './measures.js'
import { ENGLISH_FAMILIES } from './more-nouns.js'
import { ENGLISH_MORE } from './more-ways.js'
import { ENGLISH_MODIFIERS, ENGLISH_NOUNS } from './nouns.js'
import { ENGLISH_ORIGINS } from './origins.js'
import { ENGLISH_SETTINGS } from './settings.js'
import { ENGLISH_STATES } from './states-of-things.js'
import { ENGLISH_TERM_NOUNS, ENGLISH_TERM_SAME, ENGLISH_TERMS } from './terms.js'
import { ENGLISH_PEOPLE } from './verbs-of-people.js'
import { ENGLISH_THINGS } from './verbs-of-things.js'
import { ENGLISH_WORKADAY, ENGLISH_WORKADAY_NOUNS } from './workaday.js'
import { ENGLISH_WORKS } from './works.js'

/** What stands in braces in a way to say something. */
const MACROS: Readonly<Record<string, string>> = {
  be: 'is/are/am/remains',
  has: '(has/have)?',
  was: '(was|were|is|are|am|has been|have been|got|had been|has just been)',
  works: '(works|work|is working|am working|are working|has worked|have worked|has been working|have been working)',
  lives:
    '(lives|live|resides|reside|is living|am living|are living|has lived|have lived|has been living|have been living|dwells)',
  serves: '(serves|acts|works|functions|operates|is serving|is acting|is working)',
  firm: 'company/organisation/organization/firm/employer/institution',
  town: 'city/town/village/place',
  person: 'person/man/woman/one/individual/politician',
  role: 'role/position/post/office/title/job/function',
  owner: 'company/person/engineer/developer/man/woman/one/firm/group/organisation/organization',
  my: 'my/our',
  of: 'of/for/at/in/on',
  eq:
    '(:|is/are/am/remains|(is|are) with|has/have been|(is/are|can be) (located|based|situated|found|housed|placed|to be found)? in/at/on|is called/named|' +
    'is known as|is set to/at/for|runs/lives on/at/in|(is/are)? (hosted|kept|stored) on/at/in|stands/sits/lies/falls at/on/in|stays at|numbers|is up/down to/at|amounts to|comes to|adds up to|works out at|shows as|' +
    '(is/are/was/were)? (fixed|put|given|listed|recorded|registered|shown|quoted|reported|currently) (at|as)|equals|totals|reads|shows|' +
    'is held by|is scheduled for|goes by)',
  changed: '((has/have/was/were/is/got)? {shifts}|(has been|have been) {shifts}|(has/have)? {goes})',
  shifts:
    '(changed|moved|switched|updated|set|reset|renamed|passed|switched over|raised|increased|lowered|reduced|cut|limited|capped|extended|postponed|pushed|pushed back|brought forward|rescheduled|shifted|relocated|transferred|corrected|adjusted|bumped|upgraded|delayed)',
  goes: '(rose|risen|went|gone|passes|goes|went up|gone up|dropped|fell|fallen|grew|grown|climbed|went down|gone down|sank|jumped|decreased|shrank)',
  shifted: '(moved|postponed|rescheduled|pushed|pushed back|shifted|brought forward|delayed)',
  alters:
    '(changed|moved|switched|updated|relocated|transferred|raised|lowered|set|reset|shifted|increased|reduced|extended)',
  swaps: '(switched|moved|migrated|changed|converted|ported|transitioned|upgraded|downgraded|transferred)',
  appointed:
    '(named|appointed|elected|hired|made|chosen|selected|sworn in|confirmed|announced|installed|signed|unveiled|brought in|promoted to|crowned|picked)',
  appoints:
    '(named|names|appointed|appoints|elected|elects|hired|hires|chose|chosen|made|installed|picked|selected|signed|brought in|promoted|announced|has hired)',
  likes: '(likes|like|loves|love|enjoys|enjoy|prefers|prefer|values|rates)',
  most: '(best|most|the most|the best|above all|more than any other|best of all|most of all)',
  table: 'table/league/standings/ranking/rankings/division/chart/charts',
  spot: '(workplace|work place|place|seat|desk|parking space|parking spot|parking place|parking bay|locker|table|berth)',
  vet: '(vet|veterinarian)',
  wifi: '((wi-fi|wifi|wlan|wireless) (network)?|network)',
  tariff: '(plan|tariff|tier|subscription|package)',
  ride: '(tractor|jeep|suv|minivan|hatchback|moped|e-bike|taxi|car|van|truck|pickup|lorry|bike|bicycle|motorbike|scooter|camper|estate|convertible)',
  period: '(day|week|month|year)',
  replaced: 'replaced/replaces/succeeded/succeeds/followed/follows',
}

export const ENGLISH: Grammar = {
  macros: MACROS,
  ways: [
    ENGLISH_AT_HOME,
    ENGLISH_FACTS,
    ENGLISH_HABITS,
    ENGLISH_MORE,
    ENGLISH_AT_WORK,
    ENGLISH_TERMS,
    ENGLISH_WORKADAY,
    ENGLISH_SETTINGS,
    ENGLISH_FRAMES,
    ENGLISH_KINDS,
    ENGLISH_EVERYDAY,
    ENGLISH_PEOPLE,
    ENGLISH_THINGS,
    ENGLISH_WORKS,
    ENGLISH_LIVES,
    ENGLISH_ORIGINS,
    ENGLISH_MEASURES,
    ENGLISH_STATES,
  ],
  agents: [ENGLISH_AGENTS, ENGLISH_MAKERS],
  nouns: [ENGLISH_NOUNS, ENGLISH_AT_WORK_SAME, ENGLISH_TERM_SAME, ENGLISH_FACT_NOUNS],
  families: [
    ENGLISH_FAMILIES,
    ENGLISH_WORKADAY_NOUNS,
    ENGLISH_AT_WORK_NOUNS,
    ENGLISH_TERM_NOUNS,
    ENGLISH_AT_HOME_NOUNS,
  ],
  modifiers: ENGLISH_MODIFIERS,
}
