import { type ChatReply, silence } from './chat-double.js'
import type { Task } from './model-app.js'
import { askedOf, sensibleModel } from './sensible-model.js'

/** Stages of an ingest, each with somebody whose words are there when the process is killed. */
export const APPENDED = 'Ottilie'
export const READ_HALF = 'Bertram'
export const ANSWERED = 'Dagmar'
export const JUDGED = 'Egon'
export const ENDED = 'Fridolin'

/** What may be asked after the restart, and nothing else. */
export const ASKED_AFTER: Readonly<Record<string, readonly (readonly Task[])[]>> = {
  [APPENDED]: [['extract']],
  [READ_HALF]: [['extract']],
  // The answer was sent when the process was killed: it may have been kept.
  [ANSWERED]: [['extract'], []],
  [JUDGED]: [[]],
  [ENDED]: [[]],
}
export const PEOPLE = Object.keys(ASKED_AFTER)

const bot = (content: string) => ({ role: 'assistant', content })
export const berlin = (name: string) => [{ role: 'user', name, content: 'I live in Berlin.' }, bot('Good.')]
export const lisbon = (name: string) => [{ role: 'user', name, content: 'I moved to Lisbon.' }, bot('Lovely.')]
const sentences = (part: number) =>
  Array.from({ length: 50 }, (_, i) => `House ${part * 100 + i} of this street has ${i} windows and a red door.`).join(
    ' ',
  )
/** Long enough for two windows. */
const long = (name: string) => [
  ...lisbon(name),
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((part) => bot(sentences(part))),
  { role: 'user', name, content: 'My dog is called Rex.' },
]
export const told = (name: string) => (name === READ_HALF ? long(name) : lisbon(name))
export const known = (name: string) => [
  ...[`${name} lives in Lisbon.`, `${name}: I moved to Lisbon.`],
  ...(name === READ_HALF ? [`${name}: My dog is called Rex.`, `The dog of ${name} is called Rex.`] : []),
]

/** The first window is read, and the second never. */
export const readsOneWindow: ChatReply = (received, response) => {
  const asked = askedOf(received.body)
  const isSecond = asked.turns.some(({ text }) => text.includes('called Rex'))
  const reply = isSecond ? silence : sensibleModel()
  reply(received, response)
}
