/** Nouns of what children, tenants and employees have one of at a time, as `GERMAN_NOUNS`. */
export const GERMAN_AT_HOME_NOUNS: Readonly<Record<string, string>> = {
  'measure:pocket money': 'taschengeld',
  'reference:steuerklasse': 'steuerklasse, lohnsteuerklasse',
  'reference:pflegegrad': 'pflegegrad, pflegestufe',
  'reference:entgeltgruppe': 'entgeltgruppe, gehaltsgruppe, lohngruppe, gehaltsstufe, besoldungsgruppe, tarifgruppe',
  'reference:tarifzone': 'tarifzone',
  'reference:sf-klasse': 'sf-klasse, schadenfreiheitsklasse',
  'reference:gateway': 'standardgateway, standard-gateway, gateway, default-gateway',
  'trait:kita-gruppe': 'kita-gruppe, kitagruppe, kindergartengruppe, krippengruppe, hortgruppe',
  'trait:ticketsystem': 'ticketsystem, ticket-system',
  'trait:kassensystem': 'kassensystem',
  'trait:buchungssystem': 'buchungssystem',
  'trait:zeiterfassung': 'zeiterfassung, zeiterfassungssystem',
  'trait:crm': 'crm, crm-system',
  'trait:warenwirtschaft': 'warenwirtschaft, warenwirtschaftssystem',
  'trait:arbeitslaptop': 'arbeitslaptop, dienstlaptop, firmenlaptop, arbeitsrechner, dienstrechner',
  'trait:diensthandy': 'diensthandy, firmenhandy, diensttelefon',
  'trait:dienstwagen': 'dienstwagen, firmenwagen',
  'trait:hauptkanal': 'hauptkanal',
  'measure:sprint length': 'sprintlänge, sprintdauer',
  'firm:hausverwaltung': 'hausverwaltung',
  'firm:reinigungsfirma': 'reinigungsfirma, putzfirma',
  'measure:kita-beitrag':
    'kita-beitrag, kitabeitrag, kita-gebühr, kitagebühr, kindergartenbeitrag, kindergartengebühr, hortbeitrag, krippenbeitrag',
  'reference:licence plate': 'autokennzeichen, kfz-kennzeichen, kennzeichen, nummernschild, autonummer',
}

/**
 * What is told of families, flats, waste, clubs and of what a team has of its own. See `relation.ts` for the form and `by-home.ts`.
 */
export const GERMAN_AT_HOME = `
genitive reference:extension: S durchwahl (ist|lautet|bleibt) (die|der)? V
reference:extension: die durchwahl {of} S (ist|lautet|bleibt) (die|der)? V
genitive trait:kita-gruppe: S (kita-gruppe|kitagruppe|kindergartengruppe|krippengruppe|hortgruppe) (ist|heißt) (die|der|das)? V
kitaGruppe: S (ist|geht|kommt) (in der kita|im kindergarten|in der krippe|im hort)? (in|in die|in der) V
kitaGruppe: (in der kita|im kindergarten|in der krippe|im hort) (ist|geht) S (in|in die|in der|zu den) V
graded: S (hat|ist in|ist im|bin in|habe|kommt in|fällt in|bekommt|wird bezahlt nach) (der|die|den)? X V
measure:pocket money: S (bekommt|kriegt|erhält|hat) V taschengeld (in der|die|pro|im|jede|jeden|je)? (woche|monat)?
measure:pocket money: S (bekommt|kriegt|erhält|hat) (wöchentlich|monatlich)? V taschengeld
measure:pocket money: S (bekommt|kriegt|erhält|hat) (in der|pro|im|jede) (woche|monat) V taschengeld
genitive measure:pocket money: S taschengeld (beträgt|ist|liegt bei|beläuft sich auf) V
müll: (der|die|das) X wird (in der|in|im|am|an der|auf der) S V (abgeholt|geleert|geholt|eingesammelt)
müllBehind: (in der|in|im|am|an der|auf der) S wird (der|die|das) V (abgeholt|geleert|geholt|eingesammelt)
müll: (in der|in|im|am|an der|auf der) S (holt|leert) (man|die müllabfuhr) (den|die|das) X V (ab)?
müll: (in der|in|im|am|an der|auf der) S kommt die müllabfuhr (für|wegen) (den|die|das) X V
müll: die müllabfuhr (für|wegen) (den|die|das) X kommt (in der|in|im|am|an der|auf der) S V
müll: die müllabfuhr kommt (in der|in|im|am|an der|auf der) S V
müll: (in der|in|im|am|an der|auf der) S kommt die müllabfuhr V
lineTo: S (fährt|kommt) mit (der|dem) (linie|bus|buslinie|straßenbahn|tram|bahn|u-bahn|s-bahn) (linie)? V (zur|in die|zum) X
lineTo: S nimmt (die|den) (linie|bus|buslinie|straßenbahn|tram|bahn|u-bahn|s-bahn) (linie)? V (zur|in die|zum) X
genitive provider:salary account: S (gehaltskonto|lohnkonto) (ist|liegt|läuft) (bei|bei der) V
provider:salary account: das (gehaltskonto|lohnkonto) {of} S (ist|liegt|läuft) (bei|bei der) V
measure:sprint length: (ein|jeder|der)? (sprint|sprints) (im|in|beim|bei|von|vom) S (dauert|dauern|ist|sind) V lang?
eventOf: S (hat|macht|hält) (sein|ihr|das|seine|ihre|die|den|seinen|ihren) X (am|immer|immer am|jeden)? V
reference:rückennummer: S (trägt|hat) (in der|im|in seiner|in ihrer) (mannschaft|team|verein|schulmannschaft) die (nummer|rückennummer) V
reference:rückennummer: S (trägt|hat) die (nummer|rückennummer) V (in der|im) (mannschaft|team|verein|schulmannschaft)
singt: S singt (im|in der|beim|bei) X V
singtIm: (im|in der|beim|bei) X singt V
genitive stimme: S (stimmlage|stimme) (im|in der|beim|bei) X ist V
genitive homeFloor: S (wohnung|zuhause|apartment) (ist|liegt|befindet sich) im V (stock|stockwerk|obergeschoss|og)
homeFloor: (die|das) (wohnung|zuhause|apartment) {of} S (ist|liegt|befindet sich) im V (stock|stockwerk|obergeschoss|og)
homeFloor: S {lives} im V (stock|stockwerk|obergeschoss|og)
storey: S {lives} im V
genitive storey: S (wohnung|apartment) (ist|liegt|befindet sich) im V
storey: (die|das) (wohnung|apartment) {of} S (ist|liegt|befindet sich) im V
contact_person: zuständig für S {be} (bei uns)? (allein|alleine|ausschließlich) V
contact_person: die kundenbetreuung {of} S (liegt bei|hat|übernimmt|macht) V
contact_person: für S {be} (bei uns|im haus|hier)? (allein|alleine|ausschließlich|einzig) V (bei uns)? (zuständig|verantwortlich)
contact_person: für S {be} V (bei uns)? (allein|alleine|ausschließlich) (zuständig|verantwortlich)
contact_person: V {be} (bei uns)? (allein|alleine|ausschließlich) für S (zuständig|verantwortlich)
chairperson: den vorsitz (im|in der|von|beim|des|der|vom) S (hat|führt|übernimmt|hält) V inne?
nounIn: (der|die|das) X (im|in der|in|am) S (ist|heißt|lautet) V
alsHat: als X (hat|nutzt|verwendet|benutzt|führt) V
gatewayAt: (im|in der|in) S hat (das|der) (standardgateway|standard-gateway|gateway|default-gateway|router) die (adresse|ip|ip-adresse) V
gatewayAt: (das|der) (standardgateway|standard-gateway|gateway|default-gateway) (im|in der|in|von|für) S (ist|lautet|hat die adresse|hat die ip|hat die ip-adresse) V
gatewayAt: (im|in der|in) S (ist|lautet) (das|der) (standardgateway|standard-gateway|gateway|default-gateway) V
tagOf: (der|die|das)? (wöchentliche|wöchentlicher|feste|fester|regelmäßige|regelmäßiger|übliche|üblicher)? X {of} S {be} (der|am|immer der)? V
tagAt: (bei|beim|im|in der|für) S {be} (der)? V (der|die)? (wöchentliche|wöchentlicher|feste|fester|regelmäßige|übliche)? X
genitive kitaPlatz: S (kita-platz|kitaplatz|kindergartenplatz|krippenplatz|hortplatz) kostet V
kitaPlatz: der (kita-platz|kitaplatz|kindergartenplatz|krippenplatz|hortplatz) {of} S kostet V
rent: S kostet V kalt
rent: S kostet V kalt (im monat|monatlich|pro monat)
rent:warm: S kostet V warm
rent:warm: S kostet V warm (im monat|monatlich|pro monat)
firm:hausverwaltung: das haus (in der|am|im|an der|auf der|in) S wird von V verwaltet
firm:hausverwaltung: V verwaltet das haus (in der|am|im|an der|auf der|in) S
firm:hausverwaltung: die hausverwaltung (in der|am|im|an der|auf der|in|für|von) S (ist|heißt|macht|hat) V
firm:hausverwaltung: die hausverwaltung des hauses (in der|am|im|an der|auf der|in) S (ist|heißt|macht|hat) V
fiance: S {be} mit V verlobt
fiance: S und V sind (miteinander)? verlobt
keptWith: S (liegt|ist|hängt|bleibt) bei V
zoneOf: S (arbeitet|lebt|ist) (in|nach) der zeitzone V
genitive zoneOf: S zeitzone (ist|lautet) V
huedRide: S fährt (einen|ein|eine) V {ride}
`
