import type { DayWords } from '../vocabulary.js'

export const spanish: DayWords = {
  months:
    'enero, febrero, marzo, abril, mayo, junio, julio, agosto, septiembre|setiembre, octubre, noviembre, ' +
    'diciembre',
  // Julio and Abril are people too.
  doubtful: 'julio|abril',
  near: 'entre|entre el|en|de|del|desde|hasta|durante|y|para|antes de|después de',
  link: 'de|del',
  short: 'ene, feb, mar, abr, , jun, jul, ago, sept?, oct, nov, dic',
  weekdays: 'lunes, martes, miércoles, jueves, viernes, sábado, domingo',
  seasons: ['primaveras?', 'veranos?', 'otoños?', 'inviernos?'],
  feasts: [
    ['navidad(?:es)?|nochebuena', 12, null],
    ['nochevieja', 12, 31],
    ['año nuevo', 1, null],
    ['halloween', 10, null],
    ['san valentín', 2, null],
  ],
  days: [
    ['anteayer|antes de ayer|antier|antenoche', -2],
    ['ayer|anoche', -1],
    ['pasado mañana', 2],
    // Behind these it is the morning.
    [`(?<!(?:la|esta|una|cada|buena|pasado|toda) )mañana`, 1],
    ['hoy|esta (?:mañana|tarde|noche)', 0],
  ],
  units: { day: 'días?', week: 'semanas?', weekend: 'fin(?:es)? de semana', month: 'mes(?:es)?', year: 'años?' },
  before: [
    ['últim[oa]', -1],
    ['est[ea]', 0],
    ['próxim[oa]', 1],
  ],
  after: [
    ['antepasad[oa]', -2],
    ['pasad[oa]|anterior', -1],
    ['próxim[oa]|que viene', 1],
  ],
  lately: 'últim[oa]s',
  numbers: 'una?, dos, tres, cuatro, cinco, seis, siete, ocho, nueve, diez, once, doce',
  few: 'un par de|un[oa]s|algun[oa]s|vari[oa]s|poc[oa]s|un[oa]s poc[oa]s|un[oa]s cuant[oa]s',
  ago: { before: 'hace', after: 'atrás' },
  ahead: 'dentro de|en',
  on: 'el|este|del|al|para el|desde el|hasta el',
}
