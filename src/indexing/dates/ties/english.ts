import type { Ties } from '../vocabulary.js'

export const englishTies: Ties = {
  every: 'every|each|most|any|all',
  onWeekend: '(?:on|at|over) the weekend',
  to: 'to|until|till|through|thru|up to',
  between: 'between',
  and: 'and',
  ordinals: 'first|1st, second|2nd, third|3rd, fourth|4th|last',
  quarter: 'quarter',
  theDay: String.raw`(?:on|by|until|till|since|before|after|from|for|is|was) the (?<date>\d{1,2})(?:st|nd|rd|th)(?! (?!at|in the (?:morning|evening|afternoon)|and|but|or|to|we|i|he|she|it|they|you|there|my|our|of (?:this|the) month)[a-z])`,
  beforeYear:
    'in|since|by|of|from|until|till|during|before|after|year|around|circa|back in|early|late|mid|class of|to|for',
  beforeDecade: 'the|in|early|late|mid',
  fromNow: 'from now|from today|hence',
}
