/** Words for parts of a month or a year; each entry has the form of a `Vocabulary` entry. */
export type Parts = {
  readonly start: string
  readonly middle: string
  readonly end: string
  /** The word between part and whole; optional in languages that omit it. */
  readonly of: string
  /** First and second, separated by commas. */
  readonly halves: string
  /** First to fourth, and last, separated by commas. */
  readonly weeks: string
  /** "Two days before yesterday", and after. */
  readonly before: string
  readonly after: string
}

const english: Parts = {
  start: 'start|beginning',
  middle: 'middle',
  end: 'end',
  of: 'of the|of this|of',
  halves: 'first half, second half|latter half',
  weeks: 'first week, second week, third week, fourth week, last week',
  before: 'before',
  after: 'after',
}

export const partsOf: Readonly<Record<string, Parts>> = {
  en: english,
  de: {
    start: 'anfang',
    middle: 'mitte',
    end: 'ende',
    of: 'des jahres|des|dieses|diesen|im|von|in',
    halves: 'ersten? hälfte|erstes halbjahr|ersten halbjahr, zweiten? hälfte|zweites halbjahr|zweiten halbjahr',
    weeks: 'ersten? woche, zweiten? woche, dritten? woche, vierten? woche, letzten? woche',
    before: 'vor',
    after: 'nach',
  },
  es: {
    start: 'principios?|inicios?|comienzos?',
    middle: 'mediados',
    end: 'finales|fines|final|fin',
    of: 'del año|del|de este|de',
    halves: 'primera mitad|primer semestre, segunda mitad|segundo semestre',
    weeks: 'primera semana, segunda semana, tercera semana, cuarta semana, última semana',
    before: 'antes de',
    after: 'después de',
  },
  fr: {
    start: 'début',
    middle: 'milieu',
    end: 'fin',
    of: `du|de la|de l['’]année|de ce|de`,
    halves: 'première moitié|premier semestre, seconde moitié|deuxième moitié|second semestre|deuxième semestre',
    weeks: 'première semaine, deuxième semaine|seconde semaine, troisième semaine, quatrième semaine, dernière semaine',
    before: 'avant',
    after: 'après',
  },
  it: {
    start: 'inizio',
    middle: 'metà',
    end: 'fine',
    of: `del|di questo|di|dell['’]anno|dell`,
    halves: 'prima metà|primo semestre, seconda metà|secondo semestre',
    weeks: 'prima settimana, seconda settimana, terza settimana, quarta settimana, ultima settimana',
    before: 'prima di',
    after: 'dopo',
  },
  nl: {
    start: 'begin',
    middle: 'midden',
    end: 'einde?',
    of: 'van de|van het|van deze|van dit|van|in',
    halves: 'eerste helft, tweede helft',
    weeks: 'eerste week, tweede week, derde week, vierde week, laatste week',
    before: 'voor',
    after: 'na',
  },
  pt: {
    start: 'início|começo',
    middle: 'meio|meados',
    end: 'fim|final',
    of: 'do ano|do|deste|de',
    halves: 'primeira metade|primeiro semestre, segunda metade|segundo semestre',
    weeks: 'primeira semana, segunda semana, terceira semana, quarta semana, última semana',
    before: 'antes de',
    after: 'depois de',
  },
}
