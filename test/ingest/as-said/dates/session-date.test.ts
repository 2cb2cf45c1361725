import { describe, expect, it } from 'vitest'
import { takeSessionDate } from '../../../../src/text/dates/moment.js'

describe('a session-date line', () => {
  it.each([
    ['1:56 pm on 8 May, 2023', '2023-05-08T13:56:00.000Z'],
    ['12:05 am on 8 May, 2023', '2023-05-08T00:05:00.000Z'],
    ['2023-05-08', '2023-05-08T00:00:00.000Z'],
    ['May 8th 2023', '2023-05-08T00:00:00.000Z'],
    ['8 May 2023 14:00', '2023-05-08T14:00:00.000Z'],
    ['2023/05/08 (Mon) 20:00', '2023-05-08T20:00:00.000Z'],
    ['2023-05-08T20:00:00+02:00', '2023-05-08T18:00:00.000Z'],
    ['2023-05-08T20:00:00.250Z', '2023-05-08T20:00:00.250Z'],
    ['08.05.2023', '2023-05-08T00:00:00.000Z'],
    ['05/08/2023 2:00 PM', '2023-05-08T14:00:00.000Z'],
    ['25/08/23', '2023-08-25T00:00:00.000Z'],
    ['Monday, May 8, 2023 at 9am EST', '2023-05-08T14:00:00.000Z'],
    ['8. Mai 2023', '2023-05-08T00:00:00.000Z'],
    ['8 de mayo de 2023', '2023-05-08T00:00:00.000Z'],
    ['2023年5月8日', '2023-05-08T00:00:00.000Z'],
    ['May 2023', '2023-05-01T00:00:00.000Z'],
  ])('reads %s', (written, instant) => {
    expect(takeSessionDate(`[Session date: ${written}]\nAna: hi`)).toMatchObject({
      rest: 'Ana: hi',
      moment: { instant },
    })
  })

  it.each(['30 February 2023', '2023-13-01', 'soon', '', '25:10 on 8 May 2023'])(
    'drops the line when "%s" is no date',
    (written) => {
      expect(takeSessionDate(`[Session date: ${written}]\nAna: hi`)).toEqual({ rest: 'Ana: hi', moment: undefined })
    },
  )

  it('keeps the offset it was written in', () => {
    expect(takeSessionDate('[Session date: 2023-05-08T23:30:00-05:00]').moment).toEqual({
      instant: '2023-05-09T04:30:00.000Z',
      offset: '-05:00',
      isLocal: false,
    })
  })

  it('leaves other first lines alone', () => {
    expect(takeSessionDate('Session date: 2023-05-08').rest).toBe('Session date: 2023-05-08')
  })
})
