/** More nouns of what a thing or a person has one of at a time, as `GERMAN_NOUNS`. */
export const GERMAN_WORKADAY_NOUNS: Readonly<Record<string, string>> = {
  captain: 'kapitänin, mannschaftskapitänin, spielführer, spielführerin',
  'reference:rückennummer': 'rückennummer, trikotnummer',
  'measure:share price': 'aktienkurs, aktienpreis',
  'measure:headcount':
    'mitarbeiterzahl, beschäftigtenzahl, belegschaft, zahl der beschäftigten, anzahl der beschäftigten, zahl der mitarbeiter, anzahl der mitarbeiter',
  'office:klassenlehrer': 'klassenlehrer, klassenlehrerin, klassenleitung, klassenleiter, klassenleiterin',
  owner: 'herrchen, frauchen, herrchen oder frauchen, frauchen oder herrchen',
  'site:heimathafen': 'heimathafen',
  termin: 'termin',
}

/** What is told every day of firms, clubs, animals, machines and events. See `relation.ts` for the form. */
export const GERMAN_WORKADAY = `
contract: S (ist|steht) bei V unter vertrag
player: S läuft für V auf
reference:rückennummer: S (spielt|läuft) mit der rückennummer V (auf)?
termin: S hat den V als termin
racked: S hat V als standort
racked: der standort von S {be} V
racked: S steht in V
home: S hat (seine|ihre|die) wohnung in V
partHuedIn: S hat (ein|eine|einen) X in V
pupil: S {be} an der V (eingeschrieben|immatrikuliert)
measure:share price: eine aktie (von|der) S kostet V
hour:öffnungszeit: S macht (täglich)? um V (täglich)? auf
opensAt: S öffnet (täglich)? um V
employer: S verdient das (geld|brot) bei V
doctor: S geht (zum|zur) (hausarzt|hausärztin) V
site:heimathafen: (zu hause|zuhause) {be} S im heimathafen V
site:heimathafen: der heimathafen von S {be} V
owner: S {be} (der|die|das) (hund|hündin|katze|kater|pferd|pony|kaninchen|papagei|hamster) von V
spouse: S führt eine ehe mit V
phone:mobile: mobil erreicht man S unter V
phone:mobile: S {be} mobil unter V (erreichbar|zu erreichen)
`
