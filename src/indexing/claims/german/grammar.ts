import type { Grammar } from '../relation.js'
import { GERMAN_AT_HOME, GERMAN_AT_HOME_NOUNS } from './at-home.js'
import { GERMAN_AT_WORK, GERMAN_AT_WORK_NOUNS, GERMAN_ENDS } from './at-work.js'
import { GERMAN_FACTS } from './facts.js'
import { GERMAN_FRAMES } from './frames.js'
import { GERMAN_HABITS } from './habits.js'
import { GERMAN_MEASURES } from './measures.js'
import { GERMAN_MORE } from './more-ways.js'
import { GERMAN_MODIFIERS, GERMAN_NOUNS } from './nouns.js'
import { GERMAN_POSTS } from './posts.js'
import { GERMAN_SETTINGS } from './settings.js'
import { GERMAN_VERBS } from './verbs.js'
import { GERMAN_WORKADAY, GERMAN_WORKADAY_NOUNS } from './workaday.js'

/** What stands in braces in a way to say something. */
const MACROS: Readonly<Record<string, string>> = {
  be: 'ist/sind/bin/bleibt',
  has: '(hat|habe|haben|hab)',
  we: 'ich/wir/man',
  works: '(arbeite|arbeitet|arbeiten|jobbe|jobbt)',
  lives: '(wohne|wohnt|wohnen|lebe|lebt|leben)',
  my: 'mein/meine/meinen/meinem/meiner/meines/unser/unsere/unseren/unserem/unserer',
  its: 'seinen/seine/sein/ihren/ihre/ihr/meinen/meine/mein/unseren/unsere/den/die/das',
  art: 'der/die/das/den/dem',
  gen: 'des/der',
  of: 'von/für/in/bei/vom/im/zu/an/beim/am/zum/zur',
  within: '(in|im|bei|beim|für|am|auf|an)',
  serves: '(dient|fungiert|amtiert|arbeitet|agiert|regiert)',
  holds: '(hat|übernimmt|trägt|führt|obliegt|liegt bei|liegt in den händen von|liegt in der hand von)',
  keeps: '(hat|habe|nutzt|verwendet|benutzt|führt|besitzt)',
  zum: 'zum/zur',
  amt: '(amt als|posten als|stelle als|amt des|posten des|rolle als|position als|amt der)',
  eq: '(:|ist|sind|heißt|lautet|beträgt|bleibt|liegt bei|liegt derzeit bei|steht bei|steht auf|ist auf|beläuft sich auf|ist am|ist bei|endet am|ist bis zum|läuft am|nennt sich)',
  stands: '(steht|läuft|ist|liegt) (auf|bei)',
  place:
    '(ist in|ist auf|ist im|liegt in|liegt im|befindet sich in|befindet sich im|sitzt in|ist die stadt|liegt auf|steht in|steht im)',
  in: '(im|in der|in)',
  incharge: '(zuständig|verantwortlich|zuständige|zuständiger|verantwortliche|verantwortlicher) (person)?',
  entered: '(eingetragen|hinterlegt|angegeben|benannt|vermerkt|gemeldet|registriert|genannt)',
  atwork: '(im büro|im dienst|dienstlich|beruflich|geschäftlich|auf der arbeit|bei der arbeit)',
  athome: '(zu hause|zuhause|privat|daheim)',
  tariff: '(tarif|abo|paket)',
  to: '(auf|nach|zu|in) (den|die|das)?',
  changed:
    'geändert/umbenannt/gestellt/gefallen/gestiegen/gesunken/gewechselt/verschoben/verlegt/erhöht/gesenkt/verlängert/gesetzt/aktualisiert/angehoben/umgestellt/gewechselt/umgezogen/reduziert/verkürzt/geaendert',
  changes: '(verlegt|verlegte|ändert|änderte|verschiebt|verschob|erhöht|erhöhte|senkt|senkte)',
  ride: '(auto|wagen|rad|fahrrad|motorrad|roller|kombi|cabrio)',
  swapped: '(umgestellt|umgezogen|migriert|gewechselt|umgestiegen|portiert|umgerüstet|umgebaut)',
  appointed: 'ernannt/gewählt/bestellt/berufen/befördert/bestimmt/gemacht/gekrönt/verpflichtet',
}

export const GERMAN: Grammar = {
  macros: MACROS,
  ways: [
    GERMAN_AT_HOME,
    GERMAN_FACTS,
    GERMAN_HABITS,
    GERMAN_MORE,
    GERMAN_AT_WORK,
    GERMAN_WORKADAY,
    GERMAN_SETTINGS,
    GERMAN_FRAMES,
    GERMAN_POSTS,
    GERMAN_VERBS,
    GERMAN_MEASURES,
    GERMAN_ENDS,
  ],
  nouns: [GERMAN_NOUNS, GERMAN_WORKADAY_NOUNS, GERMAN_AT_WORK_NOUNS, GERMAN_AT_HOME_NOUNS],
  agents: [],
  families: [],
  modifiers: GERMAN_MODIFIERS,
}
