import type { Ties } from '../vocabulary.js'

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
