import { expect, test } from 'vitest'
import { closes } from './closes.js'

// Told in 2025, as closes.ts has it.
test.each([
  [
    'what is over',
    'The publisher of the Northern Star is Tessera.',
    'The Northern Star was published by Bluepeak until 2018.',
  ],
  ['what has not begun', 'The Herald is published by Halden.', 'The Herald will be published by Bluepeak from 2039.'],
  [
    'a room of later years',
    'The room for the choir rehearsal is room C.',
    'The choir rehearsal will be held in room 420 from 2039.',
  ],
  ['a home of years ago', 'Anna lives in Graz.', 'Anna lived in Linz until 2018.'],
])('%s closes nothing that holds', (_, first, later) => expect(closes(first, later)).toBe(false))

test.each([
  ['it has begun', 'The Herald is published by Halden.', 'Since 2019 the Herald is published by Bluepeak.'],
  ['it ends later', 'The Herald is published by Halden.', 'The Herald is published by Bluepeak until 2039.'],
])('but where %s it closes', (_, first, later) => expect(closes(first, later)).toBe(true))
