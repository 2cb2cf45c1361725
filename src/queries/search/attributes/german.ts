/** What German questions ask for, and how it is told. See `attributesIn` for the form. */
export const GERMAN_ATTRIBUTES = String.raw`
asks wo .*(?:wohn|leb|zuhause|daheim)\p{L}*|wohnort|(?:in )?welche[rnms]? (?:stadt|ort|straße|land|viertel) .*(?:wohn|leb)\p{L}*
words wohne wohnen wohnt lebe leben lebt ziehe gezogen umgezogen wohnung haus zuhause daheim eingezogen übersiedelt zimmer wohnort
tells (?:wohn|leb)\p{L}* (?:\p{L}+ ){0,3}in|(?:um|hin)?gezogen|ziehe|zieht|eingezogen|übersiedelt|(?:wohnung|haus|zimmer|zuhause|studio|bude)|daheim|wohnhaft|niedergelassen

asks adresse|anschrift|wohin .*(?:post|briefe?|paket)
words adresse anschrift wohne post brief briefe paket straße schicken senden
tells adresse|anschrift|(?:post|briefe?|pakete?|sendungen) (?:\p{L}+ )*(?:an|in|nach|zu)|(?:schick|send)\p{L}*|wohn\p{L}* .*\d|\p{L}*(?:straße|strasse|weg|platz|gasse|allee) \d

asks (?:wo|für wen|bei wem|bei welche[rnm]) .*(?:arbeit|angestellt|beschäftigt)\p{L}*|arbeitgeber(?:in)?|welche[rnms]? (?:firma|unternehmen)
words arbeite arbeiten arbeitet arbeitgeber angestellt eingestellt beschäftigt angefangen stelle firma gewechselt job gehalt anfangen
tells arbeit\p{L}* (?:\p{L}+ ){0,2}(?:bei|für|beim)|arbeitgeber|angestellt|eingestellt|beschäftigt|(?:bei|beim) .*angefangen|stelle|firma|gewechselt|zahlt mein gehalt|(?:neuen? )?job|anheuer\p{L}*|angeheuert

asks beruf(?:lich)?|(?:als was|was) .*arbeite\p{L}*|job|tätigkeit|position|verdien\p{L}* .*geld
words beruf arbeite arbeiten job werde geworden ausbildung umschulung befördert leite verdiene stelle gelernt
tells (?:von|mein|im) beruf|arbeit\p{L}* als|als \p{L}+|geworden|ausbildung|umschulung|umgeschult|befördert|ich bin \p{L}+(?:in|er|or|ist|ent|ant|eur|eurin|mann|frau)?|verdiene|gelernte[rn]?

asks chef(?:in)?|vorgesetzte[rnms]?|boss|leiter(?:in)?
words chef chefin vorgesetzter vorgesetzte berichte leitet leiterin boss abteilung unterstellt
tells chef|vorgesetzt|berichte|leitet|leiter|boss|unterstellt|abteilung|führt (?:uns|mich|unser)

asks miete|(?:kostet|zahl\p{L}*) .*(?:wohnung|zimmer|wg)
words miete vermieter vermieterin wohnung zimmer warm kalt monat zahlen
counts mieter?|vermieter|wohnung|zimmer|warm|kalt|im monat|monatlich

asks verheiratet|zusammen|(?:ehe)?(?:frau|mann)|partner(?:in)?|freund(?:in)?|verlobt\p{L}*|beziehung|familienstand|ledig
words verheiratet heiraten geheiratet frau mann ehefrau ehemann partner partnerin freund freundin verlobt geschieden getrennt ledig single jawort hochzeit zusammen liiert verwitwet
tells verheiratet|geheiratet|(?:ehe)?frau heißt|(?:ehe)?mann heißt|(?:meine?|unsere?) (?:ehe)?(?:frau|mann)|partner|freundin|freund|verlobt|geschieden|getrennt|ledig|single|jawort|hochzeit|zusammen|liiert|verwitwet|solo

asks (?:welches|was für ein|wessen) auto|auto|was fähr\p{L}*|was fahre
words auto wagen fahre fährt fahren gekauft kombi diesel elektroauto garage
tells auto|wagen|fahr\p{L}*|fähr\p{L}*|(?:gekauft|geleast|zugelegt|besorgt)|vor der tür|garage|kombi

asks ernähr\p{L}*|diät|(?:was|wie) .*(?:esse|isst|frisst)|vegetari\p{L}*|vegan\p{L}*
words esse isst essen ernähre vegetarier vegetarierin vegan veganer veganerin fleisch fisch diät frisst futter
tells esse|isst|ernähr|vegetari|vegan|fleisch|fisch|diät|frisst|futter|low.carb|laktose|gluten

asks (?:wo|welche\p{L}*) .*(?:trainier|turn|schwimm)\p{L}*|fitness\p{L}*|sport\p{L}*|verein|(?:in|bei|für) welche[mnr] (?:verein|team|mannschaft|club|klub)
words trainiere trainiert mitglied studio fitnessstudio verein sport spiele spielt mannschaft angemeldet laufe
tells trainier|mitglied|studio|verein|sport|spiel\p{L}* (?:bei|beim|für|in)|mannschaft|angemeldet|lauf\p{L}* .*auf|turne

asks bank|konto
words bank konto kunde kundin sparkasse girokonto
tells \p{L}*konto|\p{L}*bank|kund(?:e|in)|sparkasse

asks (?:kranken|haftpflicht|auto)?versicher\p{L}*|krankenkasse
words versichert versicherung krankenkasse kasse police
tells \p{L}*versicher\p{L}*|krankenkasse|kasse|police

asks allerg\p{L}*|unverträglich\p{L}*|(?:was|nicht) .*(?:vertrage|verträgt|vertragen)
words allergie allergisch unverträglichkeit reagieren vertragen
tells allerg|unverträglich|reagier|vertr(?:ag|äg)

asks einkaufsliste|einkaufszettel|(?:muss|müssen|soll|sollen|brauch\p{L}*) .*(?:kaufen|einkaufen|besorgen)|(?:einzukaufen|zu kaufen)
words einkaufen einkaufsliste einkauf kaufen besorgen
tells einkauf|kauf|besorg|mitbring

asks zahn(?:arzt|ärztin)
words zahnarzt zahnärztin zahn zähne doktor praxis
tells zahn\p{L}*|zähne\p{L}*|doktor|dr

asks (?:haus|kinder|frauen|tier)?(?:arzt|ärztin)|therapeut(?:in)?
words arzt ärztin hausarzt hausärztin doktor praxis patient behandelt therapeut
tells \p{L}*arzt|\p{L}*ärztin|doktor|dr|praxis|patient|behandelt|therapeut

asks (?:telefon|handy|mobil|ruf)?nummer|erreich\p{L}*
words nummer telefonnummer handynummer telefon handy erreichen erreicht anrufen rufnummer
counts \p{L}*nummer|telefon|handy|erreich\p{L}*|anruf\p{L}*|ruf\p{L}* .*an|unter

asks e-?mail(?:-?adresse)?
words email mail schreiben postfach
tells \S+@\S+

asks frist|\p{L}*termin|abgabe\p{L}*|fällig|(?:bis )?wann .*(?:abgeb|fertig|einreich)\p{L}*
words frist termin abgabe abgabetermin abgeben einreichen fällig verschoben verlängert zeit spätestens
counts frist|\p{L}*termin|abgabe|abgeben|einreichen|fällig|bis (?:zum|zur|ende|anfang|\d)|verschoben|verlängert|spätestens

asks version
words version aktualisiert aktualisieren update läuft umgestellt
counts version|aktualisier|update|upgrade|läuft|laufen|umgestellt|sind auf

asks leitet|leitung|verantwortlich|zuständig|führt|betreut|trainer(?:in)?|trainiert|kapitän(?:in)?|gehört
words leitet leitung leiter verantwortlich zuständig übernommen übernimmt führt betreut trainer trainerin gecoacht coach hut
tells leite|leitung|verantwort|zuständig|übern\p{L}*|führt|betreut|trainer|trainiert|coach|gecoacht|hut auf|kapitän|gehört

asks kostet|kosten|preis|gebühr|beitrag|wie teuer
words kostet kosten preis zahlen zahlt verlangen verlangt gebühr beitrag teuer erhöht
counts kost|preis|zahl|verlang|gebühr|beitrag|teuer|beträgt|nehmen|erhöht|für

asks verdien\p{L}*|gehalt|lohn|einkommen
words verdiene verdient gehalt lohn einkommen bekomme gehaltserhöhung
counts verdien|gehalt|lohn|einkommen|bekomm|krieg

asks wie alt|alter
words alt alter geworden geburtstag jahre wird feiert gefeiert
tells geworden|geburtstag|jahre|alt|wird|(?:ist|bin) (?:\d+|\p{L}+)$

asks wieg\p{L}*|gewicht|wie schwer
words wiege wiegt gewicht waage kilo abgenommen zugenommen
counts wieg|gewicht|waage|kilo|kg|pfund|abgenommen|zugenommen

asks wie (?:groß|hoch)|größe
words groß größe misst gewachsen hoch zentimeter meter
counts groß|größe|misst|gewachsen|hoch|cm|zentimeter|meter

asks \p{L}*schule|gymnasium|universität|uni|hochschule|klasse|studier\p{L}*|kita|kindergarten
words schule gymnasium universität uni hochschule klasse studiert studiere besucht gewechselt kita kindergarten
tells \p{L}*schule|\p{L}*gymnasium|\p{L}*universität|uni|klasse|studier|besuch|gewechselt|kita|kindergarten

asks haustier|hund\p{L}*|katze\p{L}*|kater
words haustier hund katze kater welpe hört heißt tier kaninchen
tells haustier|hund|katze|kater|welpe|hört auf|heißt|namens|kaninchen|hamster

asks lieblings\p{L}*|am (?:liebsten|besten)|mag .*am meisten|bevorzug\p{L}*
words liebsten lieblingsessen lieblingsfarbe lieblingsbuch mag liebe gefällt besten bevorzuge schmeckt
tells lieblings|am (?:liebsten|besten|meisten)|mag|liebe|gefällt|gefallen|bevorzug|schmeckt|nichts geht über|lieber

asks wo (?:steht|liegt|ist|hängt|parke?\p{L}*|sind|stehen|liegen|bewahr\p{L}*|hab\p{L}*)
words steht liegt hängt geräumt gestellt gelegt parke stellplatz verlegt umgestellt
tells steht|stehen|liegt|liegen|hängt|geräumt|gestellt|gelegt|gebracht|park|stellplatz|verlegt|(?:ist|sind) (?:\p{L}+ ){0,3}(?:im|in|auf|unter|hinter|neben|bei)
`
