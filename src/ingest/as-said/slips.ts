import type { Turn } from '../../import/turn.js'
import { isQuestion } from '../../text/answer-bits.js'
import { isAssistantRole } from '../../text/assistant.js'
import { escaped } from '../../text/escaped.js'
import { knownOf } from '../../text/languages.js'

/** What was meant by what was said by a slip, written out, and the turn of that; `BEFORE` is the last one that is known. */
export type Slip = { readonly text: string; readonly corrects: number }

/** What somebody says. */
export type Spoken = Pick<Turn, 'speaker' | 'text'>

/** In the place of a turn: the last one of its speaker in what was ingested before. */
export const BEFORE = -1

/** In UTF-16 units: what is longer says something else, too. */
const LONGEST = 120
const LONGEST_EARLIER = 300

const SIGNS = [...knownOf('slip').values()].map(({ sorry, meant, not, but }) => {
  const start = String.raw`^(?:(?:${sorry})[\s,.!:–—-]+)*`
  const both = String.raw`(?:(?<right>.+?)[\s,]+(?:and )?(?:${not})\s+(?<wrong>.+)|(?:${not})\s+(?<wrongFirst>.+?)[\s,]+(?:(?:${but})\s+)?(?<rightThen>.+))`
  return {
    both: new RegExp(String.raw`${start}(?:(?:${meant})[\s,:]+)?${both}$`, 'iu'),
    right: new RegExp(String.raw`${start}(?:${meant})[\s,:]+(?<right>.+)$`, 'iu'),
  }
})

type Meant = { readonly right: string; readonly wrong?: string | undefined }

/** What a text says was meant, and in the place of what. */
const meantIn = (text: string): readonly Meant[] => {
  if (text.length > LONGEST || isQuestion(text)) return []
  const said = text
    .trim()
    .replaceAll('’', "'")
    .replace(/[\s.!…]+$/u, '')
  return SIGNS.flatMap(({ both, right }) => {
    const groups = both.exec(said)?.groups
    if (groups !== undefined)
      return [{ right: groups.right ?? groups.rightThen ?? '', wrong: groups.wrong ?? groups.wrongFirst }]
    const meant = right.exec(said)?.groups?.right
    return meant === undefined ? [] : [{ right: meant }]
  })
}

const listed = (lists: Iterable<string>): string => [...lists].flatMap((list) => list.split(', ')).join('|')
const dates = [...knownOf('dates').values()]
const whole = (pattern: string, flags = 'giu'): RegExp =>
  new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${pattern})(?![\p{L}\p{N}])`, flags)

/** What can stand for one another; a name is a word with a capital that begins no sentence. */
const KINDS: readonly RegExp[] = [
  whole(listed(dates.map(({ weekdays }) => weekdays))),
  whole(listed(dates.map(({ months }) => months))),
  whole(String.raw`\p{N}+(?:[.,:]\p{N}+)*(?:\s?[ap]m|\s?[ap]\.m\.|st|nd|rd|th)?`),
  whole(String.raw`(?<![.!?…:]\s*|^\P{L}*)\p{Lu}[\p{L}\p{M}'’-]+(?:\s\p{Lu}[\p{L}\p{M}'’-]+)*`, 'gu'),
]

/** The earlier text with what was meant in the one place where it can stand; undefined where that is not certain. */
const writtenOut = (earlier: string, { right, wrong }: Meant): string | undefined => {
  const value = right.replace(/^["“'«]|["”'»]$/gu, '').trim()
  if (wrong !== undefined) return replacedOnce(earlier, whole(escaped(wrong.trim())), value)
  for (const kind of KINDS) {
    // Behind another word a capital is that of a name.
    const [found, ...others] = `- x ${value}`.match(kind) ?? []
    const rest = found === undefined ? value : value.replace(found, '').trim()
    if (found === undefined) continue
    if (others.length > 0 || !isIn(rest, earlier)) return undefined
    return replacedOnce(earlier, kind, found)
  }
  return undefined
}

/** "on Thursday" of "on Wednesday" */
const isIn = (words: string, text: string): boolean => words === '' || whole(escaped(words)).test(text)

const replacedOnce = (text: string, place: RegExp, value: string): string | undefined => {
  const found = text.match(place) ?? []
  return found.length === 1 && found[0] !== value ? text.replace(place, () => value) : undefined
}

/**
 * The turns in which somebody owns up to a slip in what they said just before, nobody but an assistant between; `last` is the
 * end of what is known of the conversation.
 */
export const slipsIn = (turns: readonly Turn[], last: Spoken | undefined): ReadonlyMap<number, Slip> =>
  new Map(
    turns.flatMap((turn, at): readonly (readonly [number, Slip])[] => {
      const meant = isAssistant(turn) || turn.speaker === null ? [] : meantIn(turn.text)
      if (meant.length === 0) return []
      const corrects = before(turns, at)
      const earlier = corrects === BEFORE ? last : turns[corrects]
      if (earlier?.speaker !== turn.speaker || earlier.text.length > LONGEST_EARLIER) return []
      const text = earlier.text.trim()
      const texts = new Set(isQuestion(text) ? [] : meant.flatMap((each) => writtenOut(text, each) ?? []))
      const [corrected] = texts
      return corrected === undefined || texts.size > 1 ? [] : [[at, { text: corrected, corrects }]]
    }),
  )

const isAssistant = ({ role, speaker }: Turn): boolean => isAssistantRole(role ?? speaker)

/** The last turn before that is no assistant's. */
const before = (turns: readonly Turn[], at: number): number =>
  turns.slice(0, at).findLastIndex((turn) => !isAssistant(turn))
