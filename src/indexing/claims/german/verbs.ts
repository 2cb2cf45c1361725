/** Ways with a verb in place of a noun. */
export const GERMAN_VERBS = `
traded change former: S {be} von F zu V gewechselt
employer: S {works} als X bei/für V
employer: S {works} bei/für V
employer: S {be} bei V (angestellt|beschäftigt|tätig|unter vertrag)
employer: S {be} angestellt/beschäftigt bei V
employer: S {be} (angestellter|angestellte|mitarbeiter|mitarbeiterin) {of} V
employer: S {has} (einen|eine|meinen|seinen|ihren) (job|stelle|arbeit|arbeitsplatz) bei V
employer: V beschäftigt S
employer: S verdient (sein|ihr) geld bei V
employer: S {be} V als X (angestellt|tätig)
employer: S {has} (einen|eine) (job|stelle) bei V
employer change: S {has} bei V (angefangen|begonnen)
goneOver change: S {be} (von F)? zu V gewechselt
goneOver change: S {has} (von F)? zu V gewechselt
employer change: S (wurde|ist) von V eingestellt worden?
employer change: S {has} (einen|eine) (neuen|neue) (job|stelle|arbeit) bei V
employer end: S {has} (meinen|seinen|ihren|den) job bei F (gekündigt|verloren|aufgegeben)
employer end: S {has} (meinen|seinen|ihren|den) job (gekündigt|verloren|aufgegeben)
employer end: S {has} bei F (gekündigt|aufgehört)
employer end: S {has} F verlassen
employer end: S (wurde|bin|ist) (bei|von) F (entlassen|gekündigt) worden?
employer end: S {has} gekündigt
job: S {works} als V
job: S {be} (ein|eine)? V von beruf
job: S {be} als V (tätig|angestellt)
job: von beruf bin S V
job: von beruf {be} S V
job: S verdient/verdiene (sein|ihr|mein) geld als V
trade loosely: S {be} (ein|eine)? V
job change: S (wurde|bin|ist) {zum} V befördert worden?
home: S {lives} in V
home: S {be} (wohnhaft|zuhause|zu hause|daheim) in V
home: S {be} in V (wohnhaft|zuhause|zu hause|daheim)
home: S {has} (meinen|seinen|ihren) wohnsitz in V
removal: S {be} von F nach/zu V (gezogen|umgezogen|gewechselt|übersiedelt)
home change: S {be} (zurück)? nach V (gezogen|umgezogen|übersiedelt|zurückgezogen|ausgewandert|hingezogen)
home end: S {be} aus/von F (weggezogen|ausgezogen|fortgezogen)
based: S {be} in V ansässig/beheimatet
based: S (sitzt|residiert) in V
headquarters: S {has} {its} (hauptsitz|sitz|firmensitz|zentrale|stammsitz) in V
headquarters: S wird {of} V aus geleitet/geführt
location: S {be} in/auf V
place: S (liegt|befindet sich|steht|ist gelegen) (in|auf) V
country: S (liegt|befindet sich) im land V
continent: S (liegt|befindet sich) auf dem (kontinent)? V
spouse: S {be} mit V verheiratet
spouse: S {be} verheiratet mit V
spouse change: S {has} V geheiratet
spouse: S und V {be} (verheiratet|ein ehepaar)
marital_state: S {be} V
wedding change: S {has} geheiratet
divorce change: S {has} (mich|sich|uns) scheiden lassen
diet: S {be} (ein|eine)? V
diet: S (ernähre|ernährt) (mich|sich) V
diet: S (esse|isst|lebe|lebt) V
meat: S (esse|isst) (fleisch|fisch|alles|fleisch und fisch)
diet: S (koche|kocht) und (esse|isst) V
diet change: S {be} (vegetarier|vegan|vegetarierin)? V geworden
allergy: S {be} allergisch gegen/auf X
allergy: S {be} gegen X allergisch
smokes: S rauche/raucht
smokes: S {be} raucher/raucherin
smokes end: S {has} mit dem rauchen aufgehört
smokes end: S {has} (mir|sich) das rauchen abgewöhnt
age: S {be} V jahre/jahr alt?
age: S {be} V
age change: S {be} V (jahre alt)? geworden
weight: S wiege/wiegt V
height: S {be} V groß
name: S heißt/heiße V
name: S wird V genannt
name change: S (wurde|ist) (von F)? in V umbenannt worden?
setting: S (steht|läuft|ist) (auf|bei) V (eingestellt|gestellt)?
head_coach: S wird von V trainiert/gecoacht
head_coach: V (trainiert|coacht) S
chairperson: V (führt|hat) den vorsitz {of} S
chairperson: V sitzt {art}? S vor
head: S wird von V geleitet/geführt
head: V (leitet|führt) S
head: V steht an der spitze {of} S
owner: S gehört zu? V
owner: S {be} im besitz {of} V
owner loosely: V besitzt S
owner change former: F hat S an V verkauft
owner change: S (wurde|ist) an V verkauft worden?
owner change: S (wurde|ist) von V (übernommen|gekauft|aufgekauft|erworben) worden?
owner change: V hat S übernommen
religion: S (gehört|bekennt sich) zum V
version: S (läuft|ist|steht) (auf|mit|bei) version V
version: S hat (die)? version V
version: S läuft in (der)? version V
version: {we} nutze/nutzen/verwenden S in (der)? version V
version change: S (wurde|ist) (von version F|von F)? auf version? V (aktualisiert|gebracht|gehoben|geupdatet|upgedatet|angehoben|umgestellt) worden?
status: S {be} im status V
status: S {has} den status V
status: S steht auf V
status: S {be} als V (markiert|gekennzeichnet)
condition: S {be} V
assignee: S {be} V (zugewiesen|zugeteilt|zugeordnet)
port: S (lauscht|läuft|hört) auf port V
price: S kostet V
when: S {be} am/um/auf V
when: S (findet|beginnt|startet) am/um V statt?
when change: S (wurde|ist) (von F|vom F)? auf (den|das)? V (verschoben|verlegt|vorverlegt|vertagt|vorgezogen) worden?
when change: {we} {has} S (von F|vom F)? auf (den|das)? V (verschoben|verlegt|vorverlegt|vertagt|vorgezogen)
deadline: S {be} (am|bis) V fällig
liebling: {my} X {be} V
liebling change: {my} neue/neuer/neues X {be} V
liebling change: {my} X hat sich von F (zu|auf|in) V geändert
liebling: als X (habe|hat) S V
liebling: V {be} {my} X
kennung: {my} X (ist|lautet) V
car loosely: (als auto|inzwischen|zurzeit) (habe|fahre) ich einen/eine/ein V
car: als auto habe ich einen/eine/ein V
car loosely: S besitze/besitzt einen/eine/ein V
traded change former: S {be} von F auf V (umgestiegen|gewechselt)
car loosely: S fahre/fährt einen/eine/ein V
car end: S {has} (den|die|das|meinen|meine|mein|unseren|unser) F verkauft
count: die (anzahl|zahl) der X (von|bei|in) S {eq} V
funds: auf dem konto {of} S {be} V
funds: auf {my} konto {be} V
guthaben: S {has} V auf dem konto
reach: du erreichst mich unter V
reach: ihr erreicht mich unter V
reach: sie erreichen mich unter V
reach: S {be} unter V (erreichbar|zu erreichen)
hosting: S {be} unter V erreichbar
hosting: S (läuft|liegt|steht) (auf|unter|in) V
hosting change: S (wurde|ist) (von F)? (auf|nach) V (umgezogen|verschoben|migriert|verlegt) worden?
hosting: S {has} die adresse V
session: S (findet in|ist in|ist im) V statt?
setting: S (steht|läuft|ist) auf V (eingestellt|gestellt)?
setting change: {we} {has} S (von F)? auf V gestellt
pupil: S (geht|gehe) (auf|in|zur|zum) V
pupil: S (besucht|besuche) V
pupil: S studiert/studiere (an|in) (der)? V
pupil change: S {has} (von F)? (auf|an|zu) V gewechselt
pupil change: S {be} (von F)? (auf|an|zu) V gewechselt
player: S spielt/spiele (für|bei) V
post: S spielt/spiele (als)? V
pet: ich habe einen/eine X namens V
pet: wir haben einen/eine X namens V
pet: {art} name {my} X (ist|lautet) V
pet change: {we} {has} {my} X von F in V umbenannt
born loosely: S (wurde|ist|bin) in V geboren
manager: S (berichtet|berichte) an V
landlord: S {has} (die|meine|unsere|eine) wohnung von V gemietet
author loosely: S {be} von V geschrieben
tool loosely: S (nutzt|nutze|nutzen|verwenden|verwendet) V für X
became change: S {be} V geworden
capital: in S {be} V {art} hauptstadt
capital: als hauptstadt hat S V
capital: {art} regierung von S (sitzt|tagt|residiert) in V
currency: in S {be} {art} V {art} währung
currency: in S (zahlt|bezahlt) man (mit|in) V
official_language: in S {be} V (die)? amtssprache
head_of_government: S wird von V regiert
head change: V hat {art} leitung {of} S (übernommen|inne)
head: {art} leitung {of} S (hat|liegt bei) V
maintainer: für S {be} V (zuständig|verantwortlich)
maintainer: V {be} für S (zuständig|verantwortlich)
maintainer: V (betreut|pflegt|wartet) S
author: V hat S (geschrieben|verfasst)
author: S (wurde|ist) von V (geschrieben|verfasst) worden?
author: S {be} (ein|eine|der|das) (roman|buch|gedicht|stück|erzählung|werk) (von|aus der feder von) V
director: V hat S gedreht
director: S (wurde|ist) von V gedreht worden?
office:komponist: V hat S komponiert
office:komponist: S (wurde|ist) von V komponiert worden?
founder loosely: V hat S gegründet
founder loosely: S (wurde|ist) von V gegründet worden?
office:architekt: V hat S entworfen
office:architekt: S (wurde|ist) von V entworfen worden?
developer: S wird von V entwickelt
developer: V entwickelt S
manufacturer: S wird von V (hergestellt|produziert|gebaut)
manufacturer: V (stellt|baut|produziert) S her?
broadcaster: S (läuft|kommt) (auf|bei) V
team: S steht bei V unter vertrag
player change: S {be} (von F)? zu V gewechselt
position: S {be} V in (unserer|der) mannschaft
trait:muttersprache: S {has} V als muttersprache
deadline: S muss bis zum V (fertig|abgegeben|erledigt) sein
deadline: S {be} erst? am V fällig
when: S fängt (am|um) V an
when: S {be} (jeden|immer am) V
when: S findet (immer|jeden|ab sofort|künftig)? (am)? V statt
when change: S (wurde|ist) (von F)? auf V (verschoben|verlegt|vertagt) worden?
session: S (ist|findet) in V statt?
session: für S treffen wir uns in V
balance: auf {my} konto {be} V
balance change: {my} kontostand ist (von F)? auf V (gefallen|gestiegen|gesunken)
rent: {we} (zahle|zahlen) V miete
price: für S zahlt man V
phone: S {be} unter V (zu erreichen|erreichbar)
phone: du erreichst S unter V
- change: S {has} (einen|eine|ein) (neuen|neue|neues) N ,/: V
`
