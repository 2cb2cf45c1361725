import { perMonth, withFeet } from './in-one-unit.js'
import { ARTICLES } from './names.js'
import type { Token } from './tokens.js'
import { words } from './vocabulary.js'

/** A sentence that says the same without the words that add nothing to what is so. */
export const inFewerWords = (sentence: readonly Token[]): readonly Token[] => {
  const at = sentence.findIndex(({ word }) => TELLING.has(word))
  if (at < 0) return sentence
  return (
    withFeet(sentence) ??
    perMonth(sentence) ??
    asProtagonist(sentence) ??
    withoutPraise(sentence) ??
    asCalled(sentence) ??
    sentence
  )
}

const COSTS = words('costs cost priced sells retails goes')
const TELLING = words('favourite favorite name character figure ft feet foot every each')

const PRAISE = words('current present absolute all-time personal very number-one top own outright undisputed firm')

/** "My all-time favourite X", "my favourite X of all", "the band X is my favourite": "my favourite X". */
const withoutPraise = (sentence: readonly Token[]): readonly Token[] | null => {
  const at = sentence.findIndex(({ word }) => word === 'favourite' || word === 'favorite')
  if (at < 1) return null
  let from = at
  while (PRAISE.has(sentence[from - 1]?.word ?? '')) from--
  const behind = sentence.slice(at)
  const of = behind.findIndex(({ word }, i) => word === 'of' && behind[i + 1]?.word === 'all')
  const time = /^times?$/.test(behind[of + 2]?.word ?? '') ? 3 : 2
  const kept = of > 0 && isOver(behind[of + time]) ? [...behind.slice(0, of), ...behind.slice(of + time)] : behind
  const ever = kept.findIndex(({ word }, i) => word === 'ever' && isOver(kept[i + 1]))
  const plain = [...sentence.slice(0, from), ...(ever > 0 ? kept.filter((_, i) => i !== ever) : kept)]
  return likedInFront(plain) ?? (plain.length < sentence.length ? plain : null)
}

const isOver = (token: Token | undefined): boolean => token === undefined || /^(?:is|are|[.!,])$/.test(token.word)

/** In tokens. */
const LONGEST_KIND = 3

/** "The band X is my favourite": "my favourite band is X". */
const likedInFront = (sentence: readonly Token[]): readonly Token[] | null => {
  const [the] = sentence
  const is = sentence.findIndex(({ word }) => word === 'is')
  const name = sentence.findIndex(({ proper }, i) => i > 0 && proper)
  const favourite = sentence.findIndex(({ word }, i) => i > is && (word === 'favourite' || word === 'favorite'))
  const verb = sentence[is]
  if (the?.word !== 'the' || verb === undefined || name < 2 || name > LONGEST_KIND + 1 || name >= is) return null
  if (favourite < is + 2 || !isOver(sentence[favourite + 1])) return null
  const kind = sentence.slice(1, name)
  if (kind.some(({ word }) => !/^[a-z-]+$/.test(word) || word === 'of')) return null
  const [first] = sentence.slice(is + 1)
  if (!/^(?:my|our)$/.test(first?.word ?? '') && sentence[favourite - 1]?.word !== "'s") return null
  return [...sentence.slice(is + 1, favourite + 1), ...kind, verb, ...sentence.slice(name, is)]
}

const CHIEF = words('main lead leading central title principal')

/** "The main character of a book": its protagonist, and no part that is played. */
const asProtagonist = (sentence: readonly Token[]): readonly Token[] | null => {
  const at = sentence.findIndex(
    ({ word }, i) => /^(?:character|figure|role)$/.test(word) && CHIEF.has(sentence[i - 1]?.word ?? ''),
  )
  const noun = sentence[at]
  const before = sentence[at - 2]?.word
  const behind = sentence[at + 1]?.word
  const told =
    before === 'the' ? /^(?:of|in)$/.test(behind ?? '') : before === "'s" || /^(?:its|as)$/.test(before ?? '')
  if (noun === undefined || !told) return null
  return [...sentence.slice(0, at - 1), { ...noun, word: 'protagonist', raw: 'protagonist' }, ...sentence.slice(at + 1)]
}

const BEARS = words('has bears carries')

/** "The Wi-Fi has the name X": "the Wi-Fi is called X". */
const asCalled = (sentence: readonly Token[]): readonly Token[] | null => {
  const at = sentence.findIndex(
    ({ word }, i) => word === 'name' && sentence[i - 1]?.word === 'the' && sentence[i + 1]?.proper === true,
  )
  const has = sentence[at - 2]
  if (at < 2 || has === undefined) return null
  const goesBy = has.word === 'by' && sentence[at - 3]?.word === 'goes'
  if (!goesBy && !BEARS.has(has.word)) return null
  const from = goesBy ? at - 3 : at - 2
  return [
    ...sentence.slice(0, from),
    { ...has, word: 'is', raw: 'is' },
    { ...has, word: 'called', raw: 'called' },
    ...sentence.slice(at + 1),
  ]
}

const WHERE = words('at for to from in on of with')
/** In tokens, in front of the verb or behind the word for the price. */
const LONGEST = 12

/** "A large latte at the Copper Kettle costs 4 euros": of such a thing, sold in one place, there is one price. */
export const ofTheOne = (sentence: readonly Token[]): readonly Token[] | null => {
  const [first] = sentence
  if (!sentence.some(({ word }) => word === 'price' || COSTS.has(word))) return null
  const isOne = /^an?$/.test(first?.word ?? '')
  const price = isOne
    ? -1
    : sentence.findIndex(({ word }, i) => word === 'price' && /^(?:of|for)$/.test(sentence[i + 1]?.word ?? ''))
  const article = isOne ? 0 : price + 2
  const a = sentence[article]
  if (a === undefined || (!isOne && price < 0) || !/^an?$/.test(a.word)) return null
  const verb = sentence.findIndex(({ word }, i) => i > article + 1 && (COSTS.has(word) || word === 'is'))
  if (
    verb < 0 ||
    verb - article > LONGEST ||
    (isOne && !sentence.slice(verb, verb + 2).some(({ word }) => COSTS.has(word)))
  )
    return null
  const thing = sentence.slice(article + 1, verb)
  const where = thing.findIndex(({ word }, i) => i > 0 && WHERE.has(word))
  if (where < 0 || !thing.slice(where + 1).some(({ proper }) => proper)) return null
  if (ARTICLES.has(thing[0]?.word ?? '')) return null
  const the = { ...a, word: 'the', raw: isOne ? 'The' : 'the' }
  return [...sentence.slice(0, article), the, ...sentence.slice(article + 1)]
}
