import type { Answer } from '../../operations/replay/answer.js'
import { jsonLine } from './visible.js'
import { wordDiff } from './word-diff.js'

/** One JSON object a line. An event that changed what a memory says brings the difference. */
export async function* showJson(answers: AsyncIterable<Answer>): AsyncGenerator<string> {
  let before: string | null = null
  for await (const answer of answers) {
    if (answer.kind === 'logged') yield jsonLine(answer.event)
    else if (answer.kind === 'event') {
      const { content } = answer.memory
      const changed = before !== null && content !== null && content !== before
      yield jsonLine(changed ? { ...answer, diff: wordDiff(before ?? '', content) } : answer)
      before = content
    } else yield jsonLine(answer)
  }
}
