import type { Turn } from '../../import/turn.js'
import { isQuestion } from '../../text/answer-bits.js'
import { isAssistantRole } from '../../text/assistant.js'
import { detectLanguage } from '../../text/detect-language.js'
import { escaped, knownOf, wholeWords } from '../../text/languages.js'

/** What was meant by what was said by a slip, written out, and the turn of that; `BEFORE` is the last one that is known. */
export type Slip = { readonly text: string; readonly corrects: number }

/** What somebody says. */
export type Spoken = Pick<Turn, 'speaker' | 'text'>

/** In the place of a turn: the last one of its speaker in what was ingested before. */
export const BEFORE = -1

/** In UTF-16 units: what is longer says something else, too. */
const LONGEST = 120
const LONGEST_EARLIER = 300

/** In words: what was meant in the place of one thing. */
const LONGEST_VALUE = 3

const SIGNS = new Map(
  [...knownOf('slip')].map(([language, { sorry, meant, not, but }]) => {
    const start = String.raw`(?:(?:${sorry})[\s,.!:–—-]+)`
    const told = String.raw`(?:${meant})[\s,:]+`
    return [
      language,
      {
        /** "not Wednesday but Thursday", "not Tom, Tim" */
        instead: new RegExp(
          String.raw`^${start}*(?:${told})?(?:${not})\s+(?<wrong>[^,]+?)(?:,\s*(?:(?:${but})\s+)?|\s+(?:${but})\s+)(?<right>[^,]+)$`,
          'iu',
        ),
        /** "I meant Thursday, not Wednesday" */
        meantNot: new RegExp(
          String.raw`^(?:${start}+(?:${told})?|${told})(?<right>[^,]+?)[\s,]+(?:${not})\s+(?<wrong>[^,]+)$`,
          'iu',
        ),
        meant: new RegExp(`^${start}*${told}(?<right>[^,]+)$`, 'iu'),
      },
    ] as const // a pair
  }),
)

type Meant = { readonly right: string; readonly wrong?: string | undefined }

/** What a text says was meant, and in the place of what. */
const meantIn = (text: string, language: string | undefined): readonly Meant[] => {
  if (text.length > LONGEST || isQuestion(text)) return []
  const said = text
    .trim()
    .replaceAll('’', "'")
    .replace(/[\s.!…]+$/u, '')
  const signs = SIGNS.get(language ?? '')
  return (signs === undefined ? [...SIGNS.values()] : [signs]).flatMap(({ instead, meantNot, meant }) => {
    const groups = (instead.exec(said) ?? meantNot.exec(said) ?? meant.exec(said))?.groups
    return groups?.right === undefined ? [] : [{ right: groups.right, wrong: groups.wrong }]
  })
}

/** Whether somebody owns up to a slip, whatever it was. */
export const ownsUp = (text: string): boolean => meantIn(text, undefined).length > 0

const listed = (lists: Iterable<string>): string => [...lists].flatMap((list) => list.split(', ')).join('|')
const dates = [...knownOf('dates').values()]
const whole = (pattern: string, flags = 'giu'): RegExp => new RegExp(wholeWords(pattern), flags)

/** What can stand for one another; a name is a word with a capital that begins no sentence. */
const KINDS: readonly RegExp[] = [
  whole(listed(dates.map(({ weekdays }) => weekdays))),
  whole(listed(dates.map(({ months }) => months))),
  whole(String.raw`\p{N}+(?:[.,:]\p{N}+)*(?:\s?[ap]m|\s?[ap]\.m\.|st|nd|rd|th)?`),
  whole(String.raw`(?<![.!?…:]\s*|^\P{L}*)\p{Lu}[\p{L}\p{M}'’-]+(?:\s\p{Lu}[\p{L}\p{M}'’-]+)*`, 'gu'),
]

/** The kind of what a text holds of one, and what else it says. */
const kindOf = (text: string) => {
  for (const kind of KINDS) {
    // Behind another word a capital is that of a name.
    const [found, ...others] = `- x ${text}`.match(kind) ?? []
    if (found !== undefined)
      return others.length > 0 ? undefined : { kind, found, rest: text.replace(found, '').trim() }
  }
  return undefined
}

/** The earlier text with what was meant in the one place where it can stand; undefined where that is not certain. */
const writtenOut = (earlier: string, { right, wrong }: Meant): string | undefined => {
  const value = right.replace(/^["“'«]|["”'»]$/gu, '').trim()
  const meant = kindOf(value)
  if (value.split(/\s+/).length > LONGEST_VALUE || meant === undefined) return undefined
  if (wrong === undefined) return isIn(meant.rest, earlier) ? replacedOnce(earlier, meant.kind, meant.found) : undefined
  const said = kindOf(wrong.trim())
  if (said === undefined || said.kind !== meant.kind || (said.rest !== meant.rest && !isIn(said.rest, earlier)))
    return undefined
  return replacedOnce(earlier, whole(escaped(wrong.trim())), value)
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
export const slipsIn = (turns: readonly Turn[], last: Spoken | undefined): ReadonlyMap<number, Slip> => {
  const slips = new Map<number, Slip>()
  for (const [at, turn] of turns.entries()) {
    if (isAssistant(turn) || turn.speaker === null || turn.text.length > LONGEST) continue
    const corrects = before(turns, at)
    const earlier = corrects === BEFORE ? last : turns[corrects]
    // What was meant may have been a slip itself.
    const text = (slips.get(corrects)?.text ?? earlier?.text ?? '').trim()
    if (earlier?.speaker !== turn.speaker || text.length > LONGEST_EARLIER || isQuestion(text)) continue
    const meant = meantIn(turn.text, detectLanguage(`${text}\n${turn.text}`))
    const texts = new Set(meant.flatMap((each) => writtenOut(text, each) ?? []))
    const [corrected] = texts
    if (corrected !== undefined && texts.size === 1) slips.set(at, { text: corrected, corrects })
  }
  return slips
}

const isAssistant = ({ role, speaker }: Turn): boolean => isAssistantRole(role ?? speaker)

/** The last turn before that is no assistant's. */
const before = (turns: readonly Turn[], at: number): number =>
  turns.slice(0, at).findLastIndex((turn) => !isAssistant(turn))
