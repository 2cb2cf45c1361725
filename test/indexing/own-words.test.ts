import { describe, expect, test } from 'vitest'
import { closes } from './closes.js'

describe('what no list has a noun for', () => {
  test.each([
    ['The ladder is kept in the attic.', 'The location of the ladder is the garage.'],
    ['Die Leiter befindet sich unter der Treppe.', 'Die Leiter ist im Keller.'],
    ['Project Heron is in planning.', 'Project Heron is at risk.'],
    ["France's ambassador to Spain is Tom Kern.", 'The French ambassador to Spain is Ruth Vance.'],
    ['The night guard of the depot is Tom Kern.', 'The night guard of the depot is Ruth Vance.'],
    ['vault-01 runs PostgreSQL 14.2.', 'The PostgreSQL version on vault-01 is 15.1.'],
    ['On weekdays the Holm Museum opens at 9:00.', 'The weekday opening time of the Holm Museum is 8:00.'],
    [
      'The bin collection in Mill Lane takes place on Mondays.',
      'The weekday of the bin collection in Mill Lane is Friday.',
    ],
    ['api-gateway is owned by the payments team.', "api-gateway's owner is the platform team."],
    ['Tom is on the Starter plan at CloudNest.', "Tom's CloudNest plan is the Family plan."],
  ])('is corrected: %s %s', (first, later) => expect(closes(first, later)).toBe(true))

  test.each([
    ['The ladder is in the attic.', "The neighbour's ladder is in the garage."],
    ['The ladder is in the attic.', 'The ladder was in the garage last year.'],
    ['The ladder is in the attic.', 'The ladder is in the way.'],
    ['The wine is in the cellar.', 'The wine is in the fridge.'],
    ['Anna is in the garden.', 'Anna is in the kitchen.'],
    ['The employee of the month is Tom Kern.', 'The employee of the month is Ruth Vance.'],
    ['The man at the door is Tom Kern.', 'The man at the door is Omar Vale.'],
    ['The Holm Museum opens at 9:00.', 'On Sundays the Holm Museum opens at 10:00.'],
    ['vault-01 runs PostgreSQL 14.2.', 'vault-01 runs Redis 7.2.'],
    ['Tom works on Project Heron.', 'Ruth works on Project Heron.'],
    ['Das Buch ist von Anna Kern.', 'Das Buch ist von Omar Vale.'],
  ])('stays where it still holds: %s %s', (first, later) => expect(closes(first, later)).toBe(false))
})
