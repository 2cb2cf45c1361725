import { judgeDialogue } from '../../eval/judge-dialogue.js'

/** Whether the second of two statements, told in a later session, puts the first one out of force. */
export const closes = (first: string, later: string): boolean =>
  judgeDialogue({
    id: 'pair',
    sessions: [
      { id: 's1', date: '2025-02-03', turns: [{ id: 'a', speaker: 'User', text: first }] },
      { id: 's2', date: '2025-05-19', turns: [{ id: 'b', speaker: 'User', text: later }] },
    ],
  }).some(({ turn }) => turn === 'a')
