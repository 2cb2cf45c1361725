/** What German questions ask for, and how it is told. See `attributesIn` for the form. */
export const GERMAN_ATTRIBUTES = String.raw`
asks wo .*(?:wohn|leb|zuhause|daheim)\p{L}*|wohnort|(?:in )?welche[rnms]? (?:stadt|ort|straße|land|viertel) .*(?:wohn|leb)\p{L}*
words wohne wohnen wohnt lebe leben lebt ziehe gezogen umgezogen wohnung haus zuhause daheim eingezogen übersiedelt zimmer wohnort

asks adresse|anschrift|wohin .*(?:post|briefe?|paket)
words adresse anschrift wohne post brief briefe paket straße schicken senden

asks (?:wo|für wen|bei wem|bei welche[rnm]) .*(?:arbeit|angestellt|beschäftigt)\p{L}*|arbeitgeber(?:in)?|welche[rnms]? (?:firma|unternehmen)
words arbeite arbeiten arbeitet arbeitgeber angestellt eingestellt beschäftigt angefangen stelle firma gewechselt job gehalt anfangen

asks beruf(?:lich)?|(?:als was|was) .*arbeite\p{L}*|job|tätigkeit|position|verdien\p{L}* .*geld
words beruf arbeite arbeiten job werde geworden ausbildung umschulung befördert leite verdiene stelle gelernt

asks chef(?:in)?|vorgesetzte[rnms]?|boss|leiter(?:in)?
words chef chefin vorgesetzter vorgesetzte berichte leitet leiterin boss abteilung unterstellt

asks miete|(?:kostet|zahl\p{L}*) .*(?:wohnung|zimmer|wg)
words miete vermieter vermieterin wohnung zimmer warm kalt monat zahlen

asks verheiratet|zusammen|(?:ehe)?(?:frau|mann)|partner(?:in)?|freund(?:in)?|verlobt\p{L}*|beziehung|familienstand|ledig
words verheiratet heiraten geheiratet frau mann ehefrau ehemann partner partnerin freund freundin verlobt geschieden getrennt ledig single jawort hochzeit zusammen liiert verwitwet

asks (?:welches|was für ein|wessen) auto|auto|was fähr\p{L}*|was fahre
words auto wagen fahre fährt fahren gekauft kombi diesel elektroauto garage

asks ernähr\p{L}*|diät|(?:was|wie) .*(?:esse|isst|frisst)|vegetari\p{L}*|vegan\p{L}*
words esse isst essen ernähre vegetarier vegetarierin vegan veganer veganerin fleisch fisch diät frisst futter

asks (?:wo|welche\p{L}*) .*(?:trainier|turn|schwimm)\p{L}*|fitness\p{L}*|sport\p{L}*|verein|(?:in|bei|für) welche[mnr] (?:verein|team|mannschaft|club|klub)
words trainiere trainiert mitglied studio fitnessstudio verein sport spiele spielt mannschaft angemeldet laufe

asks bank|konto
words bank konto kunde kundin sparkasse girokonto

asks (?:kranken|haftpflicht|auto)?versicher\p{L}*|krankenkasse
words versichert versicherung krankenkasse kasse police

asks allerg\p{L}*|unverträglich\p{L}*|(?:was|nicht) .*(?:vertrage|verträgt|vertragen)
words allergie allergisch unverträglichkeit reagieren vertragen

asks einkaufsliste|einkaufszettel|(?:muss|müssen|soll|sollen|brauch\p{L}*) .*(?:kaufen|einkaufen|besorgen)|(?:einzukaufen|zu kaufen)
words einkaufen einkaufsliste einkauf kaufen besorgen

asks zahn(?:arzt|ärztin)
words zahnarzt zahnärztin zahn zähne doktor praxis

asks (?:haus|kinder|frauen|tier)?(?:arzt|ärztin)|therapeut(?:in)?
words arzt ärztin hausarzt hausärztin doktor praxis patient behandelt therapeut

asks (?:telefon|handy|mobil|ruf)?nummer|erreich\p{L}*
words nummer telefonnummer handynummer telefon handy erreichen erreicht anrufen rufnummer

asks e-?mail(?:-?adresse)?
words email mail schreiben postfach

asks frist|\p{L}*termin|abgabe\p{L}*|fällig|(?:bis )?wann .*(?:abgeb|fertig|einreich)\p{L}*
words frist termin abgabe abgabetermin abgeben einreichen fällig verschoben verlängert zeit spätestens

asks version
words version aktualisiert aktualisieren update läuft umgestellt

asks leitet|leitung|verantwortlich|zuständig|führt|betreut|trainer(?:in)?|trainiert|kapitän(?:in)?|gehört
words leitet leitung leiter verantwortlich zuständig übernommen übernimmt führt betreut trainer trainerin gecoacht coach hut

asks kostet|kosten|preis|gebühr|beitrag|wie teuer
words kostet kosten preis zahlen zahlt verlangen verlangt gebühr beitrag teuer erhöht

asks verdien\p{L}*|gehalt|lohn|einkommen
words verdiene verdient gehalt lohn einkommen bekomme gehaltserhöhung

asks wie alt|alter
words alt alter geworden geburtstag jahre wird feiert gefeiert

asks wieg\p{L}*|gewicht|wie schwer
words wiege wiegt gewicht waage kilo abgenommen zugenommen

asks wie (?:groß|hoch)|größe
words groß größe misst gewachsen hoch zentimeter meter

asks \p{L}*schule|gymnasium|universität|uni|hochschule|klasse|studier\p{L}*|kita|kindergarten
words schule gymnasium universität uni hochschule klasse studiert studiere besucht gewechselt kita kindergarten

asks haustier|hund\p{L}*|katze\p{L}*|kater
words haustier hund katze kater welpe hört heißt tier kaninchen

asks lieblings\p{L}*|am (?:liebsten|besten)|mag .*am meisten|bevorzug\p{L}*
words liebsten lieblingsessen lieblingsfarbe lieblingsbuch mag liebe gefällt besten bevorzuge schmeckt

asks wo (?:steht|liegt|ist|hängt|parke?\p{L}*|sind|stehen|liegen|bewahr\p{L}*|hab\p{L}*)
words steht liegt hängt geräumt gestellt gelegt parke stellplatz verlegt umgestellt
`
