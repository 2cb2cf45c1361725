import { describe, expect, test } from 'vitest'
import { asksForLastSession } from '../../../src/search/query-analysis/last-session-asked.js'
import { asksForFormer } from '../../../src/search/query-analysis/query-analysis.js'

describe('what was before is asked for', () => {
  test.each([
    'What was my previous phone number?',
    'Where did I live before?',
    'Where did I live before that? I forgot.',
    'Where did I live before I moved to Porto?',
    'Which editor did I use previously?',
    'Who used to be my dentist?',
    'What was my old address?',
    'Wo habe ich früher gewohnt?',
    'Wie war meine alte Nummer?',
    '¿Dónde vivía antes?',
    'Où habitais-je avant ?',
    'Onde eu morava antes?',
    'Dove abitavo prima?',
    'Waar woonde ik vroeger?',
    'Где я жил раньше?',
    '我以前住在哪里?',
    '以前どこに住んでいましたか?',
  ])('by "%s"', (query) => expect(asksForFormer(query)).toBe(true))
  test.each([
    'What do I need before my flight?',
    'What should I eat before a run?',
    'What do I have to do prior to the audit?',
    'Am I used to the cold?',
    'How old is my dog?',
    'Was muss ich früher als geplant abgeben?',
    'Was habe ich vorige Woche gekauft?',
    '¿Qué debo hacer antes de mi vuelo?',
    'Que faire avant mon vol ?',
    'Cosa devo fare prima del volo?',
    'What is my phone number?',
  ])('and not by "%s"', (query) => expect(asksForFormer(query)).toBe(false))
})

describe('the last conversation is asked for', () => {
  test.each([
    'What did we talk about last time?',
    'Where did we leave off?',
    'What did we talk about?',
    'What was our last conversation about?',
    'Remind me what we discussed in our previous session.',
    "Let's pick up where we left off last time!",
    'Hey, where were we?',
    'Can you summarize our last chat, please?',
    'Worüber haben wir letztes Mal gesprochen?',
    'Wo sind wir stehen geblieben?',
    'Wo waren wir?',
    '¿De qué hablamos la última vez?',
    '¿Dónde lo dejamos?',
    'De quoi avons-nous parlé la dernière fois ?',
    'Où en étions-nous ?',
    'Do que falamos na última vez?',
    'Onde paramos?',
    'Di cosa abbiamo parlato l’ultima volta?',
    'Dove eravamo rimasti?',
    'Waar waren we gebleven?',
    'На чём мы остановились?',
    '我们上次聊了什么?',
    '前回は何を話しましたか?',
  ])('by "%s"', (query) => expect(asksForLastSession(query)).toBe(true))
  test.each([
    'When did I last talk to Anna?',
    'What did we say about the budget last time?',
    'What did you recommend in our last conversation about laptops?',
    'When was the last time I saw a dentist?',
    'What did we discuss last week?',
    'Where did I leave my keys?',
    'What is the latest version of the app?',
    'Was haben wir letztes Mal über Portugal gesagt?',
    '¿Qué dijo Ana la última vez?',
    'Quand ai-je vu Paul la dernière fois ?',
    '我们上次聊了什么餐厅?',
    'Where did we leave off with the visa application?',
  ])('and not by "%s"', (query) => expect(asksForLastSession(query)).toBe(false))
})
