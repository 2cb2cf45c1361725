import { describe } from 'vitest'
import { tells } from './spans.js'

const sunday = '2026-05-17'
const wednesday = '2026-06-10'

describe('said on a Sunday, a weekday', () =>
  tells(
    {
      'On Friday the plumber comes': '2026-05-22',
      'The plumber is coming on Friday': '2026-05-22',
      'The plumber came on Friday': '2026-05-15',
      'On Friday we saw a film': '2026-05-15',
      'Friday: pizza with Ann': '2026-05-22',
      'I was ill, on Monday I go back to work': '2026-05-18',
      'We will meet on Sunday': '2026-05-24',
      'This Friday we meet': '2026-05-22',
      'This Friday we met': '2026-05-15',
      'Next Friday is a holiday': '2026-05-22',
      'Last Friday was a holiday': '2026-05-15',
      'The parcel is scheduled for Tuesday': '2026-05-19',
      'I finished the report by Thursday': '2026-05-14',
      'I have to finish the report by Thursday': '2026-05-21',
    },
    sunday,
  ))

describe('said on a Wednesday, a weekday', () =>
  tells(
    {
      'On Friday the plumber comes': '2026-06-12',
      'We met on Monday': '2026-06-08',
      'Next Friday is a holiday': '2026-06-19',
      'The coming Friday is a holiday': '2026-06-12',
      'This Friday is a holiday': '2026-06-12',
      'Friday next week': '2026-06-19',
      'Monday of last week': '2026-06-01',
      'next week on Tuesday': '2026-06-16',
      'The dentist is on the 15th': '2026-06-15',
      'The dentist was on the 15th': '2026-05-15',
      'The rent is due on the 3rd.': '2026-07-03',
      'Tom told me he will fly on Monday': '2026-06-15',
      'Dinner on Fri at 7': '2026-06-12',
    },
    wednesday,
  ))

describe('said in German on a Sunday, a weekday', () =>
  tells(
    {
      'Am Freitag kommt der Klempner': '2026-05-22',
      'Am Freitag war der Klempner da': '2026-05-15',
      'Am Freitag haben wir gegrillt': '2026-05-15',
      'Am Freitag haben wir einen Termin': '2026-05-22',
      'Letzten Freitag war Feiertag': '2026-05-15',
      'Nächsten Dienstag fliege ich': '2026-05-19',
      'Nächste Woche Freitag ist frei': '2026-05-22',
      'Jeden Freitag schwimme ich': '',
      'Ich schwimme immer freitags': '',
    },
    sunday,
    'de',
  ))

describe('said in Spanish on a Sunday, a weekday', () =>
  tells(
    {
      'El viernes viene el fontanero': '2026-05-22',
      'El viernes vino el fontanero': '2026-05-15',
      'El viernes fuimos al cine': '2026-05-15',
      'El viernes pasado': '2026-05-15',
      'El próximo martes': '2026-05-19',
      'El viernes vamos a cenar': '2026-05-22',
      'Los viernes nado': '',
    },
    sunday,
    'es',
  ))

describe('said in French on a Sunday, a weekday', () =>
  tells(
    {
      'Vendredi le plombier vient': '2026-05-22',
      'Vendredi le plombier est venu': '2026-05-15',
      'Vendredi nous avons vu un film': '2026-05-15',
      'Vendredi dernier': '2026-05-15',
      'Mardi prochain je pars': '2026-05-19',
      'Tous les vendredis je nage': '',
    },
    sunday,
    'fr',
  ))

describe('said in Portuguese, Italian and Dutch on a Sunday, a weekday', () => {
  tells(
    {
      'Na sexta-feira vem o encanador': '2026-05-22',
      'Na sexta o encanador veio': '2026-05-15',
      'Pela quarta vez': '',
    },
    sunday,
    'pt',
  )
  tells(
    {
      'Venerdì viene l’idraulico': '2026-05-22',
      'Venerdì è venuto l’idraulico': '2026-05-15',
      'Venerdì scorso': '2026-05-15',
      'Ogni venerdì nuoto': '',
    },
    sunday,
    'it',
  )
  tells(
    {
      'Op vrijdag komt de loodgieter': '2026-05-22',
      'Vrijdag was de loodgieter er': '2026-05-15',
      'Vrijdag hebben we een film gekeken': '2026-05-15',
      'Afgelopen vrijdag': '2026-05-15',
      'Elke vrijdag zwem ik': '',
    },
    sunday,
    'nl',
  )
})
