import { describe, expect, test } from 'vitest'
import { extract } from '../../../src/ingest/as-said/extract.js'
import { isIdle } from '../../../src/ingest/as-said/stated.js'

const at = '2026-11-22T12:00:00.000Z'
type Said = readonly [role: string, content: string]
const told = (...said: readonly Said[]) =>
  extract({ messages: said.map(([role, content]) => ({ role, content })) }, { at }).facts
const contents = (...said: readonly Said[]) => told(...said).map(({ content }) => content)

describe('a short answer', () => {
  test.each<[question: string, answer: string]>([
    ['Are you allergic to penicillin?', 'Yes.'],
    ['Are you allergic to penicillin?', 'No, never was.'],
    ['Where do you live?', 'Berlin.'],
    ['How many cats do you have?', '3'],
    ['When does the course begin?', 'In May'],
    ['Shall I book the flight to Porto?', 'Sure'],
    ['Sind Sie gegen Penicillin allergisch?', 'Ja.'],
    ['¿Eres alérgico a la penicilina?', 'Sí.'],
    ['Êtes-vous allergique à la pénicilline ?', 'Non.'],
    ['Você é alérgico a penicilina?', 'Não.'],
    ['Sei allergico alla penicillina?', 'Sì.'],
    ['Ben je allergisch voor penicilline?', 'Nee'],
    ['У тебя есть аллергия на пенициллин?', 'Да.'],
    ['你对青霉素过敏吗？', '是的。'],
    ['ペニシリンにアレルギーはありますか？', 'はい。'],
    ['페니실린 알레르기가 있나요?', '아니요.'],
  ])('belongs to its question: %s %s', (question, answer) => {
    const [fact, ...others] = told(['assistant', question], ['user', answer])
    expect(fact).toMatchObject({
      ...{ content: `Assistant: ${question}\nUser: ${answer}`, speaker: null, subject: 'user', role: 'user' },
      turns: [0, 1],
    })
    expect(others).toEqual([])
  })

  test('takes of a longer turn its last question, and the turn stays', () => {
    const long = 'The clinic in Porto opens at nine on weekdays. Are you allergic to penicillin?'
    expect(contents(['assistant', long], ['user', 'Yes.'])).toEqual([
      `Assistant: ${long}`,
      'Assistant: Are you allergic to penicillin?\nUser: Yes.',
    ])
  })

  test('is understood by a question that was told before, while a memory of it stands', () => {
    const standing = ['Assistant: Are you allergic to penicillin?']
    const messages = [
      { role: 'user', content: 'I need a prescription for my throat.' },
      { role: 'assistant', content: 'Are you allergic to penicillin?' },
      { role: 'user', content: 'Yes.' },
    ]
    expect(extract({ messages }, { at, from: 2, standing }).facts).toMatchObject([
      { content: 'Assistant: Are you allergic to penicillin?\nUser: Yes.', role: 'user', turns: [0, 0] },
    ])
    const text = messages.map(({ role, content }) => `${role}: ${content}`).join('\n')
    expect(extract({ text }, { at, from: 2, standing }).facts.map(({ content }) => content)).toEqual([
      'assistant: Are you allergic to penicillin?\nuser: Yes.',
    ])
    expect(extract({ messages }, { at, from: 2 }).facts).toEqual([])
  })

  test.each<[string, readonly Said[], readonly string[]]>([
    [
      'of many words',
      [
        ['assistant', 'Where do you live?'],
        ['user', 'I live in Berlin with my two brothers and a dog.'],
      ],
      ['Assistant: Where do you live?', 'User: I live in Berlin with my two brothers and a dog.'],
    ],
    [
      'to a statement',
      [
        ['assistant', 'The clinic opens at nine.'],
        ['user', 'Berlin.'],
      ],
      ['Assistant: The clinic opens at nine.', 'User: Berlin.'],
    ],
    [
      'that asks itself',
      [
        ['assistant', 'Which clinic do you mean?'],
        ['user', 'Which are there?'],
      ],
      ['Assistant: Which clinic do you mean?'],
    ],
    [
      'of the same speaker',
      [
        ['user', 'Which clinic is open?'],
        ['user', 'Berlin.'],
      ],
      ['User: Which clinic is open?', 'User: Berlin.'],
    ],
    [
      'to nothing but politeness',
      [
        ['assistant', 'Anything else?'],
        ['user', 'No.'],
      ],
      [],
    ],
  ])('stands alone when it is one %s', (_, said, expected) => expect(contents(...said)).toEqual(expected))
})

describe('a turn that only keeps the talk going', () => {
  test.each([
    'Added.',
    'Done!',
    'Noted. Anything else?',
    'brb',
    'back',
    "I'm back",
    'be right back',
    'one sec',
    'Is there anything else?',
    'How can I help you today?',
    'Saved.',
    'got it',
    'Erledigt.',
    'Sonst noch was?',
    'Listo.',
    '¿Algo más?',
    "C'est noté.",
    'Autre chose ?',
    'Feito.',
    'Mais alguma coisa?',
    'Fatto.',
    'Altro?',
    'Genoteerd.',
    'Nog iets?',
    'Готово.',
    '已添加。',
    '追加しました。',
  ])('is no memory: %s', (text) => {
    expect(isIdle(text)).toBe(true)
    expect(contents(['user', 'Please put milk on the list.'], ['assistant', text])).toHaveLength(1)
  })
  test.each([
    'I added milk to the list.',
    'My back hurts.',
    'The backup is done at nine.',
    'Anything else by Pessoa?',
    'Berlin',
    '5432',
  ])('but a memory: %s', (text) => expect(isIdle(text)).toBe(false))
})

describe('a role', () => {
  test.each([
    ['用户', '助手'],
    ['用戶', '助理'],
    ['ユーザー', 'アシスタント'],
    ['사용자', '어시스턴트'],
    ['Пользователь', 'Ассистент'],
    ['Usuario', 'Asistente'],
    ['Usuário', 'Assistente'],
    ['Utilisateur', 'Assistant'],
    ['Benutzer', 'Assistent'],
    ['Utente', 'Assistente'],
    ['Gebruiker', 'Assistent'],
    ['المستخدم', 'المساعد'],
    ['Human', 'AI'],
    ['User', 'Bot'],
  ])('is known by its label: %s, %s', (user, assistant) => {
    const text = `${user}: Berlin 2026 Lisboa Porto Faro.\n${assistant}: Lisboa 2027 Porto Berlin Faro.`
    const { facts } = extract({ text }, { at })
    expect(facts.map(({ role }) => role)).toEqual(['user', 'assistant'])
    expect(facts.flatMap(({ entities }) => entities.map(({ name }) => name))).not.toContain(user)
  })
})
