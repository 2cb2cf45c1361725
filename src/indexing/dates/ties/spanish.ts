import type { Ties } from '../vocabulary.js'

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
