import { type Label, labelsIn } from './labels.js'
import { couldBeWeak, isCounted, isLikelyGenerated, isLikelySecret, isNoValue, isSaid } from './plausible.js'
import type { Finder, Span } from './span.js'
import { valueBefore, valueSpoken } from './spoken.js'
import { type Value, valuesIn } from './value.js'

/** What connects a value to its label: `=` in code and settings, a colon, a sentence, or adjacency. */
type Tie = 'assigned' | 'listed' | 'said' | 'beside'

type Tied = { readonly tie: Tie; readonly value: Value }

const ASSIGNED =
  /["'`\])\\]{0,3}[ \t]{0,4}(?:\([^()\n]{1,40}\)[ \t]{0,2})?(?::[ \t]{0,2}(?:str|string|String|SecretStr)[ \t]{0,2}=|:=|=>|->|→|={1,3}|[=])[ \t]{0,4}/y
const LISTED =
  /["'`\]*_\\]{0,4}[ \t]{0,4}(?:\([^()\n]{1,40}\)[ \t]{0,2})?[*_]{0,2}(?:[:：]|[-–—](?=[ \t]))[*_]{0,2}(?:[ \t\u3000]{0,4}(?:\r?\n[ \t]{0,12}(?:[-*] )?)?)/y
const OPTION = /(?<![\w-])--?[\w-]{0,40}$/
const BESIDE = /[ \t]{1,4}(?:\|[ \t]{1,4})?/y

const stick = (pattern: RegExp, text: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at
  return pattern.exec(text)
}

/** Longer values are judged by their beginning, so that a long word is not read once for each label in it. */
const JUDGED = 1000

/** Whether the value is plausible for its label. */
const isSecret = (text: string, { holds }: Label, { value: found, tie }: Tied): boolean => {
  const value = { ...found, text: found.text.slice(0, JUDGED) }
  if (isNoValue(value) || isCounted(text, value)) return false
  if (holds === 'digits')
    return /^\d{3,12}$/.test(value.text.replace(/[ -]/g, '')) && (value.text.length > 3 || tie !== 'beside')
  if (holds === 'signs') return isLikelySecret(value.text) || (tie !== 'said' && value.quoted && tie !== 'beside')
  if (holds === 'generated')
    return tie === 'assigned'
      ? isLikelyGenerated(value.text) ||
          (value.text.length >= 6 && !/\s|^\d{1,7}$|[(){}[\]]/.test(value.text) && isSetting(text, value))
      : isLikelyGenerated(value.text)
  if (tie === 'beside')
    return !value.quoted && isLikelySecret(value.text) && value.text.length >= 6 && /\p{L}/u.test(value.text)
  if (value.quoted) return !isSaid(value.text)
  if (tie === 'assigned') return value.text.length >= 3
  return isLikelySecret(value.text) || couldBeWeak(value)
}

const PHRASE = /[a-z]{3,12}(?: [a-z]{3,12}){3,9}(?=[.,;!"]|\s*$|\s*\n)/y
const FOURS = /[a-z]{4}(?: [a-z]{4}){3}(?=[.,;!"]|\s*$|\s*\n)/y

/**
 * A passphrase is several words, at most one of them a word said about passwords; Google's app passwords are four
 * groups of four letters.
 */
const inWords = (text: string, { kind, holds }: Label, { value, tie }: Tied): readonly Tied[] => {
  if (holds !== 'words' || (tie !== 'said' && tie !== 'listed')) return []
  const words = stick(kind === 'passphrase' ? PHRASE : FOURS, text, value.start)?.[0]
  if (words === undefined || words.split(' ').filter(isSaid).length > (kind === 'passphrase' ? 1 : 0)) return []
  return [{ tie, value: { ...value, text: words, end: value.start + words.length } }]
}

/** Whether a value is literal: quoted, or in settings, where no space surrounds `=`. */
const isSetting = (text: string, { start, quoted }: Value): boolean => quoted || text[start - 1] === '='

/** The value after a label, and what connects the two. */
const tied = (text: string, label: Label, valueAt: (place: number) => Value | undefined) => {
  const ties: readonly (readonly [Tie, RegExpExecArray | null])[] = [
    ['assigned', stick(ASSIGNED, text, label.end)],
    ['listed', stick(LISTED, text, label.end)],
  ]
  for (const [tie, match] of ties) {
    if (match === null) continue
    const value = valueAt(label.end + match[0].length)
    // A value on the next line counts only if it looks generated: the line may belong to another speaker.
    const apart = /\n|^[^:：]*[-–—]/.test(match[0]) && tie === 'listed'
    if (value !== undefined && !(apart && !isLikelySecret(value.text))) return { tie, value }
  }
  return undefined
}

const optionOrBeside = (text: string, label: Label, valueAt: (place: number) => Value | undefined) => {
  const gap = stick(BESIDE, text, label.end)
  const value = gap === null ? undefined : valueAt(label.end + gap[0].length)
  if (value === undefined || gap === null) return undefined
  const option = OPTION.test(text.slice(Math.max(0, label.start - 60), label.start)) && !gap[0].includes('|')
  return { tie: option ? ('assigned' as const) : ('beside' as const), value }
}

/** Secrets recognised by a label next to them: in settings, lists and sentences. */
export const labelled: Finder = (text) => {
  const spans: Span[] = []
  const valueAt = valuesIn(text)
  let done = 0
  for (const label of labelsIn(text)) {
    if (label.start < done) continue
    const candidates = [
      tied(text, label, valueAt) ?? optionOrBeside(text, label, valueAt),
      valueSpoken(text, label, valueAt),
      valueBefore(text, label, valueAt),
    ]
    const found =
      candidates.find((one) => one !== undefined && isSecret(text, label, one)) ??
      candidates.flatMap((one) => (one === undefined ? [] : inWords(text, label, one)))[0]
    if (found === undefined) continue
    const { start, end } = found.value
    spans.push({ start, end, kind: label.kind })
    done = Math.max(done, end)
  }
  return spans
}
