/** Nouns of contracts, hours, papers and places at work, as `GERMAN_NOUNS`. */
export const GERMAN_AT_WORK_NOUNS: Readonly<Record<string, string>> = {
  manager:
    'direkte führungskraft, direkter vorgesetzter, direkte vorgesetzte, vorgesetzte, führungskraft, vorgesetzter',
  mentor: 'mentor, mentorin',
  'office:deputy': 'vertretung, stellvertretung, stellvertreter, stellvertreterin, urlaubsvertretung',
  'reference:licence plate': 'kennzeichen, autokennzeichen, nummernschild',
  deadline: 'fälligkeitsdatum, fälligkeit, zahlungsfrist, fälligkeitstermin',
  'office:moderator': 'moderation, moderator, moderatorin, gesprächsleitung',
  'office:vet': 'tierarzt, tierärztin, haustierarzt',
  contact_person:
    'hauptansprechpartner, hauptansprechpartnerin, erster ansprechpartner, erste ansprechpartnerin, ansprechpartner, ansprechpartnerin, kontaktperson, hauptkontakt',
  account_manager:
    'kundenbetreuer, kundenbetreuerin, kundenberater, kundenberaterin, account manager, account managerin',
  'measure:weekly hours':
    'wochenarbeitszeit, wöchentliche arbeitszeit, wochenstunden, wochenstundenzahl, vertragliche arbeitszeit, arbeitszeit pro woche',
  'measure:annual leave': 'urlaubsanspruch, jahresurlaub, urlaubstage, jahresurlaubsanspruch, zahl der urlaubstage',
  'measure:notice period': 'kündigungsfrist',
  'measure:discount': 'rabatt, dauerrabatt, kundenrabatt, nachlass, rabattsatz',
  'reference:cost centre': 'kostenstelle',
  'day:renewal date': 'verlängerungsdatum, verlängerungstermin',
  'day:end date': 'vertragsende, enddatum, laufzeitende, ende der laufzeit',
  expiry_date: 'ablaufdatum, gültigkeitsende',
  'date:home office': 'homeoffice-tag, home-office-tag, heimarbeitstag, homeofficetag',
  'trait:school year': 'klassenstufe, schulklasse, jahrgangsstufe',
  'email:work':
    'dienstliche e-mail-adresse, dienst-mail, arbeits-mail, geschäftliche e-mail-adresse, firmen-mail, dienstliche mailadresse',
  'firm:repair shop': 'werkstatt, autowerkstatt, vertragswerkstatt, stammwerkstatt',
}

/** What is told of contracts, working hours, invoices, rooms, cars and pupils. See `relation.ts` for the form and `by-work.ts`. */
export const GERMAN_AT_WORK = `
- : {my} N bei S {be} V
- : V {be} {my} N bei S
- : bei S {be} V {my} N
schichtIn: S (arbeitet|ist|hat) (in)? V
office:deputy: V vertritt S
office:deputy: S wird von V vertreten
probeBis: S {be} (bis|bis zum) V in (der|ihrer|seiner) probezeit
insurer: S wird von (der)? V versichert
provider:energy: S wird von V mit strom (versorgt|beliefert)
terms: S hat ein zahlungsziel von V
terms: für S gilt ein zahlungsziel von V
reference:licence plate: S {has} das (kennzeichen|nummernschild) V
deadline: S {be} (bis|bis zum) V (zu zahlen|zahlbar|zu begleichen|zu bezahlen)
reference:cost centre: S läuft auf kostenstelle V
number:parking: S hat (den)? (parkplatz|stellplatz) V
number:parking: der (parkplatz|stellplatz) {of} S {be} die V
expiry_date: S läuft (am|zum) V ab
expiry_date: S {be} (bis|bis zum) V gültig
day:renewal date: S (verlängert|erneuert) sich (automatisch)? (am|zum) V
day:renewal date: S wird (am|zum) V (verlängert|erneuert)
measure:weekly hours: S {works} V (stunden|std) (pro|in der|die|je) woche
measure:weekly hours: S {works} wöchentlich V (stunden|std)
measure:weekly hours: S {has} (einen)? (vertrag|arbeitsvertrag) (über|mit|für) V (stunden|std|wochenstunden) (pro|in der|die|je)? (woche)?
measure:weekly hours: S {has} V wochenstunden
weekOf: S {has} (eine|die) V
measure:working days: S {works} V tage (pro|in der|die|je) woche
measure:annual leave: S {has} (anspruch auf)? V (urlaubstage|tage urlaub|tage jahresurlaub) (im|pro|je)? (jahr)?
measure:annual leave: S (stehen|bekommt|erhält) V (urlaubstage|tage urlaub|tage jahresurlaub) (im|pro|je)? (jahr)? zu?
measure:notice period: S {be} mit (einer frist von)? V (frist)? kündbar
measure:notice period: S {has} eine (kündigungsfrist|frist) von V
measure:discount: S (bekommt|erhält|hat|kriegt) (einen)? (festen|ständigen|dauerhaften)? (rabatt|nachlass|dauerrabatt) von V
measure:discount: S (bekommt|erhält|hat|kriegt) V (rabatt|nachlass)
amountOf: S (lautet|beläuft sich|läuft) auf V
amountOf: S (beträgt|macht|ergibt) V
amountOf: der (betrag|gesamtbetrag|rechnungsbetrag|endbetrag) (von|der|auf) S {be} V
head: die (projektleitung|gesamtleitung) (von|für|bei|im|in) S (hat|hat inne|übernimmt|macht) V inne?
head: V (hat|macht|übernimmt) die (projektleitung|gesamtleitung) (von|für|bei|im|in) S inne?
manager: V {be} (die|der)? (direkte|direkter)? (führungskraft|vorgesetzte|vorgesetzter|chef|chefin) von S
asDoer: als X hat S V
asDoer: als X (geht|kommt) S zu V
mentor: S (hat|bekommt) V (als|zum|zur) (mentor|mentorin)
mentor: S wird von V (als mentor|als mentorin) (betreut|begleitet|gecoacht)
account_manager: zuständig für (den|die)? (kunden|kundin|kunde) S {be} V
account_manager: V (betreut|berät|hat) (den|die)? (kunden|kundin|kunde) S
account_manager: V kümmert sich um (den|die)? (kunden|kundin|kunde) S
account_manager: (der|die) (kunde|kundin) S wird von V (betreut|beraten)
account_manager: (der|die) (kunde|kundin) S liegt bei V
sitsIn: (man findet|du findest|ihr findet|sie finden) S in V
sitsIn: S {be} in V zu finden
meetsRoom: S (hat|bekommt) (seinen|ihren|den) (platz|stammplatz|festen platz) in V
schoolYear: S (geht|kommt|ist|sitzt|lernt) (in|in die|in der) V klasse
schoolYear: S (geht|kommt|ist|sitzt|lernt) (in|in die|in der) klasse V
schoolYear: S besucht die V (klasse|klassenstufe)
schoolYear: S {be} (schüler|schülerin) (in der|der) V klasse
garageOf: S (geht|kommt|muss)? (zur|zum|für die) (wartung|inspektion|reparatur|service) (immer)? zu V
garageOf: S wird (immer)? (bei|von|in) V (gewartet|repariert|geprüft)
- : S wird auf (die)? N V gebucht
- : S {be} auf (der)? N V (gebucht|verbucht)
bayOf: S (parkt|steht) (immer|fest)? auf X V
bayOf: S hat X V als (festen)? (parkplatz|stellplatz|stammplatz)
`

/** When something ends; what has a noun for that day is told by it. */
export const GERMAN_ENDS = `
ends: S (endet|läuft aus) (am|zum|mit dem) V
ends: S (läuft|gilt|geht|dauert) (noch)? (bis|bis zum|bis zu) V
ends: S {be} (bis|bis zum) V (befristet|gültig|datiert|abgeschlossen|vereinbart)
ends: S läuft (am|zum) V aus
`
