import type { Ties } from '../vocabulary.js'

export const russianTies: Ties = {
  to: 'по|до',
  between: 'между',
  and: 'и',
  ordinals: 'перв(?:ый|ого|ом), втор(?:ой|ого|ом), трет(?:ий|ьего|ьем), четв[её]рт(?:ый|ого|ом)',
  quarter: 'квартал[ае]?',
  beforeYear: 'в|с|до|после|около|к',
}
