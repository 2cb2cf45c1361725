import { describe } from 'vitest'
import { tells } from './spans.js'

const sunday = '2026-03-01'

describe('what was put off lies ahead, in whatever tense that is told', () => {
  tells(
    {
      'The meeting was moved to Friday.': '2026-03-06',
      'The meeting has been postponed to Friday.': '2026-03-06',
      'The meeting got rescheduled to Friday.': '2026-03-06',
      'They pushed the release to Monday.': '2026-03-02',
      'The strike was extended until Friday.': '2026-03-06',
      'The meeting was moved on Friday.': '2026-02-27',
      'We moved to Berlin on Friday.': '2026-02-27',
      'The party was on Friday.': '2026-02-27',
    },
    sunday,
  )
  tells(
    {
      'Das Treffen wurde auf Freitag verschoben.': '2026-03-06',
      'Das Treffen wurde am Freitag verschoben.': '2026-02-27',
    },
    sunday,
    'de',
  )
  tells({ 'La reunión fue aplazada al viernes.': '2026-03-06' }, sunday, 'es')
  tells({ 'La réunion a été reportée à vendredi.': '2026-03-06' }, sunday, 'fr')
  tells({ 'La riunione è stata spostata a venerdì.': '2026-03-06' }, sunday, 'it')
  tells({ 'De vergadering is verzet naar vrijdag.': '2026-03-06' }, sunday, 'nl')
  tells({ 'A consulta foi adiada para sexta-feira.': '2026-03-06' }, sunday, 'pt')
})
