/** Plain statements of fact, as `ENGLISH_FACTS`. See `relation.ts` for the form and `by-fact.ts`. */
export const GERMAN_FACTS = `
site:stadion: S (spielt|spielen) (zu hause|zuhause|daheim) (in|im|auf) (der|dem|den|die)? V
site:stadion: S (trägt|tragen) (die|seine|ihre) heimspiele (in|im|auf) (der|dem|den)? V aus
site:stadion: (die)? heimspiele (von|des|der|vom) S finden (in|im|auf) (der|dem|den)? V statt
site:stadion: S (bestreitet|absolviert) (die|seine|ihre) heimspiele (in|im|auf) (der|dem|den)? V
site:stadion: (das|die) (heimstadion|heimspielstätte|heimstätte|heimarena|spielstätte) (von|des|der|vom) S {be} (der|die|das)? V
inField: S {be} (beruflich)? (in|im|auf|als|bei) (der|dem|die)? V tätig
inField: S (arbeitet|arbeite) beruflich (in|im|auf) (der|dem|die)? V
professed: S (arbeitet|arbeite) beruflich als V
professed: S {be} beruflich V
measure:number of platze: in S gibt es insgesamt? V (plätze|sitzplätze|stühle|sitze)
measure:number of platze: die (zahl|anzahl) der (plätze|sitzplätze|stühle|sitze) (in|im|von|des|der) S {eq} V
platformOf: S (fährt|startet|geht) (von|auf|ab|an) gleis V ab?
measure:number of platze: S (hat|bietet|fasst) V (plätze|sitzplätze|stühle|sitze)
measure:number of platze: in S finden V (leute|personen|menschen|gäste) platz
roomWarm: in S (sind|ist|hat) es V
roomWarm: es (sind|ist|hat) in S V
roomWarmIn: (sind|ist|hat) es in V
roomWarmIn: es (sind|ist|hat) in V
roomWarm: S {be} V (warm|kalt)
roomWarm: die (aktuelle|derzeitige)? (temperatur|raumtemperatur) (in|im|von) S {eq} V
roomWarm: S hat (eine (temperatur|raumtemperatur) von)? V
rate: S wird mit V verzinst
rate: S (bringt|trägt|hat) V (zinsen|zins|verzinsung)
rate: (auf|für) S gibt es V (zinsen|zins)
rent: S (zahle|zahlt|zahlen) (monatlich|jeden monat)? V (an)? (kaltmiete|warmmiete|miete) (im monat|pro monat|monatlich|jeden monat)?
rent: S (zahle|zahlt|zahlen) (monatlich|jeden monat|im monat|pro monat) V (an)? (kaltmiete|warmmiete|miete)
rent: S (zahle|zahlt|zahlen) V (im monat|pro monat|monatlich) (an|für die|als) (kaltmiete|warmmiete|miete|wohnung)
port: S (benutzt|nutzt|verwendet|belegt|bedient|hat) (den)? port V
port: S (läuft|hört|lauscht|antwortet) (auf|über) (dem)? port V
measure:share price: die aktie (von|der|des|vom) S (kostet|notiert|notiert bei|steht bei|liegt bei|ist wert|beträgt) V
measure:share price: die aktie (von|der|des|vom) S ist V wert
measure:share price: S kostet an der börse V
- office: (der|die|das) (posten|stelle|amt|position|rolle) (des|der|als) N (von|bei|der|des|vom) S {be} mit V besetzt
- office: V (hat|bekleidet|besetzt|füllt) (den|die|das) (posten|stelle|amt|position|rolle) (des|der|als) N (von|bei|der|des|vom) S (inne|aus)?
author: (die)? urheberschaft (von|an|des|der) S liegt bei V
writtenBy: S {be} von V (geschrieben|verfasst)
author: (die)? (verfasserin|urheberin|verfasser|urheber) (von|des|der) S {be} V
liesWith: S liegt bei V
codeState: S {be} V
codeState: S {be} (im|in) (zustand|status) V
codeState: S (hat|trägt) (den|die) (status|zustand) V
codeState: der (status|zustand) (von|der|des|vom) S {eq} V
deadline: S {be} bis (zum)? V fällig
headquarters: V (enthält|beherbergt) (den|das|die) (hauptsitz|hauptquartier|firmensitz|stammsitz|zentrale|firmenzentrale|konzernzentrale) (von|des|der|vom) S
headquarters: V hat (den|das) (hauptsitz|hauptquartier|firmensitz|stammsitz) (von|des|der|vom) S
continent: S {be} (ein)? teil des kontinents von? V
continent: S (gehört|zählt) zum (kontinent|erdteil) von? V
continent: S (liegt|befindet sich|{be}) auf dem (kontinent|erdteil) V
namesake: S (ist|wurde|wird) (nach|zu ehren von) V (benannt|genannt) worden?
namesake: S (trägt|hat) (den|seinen|ihren) namen von V
namesake: S (verdankt|verdanke) (den|seinen|ihren) namen V
religion: S folgt der V religion
religion: S {be} mit der V religion verbunden
creed: S {be} (ein|eine)? (anhänger|anhängerin) (von|vom|des|der) V
manufacturer: S {be} (ein)? produkt (von|des|der|vom|aus dem hause) V
manufacturer: S wird von V (gefertigt|erzeugt)
manufacturer: S wird (hergestellt|produziert|gefertigt|gebaut|erzeugt) von V
developer: S wird von V (programmiert|erstellt)
developer: S wird (entwickelt|programmiert|erstellt) von V
record_label: S wird (durch|von|vom) (das|dem)? (musiklabel|plattenlabel|label|plattenfirma) V (vertreten|repräsentiert|betreut|verlegt)
representative: V repräsentiert S
tongue: (die)? (ursprüngliche)? sprache (von|des|der) S ist V
tongue: V ist die (ursprüngliche)? sprache (von|des|der) S
penned: S (wurde|ist|wird) (in|auf) V (geschrieben|verfasst|gedreht) worden?
penned: S (wurde|ist|wird) in (der)? (sprache V|V sprache) (geschrieben|verfasst|gedreht) worden?
penned: S ist ein (werk|buch|film|roman|lied|album|stück|gedicht) (in|auf) (der)? (sprache)? V
penned: S ist ein (werk|buch|film|roman|lied|album|stück|gedicht) in (der)? V sprache
tongued: S ist (ein|eine) V (werk|buch|film|roman|lied|album|stück|gedicht|serie|zeitung|zeitschrift|oper|sendung|kurzgeschichte)
position: S (spielt|spiele) (in|auf) (der|einer)? position (von|als|des|der|eines|einer)? V
premiere: S (debütierte|debütiert) (auf|bei) V
premiere: S (wurde|ist) (auf|bei|von) V (uraufgeführt|erstausgestrahlt) worden?
premiere: S (feiert|feierte|hatte) (seine|ihre|die)? premiere (auf|bei) V
standing: S {be} in V
madeIn: S (wurde|ist) in V (gestartet|entwickelt|erstellt|geschaffen|formuliert|erfunden|produziert|hergestellt|konzipiert|entworfen) worden?
stems: S (wurde|ist) in V (gebildet|ins leben gerufen) worden?
comesFrom: S {be} aus V
native: S {be} gebürtig aus V
born loosely: S (ist|bin) geboren in V
born loosely: S (kam|kommt) in V zur welt
died: S verlor (sein|ihr) leben in V
died genitive: S leben endete in V
place: S {be} in V zu finden
employer: S wird von V beschäftigt
holds: S (hat|hält|bekleidet|besetzt) die position (von|des|der|eines|einer|als)? V inne?
holds: die position (von|der) S {be} (die)? (von|des|der|eines|einer) V
- : V (kümmert sich|sorgt) als N um S
- : V (spricht|arbeitet|ist) als N für S tätig?
- : V (leitet|führt|betreut|trainiert|vertritt|regiert|berät) S als N
- : V (leitet|führt|betreut|trainiert|vertritt|regiert|berät) als N S
`
