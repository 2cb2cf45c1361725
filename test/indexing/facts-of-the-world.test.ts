import { describe, expect, test } from 'vitest'
import { closes } from './closes.js'

describe('where somebody or something comes from and ends is told in several words', () => {
  test.each([
    ['Ida Stern was born in the location of Oslo.', 'The place Ida Stern was born is Bergen.'],
    ['Ida Stern died in the city of Oslo.', 'Ida Stern lost her life in Bergen.'],
    ['Alder Bank was founded in the location of Leeds.', 'Alder Bank was established in the town of Hull.'],
    ['The Wind Game was invented in Japan.', 'The Wind Game has been created in the country named Peru.'],
    ['Paddle tennis was invented in Mexico.', 'Paddle tennis was invented in Spain.'],
    ['Harbour Mill derives its name from Otto Lang.', "Harbour Mill was named in Ida Stern's honour."],
    [
      'The Wind Game was originally drafted in the language of Latin.',
      'The Wind Game was originally written in Greek.',
    ],
    ['The Wind Game was first broadcast on Vox.', 'The Wind Game had its inaugural broadcast on Arte.'],
    ['Danco Coast is situated within the continent of Asia.', 'Danco Coast is located in the continent Africa.'],
    ['Tom Reed comes from Dublin.', 'Tom Reed comes from Oslo.'],
  ])('%s %s', (first, later) => expect(closes(first, later)).toBe(true))

  test.each([
    ['Ida Stern was born in Oslo.', 'The place Ida Stern was married is Bergen.'],
    ['Our cheese was made in Mexico.', 'Our cheese was made in Spain.'],
    ['The prototype was created in Mexico.', 'The prototype was created in Spain.'],
    ['Harbour Mill is named after Otto Lang.', 'Harbour Road is named after Ida Stern.'],
    ['The Wind Game was first broadcast on Vox.', 'The Wind Game is now shown on Arte every week, as a repeat.'],
    ['Tom Reed comes from Dublin.', 'Tom Reed came from Oslo yesterday.'],
    ['Tom Reed comes from Dublin.', "Tom Reed's coffee comes from Oslo."],
    ['Officially, Malay is the language of Arvania.', 'Officially, English is the language of Arvania.'],
  ])('and nothing else: %s %s', (first, later) => expect(closes(first, later)).toBe(false))
})

describe('what somebody is with, plays for and presides over is told in several words', () => {
  test.each([
    ['Ida Stern is in a relationship with Otto Lang.', 'Ida Stern is romantically involved with Tom Reed.'],
    ['Otto Lang is part of the squad of Leeds Rovers.', 'The name of the team that Otto Lang plays for is Alder City.'],
    ['Otto Lang is a member of the political party of Likud.', 'Otto Lang is a member of the Green Party.'],
    ['Otto Lang makes his home in Leeds.', 'Otto Lang lives in Hull.'],
    ['The person at the head of the government of Peru is Ida Stern.', 'Tom Reed governs Peru.'],
    ['The person who presides over the Elm Society is Ida Stern.', 'The chair of the Elm Society is Tom Reed.'],
    ['The presiding member of the Elm Society is Ida Stern.', 'The chairperson of the Elm Society is Tom Reed.'],
    ['The person who holds the office of mayor of Hull is Ida Stern.', 'The mayor of Hull is Tom Reed.'],
    ['Hunt County is governed from the capital city of Alder.', 'The capital of Hunt County is Millford.'],
    ["Otto Lang's position is archbishop.", 'Otto Lang occupies the role of chancellor.'],
    ['Otto Lang plays in the position of closer.', 'Otto Lang plays the position of first baseman.'],
    ['Otto Lang is follower of Islam.', 'Otto Lang adheres to the belief system of Buddhism.'],
    ['The company that the Falcon drone is produced by is Alder.', 'The Falcon drone is made by Nordlicht.'],
    ['The Falcon app is created by Alder.', 'The Falcon app is developed by Nordlicht.'],
  ])('%s %s', (first, later) => expect(closes(first, later)).toBe(true))

  test.each([
    ['Ida Stern is in a relationship with Otto Lang.', 'Ida Stern is in a meeting with Tom Reed.'],
    ['The Falcon app was created by Alder.', 'The Falcon app was created by Nordlicht.'],
    ['Otto Lang is affiliated with the Elm Society.', 'Otto Lang is affiliated with the Oak Society.'],
    ['The Third Division is part of the Northern Army.', 'The Third Division is part of a larger plan.'],
    ["Otto Lang's position is chancellor.", "Otto Lang's position is clear."],
    ["Otto Lang's position is goalkeeper.", 'Otto Lang works as a teacher.'],
    ['Otto Lang is follower of Islam.', 'Otto Lang is a follower of Leeds Rovers.'],
    ['Otto Lang is a member of the Green Party.', 'Otto Lang is a member of the choir.'],
    ['The person who presides over the Elm Society is Ida Stern.', 'Tom Reed presides over the Oak Society.'],
  ])('and nothing else: %s %s', (first, later) => expect(closes(first, later)).toBe(false))
})
