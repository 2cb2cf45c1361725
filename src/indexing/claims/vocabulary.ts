import { folded } from '../fold.js'

/** The words of a text, each once. */
export const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))
const synonyms = (table: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(Object.entries(table).flatMap(([code, all]) => all.split(', ').map((word) => [word, code] as const)))

export const MARITAL: ReadonlyMap<string, string> = synonyms({
  single: 'single, single again, ledig, single',
  married: 'married, verheiratet',
  divorced: 'divorced, geschieden',
  separated: 'separated, getrennt',
  engaged: 'engaged, verlobt',
  widowed: 'widowed, a widow, a widower, widow, widower, verwitwet, witwe, witwer',
})

export const DIETS: ReadonlyMap<string, string> = synonyms({
  vegetarian: 'vegetarian, veggie, vegetarier, vegetarierin, vegetarisch',
  vegan: 'vegan, veganer, veganerin, plant-based',
  pescatarian: 'pescetarisch, pescatarisch, pescatarian, pescetarian, pescetarier, pescetarierin',
  flexitarian: 'flexitarian, flexitarier, flexitarierin',
  omnivore: 'omnivore, carnivore',
  keto: 'keto, ketogenic, low-carb, paleo',
  gluten_free: 'gluten-free, glutenfrei',
})

/** What the state of a ticket, a build or a server is called. */
export const CONDITIONS: ReadonlySet<string> = new Set(
  `new, on standby, standby, assigned, on, off, idle, ready for review, ready for testing, ready for release, in testing, in development, in production, in design, in planning, to do, not started, won't fix, open, closed, reopened, resolved, done, finished, completed, complete, blocked, in progress, pending, waiting, on hold, under review, in review,
  paid in full, fully paid, partly paid, partially paid, half paid, paid in part, part-paid, outstanding, settled, refunded, partly refunded, disputed, written off, sent, void, voided, due, partly shipped, partly delivered,
  teilweise bezahlt, teilbezahlt, vollständig bezahlt, beglichen, erstattet, gemahnt, angemahnt, strittig, ausgebucht,
  approved, rejected, merged, draft, ready, deployed, released, failed, failing, passing, green, red, yellow, amber, running, stopped, down, up,
  online, offline, active, inactive, enabled, disabled, paused, cancelled, canceled, paid, unpaid, overdue, shipped, delivered, delayed, archived,
  offen, geschlossen, erledigt, in prüfung, freigegeben, gesperrt, zurückgestellt, beendet, gestartet, fertig, blockiert, in arbeit, wartend, genehmigt, abgelehnt, fehlgeschlagen, aktiv, inaktiv, pausiert, storniert,
  bezahlt, überfällig, versendet, geliefert, grün, rot, gelb, abgebrochen, abgeschlossen, in planung, in entwicklung, in bearbeitung, in betrieb,
  in umsetzung, in vorbereitung, in wartung, in produktion, in der testphase, in der planung, in der umsetzung, in der entwicklung, gestoppt,
  eingestellt, ausgesetzt, unterbrochen, angehalten, verzögert, verschoben, geplant, archiviert, abgenommen, ausgeliefert, eingefroren, gelöst,
  zurückgewiesen, angelaufen, laufend, ausstehend, im verzug, im plan, auf eis, auf eis gelegt, unbezahlt, verschickt, in zustellung, zugestellt,
  in auslieferung, online, offline, bereit, im test, im aufbau, kritisch, stabil, umgesetzt, bestätigt, neu, zugewiesen, eskaliert, verworfen`
    .split(',')
    .map((word) => word.trim()),
)

/** Things whose state is told in one word. */
export const TRACKED = words(
  `ticket issue build server task pipeline deployment invoice order incident bug case pull request pr job service migration release project feature
  branch node cluster database printer scanner router server display sensor camera thermostat machine elevator lift pump
  flight shipment parcel application claim contract proposal campaign sprint epic story milestone complaint loan workstream initiative programme program
  rechnung auftrag vorgang projekt dienst aufgabe vorhaben teilprojekt anfrage antrag bestellung lieferung paket meldung störung`,
)

/** Places of work and the like, of which one is told where it is. */
export const PREMISES = words(
  `office shop store restaurant studio clinic practice warehouse salon café cafe gym company lab laboratory workshop kindergarten
  büro laden geschäft werkstatt praxis lager atelier firma kanzlei`,
)

/** Things that have a day. */
export const EVENTS = words(
  `meeting standup stand-up call all-hands rollout reunion club launch release wedding exam test party conference trip flight appointment interview concert demo presentation review
  workshop course class lesson training rehearsal show game match tournament race marathon ceremony graduation visit delivery inspection surgery
  operation checkup check-up session webinar hearing vacation holiday retreat kickoff kick-off go-live closing opening move audition event reservation
  booking dinner lunch breakfast election vote retrospective sync alarm shift train bus gala festival fair ball forum huddle check-in townhall town-hall grooming refinement colloquium assembly debrief debriefing catch-up one-on-one fixe reception picnic barbecue retro planning briefing regatta ceremony symposium summit hackathon fundraiser banquet
  termin treffen besprechung hochzeit prüfung klausur feier konferenz reise flug vorstellungsgespräch konzert präsentation umzug kurs zahnarzttermin
  arzttermin friseurtermin operation besuch lieferung sitzung start veröffentlichung`,
)

/** What of the same name is held once. */
export const ONLY_ONCE = words(
  'exam wedding handover surgery operation launch go-live audit hearing graduation election ceremony kickoff kick-off move opening premiere funeral',
)

/** What leaves more than once a day, or is held again and again. */
export const RECURRING = words(
  `bus train tram ferry flight boat shuttle coach plane class lesson session tour show screening mass service prayer round lap match game quiz
  zug fähre bahn flieger kurs stunde führung vorstellung messe runde spiel`,
)

/** German words made of such a thing and another. */
export const EVENT =
  /(?:termin|treffen|prüfung|hochzeit|feier|reise|flug|konzert|umzug|operation|besprechung|sitzung|gespräch|klausur|turnier|probe|runde|fest|versammlung|abend|markt|lauf|konferenz|(?<!kon)kurs|(?:lese|arbeits|gesprächs|haus|bibel|näh|strick|stuhl|eltern)kreis|abgleich|stammtisch|training|seminar|fixe|meeting|unterricht|rückblick|stunde|daily|weekly)$/u

/** "My favourite part" means one of many. */
export const NO_FAVOURITE = words(
  'part thing thing moment memory memories way time times bit one ones aspect places things parts spot hobby hobbies people person',
)

/** Names of religions, by one of their words. */
export const RELIGION =
  /(?:ism|ismus|ianity|ity|christentum|judentum)$|\b(?:islam|church|catholic\w*|orthodox\w*|lutheran|methodist|baptist|anglican|shia|sunni|quaker|mormon|sikh|kirche|shinto|taoist|evangelical)\b/u

/** What people are who work somewhere, by the end of the word. */
export const OCCUPATION =
  /(?:eer|ist|yst|cian|tant|tect|nurse|chef|cook|pilot|clerk|lawyer|doctor|teacher|manager|designer|developer|programmer|writer|editor|driver|officer|cashier|waiter|waitress|intern|trainee|assistant|lecturer|researcher|baker|barista|mechanic|electrician|carpenter|plumber|secretary|receptionist|surgeon|professor|librarian|curator|dealer|seller|planner|worker|advis[eo]r)$/u

/** Where players play. */
const ON_FIELD = `goalkeeper keeper goalie striker forward defender midfielder winger sweeper back half-back fullback fly-half hooker prop pitcher catcher fielder placekicker
  shortstop outfielder infielder quarterback cornerback safety linebacker lineman tackle receiver kicker punter scrum-half flanker
  baseman closer reliever goaltender abwehrspieler defenseman defenceman wicket-keeper batsman bowler playmaker halfback center centre guard setter libero torwart eishockeytorwart torhüter stürmer verteidiger mittelfeldspieler
  linksverteidiger rechtsverteidiger innenverteidiger außenverteidiger flügelspieler ersatztorwart rechtsaußen linksaußen mittelstürmer spielmacher
  torhüterin torfrau stürmerin verteidigerin außenverteidigerin innenverteidigerin mittelfeldspielerin mittelstürmerin spielmacherin zuspieler zuspielerin`
/** The same, also without the dots of the umlauts. */
export const POSITIONS = words(`${ON_FIELD} ${folded(ON_FIELD)}`)

/** What people are by profession, by the last word. */
export const OCCUPATIONS = words(
  `accountant actor actress analyst architect artist attorney baker barber barista biologist bookkeeper bricklayer builder butcher carpenter
  cashier chef chemist cleaner clerk coach consultant cook counsellor courier dentist designer developer dietitian director doctor
  driver economist editor electrician engineer farmer firefighter fisherman florist gardener geologist goldsmith hairdresser illustrator
  instructor interpreter janitor joiner journalist judge lawyer lecturer librarian machinist manager mason mechanic midwife musician nurse
  optician painter paramedic pharmacist photographer physicist physiotherapist pilot plumber policeman policewoman postman professor programmer
  psychologist receptionist researcher roofer sailor salesman scientist secretary singer social-worker soldier surgeon surveyor tailor
  teacher technician therapist translator trainee tutor undertaker veterinarian vet waiter waitress welder writer zookeeper
  arzt ärztin anwalt anwältin bäcker bäckerin bauingenieur buchhalter buchhalterin datenanalyst elektriker elektrikerin erzieher erzieherin
  fotograf fotografin gärtner gärtnerin informatiker informatikerin ingenieur ingenieurin installateur journalist journalistin klempner koch
  köchin konditor konditorin krankenpfleger krankenpflegerin krankenschwester lehrer lehrerin maler malerin maurer mechaniker mechanikerin
  pfleger pflegerin pilotin polizist polizistin programmierer programmiererin richter richterin schreiner schreinerin softwareentwickler
  hebamme geologe geologin apotheker apothekerin friseur friseurin kellner kellnerin schneider schneiderin metzger metzgerin fleischer landwirt landwirtin
  optiker optikerin physiker physikerin chemiker chemikerin biologe biologin psychologe psychologin dolmetscher dolmetscherin sekretär sekretärin
  bibliothekar bibliothekarin dachdecker dachdeckerin zimmermann schlosser schlosserin schweißer förster försterin winzer winzerin imker imkerin
  kassierer kassiererin busfahrer busfahrerin taxifahrer lokführer lokführerin steuerberater steuerberaterin notar notarin tierarzt tierärztin
  physiotherapeut physiotherapeutin ergotherapeut ergotherapeutin sozialarbeiter sozialarbeiterin grafiker grafikerin designer designerin
  redakteur redakteurin buchhändler buchhändlerin florist floristin goldschmied goldschmiedin uhrmacher uhrmacherin
  softwareentwicklerin tischler tischlerin übersetzer übersetzerin verkäufer verkäuferin vertriebsleiter vertriebsleiterin zahnarzt zahnärztin`,
)

/** Small things that people keep in one place. */
export const KEPT = words(
  `key keys passport passports documents charger umbrella toolbox flashlight torch first-aid-kit medicine jewellery jewelry
  schlüssel ersatzschlüssel reisepass pass unterlagen ladegerät taschenlampe werkzeugkasten`,
)

/** With these in front there may be several, or it is not what holds now. */
export const VAGUE = words(
  `former ex previous prior old past first second third next last future possible potential early late original favourite favorite only other
  another many few several some any most best worst deputy vice assistant associate honorary regional local junior co joint rival
  average expected estimated usual typical approximate predicted planned proposed rumoured alleged so-called would-be unofficial cultural`,
)

/** What is in one place for good, by the words of its name. */
export const STANDING = words(
  `county island islands river lake mountain mount mountains hill hills park bridge airport station tower bay valley district province state
  region peninsula glacier coast cape sea ocean desert forest canal dam road street square village town city municipality township prefecture
  volcano ridge range plateau basin strait gulf reef beach creek falls canyon cave castle palace cathedral church abbey mosque temple stadium
  arena university college museum prefecture parish borough point nunatak nunataks harbour harbor inlet fjord peak territory department`,
)

/** The same in German, by the end of the word. */
export const STANDING_IN_GERMAN =
  /(?:stadion|museum|universität|hochschule|kirche|kathedrale|schloss|burg|brücke|turm|flughafen|bahnhof|kloster|theater|denkmal|tempel|moschee|synagoge|palast|gletscher|gebirge|halbinsel)$/u

/** Whether a value, in lower case, is what somebody is by profession. */
/** What one is at work, and no place on a field. */
export const isPost = (value: string): boolean => {
  const last = value.split(' ').at(-1) ?? ''
  return POST.test(last) && !POSITIONS.has(last)
}
const POST =
  /(?:[^aeiou]er|or|ant|ist|ian|lead|chief|head|counsel|executive|agent|rep|representative|apprentice|associate|president|steward|bishop|pope|abbot|cardinal|priest|king|queen|bischof|papst|abt|kardinal)$/u

export const isOccupation = (value: string): boolean =>
  OCCUPATIONS.has(value.split(' ').at(-1) ?? '') || OCCUPATION.test(value) || value.startsWith('head of ')
