/** Who leads, keeps and makes what, and what else is told by verbs of it. See `relation.ts` for the form. */
export const GERMAN_POSTS = `
head: S wird von V (angeführt|gemanagt|verwaltet|koordiniert|verantwortet)
head: V (managt|koordiniert|verwaltet) S
head: V steht S vor
led: (den|das|die) S leitet/führt V
head: (der|dem|das|die) S steht V vor
head: geleitet/geführt wird S von V
head_coach: S wird von V (betreut|gecoacht)
led:head_coach: (den|die|das) S trainiert/coacht V
head_coach: trainiert/gecoacht wird S von V
captain: V führt S als kapitän an
captain: {art} kapitänsbinde {of} S trägt V
captain: V trägt (bei|beim) S {art} kapitänsbinde
captain: V trägt {art} kapitänsbinde {of} S
operator: S wird von V betrieben
operator: V betreibt S
led:operator: (den|das|die) S betreibt V
conductor: S wird von V dirigiert
conductor: V dirigiert S
office:moderator: S wird von V moderiert
office:moderator: V moderiert S
office:moderator: durch S führt V
maintainer: S wird von V (gepflegt|gewartet)
caredFor: V kümmert sich um S
caredFor: um S kümmert sich V
maintainer: zuständig für S {be} V
maintainer: verantwortlich für S {be} V
maintainer: V {be} verantwortlich/zuständig für S
maintainer: V verantwortet S
manager: S {be} V unterstellt
manager: S arbeitet unter V
manager: S untersteht V
owner: S {be} (das)? eigentum {of} V
owner: S {be} im eigentum {of} V
owner: S befindet sich (im besitz|im eigentum) {of} V
owner: S {be} (eine|die) tochter des konzerns V
publisher: S wird {of} V (verlegt|veröffentlicht)
office:herausgeber: S wird {of} V herausgegeben
office:herausgeber: V gibt S heraus
publisher: S (erscheint|erschien) (bei|im|in der|beim) V
publisher: S {be} (bei|im|in der|beim) V erschienen
published: (den|das|die) S verlegt/veröffentlicht V
published: V verlegt S
published: S {be} (bei|im|in der) V
work: S (stammt|ist) (von|aus der feder von) V
work: geschrieben/verfasst (wurde|hat) S (von)? V
work: (den|das|die) S (schrieb|verfasste) V
director: (den|das|die) S {has} V gedreht
author: (den|das|die) S {has} V (geschrieben|verfasst)
office:komponist: (den|das|die) S {has} V (komponiert|vertont)
office:architekt: (den|das|die) S {has} V entworfen
director: (die)? regie (bei|in|von) S führt V
director: V führt (die)? regie (bei|in|von) S
work: S {be} ein werk (von|des|der) V
broadcaster: S wird (auf|bei|von|vom) V (ausgestrahlt|gesendet|gezeigt)
broadcaster: V (sendet|überträgt) S
employer: S steht (bei|in diensten von) V unter vertrag?
employer: S {be} für V tätig
employer: S {has} einen arbeitsvertrag (bei|mit) V
employer: S verdient (sein|ihr) (geld|brot) bei V
job: S {be} von beruf V
job: S übt den beruf V aus
job: S übt den beruf des/der V aus
job: beruflich {be} S V
home: S {has} in V {its} (wohnsitz|zuhause)
home: S {be} (wohnhaft|ansässig|beheimatet) in V
headquarters: S {has} in V {its} (hauptsitz|sitz|firmensitz|zentrale|stammsitz)
headquarters: in V {has} S {its} (hauptsitz|sitz|firmensitz|zentrale|stammsitz)
headquarters: in V (sitzt|residiert) S
population: V (menschen|einwohner|personen|leute) (leben|wohnen) in S
population: S kommt auf V (einwohner|einwohnerinnen)
birthplace: S kam in V (zur|auf die) welt
birthday: S (wurde|ist) am V geboren
birthday: S kam am V (zur|auf die) welt
birthday: S (hat|feiert) am V geburtstag
birthday: am V (hat|feiert) S geburtstag
balance: auf dem konto {of} S (sind|liegen|befinden sich|stehen) V
balance: {art} konto {of} S weist (einen stand|einen saldo|ein guthaben) von V auf
balance: {art} konto {of} S (weist|zeigt) V auf?
liked:favourite:essen: S isst am liebsten V
liked:favourite:essen: am liebsten isst S V
liked:favourite:getränk: S trinkt am liebsten V
liked:favourite:getränk: am liebsten trinkt S V
currency: in S wird (mit|in) V (bezahlt|gezahlt)
currency: S {has} {art} V als währung
price: S gibt es für V
measure:länge: S {be} V lang
measure:breite: S {be} V breit
measure:tiefe: S {be} V tief
weight: S {be} V schwer
phone: man erreicht S (telefonisch)? unter V
phone: S {be} telefonisch unter V (zu erreichen|erreichbar)
phone: telefonisch {be} S unter V (zu erreichen|erreichbar)
size: S (hat|trägt) schuhgröße V
priority: S {has} priorität V
blood_type: S {has} blutgruppe V
version: S (liegt|ist) in (der)? version V (vor|verfügbar|erschienen)?
version: S {be} (bei|auf)? (der)? version V
status: S befindet sich im status V
phase: S (befindet sich|ist) in (der|einer) V
licence: S steht unter (der)? (lizenz)? V
licence: S {be} unter (der)? (lizenz)? V (lizenziert|veröffentlicht)
system: S (läuft|basiert) (unter|mit|auf) V
system: auf S ist V installiert
system: auf S läuft V
funds: auf S (sind|liegen|befinden sich|stehen) V
price: S kostet (im laden|im handel|im geschäft|regulär|im abo|pro stück) V
setpoint: eingestellt {be} S auf V
phase: S befindet sich in V
age: {art} alter {of} S (beträgt|ist|liegt bei) V (jahre|jahr)?
genitive age: S alter (beträgt|ist|liegt bei) V (jahre|jahr)?
home: S {be} in V gemeldet
home: {its} (wohnsitz|zuhause) hat S in V
home: (zu hause|zuhause|wohnhaft|daheim|gemeldet) {be} S in V
headquarters: {its} (hauptsitz|sitz|firmensitz|zentrale|stammsitz) hat S in V
representative: S wird von V vertreten
fiance: S {be} mit V verlobt
trait:klasse: S (geht|geht) in die klasse V
deskroom: S steht in V
groundOf: S (spielt|kickt) (zuhause|daheim|zu hause)? (im|in der) V
manager: S {be} V direkt? unterstellt
genitive head: an der spitze des/der S steht V
measure:headcount: S (beschäftigt|zählt) V (mitarbeiter|angestellte|beschäftigte|leute|menschen)
partner: S {be} mit V (liiert|zusammen)
employer: S {be} (angestellter|angestellte|mitarbeiter|mitarbeiterin|beschäftigter|beschäftigte) des/der V
bank: S {has} {its} konto bei V
street: S {lives} (in der|in dem|im|am|an der|auf der|auf dem) V
deskroom: S (sitzt|arbeitet) in V
deskroom: {art} büro {of} S (ist|befindet sich) in? V
studied loosely: S (studiert|studiere) V
league: S spielt in der V
site:stadion: S trägt seine heimspiele (im|in der|auf dem) V aus
gate: S (geht|startet|fliegt) (von|ab|an) gate V
rent: S zahlt V (miete|kaltmiete|warmmiete)
salary: S verdient V (im monat|monatlich|pro monat|im jahr|jährlich|pro jahr|die stunde|pro stunde|brutto|netto)
seat: S sitzt (auf|in) (platz|sitz|sitzplatz) V
deadline: S {be} (am|bis|bis zum|zum) V fällig
name: S trägt den namen V
religion: S gehört {art} V an
maintainer: für S {be} V als {incharge} {entered}
maintainer: V {be} als {incharge} für S {entered}
maintainer: S liegt bei V als {incharge}
maintainer: als {incharge} {be} für S V {entered}
assignee: S wird von V bearbeitet
rent: S kostet V (miete|kaltmiete|warmmiete|monatsmiete)
rent: für S (zahlt man|werden|sind|wird) V (miete|kaltmiete|warmmiete|monatsmiete) (gezahlt|fällig)?
reachedAt:phone:work: S hat {atwork} die (nummer|telefonnummer|rufnummer) V
reachedAt:phone:work: {atwork} hat S die (nummer|telefonnummer|rufnummer) V
reachedAt:phone:work: die (telefonnummer|nummer|rufnummer) {of} S {atwork} {eq} V
reachedAt:phone:work: S {be} {atwork} (telefonisch)? unter V (erreichbar|zu erreichen)
reachedAt:phone:work: {atwork} {be} S (telefonisch)? unter V (erreichbar|zu erreichen)
reachedAt:phone:home: S hat {athome} die (nummer|telefonnummer|rufnummer) V
reachedAt:phone:home: {athome} hat S die (nummer|telefonnummer|rufnummer) V
reachedAt:phone:home: S {be} {athome} (telefonisch)? unter V (erreichbar|zu erreichen)
tenant: S {be} an V vermietet
tenant change: S wurde an V vermietet
unlisted:pächter: S {be} an V verpachtet
light: {art} (ampel|statusampel|projektampel) (für|von|bei|zu|zum|vom) S (ist|steht auf|zeigt) V
light: S (steht|ist) auf V
email: S {be} per (e-mail|mail|email) unter V (erreichbar|zu erreichen)
provider:energy: S (bezieht|bekommt|hat) (ihren|seinen|den)? strom (von|vom|bei|beim) V
salary: S (bekommt|erhält) V (gehalt|lohn|monatslohn|monatsgehalt|jahresgehalt)
led: projekt S leitet/führt V
department: S {works} {in} V
department: S {be} {in} V (tätig|beschäftigt|angestellt|eingesetzt)
department: S {be} (mitarbeiter|mitarbeiterin|angestellter|angestellte) {in} V
department: S {has} {its} (arbeitsplatz|stelle|job) {in} V
department: S gehört zur V
genitive department: S (arbeitsplatz|stelle|job|platz) {be} {in} V
department: {art} (arbeitsplatz|stelle|job) {of} S {be} {in} V
department change: S (wurde|ist) (von F)? (in den|in die|ins|zum|zur) V (versetzt|gewechselt) worden?
favourite:farbe: S mag (die)? farbe V am liebsten
favourite:farbe: S mag am liebsten die farbe V
favourite:farbe: am liebsten mag S die farbe V
`
