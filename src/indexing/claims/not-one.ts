import { words } from './vocabulary.js'

/**
 * Of these there may be several, or they say nothing that lasts: relatives and companions, what happens, what is thought or
 * felt, parts and examples.
 */
export const NOT_ONE = words(
  `sister brother son daughter child kid cousin uncle aunt niece nephew friend colleague coworker neighbour neighbor member fan follower ally
  rival enemy opponent competitor client customer partner investor shareholder supplier employee worker student pupil player guest speaker
  participant actor actress star character creation brainchild hero heroine winner loser victim witness suspect language hobby interest pet skill award prize
  medal book song album film movie show episode series work painting poem product service feature tool office branch plant subsidiary brand
  shop border river lake mountain neighbourhood export import dish drink food ingredient flavour snack problem issue bug question answer
  reason cause effect goal aim idea topic theme subject point part piece half rest side end beginning start middle top bottom edge front back
  thing stuff kind sort type example instance case fact story news moment highlight memory dream fear love joy pride hope wish plan thought
  opinion view feeling sense feel look smell taste sound way road path key secret trick symbol sign result score outcome consequence benefit
  advantage disadvantage downside upside risk danger cost beauty power strength weakness lack absence presence best worst first last next
  second third day week month year night morning evening time weekend number lot bit couple group list set series line row page section
  chapter step stage event match game meeting visit trip birthday party citizenship nationality passport ethnicity colleague visitor source
  name word title message mistake fault change difference comparison alternative option choice candidate suggestion proposal request order
  purchase gift present picture photo image video post comment review report note summary history past future truth lie joke rumour rumor
  light lamp signal led indicator platform destination meaning definition translation spelling pronunciation trouble worry complaint symptom illness injury cure treatment therapy medicine pill`,
)

/** The same of what stands behind a name or "my": people and animals of whom there may be several, the body, what is put on and thrown away. */
export const NOT_ONE_OWNED = words(
  `dog cat pet puppy kitten horse rabbit girlfriend boyfriend buddy pal mate mum mom mother father dad parent grandmother grandfather grandma grandpa
  teacher professor lecturer boss doctor student intern tenant patient relative family team group class club hair eye face hand leg arm foot
  heart head mind body mood voice dress shirt outfit look style plan appointment schedule turn job gig order bet guess advice tip trick rule
  favourite favorite date deadline flight train bus meeting shift exam test trip lesson account document file email letter ticket task case bill invoice mistake concern excuse rant hero inspiration muse`,
)

/** German nouns of which there may be several, or that say nothing that lasts. */
export const NOT_ONE_GERMAN = words(
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
