import { describe, expect, it } from 'vitest'
import { extract } from '../../../../src/commands/ingest/extraction/extract.js'

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
      '2024/03/12(火)\n午前10:15\t花子\t猫の名前はミケです\n午後3:16\t太郎\t私は大阪に住んでいます',
      [
        ['花子: 猫の名前はミケです', '2024-03-12T10:15'],
        ['太郎: 私は大阪に住んでいます', '2024-03-12T15:16'],
      ],
    ],
    [
      'KakaoTalk on a telephone',
      '2024년 3월 12일 오전 10:15, 안나 : 린츠로 이사했어\n2024년 3월 12일 오후 10:16, 톰 : 내 고양이 이름은 미아야',
      [
        ['안나: 린츠로 이사했어', '2024-03-12T10:15'],
        ['톰: 내 고양이 이름은 미아야', '2024-03-12T22:16'],
      ],
    ],
    [
      'KakaoTalk on a computer',
      '--------------- 2024년 3월 12일 화요일 ---------------\n[안나] [오전 12:15] 린츠로 이사했어\n[톰] [오후 12:16] 내 고양이 이름은 미아야',
      [
        ['안나: 린츠로 이사했어', '2024-03-12T00:15'],
        ['톰: 내 고양이 이름은 미아야', '2024-03-12T12:16'],
      ],
    ],
  ])('are read as %s exports them', (_, text, said) => {
    expect(dated(text)).toEqual(said)
  })

  it('are not seen in a timetable', () => {
    const facts = dated('10:15\tLinz\tPlatform 3\n10:45\tGraz\tPlatform 5')
    expect(facts.map(([content]) => content).join()).not.toContain('Linz: Platform')
  })
})
