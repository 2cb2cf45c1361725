import { describe, expect, test } from 'vitest'
import { isStandingInstruction } from '../../src/text/assistant.js'

const ORDERS = [
  'Always provide a code example when I ask about async error handling.',
  'always include the year in dates',
  'Never use the tram.',
  'Please never suggest mushrooms',
  "Don't ever call me Bob.",
  'From now on answer in German.',
  'From now on, please never use emojis.',
  'Going forward, use metric units.',
  'In the future, send the summary first.',
  'When I ask about dates, give the year.',
  'Whenever I mention Eva, remind me of her birthday.',
  'Every time we talk about budgets, show the total.',
  'Use 24-hour time when I ask about meetings.',
  'Make sure you always cite sources.',
  'Make sure to never book a window seat.',
  "I'd like you to always answer briefly.",
  'I want you to never use passive voice.',
  'Your answers should always be short.',
  'That helps, thanks. Always mention the units.',
  'ok, always include sources',
  'Bitte antworte immer auf Deutsch.',
  'Verwende niemals Fachwörter.',
  'Gib mir bei Rezepten immer Gramm an.',
  'Ab sofort verwende bitte das Du.',
  'Siempre responde en español.',
  'Incluye siempre un ejemplo.',
  'A partir de ahora, no uses emojis.',
  'Utilise toujours le tutoiement.',
  "N'utilise jamais de jargon.",
  'Désormais, réponds en français.',
  'Use sempre unidades métricas.',
  'De agora em diante, responda em português.',
  'Rispondi sempre in italiano.',
  "D'ora in poi usa il tu.",
  'Gebruik altijd het metrische stelsel.',
  'Vanaf nu antwoord in het Nederlands.',
  'Всегда отвечай по-русски.',
  'Никогда не используй сленг.',
  '请始终用中文回答。',
  '从现在起不要使用表情符号。',
  '必ず敬語で答えてください。',
  '항상 존댓말로 답해 주세요.',
]

const STATEMENTS = [
  'Never mind.',
  'I always use tabs.',
  'I never use the tram.',
  'We always include the whole family.',
  'Always wanted to go there.',
  'Never been to Rome.',
  'When I was young, we always played outside.',
  "If I were you I'd go.",
  'My mother always said so.',
  'He never answers when I call.',
  'Should I always use tabs?',
  'Is it true that cats always land on their feet?',
  'In the future I want to live by the sea.',
  'Ich gehe immer zu Fuß.',
  'Sie antwortet nie.',
  'Siempre voy al mar en verano.',
  'Je prends toujours le train.',
  'Vado sempre al mare.',
  'Ik neem altijd de trein.',
  'Я всегда пью чай.',
  '我总是迟到。',
  'いつも朝はコーヒーです。',
  '나는 항상 늦는다.',
  '',
]

describe('a standing instruction', () => {
  test.each(ORDERS)('is %j', (text) => expect(isStandingInstruction(text)).toBe(true))
  test.each(STATEMENTS)('is not %j', (text) => expect(isStandingInstruction(text)).toBe(false))

  test('is looked for in time that grows with the text', () => {
    for (const hostile of ['always ', 'when I ', 'use ', 'make sure ', ', ', 'и ', '\n"', 'immer '])
      expect(isStandingInstruction(hostile.repeat(50_000))).toBe(false)
  })
})
