import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '../support/app.js'
import { type Changes, changesOf } from '../support/changing.js'
import { type Client, clientOf } from '../support/client.js'
import { databasesFor } from '../support/database.js'

/** A memory, and queries that it is found by, first of all. */
const written: readonly (readonly [memory: string, ...queries: readonly string[]])[] = [
  ['Tante Müller wohnt in der Rosenstraße am Fluß.', 'Muller', 'Mueller', 'MÜLLER', 'Rosenstrasse', 'FLUSS'],
  ['Der Aerger mit Frau Goetz ist vorbei, alle sind froh.', 'Götz', 'Ärger', 'goetz'],
  ['Minha tia mora em São Paulo há dez anos.', 'Sao Paulo', 'sao paulo', 'São Paulo'.normalize('NFD')],
  ['Le café où travaille Zoé ferme à minuit.', 'cafe', 'CAFÉ', 'Zoe', 'cafés'],
  ['La habitación de Begoña da al jardín.', 'habitacion', 'habitaciones', 'Begona', 'jardin'],
  ['قرأت الكتاب الجديد في المدرسة أمس.', 'كتاب', 'كِتَاب', 'كتــاب', 'والكتاب', 'المدرسه', 'مدرسة'],
  ['يسكن إبراهيم في أبوظبي منذ سنوات.', 'ابراهيم', 'أبراهيم', 'ابوظبي', 'إِبْراهيم'],
  ['رقم الغرفة هو ٤٢٧ في الفندق الكبير.', '427', 'غرفة', 'الغرف'],
  ['लड़की ने ज़रूरी काग़ज़ डाक से भेजे।', 'ल\u095cकी', 'लड\u093cकी', 'जरूरी', 'कागज', '\u095bरूरी'],
  ['De reis naar IJsland was duur maar prachtig.', 'ijsland', 'ĳsland', 'IJSLAND', 'reizen'],
  ['İstanbul’da çay içmeyi çok özledim.', 'İstanbul', 'istanbul', 'ISTANBUL', 'cay', 'özledim', 'ozledim'],
  ['Łucja kupiła żółty rower w Łodzi.', 'Łucja', 'lucja', 'zolty rower', 'łodzi', 'Lodzi'],
  ['Příští týden letíme za babičkou do Olomouce.', 'pristi tyden', 'babičkou', 'babickou', 'olomouce'],
  ['Ο Γιώργος έφερε μέλι από το χωριό.', 'Γιώργος', 'ΓΙΩΡΓΟΣ', 'γιωργος', 'μελι'],
  ['Tuần sau tôi bay ra Hà Nội thăm bà ngoại.', 'Hà Nội', 'ha noi', 'HANOI ngoai'],
  ['ฉันชอบกินข้าวผัดกับพี่สาวทุกวันศุกร์', 'ข้าวผัด', 'พี่สาว'],
  ['Yesterday I met Jürgen, und wir haben lange über das Fahrrad geredet.', 'Jurgen', 'Fahrräder', 'fahrrad', 'MET'],
  ['会议室改到ＡＢＣ９２１房间了。', 'ABC921', '会议室'],
  ['민수는 부산에서 오래된 서점을 운영한다.', '서점'.normalize('NFD'), '부산'],
  ['Наш щенок съел ёлочную игрушку.', 'елочная', 'ёлочные', 'ЩЕНОК', 'ЕЛОЧНОЙ'],
]

describe.each(databasesFor(import.meta.url))('the same word otherwise written, on $name', (database) => {
  let close: () => Promise<void>
  let client: Client
  let changes: Changes
  beforeAll(async () => {
    const app = await startApp(database)
    close = app.close
    client = clientOf(app)
    changes = changesOf(app)
    await client.tell({ user_id: 'u' }, written.map(([memory]) => memory).join('\n\n'))
  })
  afterAll(() => close())

  test.each(written)('%s', async (memory, ...queries) => {
    for (const query of queries) {
      const { memories } = await client.search({ user_id: 'u' }, query, { limit: 3, threshold: 1 })
      expect([query, memories[0]?.content]).toEqual([query, memory])
    }
  })

  const languagesOf = async (userId: string) =>
    (await client.log())
      .filter(({ metadata, type }) => metadata.userId === userId && /^Memory(Stored|Updated)$/.test(type))
      .map(({ data }) => data.language)

  test('each memory keeps its own language, a short one that of its conversation', async () => {
    const told = [
      'Anna: Ich habe gestern mit meiner Schwester über den Urlaub gesprochen.',
      'Ben: We should meet at the station and take the early train.',
      'Anna: Gegen 8.',
      'Anna: Dann nehmen wir die Fahrräder mit und fahren am Fluss entlang.',
    ]
    await client.tell({ user_id: 'both' }, told.join('\n'))
    expect(await languagesOf('both')).toEqual(['de', 'en', 'de', 'de'])
  })

  test('a text of no known language counts as English', async () => {
    await client.keep({ user_id: 'unsure' }, 'Xq 42 zzv.')
    expect(await languagesOf('unsure')).toEqual(['en'])
  })

  test('a correction is in the language of its new words, and found by their forms', async () => {
    const who = { user_id: 'corrected' }
    const id = await client.keep(who, 'My sister sold both houses in the village.')
    await changes.update(who, id, { content: 'Meine Schwester hat beide Häuser im Dorf verkauft.' })
    expect(await languagesOf('corrected')).toEqual(['en', 'de'])
    expect((await client.search(who, 'Haus', { threshold: 1 })).count).toBe(1)
    expect((await client.search(who, 'houses', { threshold: 1 })).count).toBe(0)
  })
})
