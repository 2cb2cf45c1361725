import type { Label } from './labels.js'
import { isLikelySecret } from './plausible.js'
import type { Value } from './value.js'

type Spoken = { readonly tie: 'said'; readonly value: Value }
type ValueAt = (place: number) => Value | undefined

const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/))

const IS = words(
  `is was are were be equals ist war lautet lautete heißt es era sea est était é era è è: is was luidt это был является — –
   remains becomes`,
)
const STILL = words(
  `now still just currently simply once again jetzt noch einfach ahora todavía simplemente maintenant encore agora ainda
   adesso ancora nu nog теперь actually probably literally always`,
)
/** Words between a label and its purpose: `for the router`, `du wifi`, `that I use`. */
const LEADS = words(
  `for to of on at in from behind für zum zur von vom des der am im para de del da do dos das no na pour du d' à au
   used has have wurde ha foi per di del della dello dell' voor van op bij от для к на i you we they he she that which there here ich wir du que je
   tu yo eu che ik you've i've we've`,
)
/** Words before the new value of a changed password. */
const TO = words('to into auf a à en em in naar на')
const CHANGES =
  /(?:^|[^\p{L}])(?:set|sets|setting|change|changed|changes|changing|reset|updated?|rotated?|renamed?|ändere|geändert|setze|setz|cambia|cambié|cambiado|pon|changé?|modifié?|mets|mudei|muda|mude|troquei|cambiato|imposta|wijzig|veranderd?|zet|смени|поменял)(?:[^\p{L}]|$)/iu
const WORD = /[ \t]{1,4}(?:"[^"\n]{1,40}"|[^\s]{1,60})/y

/** The end of a clause. */
const ENDS = /[.,;!?)]$/

/** Finds the value of a label in a sentence, at most eight words before the verb that states it. */
export const valueSpoken = (text: string, label: Label, valueAt: ValueAt): Spoken | undefined => {
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
const BACK_IS = words('is was ist war es era est é è был это')
const AS = words('as als como comme come как')
const USES = words(
  `use used using uses try tried type typed enter entered set put with pick choose chose have nimm verwende benutze nutze
   gib setze mit usa use utiliza pon utilise mets avec usar com con gebruik neem met используй`,
)
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

export const valueBefore = (text: string, label: Label, valueAt: ValueAt): Spoken | undefined => {
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
