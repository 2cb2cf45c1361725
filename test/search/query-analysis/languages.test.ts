import { describe, expect, test } from 'vitest'
import { asked } from './shown.js'

const day = (date: number) => `2024-5-${date}`
const lastWeek = '2024-05-05..2024-05-13'
const thisWeek = '2024-05-12..2024-05-20'
const twoWeeksAgo = '2024-04-28..2024-05-06'
const lastMonth = '2024-04-01..2024-04-30'
const fewMonthsAgo = '2023-12-01..2024-03-31'
const lastSummer = '2023-06-01..2023-08-31'
const year = (of: number) => `${of}-01-01..${of}-12-31 at 0.5`

/** Phrases by what they mean on 15 May 2024, a Wednesday; alternatives are parted by `|`. */
type Table = Readonly<Record<string, string>>
const tables: Readonly<Record<string, Table>> = {
  de: {
    [day(14)]: 'gestern|am letzten Dienstag|am Dienstag',
    [day(13)]: 'vorgestern',
    [day(12)]: 'vor drei Tagen|vor 3 Tagen',
    [lastWeek]: 'letzte Woche|in der vergangenen Woche|vor einer Woche',
    [thisWeek]: 'diese Woche',
    [twoWeeksAgo]: 'vor zwei Wochen|vorletzte Woche',
    '2024-04-28..2024-05-16': 'in den letzten zwei Wochen',
    [lastMonth]: 'letzten Monat|vor einem Monat',
    [fewMonthsAgo]: 'vor ein paar Monaten',
    [lastSummer]: 'letzten Sommer',
    [year(2023)]: 'letztes Jahr',
    '*-3': 'im März|im marz',
    '2023-5-7': '7. Mai 2023|7.5.2023|7.5.23',
    '2022-12': 'Weihnachten 2022',
    '': 'im Fall von Anna|die Last|der Tag|sieben',
  },
  fr: {
    [day(14)]: 'hier|mardi dernier',
    [day(13)]: 'avant-hier',
    [day(12)]: 'il y a trois jours',
    [lastWeek]: 'la semaine dernière|la semaine passée',
    [thisWeek]: 'cette semaine',
    '2024-04-28..2024-05-16': 'les deux dernières semaines',
    [twoWeeksAgo]: 'il y a deux semaines',
    [lastMonth]: 'le mois dernier|le mois passé',
    [fewMonthsAgo]: 'il y a quelques mois',
    [lastSummer]: 'l’été dernier',
    [year(2023)]: "l'année dernière|l'an dernier",
    '*-3': 'en mars',
    '2023-5-1': '1er mai 2023|01/05/2023',
    '': 'la planète Mars|il a été dit|sept jours',
  },
  es: {
    [day(14)]: 'ayer|el martes pasado',
    [day(13)]: 'anteayer',
    [day(12)]: 'hace tres días',
    [lastWeek]: 'la semana pasada',
    [twoWeeksAgo]: 'hace dos semanas',
    [lastMonth]: 'el mes pasado|hace un mes',
    '2024-02-01..2024-05-15': 'los últimos tres meses',
    [fewMonthsAgo]: 'hace unos meses',
    [lastSummer]: 'el verano pasado',
    [year(2023)]: 'el año pasado|el ano pasado',
    '2023-5-7': '7 de mayo de 2023',
    '*-7': 'en julio',
    '': '¿Qué dijo Julio?|el mar',
  },
  pt: {
    [day(14)]: 'ontem|terça passada|na terça-feira passada',
    [day(13)]: 'anteontem',
    [lastWeek]: 'semana passada',
    [twoWeeksAgo]: 'há duas semanas|duas semanas atrás',
    [lastMonth]: 'no mês passado',
    [year(2023)]: 'no ano passado',
    '2023-5-7': '7 de maio de 2023',
    '*-3': 'em março',
  },
  nl: {
    [day(14)]: 'gisteren|afgelopen dinsdag',
    [day(13)]: 'eergisteren',
    [day(12)]: 'drie dagen geleden',
    [lastWeek]: 'vorige week|afgelopen week',
    [twoWeeksAgo]: 'twee weken geleden',
    [lastMonth]: 'vorige maand',
    [lastSummer]: 'vorige zomer',
    [year(2023)]: 'vorig jaar',
    '2023-5-7': '7 mei 2023',
  },
  it: {
    [day(14)]: 'ieri|martedì scorso',
    [day(13)]: 'l’altro ieri',
    [lastWeek]: 'la settimana scorsa',
    [twoWeeksAgo]: 'due settimane fa',
    [lastMonth]: 'il mese scorso|un mese fa',
    [year(2023)]: "l'anno scorso",
    [year(2024)]: 'quest’anno',
    '2023-5-7': '7 maggio 2023',
    '*-5': 'a maggio',
  },
  ru: {
    [day(14)]: 'вчера|в прошлый вторник',
    [day(13)]: 'позавчера',
    [day(12)]: 'три дня назад|3 дня тому назад',
    [lastWeek]: 'на прошлой неделе|неделю назад',
    [twoWeeksAgo]: 'две недели назад',
    [lastMonth]: 'в прошлом месяце|месяц назад',
    [lastSummer]: 'прошлым летом',
    [year(2023)]: 'в прошлом году|год назад',
    '2023-5-7': '7 мая 2023|07.05.23',
    '*-3': 'в марте',
    '': 'Марта сказала|Майя',
  },
  uk: {
    [day(14)]: 'вчора|учора|минулого вівторка',
    [lastWeek]: 'минулого тижня|на минулому тижні',
    [twoWeeksAgo]: 'два тижні тому',
    [lastMonth]: 'минулого місяця',
    [year(2023)]: 'минулого року',
    '2023-5-7': '7 травня 2023',
  },
  ja: {
    [day(14)]: '昨日|きのう',
    [day(13)]: '一昨日|おととい',
    [day(12)]: '三日前|3日前',
    [day(7)]: '先週の火曜日',
    [lastWeek]: '先週',
    [twoWeeksAgo]: '二週間前|先々週',
    '2024-02-01..2024-02-29': '三ヶ月前',
    [lastMonth]: '先月',
    [year(2023)]: '去年|昨年',
    '2023-5-7': '2023年5月7日',
    '*-5-7': '5月7日|５月７日',
    '*-6, *-7, *-8': '夏に|夏休み',
  },
  zh: {
    [day(14)]: '昨天我做了什么|昨晚',
    [day(13)]: '前天',
    [day(12)]: '三天前',
    [day(7)]: '上周二',
    [lastWeek]: '上周|上星期|上個星期',
    [twoWeeksAgo]: '两周前|兩週前',
    [lastMonth]: '上个月',
    [year(2023)]: '去年|2023年',
    '2023-5': '2023年5月',
    '*-12-25': '十二月二十五日',
    '2023-12': '去年圣诞节',
  },
  ko: {
    [day(14)]: '어제 뭐 했어?|어젯밤',
    [day(13)]: '그저께|엊그제',
    [day(12)]: '3일 전',
    [day(7)]: '지난주 화요일에',
    [lastWeek]: '지난주|저번 주',
    [twoWeeksAgo]: '지지난주|2주 전',
    [lastMonth]: '지난달',
    [year(2023)]: '작년|2023년',
    '2023-4-27': '2023년 4월 27일에 무엇을 이야기했나요?',
    '*-4-27': '4월 27일|4월27일 회의|４월 ２７일',
    '2023-5': '2023년 5월',
    '*-6, *-7, *-8': '여름에',
  },
}

const cases = Object.entries(tables).flatMap(([language, table]) =>
  Object.entries(table).flatMap(([read, queries]) =>
    queries.split('|').map((query) => [language, query, read] as const),
  ),
)

describe('a query of another language', () => {
  test.each(cases)('%s: %s', (language, query, read) => expect(asked(query, language)).toBe(read))
  test('is read as English too', () => expect(asked('Was war bei "last week"?', 'de')).toBe(lastWeek))
})

describe('without a language', () => {
  test.each(['gestern', 'hier', 'ayer', 'ontem', 'gisteren', 'im Januar', 'la semana pasada', '7.5.24'])(
    '%s is not read',
    (query) => expect(asked(query)).toBe(''),
  )
  test.each(['вчера', 'вчора', '昨日', '昨天', 'きのう'])('%s speaks for itself', (query) =>
    expect(asked(query)).toBe(day(14)),
  )
})

test.each(['xx', 'toString', '__proto__', ''])('an unknown language (%j) is read as English', (language) =>
  expect(asked('in May 2023', language)).toBe('2023-5'),
)
