/** What is measured, paid and kept, by verbs. See `relation.ts` for the form. */
export const GERMAN_MEASURES = `
ranked change: S (wurde|ist) (von F)? auf V (gesetzt|gestellt|gestuft|hochgestuft|herabgestuft|angehoben) worden?
trait:muttersprache: S {be} (muttersprachler|muttersprachlerin) (für|von) V
trait:muttersprache: S (spricht|sprechen) V als muttersprache
population: S (hat|zählt|hat etwa) V (einwohner|einwohnerinnen|bewohner)
population: in S (leben|wohnen) V (menschen|personen|leute|einwohner)
measure:headcount: S (hat|beschäftigt|zählt) V (mitarbeiter|angestellte|beschäftigte|leute|menschen)
measure:headcount: bei S arbeiten V (menschen|leute|personen)
extent: S (misst|wiegt|umfasst|bedeckt|erreicht|erstreckt sich über) (eine fläche von)? V
extent: S {has} eine (fläche|höhe|größe) von V
extent change: S {be} auf V (gewachsen|geschrumpft|gestiegen|gesunken)
measure:elevation: S (liegt|erhebt sich|ragt) V über dem (meer|meeresspiegel)
measure:elevation: S {be} V hoch
capacity: S (fasst|bietet platz für|bietet) V (menschen|personen|zuschauer|gäste|plätze)?
price: S {be} für V zu haben
head: an der spitze {of} S steht V
owner: S {be} (eine|die) (tochterfirma|tochtergesellschaft) {of} V
price: (man|du|ihr) (zahlt|zahlst|bezahlt|bezahlst) V für S
price: für S (zahlt|bezahlt) man V
price: S wird für V (verkauft|angeboten)
deadline: S (muss|soll) bis (zum|zur)? V (fertig|erledigt|abgegeben|abgeschlossen) (sein|werden)
port: S (lauscht|hört|läuft|ist erreichbar) (auf|unter) port V
port: S {be} (auf|unter) port V erreichbar
colour change: S (wurde|ist) V (gestrichen|lackiert|gefärbt|umlackiert) worden?
colour: S {be} V (gestrichen|lackiert)
owner change: F {has} S an V verkauft
owner change: S (wurde|ist) (von F)? an V verkauft worden?
release_date: S (erscheint|startet) am V
release_date: S kommt am V (heraus|in die kinos|auf den markt)
measure:revenue: S (macht|erzielt|erwirtschaftet) (einen)? (umsatz|jahresumsatz) von V
measure:revenue: S setzt V im jahr um
budget: für S sind V (eingeplant|vorgesehen|bewilligt)
possessed loosely: S {has} V
rated: S {be} mit V bewertet
extent change: S {be} auf V (erweitert|ausgebaut|vergrößert|verkleinert) worden?
`
