import { describe, expect, it } from 'vitest'
import { extract } from '../../../src/ingest/as-said/extract.js'

const dated = (text: string) =>
  extract({ text }, { at: '2026-01-15T10:00:00.000Z' }).facts.map(({ content, observedAt }) => [
    content,
    observedAt?.slice(0, 16),
  ])

describe('chats of LINE and KakaoTalk', () => {
  it.each([
    [
      'LINE',
      '[LINE] Chat with Ana\nSaved on: 2024/03/13 09:00\n\n2024.03.12 Tuesday\n10:15\tAna\tWe moved to Porto.\n22:16\tBen\tOur flat\nis in Lyon.\n\n2024.03.13 Wednesday\n08:01\tAna\tThe key is under the mat.',
      [
        ['Ana: We moved to Porto.', '2024-03-12T10:15'],
        ['Ben: Our flat\nis in Lyon.', '2024-03-12T22:16'],
        ['Ana: The key is under the mat.', '2024-03-13T08:01'],
      ],
    ],
    [
      'LINE in Japanese',
      '[LINE] 花子とのトーク履歴\n保存日時：2024/03/13 09:00\n\n2024/03/12(火)\n午前10:15\t花子\t猫の名前はミケです\n午後3:16\t太郎\t私は大阪に住んでいます',
      [
        ['花子: 猫の名前はミケです', '2024-03-12T10:15'],
        ['太郎: 私は大阪に住んでいます', '2024-03-12T15:16'],
      ],
    ],
    [
      'KakaoTalk on a telephone',
      '톰 님과 카카오톡 대화\n저장한 날짜 : 2024년 3월 13일 오전 9:00\n\n2024년 3월 12일 화요일\n2024년 3월 12일 오전 10:15, 안나 : 린츠로 이사했어\n1990년 5월 1일\n2024년 3월 12일 오후 10:16, 톰 : 내 고양이 이름은 미아야',
      [
        ['안나: 린츠로 이사했어\n1990년 5월 1일', '2024-03-12T10:15'],
        ['톰: 내 고양이 이름은 미아야', '2024-03-12T22:16'],
      ],
    ],
    [
      'KakaoTalk on a computer',
      '--------------- 2024년 3월 12일 화요일 ---------------\n[안나] [오전 12:15] 린츠로 이사했어\n[톰] [오후 12:16] 내 고양이 이름은 미아야\n[안나] [오후 12:17] 강아지 이름은 코코야',
      [
        ['안나: 린츠로 이사했어', '2024-03-12T00:15'],
        ['톰: 내 고양이 이름은 미아야', '2024-03-12T12:16'],
        ['안나: 강아지 이름은 코코야', '2024-03-12T12:17'],
      ],
    ],
  ])('are read as %s exports them', (_, text, said) => {
    expect(dated(text)).toEqual(said)
  })

  it.each([
    ['a timetable', '10:15\tLinz\tPlatform 3\n10:45\tGraz\tPlatform 5', 'Platform 3'],
    ['a day of meetings', '2026.03.12 Thursday\n09:00\tStandup\tRoom 4\n10:00\tReview\tRoom 5', 'Room 4'],
    [
      'a question about a log',
      'User: I am allergic to penicillin. My server prints this:\n[main] [10:15] started\n[db] [10:16] ready\nIs that fine?\nAssistant: Yes.',
      'User: I am allergic to penicillin',
    ],
    [
      'a note that shows some lines of one',
      'My passport expires in May 2027.\n\n2026.03.12 Thursday\n[Ana] [10:15 AM] I like tea\n[Ana] [10:16 AM] and coffee',
      'My passport expires',
    ],
    [
      'a calendar',
      '2024년 3월 12일 오전 10:15, 치과 예약 : 서울 치과\n2024년 3월 13일 오전 10:15, 회의 : 본사',
      '치과 예약 : 서울 치과',
    ],
  ])('are not seen in %s', (_, text, kept) => {
    const contents = dated(text).map(([content]) => content)
    expect(contents.join('\n')).toContain(kept)
    expect(contents.join('\n')).not.toMatch(/^(?:Linz|Standup|Main|Ana|치과 예약): /im)
  })
})
