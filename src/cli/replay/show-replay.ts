import type { Answer } from '../../operations/replay/answer.js'
import { verdictLines } from './show-check-report.js'
import { showJson } from './show-json.js'
import { showMemory } from './show-memory.js'
import { showUser } from './show-user.js'
import type { Look } from './text-style.js'
import { jsonLine } from './visible.js'

/** The answers in lines. Those of a log come one by one; those about a memory or a user wait for their last. */
export async function* showReplay(
  answers: AsyncIterable<Answer>,
  { json, look }: { readonly json: boolean; readonly look: Look },
): AsyncGenerator<string> {
  if (json) return yield* showJson(answers)
  const kept: Answer[] = []
  for await (const answer of answers)
    if (answer.kind === 'logged') yield jsonLine(answer.event)
    else kept.push(answer)
  yield* showMemory(kept, look)
  yield* showUser(kept, look)
  for (const answer of kept) if (answer.kind === 'verdict') yield* verdictLines(answer.verdict, look)
}
