import type { Ties } from '../vocabulary.js'

export const dutchTies: Ties = {
  every: 'elke|iedere|alle',
  onWeekend: 'in het weekend',
  to: 'tot|tot en met|t/m',
  between: 'tussen',
  and: 'en',
  ordinals: 'eerste|1e, tweede|2e, derde|3e, vierde|4e|laatste',
  quarter: 'kwartaal',
  theDay: String.raw`(?:op de|vanaf de|tot de|sinds de) (?<date>\d{1,2})(?:e|ste|de)(?! [a-z])`,
  beforeYear: 'in|sinds|sedert|tot|van|voor|na|rond|jaar|het jaar|begin|eind|medio|uit|vanaf',
  decadeOf: 'jaren|de jaren',
}
