/** Other words for what the other lists tell by a noun. See `relation.ts` for the form and `by-more.ts`. */
export const GERMAN_MORE = `
chairperson: {within} S hat V den vorsitz inne?
chairperson: V hat {within} S den vorsitz inne?
chairperson: V {be} (bei|beim|in|im) S (vorsitzender|vorsitzende)
chief_executive: V führt als (alleinige|alleiniger)? (geschäftsführung|geschäftsführer|geschäftsführerin) S
chief_executive: die (alleinige)? geschäftsführung {of} S hat V inne?
chief_executive: die (alleinige)? geschäftsführung {of} S liegt allein? bei V
treasurer: das kassenamt {of} S (hat|führt) V inne?
treasurer: die kasse {of} S (führt|verwaltet|hat) V
treasurer: V (führt|verwaltet) die kasse {of} S
treasurer: für die kasse {of} S {be} V (zuständig|verantwortlich)
treasurer: V {be} für die kasse {of} S (zuständig|verantwortlich)
mayor: das (bürgermeisteramt|rathaus) {of} S hat V inne?
mayor: an der spitze des rathauses {of} S steht V
mayor: V leitet das rathaus {of} S
head: (am ruder|an der spitze) {of} S steht V
head: die leitung {of} S (hat|übernimmt) V inne?
owner: die inhaberschaft {of} S liegt bei V
owner: im alleinbesitz von V {be} S
owner: S {be} im alleinbesitz von V
owner: S {be} das haustier von V
owner: das haustier S gehört V
manager: S {be} (direkt)? V unterstellt
manager: die (direkte)? (führungskraft|vorgesetzte) {of} S {be} V
doctor: S {be} hausärztlich bei V
doctor: bei hausarztterminen geht S immer? zu V
doctor: die hausarztpraxis {of} S {be} die von V
doctor: S geht immer? zu V als hausarzt/hausärztin
terms: für S gilt das zahlungsziel V
terms: S hat das zahlungsziel V
terms: das (aktuelle)? zahlungsziel {of} S {eq} V
closedAlways: als ruhetag gilt {within} S der V
closedAlways: S hat als ruhetag den V
closedAlways: {art}? (wöchentlicher|wöchentliche)? ruhetag {of} S {be} der? V
weight: S bringt V auf die waage
budget: für S stehen insgesamt? V (bereit|zur verfügung)
phone:mobile: S {be} mobil unter V (zu erreichen|erreichbar)
reference:extension: S {has} die durchwahl V
reference:extension: S {be} unter der durchwahl V (erreichbar|zu erreichen)
reference:extension: die durchwahl {of} S {eq} V
reference:extension: wer S (im büro)? sprechen will , wählt die durchwahl V
ipAt: S (antwortet|läuft|lauscht) (unter|auf) V
ipAt: S {be} unter V erreichbar
employer: S steht bei V auf der (gehaltsliste|lohnliste)
sitsIn: S hat den (schreibtisch|arbeitsplatz) in V
sitsIn: der (schreibtisch|arbeitsplatz) {of} S (steht|ist) in V
sitsIn: S sitzt in V
sitsIn: der raum , in dem S sitzt , {be} V
home: der (ort|wohnort) , in dem S (wohnt|lebt) , {be} V
platform: als betriebssystem dient auf S V
car: S hat als (einziges)? auto (einen|eine|ein) V
car: als (einziges auto|familienauto|auto) hat S (einen|eine|ein) V
favourite:essen: von allen gerichten mag S V am liebsten
spouse: S führt eine ehe mit V
office:klassenleitung: V hat die klassenleitung (der|von) S
office:klassenleitung: die klassenleitung (der|von) S (hat|liegt bei) V
office:klassenleitung: (bei|in) (der)? S liegt die klassenleitung bei V
office:klassenleitung: S hat V als klassenleitung
measure:jahresbeitrag: S (verlangt|erhebt|kostet) V (jahresbeitrag|mitgliedsbeitrag|im jahr)
measure:jahresbeitrag: ein jahr mitgliedschaft {of} S kostet V
measure:jahresbeitrag: {art}? (jährliche|jährlicher)? (mitgliedsbeitrag|jahresbeitrag) {of} S {eq} V
measure:jahresbeitrag: {within} S liegt der (mitgliedsbeitrag|jahresbeitrag) bei V
byWhom: S wird von V (geprüft|beraten|bewirtschaftet|verwaltet|gereinigt|gepflegt|überwacht|gewartet|versorgt|verpflegt|finanziert|gesponsert|unterrichtet|moderiert|dirigiert|beheizt|bewacht|versichert|gehostet|vermarktet|organisiert|gestreut|gestrichen|bewacht|gemanagt|geliefert|gesteuert|gefahren|geflogen)
alwaysOn: S (probt|trainiert|tagt|trifft sich|kommt|ist|findet) immer V statt?
landlord: S wohnt zur miete bei V
number:parking: S parkt auf (platz|stellplatz|parkplatz) V
number:parking: S hat den (parkplatz|stellplatz) V
number:parking: der (parkplatz|stellplatz) {of} S {be} (nummer|platz)? V
number:zimmer: S liegt in zimmer V
number:station: S liegt auf station V
dosed: S (bekommt|nimmt|erhält) V X (am|pro) tag
`
