import { words } from '../vocabulary.js'

/** German nouns of which there may be several, or that say nothing that lasts. */
const NOT_ONE_GERMAN = words(
  `bruder schwester sohn tochter kind enkel enkelin cousin cousine onkel tante neffe nichte freund freundin kumpel kollege kollegin nachbar
  nachbarin mitglied fan gegner gegnerin rivale rivalin konkurrent kunde kundin partner partnerin investor lieferant mitarbeiter mitarbeiterin
  schüler schülerin student studentin spieler spielerin gast sprecher sprecherin teilnehmer schauspieler schauspielerin star held heldin
  sieger siegerin gewinner opfer zeuge sprache hobby interesse haustier hund katze talent preis medaille buch lied album film serie folge werk
  gemälde gedicht produkt dienst werkzeug büro filiale werk tochterfirma marke laden grenze fluss see berg gericht getränk zutat problem frage
  antwort grund ursache folge ziel idee thema teil stück hälfte rest seite ende anfang ding sache art sorte typ beispiel fall geschichte
  nachricht höhepunkt erinnerung traum angst liebe freude stolz hoffnung wunsch plan gedanke meinung gefühl aussicht blick geruch geschmack klang
  weg straße schlüssel geheimnis trick zeichen ergebnis folge vorteil nachteil risiko gefahr schönheit macht stärke schwäche mangel tag woche
  monat jahr nacht morgen abend zeit wochenende nummer menge paar gruppe liste reihe kapitel schritt spiel treffen besuch reise feier
  staatsangehörigkeit nationalität name wort titel fehler unterschied vergleich wahl kandidat kandidatin vorschlag bitte bestellung geschenk
  bild foto video bericht notiz vergangenheit zukunft wahrheit lüge witz gerücht bedeutung sinn krankheit verletzung mutter vater oma opa
  rechnung quittung mehrheit minderheit stadt gemeinde insel land region`,
)

/** More of them, of which a statement may still be known by its own words: "the entrance at X opens at 6". */
const SEVERAL = words(
  `förderer förderin sponsor sponsorin unterstützer unterstützerin mitgründer mitgründerin mitbegründer mitbegründerin gründungsmitglied aktionär
  aktionärin gesellschafter gesellschafterin teilhaber teilhaberin abnehmer zulieferer wettbewerber bekannte bekannter verwandte verwandter
  schwager schwägerin vorfahr vorfahrin nachkomme pate patin vertraute vertrauter mentor mentorin lehrer dozent dozentin professor
  professorin assistent assistentin berater beraterin betreute praktikant praktikantin azubi ministrant
  abgeordnete abgeordneter stellvertreter stellvertreterin vorgänger vorgängerin nachfolger nachfolgerin attraktion sehenswürdigkeit
  besonderheit spezialität highlight merkmal eigenschaft symptom nebenwirkung medikament diagnose allergie impfung operation abschluss fach
  seminar vorlesung roman erzählung novelle song hit oper sinfonie erfindung entdeckung theorie auszeichnung ehrung rekord leidenschaft
  vorliebe spitzname instrument funktion feature modul komponente abhängigkeit bibliothek schnittstelle aufgabe ticket meilenstein
  schwerpunkt markt standort niederlassung zweigstelle außenstelle stadtteil bezirk ortsteil vorort dorf nachbarland zufluss nebenfluss
  gipfel exportgut rohstoff erzeugnis zugang eingang ausgang haltestelle station anschluss linie verbindung sportler sportlerin athlet
  athletin musiker musikerin künstler künstlerin autor dichter dichterin figur rolle charakter szene zitat spruch strophe vers
  erfolg niederlage sieg tor rekordsieger schatz fund verdienst einwand kritik kritikpunkt rat tipp hinweis stimmung laune reaktion
  verhalten auftritt aussage äußerung antrag mitbewohner mitbewohnerin patient patientin bewohner bewohnerin
  lösung konkurrenz spende einkauf lauf überweisung kommentar zahlung buchung kauf verkauf trinkgeld bonus strafe gewinn verlust ausgabe
  einnahme ausflug wanderung tour training mahlzeit portion dosis messung bestzeit note punktzahl stimme gebot angebot wette einsatz strategie
  programm mantel restaurant fahrt überraschung geräusch quelle gegenstand gefährte begleiter begleiterin
  favorit favoritin experte expertin idol vorbild muse mittagessen abendessen frühstück nachtisch dessert staatsbürgerschaft ex-frau ex-mann exfrau exmann zwilling halbbruder stiefvater stiefmutter schwiegermutter schwiegervater`,
)

/** The same by their last part: "Lieblingsbuch", "Halbbruder". */
const AT_THE_END =
  /(?:bruder|schwester|freund|freundin|kind|hund|katze|mitglied|buch|film|problem|grund|beispiel|termin|flug|prüfung|kurs|fahrt|reise|treffen|zug|auftrag|tag|jahr|woche|teil|stück|partner|partnerin|kunde|kundin|spieler|spielerin|sprache|lied|werk|gebiet|stärke|schwäche|mitarbeiter|mitarbeiterin|kollege|kollegin|zahlung|buchung|sendung|lieferung|spende|kauf|lauf|lösung|überweisung|bestellung|meldung|äußerung|übung|angebot|en)$/u

/** Of these words with such an end there is one. */
const ONE_ALL_THE_SAME =
  /(?:geburtstag|feiertag|ruhetag|hochzeitstag|stichtag|jahrestag|baujahr|jahrgang|gründungsjahr|geburtsjahr|todesjahr|erscheinungsjahr|originalsprache|standardsprache|liefertermin|abgabetermin|starttermin|hausbuch|muttersprache|programmiersprache|arbeitssprache|betriebssprache|systemsprache|menüsprache|anzeigesprache|unterrichtssprache|kurssprache|amtssprache|bediensprache|oberflächensprache|benutzersprache|verfahren|wappen|vermögen|einkommen|volumen|chen|zeichen|hafen|garten|boden|wagen|rahmen|unternehmen|guthaben|wesen|posten|orden|namen)$/u

/** Whether of what a German noun names there may be several; also of one whose last part is such a noun. */
export const isManyGerman = (word: string): boolean =>
  !ONE_ALL_THE_SAME.test(word) && (NOT_ONE_GERMAN.has(word) || SEVERAL.has(word) || AT_THE_END.test(word))
