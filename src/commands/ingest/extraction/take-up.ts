import { eachOf, type Steps } from '../../../concurrency/steps.js'
import { ownText } from '../../../domain/memory/events.js'
import { saidInFull } from '../../../indexing/claims/said-in-full.js'
import { detectLanguage } from '../../../indexing/detect-language.js'
import type { Language } from '../../../indexing/stop-words.js'
import type { ToldBefore } from './fact.js'
import type { Piece } from './pieces/piece.js'

type Before = {
  /** In their order; their turns count from the one in front of which they were told. */
  readonly told: readonly ToldBefore[]
  /** That turn. */
  readonly goesOnAt: number | undefined
  readonly language: Language
}

type Said = { readonly turn: number; readonly text: string }

/** One turn of somebody else may stand between what is said and its correction. */
const TURNS_BETWEEN = 2

const keyOf = ({ role, speaker, owner }: Pick<Piece, 'role' | 'speaker' | 'owner'>): string =>
  JSON.stringify([role, owner ?? speaker])

/**
 * Says corrections in full that nobody understands without what they correct: "Sorry, I meant Thursday" becomes "My dentist
 * appointment is on Thursday.", and behind it what was said. By its own words no search would find it, and what it corrects is out
 * of force.
 */
export function* takingUp(pieces: readonly Piece[], { told, goesOnAt, language }: Before): Steps<readonly Piece[]> {
  const last = new Map<string, Said>()
  let waiting = goesOnAt === undefined ? [] : told
  return yield* eachOf(pieces, (piece): Piece => {
    const { role, turn, lastTurn = turn, owner } = piece
    // "Springfield, Illinois?" – "No, I meant Springdale.": the question says nothing more.
    const [speaker, said] = owner === undefined ? [piece.speaker, piece.text] : [owner, piece.parts?.[1] ?? piece.text]
    if (lastTurn >= (goesOnAt ?? 0)) {
      for (const each of waiting) last.set(keyOf(each), { turn: (goesOnAt ?? 0) + each.turns[1], text: ownText(each) })
      waiting = []
    }
    const before = last.get(keyOf(piece))
    const context = { speaker, role, language: detectLanguage(said) ?? language }
    const follows = before !== undefined && turn - before.turn <= TURNS_BETWEEN
    const full = follows ? saidInFull(said, context, before.text) : null
    const text = full === null ? said : `${full}\n${said}`
    last.set(keyOf(piece), { turn: lastTurn, text })
    if (full === null) return piece
    const { owner: _, ...own } = piece
    return { ...own, speaker, text, parts: [full, said] }
  })
}
