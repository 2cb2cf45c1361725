import type { DayWords } from '../vocabulary.js'

export const portuguese: DayWords = {
  months: 'janeiro, fevereiro, março, abril, maio, junho, julho, agosto, setembro, outubro, novembro, dezembro',
  link: 'de|do',
  short: 'jan, fev, mar, abr, , jun, jul, ago, set, out, nov, dez',
  near: 'entre|em|de|do|desde|até|no|início de|fim de|durante|para',
  weekdays:
    'segunda(?:.feira)?, terça(?:.feira)?, quarta(?:.feira)?, quinta(?:.feira)?, sexta(?:.feira)?, sábado, ' +
    'domingo',
  seasons: ['primaveras?', 'verão|verões', 'outonos?', 'invernos?'],
  feasts: [
    ['natal', 12, null],
    ['véspera de ano novo|réveillon', 12, 31],
    ['ano novo', 1, null],
    ['halloween', 10, null],
  ],
  days: [
    ['anteontem|antes de ontem', -2],
    ['ontem', -1],
    ['depois de amanhã', 2],
    ['amanhã', 1],
    ['hoje|esta (?:manhã|tarde|noite)|hoje à noite', 0],
  ],
  units: { day: 'dias?', week: 'semanas?', weekend: 'f(?:im|ins) de semana', month: 'mês|meses', year: 'anos?' },
  before: [
    ['últim[oa]', -1],
    ['n?est[ea]|n?ess[ea]', 0],
    ['próxim[oa]', 1],
  ],
  after: [
    ['retrasad[oa]', -2],
    ['passad[oa]|anterior', -1],
    ['que vem|próxim[oa]', 1],
  ],
  lately: 'últim[oa]s',
  numbers: 'uma?, dois|duas, três, quatro, cinco, seis, sete, oito, nove, dez, onze, doze',
  few: 'uns|umas|alguns|algumas|vári[oa]s|pouc[oa]s',
  ago: { before: 'há|faz', after: 'atrás' },
  ahead: 'daqui a|em|dentro de',
  doubtfulWeekdays: 'segunda|terça|quarta|quinta|sexta',
  on: 'na|no|nesta|neste|desta|deste|da|do|até|para',
}
