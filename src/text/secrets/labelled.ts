import { allWordsOf, knownOf } from '../languages.js'
import { type Label, labelsIn } from './labels.js'
import { couldBeWeak, isCounted, isLikelyGenerated, isLikelySecret, isNoValue, isSaid } from './plausible.js'
import type { Finder, Span } from './span.js'
import { type Value, valuesIn } from './value.js'

type Spoken = { readonly tie: 'said'; readonly value: Value }
type ValueAt = (place: number) => Value | undefined

const known = [...knownOf('secrets').values()]
const of = (kind: keyof (typeof known)[number]) => allWordsOf(known.map((words) => words[kind] ?? ''))
const [IS, STILL, LEADS, TO] = [of('is'), of('still'), of('leads'), of('to')]
const CHANGES =
  /(?:^|[^\p{L}])(?:set|sets|setting|change|changed|changes|changing|reset|updated?|rotated?|renamed?|ändere|geändert|setze|setz|cambia|cambié|cambiado|pon|changé?|modifié?|mets|mudei|muda|mude|troquei|cambiato|imposta|wijzig|veranderd?|zet|смени|поменял)(?:[^\p{L}]|$)/iu
const WORD = /[ \t]{1,4}(?:"[^"\n]{1,40}"|[^\s]{1,60})/y

/** The end of a clause. */
const ENDS = /[.,;!?)]$/

/** Finds the value of a label in a sentence, at most eight words before the verb that states it. */
const valueSpoken = (text: string, label: Label, valueAt: ValueAt): Spoken | undefined => {
  const joined = /[ \t]{0,2}(?:是|为|為|は|：|が)[ \t:：]{0,3}|(?:은|는|이|가)[ \t]{1,3}/y
  joined.lastIndex = label.end
  const cjk = joined.exec(text)
  if (cjk !== null) return said(valueAt(label.end + cjk[0].length))
  let changed = CHANGES.test(text.slice(Math.max(0, label.start - 60), label.start))
  let at = label.end
  for (let count = 0; count < 9; count += 1) {
    WORD.lastIndex = at
    const match = WORD.exec(text)
    if (match === null) return undefined
    const word = match[0].trim().toLowerCase().replaceAll('’', "'")
    const bare = word.replace(/^\(|\)?[:=]?$/g, '')
    at += match[0].length
    changed ||= count > 0 && CHANGES.test(bare)
    if (IS.has(bare) && CHANGES.test(nextWord(text, at))) continue
    if (IS.has(bare) || (changed && TO.has(bare))) return said(pastFillers(text, at, valueAt))
    if (/[:=]$/.test(word) && count > 0) return said(pastFillers(text, at, valueAt))
    if (/[.,;!?]$/.test(word) || (count === 0 && !LEADS.has(bare) && !/^(?:d|l|dell)'/.test(bare))) return undefined
  }
  return undefined
}

const nextWord = (text: string, at: number): string => {
  WORD.lastIndex = at
  return WORD.exec(text)?.[0].trim() ?? ''
}

const said = (value: Value | undefined): Spoken | undefined =>
  value === undefined ? undefined : { tie: 'said', value }

const GAP = /[ \t]{0,4}[:=]?[ \t]{0,4}/y

const pastFillers = (text: string, from: number, valueAt: ValueAt): Value | undefined => {
  let at = from
  for (let count = 0; count < 3; count += 1) {
    WORD.lastIndex = at
    const word = WORD.exec(text)?.[0]
    if (word === undefined || !STILL.has(word.trim().replace(/:$/, '').toLowerCase())) break
    at += word.length
  }
  GAP.lastIndex = at
  return valueAt(at + (GAP.exec(text)?.[0].length ?? 0))
}

/** `hunter2 is my password`, `use hunter2 as the password`: only articles and the purpose may stand between. */
const [BACK_IS, AS, USES] = [of('behind'), of('as'), of('uses')]
const NOT_BEHIND =
  /[ \t]{1,3}(?:manager|safe|vault|store|policy|field|reset|hash|prompt|hint|app|generator|length|tool|handler|service|keeper|database|file)/iy
const JOINED = /(?:が|は|是)(?:我的|你的|私の)?$/

/** In a script without spaces a value in other letters ends where the word for `is` begins. */
const valueJoined = (text: string, label: Label, valueAt: ValueAt): Value | undefined => {
  const joined = JOINED.exec(text.slice(Math.max(0, label.start - 5), label.start))
  if (joined === null) return undefined
  const end = label.start - joined[0].length - (text[label.start - joined[0].length - 1] === ' ' ? 1 : 0)
  let start = end
  while (start > end - 64 && /[!-~]/.test(text.charAt(start - 1))) start -= 1
  return start === end ? undefined : valueAt(start)
}

const valueBefore = (text: string, label: Label, valueAt: ValueAt): Spoken | undefined => {
  NOT_BEHIND.lastIndex = label.end
  if (NOT_BEHIND.test(text)) return undefined
  const joined = valueJoined(text, label, valueAt)
  if (joined !== undefined) return strong(joined)
  const from = Math.max(0, label.start - 100)
  const before = text.slice(from, label.start)
  const behind = [...before.matchAll(/\S+/g)]
  for (let back = 1; back <= 5; back += 1) {
    const word = behind.at(-back)
    const ahead = behind.at(-back - 1)
    if (word === undefined || ahead === undefined) return undefined
    const plain = word[0].toLowerCase()
    const quoted = /["'”»’`]$/.test(ahead[0])
    const place = from + (quoted ? openedAt(before, ahead.index + ahead[0].length) : ahead.index)
    if (BACK_IS.has(plain)) return strong(valueAt(place), quoted)
    if (AS.has(plain)) {
      const verb = behind.at(-back - 2)?.[0].toLowerCase() ?? ''
      const value = valueAt(place)
      return USES.has(verb) && value !== undefined && !quoted ? said({ ...value, last: true }) : strong(value, quoted)
    }
    if (ENDS.test(plain)) return undefined
  }
  return undefined
}

/** The start of the quotation that ends at `end`. */
const openedAt = (before: string, end: number): number => {
  const closing = before.charAt(end - 1)
  const opening = { '”': '“', '»': '«', '’': '‘' }[closing] ?? closing
  return Math.max(before.lastIndexOf(opening, end - 2), 0)
}

/** A value before its label is accepted only if it looks like a secret. */
const strong = (value: Value | undefined, quoted = false): Spoken | undefined =>
  value !== undefined && ((quoted && value.quoted) || isLikelySecret(value.text)) ? said(value) : undefined

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
