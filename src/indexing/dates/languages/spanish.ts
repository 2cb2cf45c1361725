import type { DayWords, Ties } from '../vocabulary.js'
import { endsWith, type Signs, words } from './signs.js'

export const spanish: DayWords = {
  months:
    'enero, febrero, marzo, abril, mayo, junio, julio, agosto, septiembre|setiembre, octubre, noviembre, ' +
    'diciembre',
  // Julio and Abril are also first names.
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
    // After these words it means the morning.
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

export const spanishSigns: Signs = {
  future: words(
    String.raw`(?:voy|vas|va|vamos|vais|van) a \p{L}+r(?:[mts]e|l[oae]s?|nos)?|viene|vienen|vengo|llega|llegan|empieza|empiezan|comienza|termina|tengo que|tiene que|tenemos que|tengo (?:cita|una cita|examen|un examen|médico)|hay que|quiero|queremos|quiere|debo|debe|vence|plazo|previst[oa]s?|programad[oa]s?|será|habrá|iré|vendrá|\p{L}{2,}(?:aré|eré|iré|ará|erá|irá|arán|erán|irán|aremos|eremos|iremos|drá|drán|dré)|viajo|viajamos|viaja|me caso|nos vemos|nos mudamos|se muda|sale|salgo|salimos|vuelve|vuelvo|visita|recuérdame`,
  ),
  past: words(
    String.raw`fui|fue|fuimos|fueron|estuve|estuvo|estuvimos|estuvieron|hice|hizo|hicimos|hicieron|tuve|tuvo|tuvimos|tuvieron|vine|vino|vinieron|dije|dijo|dijeron|pude|pudo|puse|puso|quise|quiso|supe|supo|traje|trajo|vi|vio|vimos|di|dio|era|eran|éramos|había|habían|\p{L}{2,}(?:é|ó|aron|ieron|aste|iste|asteis|aba|aban|ábamos)|(?:compr|visit|cen|viaj|trabaj|habl|empez|termin|lleg|qued|encontr|celebr|jug|cas|mud|pas)amos|(?:comimos|salimos ayer|conocimos|vivimos en|vinimos|volvimos|recibimos)`,
    String.raw`(?:he|has|ha|hemos|habéis|han) (?:\p{L}+ )?\p{L}+(?:ado|ido|cho|to|sto)`,
  ),
  moved: {
    verb: words(
      '(?:aplazad[oa]s?|pospuest[oa]s?|movid[oa]s?|cambiad[oa]s?|pasad[oa]s?|trasladad[oa]s?|retrasad[oa]s?|adelantad[oa]s?|reprogramad[oa]s?|aplazó|pospuso|movió|movieron|cambió|cambiaron|pasó|pasaron|retrasó|adelantó)',
    ),
    to: endsWith('al|a|para el|para|hasta el|hasta'),
  },
  present: words('es|está|son|están'),
}

export const spanishTies: Ties = {
  every: 'los|cada|todos los|todo',
  onWeekend: 'el fin de semana|este finde|el finde',
  to: 'a|al|hasta|hasta el',
  between: 'entre(?: el)?',
  and: 'y(?: el)?',
  ordinals: 'primer|primero|1er|1º, segundo|2º, tercer|tercero|3er|3º, cuarto|4º|último',
  quarter: 'trimestre',
  theDay: String.raw`(?:(?:el día|del día|al día) (?<date>\d{1,2})(?![\d.,:/%]\d|%)|(?:el|desde el|hasta el|para el) (?<other>\d{1,2})(?= (?:a las|a la|por la|y|pero|de este mes)\b|\s*[.,;!?)]|\s*$))`,
  beforeYear: 'en|desde|hasta|de|del|antes de|después de|hacia|año|el año|del año|a principios de|a finales de|durante',
  decadeOf: 'años|los años',
}
