import type { DayWords, Ties } from '../vocabulary.js'
import { endsWith, type Signs, words } from './signs.js'

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

export const portugueseSigns: Signs = {
  future: words(
    String.raw`(?:vou|vais|vai|vamos|vão) (?:\p{L}+ )?\p{L}+r|vem|vêm|venho|chega|chegam|começa|começam|termina|tenho que|tem que|temos que|tenho (?:consulta|prova|reunião|médico)|preciso|precisa|quero|queremos|deve|devo|vence|prazo|marcad[oa]s?|previst[oa]s?|será|serão|haverá|irei|irá|virá|\p{L}{2,}(?:arei|erei|irei|ará|erá|irá|arão|erão|irão|aremos|eremos|iremos)|viajo|viaja|viajamos para|me mudo|se muda|se casa|sai|saio|volta|volto`,
  ),
  past: words(
    String.raw`fui|foi|fomos|foram|estive|esteve|estivemos|estava|estavam|fiz|fez|fizemos|fizeram|tive|teve|tivemos|tiveram|vim|veio|viemos|vieram|disse|disseram|pude|pôde|pus|pôs|quis|soube|trouxe|vi|viu|vimos|dei|deu|era|eram|tinha|tinham|havia|comprei|\p{L}{3,}(?:ei|ou|aram|eram|iram|ava|avam|ávamos)|(?!(?:europeu|museu|judeu|ateu|pneu|valeu)(?!\p{L}))\p{L}{3,}(?:eu|iu)|(?:compr|visit|jant|viaj|trabalh|fal|cheg|fic|encontr|jog|cas|mud|pass)amos`,
  ),
  moved: {
    verb: words(
      '(?:adiad[oa]s?|remarcad[oa]s?|transferid[oa]s?|mudad[oa]s?|antecipad[oa]s?|passad[oa]s?|adiou|adiaram|remarcou|remarcaram|mudou|mudaram|passou|passaram|transferiu)',
    ),
    to: endsWith('para|para a|para o|até'),
  },
  present: words('é|são|está|estão'),
}

export const portugueseTies: Ties = {
  every: 'aos|às|as|os|cada|todo|toda|todas as|todos os',
  onWeekend: 'no fim de semana|nesse fim de semana',
  to: 'a|à|ao|até|até a|até o',
  between: 'entre',
  and: 'e',
  ordinals: 'primeiro|1º, segundo|2º, terceiro|3º, quarto|4º|último',
  quarter: 'trimestre',
  theDay: String.raw`(?:no|até o|desde o|do|o) dia (?<date>\d{1,2})(?![\d.,:/%]\d|%)`,
  beforeYear: 'em|desde|até|de|antes de|depois de|por volta de|ano|ano de|no ano de|início de|fim de|durante',
  decadeOf: 'anos|os anos|nos anos',
}
