import { describe } from 'vitest'
import { tells } from './spans.js'

/** A Wednesday. */
const today = '2026-06-10'

describe('a day of a month without a year is the nearest, or the next where it is said to be', () =>
  tells(
    {
      'The invoice is from April 15': '2026-04-15',
      'My birthday is on December 24': '2026-12-24',
      'Ann: wedding, November 28': '2026-11-28',
      'My birthday is on 24 December': '2026-12-24',
      'Our wedding day is the 3rd of May': '2027-05-03',
      'May 12 at 5': '2026-05-12',
      'April 15, May 3': '2026-04-15, 2026-05-03',
      'May 12 at 5:30 pm': '2026-05-12',
      'Dinner on Dec. 24': '2026-12-24',
      'Sept. 3 is a holiday here': '2026-09-03',
      'January 5 is a holiday here': '2027-01-05',
      'The letter of January 5': '2026-01-05',
      'June 10 is a holiday here': '2026-06-10',
    },
    today,
  ))

describe('and goes where the tense points', () =>
  tells(
    {
      'We moved in on August 12': '2025-08-12',
      'She was born on December 24': '2025-12-24',
      'I graduated on July 1st': '2025-07-01',
      'The contract will end on February 28': '2027-02-28',
      'We are going to marry on March 14': '2027-03-14',
      "I'll fly home on May 3": '2027-05-03',
      'The lease expires on April 30': '2027-04-30',
      'He met her in September': '2025-09-01..2025-09-30',
      'We will meet in March': '2027-03-01..2027-03-31',
      'I visited Rome in May': '2026-05-01..2026-05-31',
      'We skied in the winter': '2025-12-01..2026-02-28',
      'I like it best in summer': '',
      'We went skiing in winter': '2025-12-01..2026-02-28',
      'I was ill on May 3, but the exam will be on July 7': '2026-05-03, 2026-07-07',
    },
    today,
  ))

describe('full dates', () =>
  tells(
    {
      'The exam is on 12 June 2023': '2023-06-12',
      'June 12, 2023 was hot': '2023-06-12',
      'the 12th of June, 2023': '2023-06-12',
      'Friday, 3 May 2024': '2024-05-03',
      'On Friday the 3rd of May 2024 we met': '2024-05-03',
      'Due 2023-06-12': '2023-06-12',
      'Due 2023/06/12': '2023-06-12',
      'Born 03.07.1988': '1988-07-03',
      'Signed on 05/06/2023': '2023-06-05',
      'Signed on 06/25/2023': '2023-06-25',
      '12-Jun-2023': '2023-06-12',
      'They married in June 2021': '2021-06-01..2021-06-30',
      "They married in June '21": '2021-06-01..2021-06-30',
      'July 14, 1789 changed France': '1789-07-14',
      'It opened in the summer of 2021': '2021-06-01..2021-08-31',
      'Winter 2022 was mild': '2022-12-01..2023-02-28',
    },
    today,
  ))

describe('spans', () =>
  tells(
    {
      'I worked there from 2015 to 2018': '2015-01-01..2018-12-31',
      'I worked there 2015-2018': '2015-01-01..2018-12-31',
      'Between 2015 and 2018 I lived in Porto': '2015-01-01..2018-12-31',
      'from May to July 2024': '2024-05-01..2024-07-31',
      'December to February 2024': '2023-12-01..2024-02-29',
      'between May and July 2024': '2024-05-01..2024-07-31',
      'from 3 to 5 May 2024': '2024-05-03..2024-05-05',
      'May 3-5, 2024': '2024-05-03..2024-05-05',
      'between the 3rd and 5th of May 2024': '2024-05-03..2024-05-05',
      'on 3 and 5 May 2024': '2024-05-03, 2024-05-05',
      'We were in Rome from May 28 to June 3': '2026-05-28..2026-06-03',
      'We will be away from December 28 to January 3': '2026-12-28..2027-01-03',
      'The fair is from Monday to Friday': '2026-06-15..2026-06-19',
      '2024-05-01 to 2024-05-03': '2024-05-01..2024-05-03',
      'My music is from the 1990s': '1990-01-01..1999-12-31',
      'My music is from the 90s': '1990-01-01..1999-12-31',
      'the early 1980s': '1980-01-01..1989-12-31',
      'Revenue of Q1 2025': '2025-01-01..2025-03-31',
      'Revenue of 2025 Q3': '2025-07-01..2025-09-30',
      'Revenue in the first quarter of 2025': '2025-01-01..2025-03-31',
      'We grew last quarter': '2026-01-01..2026-03-31',
      'We hire next quarter': '2026-07-01..2026-09-30',
      'We will launch in Q4': '2026-10-01..2026-12-31',
      'It began in mid-2019': '2019-01-01..2019-12-31',
      'I have lived here since 2019': '2019-01-01..2019-12-31',
    },
    today,
  ))

describe('days and spans by their distance', () =>
  tells(
    {
      'We met the day before yesterday': '2026-06-08',
      'The day-before-yesterday I was ill': '2026-06-08',
      'the night before last': '2026-06-08',
      'We meet the day after tomorrow': '2026-06-12',
      'It rained last night': '2026-06-09',
      'I called three days ago': '2026-06-07',
      'I called a couple of days ago': '2026-06-08',
      'We moved last week': '2026-06-01..2026-06-07',
      'We hiked two weekends ago': '2026-05-30..2026-05-31',
      'She left a few weeks ago': '2026-05-04..2026-05-31',
      'We meet again in two weeks': '2026-06-22..2026-06-28',
      'The parcel comes in three days': '2026-06-13',
      'See you in a week': '2026-06-15..2026-06-21',
      'Three weeks from today': '2026-06-29..2026-07-05',
      'Two weeks from now': '2026-06-22..2026-06-28',
      'I finished the book in two days': '',
      'I clean it once in a week': '',
      'The party is this weekend': '2026-06-13..2026-06-14',
      'I hiked on the weekend': '2026-06-06..2026-06-07',
      'The lease ends next month': '2026-07-01..2026-07-31',
      'We skied last winter': '2025-12-01..2026-02-28',
      'In March last year we married': '2025-03-01..2025-03-31',
      'In June of last year we married': '2025-06-01..2025-06-30',
      'In 2022 we went to Rome in June': '2022-06-01..2022-06-30',
      'Over the past two weeks I ran': '2026-05-25..2026-06-10',
      'Years ago I smoked': '',
    },
    today,
  ))

describe('no date is told by', () =>
  tells(
    Object.fromEntries(
      [
        ...['May I ask you something?', 'We sat in the sun', 'The shop is open 24/7', 'Add 1/2 cup of sugar'],
        ...['Version 5.3.0 is out', 'It costs 2000 euros', 'They march on', 'It takes 10 minutes', 'at 5', 'at 10:30'],
        ...[
          'Wait a second',
          'the second one',
          'The server is 10.0.12.20',
          'It costs $1999',
          'Call 555-2015',
          'Call +49 30 2015 1999',
        ],
        ...['The 2000 people', 'on the 2nd floor', 'every Monday', 'I swim on Mondays', 'each May', 'every 3rd of May'],
        ...[
          'I love June',
          'a 3.5 rating',
          'room 2012b',
          'We may meet',
          'node v20.19',
          'the last but one',
          'five a day',
        ],
        ...['Fall is coming', 'I sat at the sat nav', '16:9', '1 in 10', 'RTX 2080', 'ISO 9001', 'page 1999'],
      ].map((text) => [text, '']),
    ),
    today,
  ))
