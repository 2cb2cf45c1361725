import type { FollowUps } from './follow-up.js'
import { standsAt, type Token } from './tokens.js'

const spoken = (sentence: readonly Token[]): readonly Token[] =>
  sentence.filter(({ word }) => /[\p{L}\p{N}']/u.test(word))

/** Words that may stand before and behind a withdrawal. */
const POLITE = new Set(
  'sorry please oh no wait actually hm hmm well ok okay again now oops bitte ach nein nee doch wieder moment entschuldigung sorry tut mir leid haha hahaha hehe lol'.split(
    ' ',
  ),
)

const unpolite = (sentence: readonly Token[]): readonly Token[] => {
  const tokens = spoken(sentence)
  const first = tokens.findIndex(({ word }) => !POLITE.has(word))
  const last = tokens.findLastIndex(({ word }) => !POLITE.has(word))
  return first < 0 ? [] : tokens.slice(first, last + 1)
}

/** Whether a sentence does nothing but withdraw what was said just before. */
export const withdrawsAll = (sentence: readonly Token[], { withdrawals }: FollowUps): boolean => {
  const tokens = unpolite(sentence)
  return (withdrawals.get(tokens[0]?.word ?? '') ?? []).some(
    (phrase) => phrase.length === tokens.length && standsAt(tokens, phrase),
  )
}

/** The clause that a sentence withdraws; null if it withdraws none. */
export const withdrawnIn = (sentence: readonly Token[], followUps: FollowUps): readonly Token[] | null => {
  const marked = sentence.filter(({ word }) => word !== '.' && word !== '!' && word !== '"')
  const start = marked.findIndex(({ word }) => /\p{L}/u.test(word) && !POLITE.has(word))
  const tokens = marked
    .slice(Math.max(0, start))
    .filter(({ word }, i, all) => word !== ',' || (all[i + 1]?.proper ?? false))
  const prefix = (followUps.withdrawn.get(tokens[0]?.word ?? '') ?? []).find(
    (phrase) => standsAt(tokens, phrase) && tokens.length > phrase.length,
  )
  if (prefix !== undefined) return inMainOrder(tokens.slice(prefix.length))
  const that = followUps.that.find((phrase) => standsAt(tokens, phrase))
  if (that === undefined) return null
  const wrong = followUps.wrong.find((phrase) => standsAt(tokens, phrase, tokens.length - phrase.length))
  return wrong === undefined || tokens.length <= that.length + wrong.length
    ? null
    : inMainOrder(tokens.slice(that.length, tokens.length - wrong.length))
}

/** "ich bei X arbeite": the verb of a German subordinate clause goes behind its subject. */
const inMainOrder = (clause: readonly Token[]): readonly Token[] => {
  const subject = /^(?:ich|wir)$/.test(clause[0]?.word ?? '')
    ? 1
    : /^(?:meine?|unsere?)$/.test(clause[0]?.word ?? '')
      ? 2
      : 0
  const verb = clause.at(-1)
  return subject === 0 || verb === undefined || clause.length < subject + 2
    ? clause
    : [...clause.slice(0, subject), verb, ...clause.slice(subject, -1)]
}
