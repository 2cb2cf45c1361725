import type { Ties } from '../vocabulary.js'

export const germanTies: Ties = {
  every: 'jede[nmrs]?|immer',
  onWeekend: 'am wochenende|übers wochenende|über das wochenende',
  to: 'bis(?: zum)?',
  between: 'zwischen(?: dem)?',
  and: 'und(?: dem)?',
  ordinals: 'erste[nmrs]?|1\\., zweite[nmrs]?|2\\., dritte[nmrs]?|3\\., vierte[nmrs]?|4\\.|letzte[nmrs]?',
  quarter: 'quartals?',
  theDay: String.raw`(?:am|zum|bis zum|vom|seit dem|ab dem|der|den) (?<date>\d{1,2})\.(?! ?\d| (?!um|war|ist|wird|kommt|und|habe?n?|hatten?|sind|gehe?n?|da|dann)[a-zäöü])`,
  beforeYear:
    'in|im jahre?|seit|ab|bis|vor|nach|von|um|jahre?|anfang|mitte|ende|gegen|schon|zum|sommersemester|wintersemester',
  beforeDecade: 'die|den|der|in den|anfang der|ende der',
}
