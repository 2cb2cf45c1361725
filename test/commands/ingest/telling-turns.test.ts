import { describe, expect, test } from 'vitest'
import { isSummary, isTelling } from '../../../src/commands/ingest/telling-turns.js'

describe('a turn that nobody says by chance a second time', () => {
  test.each([
    'my sister nora has diabetes',
    'thanks! by the way, i moved to lisbon last week',
    'i am glad you like it. the harbour in genoa is busy',
    '私は4月に大阪へ引っ越しました',
    'meine schwester wohnt in kiel',
  ])('tells something: %s', (said) => expect(isTelling(said)).toBe(true))

  test.each([
    '',
    'noted',
    'thanks a lot for your help',
    "you're welcome! let me know if you need anything else",
    "you’re very welcome! i'm happy to help whenever you need me",
    'hi there! how can i help you today?',
    'is there anything else i can do for you today?',
    'ok! have a nice day',
    'gern geschehen! sag bescheid, wenn du noch etwas brauchst',
    'ありがとう',
  ])('is none of greetings, thanks and courtesy: %s', (said) => expect(isTelling(said)).toBe(false))
})

describe('a turn in the place of what a client has dropped', () => {
  test.each([
    '[summary] earlier we talked about music',
    'this session is being continued from a previous conversation',
    'zusammenfassung: es ging um musik',
    'x '.repeat(600),
  ])('is a summary, or longer than anybody writes: %.40s', (said) => expect(isSummary(said)).toBe(true))
  test('is nothing that is merely new', () => expect(isSummary('i had a long night.')).toBe(false))
})
