import { describe } from 'vitest'
import { tells } from './spans.js'

const sunday = '2026-03-01'

describe('a weekday counted in a month', () => {
  tells(
    {
      'The school play is on the last Friday of March.': '2026-03-27',
      'The first Monday in May is a holiday.': '2026-05-04',
      'Thanksgiving dinner is on the fourth Thursday in November 2027.': '2027-11-25',
      'It closes on the second Tuesday of next month.': '2026-04-14',
      'The rent is due on the last Friday of the month.': '2026-03-27',
      'We met on the last Friday of January.': '2026-01-30',
      'We meet on the first Monday of every month.': '',
      'We meet every first Monday of the month.': '',
    },
    sunday,
  )
  tells(
    {
      'Am letzten Freitag im März ist Schulfest.': '2026-03-27',
      'Die Sitzung ist am ersten Montag im Mai.': '2026-05-04',
      'Jeden ersten Montag im Monat treffen wir uns.': '',
    },
    sunday,
    'de',
  )
  tells({ 'La fiesta es el último viernes de marzo.': '2026-03-27' }, sunday, 'es')
  tells({ 'La fête est le dernier vendredi de mars.': '2026-03-27' }, sunday, 'fr')
  tells({ "La festa è l'ultimo venerdì di marzo.": '2026-03-27' }, sunday, 'it')
  tells({ 'A festa é na última sexta-feira de março.': '2026-03-27' }, sunday, 'pt')
  tells({ 'Het feest is op de laatste vrijdag van maart.': '2026-03-27' }, sunday, 'nl')
})

describe('a weekday with the number of its day', () => {
  tells(
    {
      'The parents evening is on Tuesday the 10th.': '2026-03-10',
      'See you Friday the 13th!': '2026-03-13',
      'Dentist Tue 10th at 4': '2026-03-10',
      'The dentist was on Tuesday the 10th.': '2026-02-10',
      'Tuesday the 10th of March': '2026-03-10',
    },
    sunday,
  )
  tells({ 'Der Termin ist am Dienstag, den 10.': '2026-03-10' }, sunday, 'de')
  tells({ 'La cita es el martes 10.': '2026-03-10', 'El martes 10 personas vienen.': '2026-03-03' }, sunday, 'es')
  tells({ 'Le rendez-vous est mardi 10.': '2026-03-10', 'Le rendez-vous est mardi 10 h.': '2026-03-03' }, sunday, 'fr')
  tells({ 'Appuntamento martedì 10 alle 15': '2026-03-10' }, sunday, 'it')
  tells({ 'De afspraak is dinsdag de 10e.': '2026-03-10' }, sunday, 'nl')
  tells({ 'A consulta é terça-feira, dia 10.': '2026-03-10' }, sunday, 'pt')
})

describe('weeks from a weekday', () => {
  tells(
    {
      'Grandpa turns 80 a week from Sunday.': '2026-03-15',
      'The audit starts two weeks from Monday.': '2026-03-16',
      'We fly three weeks from tomorrow.': '2026-03-23',
    },
    sunday,
  )
  tells({ 'Der Umzug ist Montag in einer Woche.': '2026-03-09' }, sunday, 'de')
})

describe('two days without their month', () => {
  tells(
    {
      'I will be in Leeds from the 14th to the 17th.': '2026-03-14..2026-03-17',
      'Camp is between the 3rd and the 7th.': '2026-03-03..2026-03-07',
    },
    sunday,
  )
  tells({ 'Wir sind vom 14. bis 17. weg.': '2026-03-14..2026-03-17', 'Geöffnet von 14 bis 17 Uhr.': '' }, sunday, 'de')
  tells({ 'Estaré fuera del 14 al 17.': '2026-03-14..2026-03-17', 'Subió del 14 al 17 %.': '' }, sunday, 'es')
  tells({ 'Je serai absent du 14 au 17.': '2026-03-14..2026-03-17' }, sunday, 'fr')
  tells({ 'Sono via dal 14 al 17.': '2026-03-14..2026-03-17' }, sunday, 'it')
})

describe('a part or a day of a month or year away from this one', () => {
  tells(
    {
      'The lease ends at the end of next month.': '2026-04-21..2026-04-30',
      'It begins at the beginning of next year.': '2027-01-01..2027-03-31',
      'We move on the 2nd of next month.': '2026-04-02',
      'Last Christmas we stayed with my aunt.': '2025-12-01..2025-12-31',
      'We got engaged on Christmas Eve.': '2025-12-24',
    },
    sunday,
  )
  tells({ 'Ende nächsten Monats ziehe ich um.': '2026-04-21..2026-04-30' }, sunday, 'de')
})

describe('a date as programs write it', () =>
  tells(
    {
      'Date:   Wed Feb 11 18:02:10 2026 +0100': '2026-02-11',
      'Thu Nov 12 09:14:55 UTC 2020 started': '2020-11-12',
      'DTSTART;TZID=Europe/Berlin:20260310T143000': '2026-03-10',
      'DTSTART;VALUE=DATE:20260310': '2026-03-10',
      'The part number is 20260310.': '',
    },
    sunday,
  ))

describe('a weekday in Chinese and Japanese', () => {
  tells({ '会议推迟到星期五了。': '2026-03-06', 一周一次: '', 每周五开会: '' }, sunday, 'zh')
  tells({ '会議は金曜日に延期になりました。': '2026-03-06', '毎週金曜日に会議があります。': '' }, sunday, 'ja')
})
