import type { Ties } from '../vocabulary.js'

export const ukrainianTies: Ties = {
  to: 'по|до',
  between: 'між',
  and: 'і|та',
  ordinals: 'перш(?:ий|ого|ому), друг(?:ий|ого|ому), трет(?:ій|ього|ьому), четверт(?:ий|ого|ому)',
  quarter: 'квартал[аіу]?',
  beforeYear: 'у|в|з|до|після|близько',
}
