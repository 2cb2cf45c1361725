import { clauseOf } from './clause.js'
import { type Marks, markAt } from './marks.js'
import type { Token } from './tokens.js'
import { words } from './vocabulary.js'

/** What is said behind these and a colon is said in earnest. */
const ANNOUNCING = words(
  `news update info information note notice reminder correction latest change changes announcement heads-up status quick small new the a an
  from of on here is for your my our as today now important good bad great big everyone all guys folks team record records file fyi ps memo
  short and facts fact key data details address this just in as still true yes no ok okay well so btw listen question answer done finally
  kleine kleiner kleines kurzer kurzes gute gut wichtige damit du ihr es weißt wisst nur mal übrigens neu neues neuigkeit neuigkeiten update info hinweis zur erinnerung wichtig achtung kurze änderung korrektur nachtrag stand heute jetzt ab
  sofort also ja nein die der das eine alle`,
)

/** Behind these it may be meant in any way. */
const RISKY = words(
  `example exercise quiz novel story tale joke headline sentence question riddle theory rumour rumor myth lie dream fiction fantasy scenario
  hypothesis prediction forecast plan proposal idea suggestion wish option guess bet claim quote prompt task text title chapter scene sketch
  draft template test sample hearsay gossip fake april fool hypothetical statement false wrong past history before formerly tomorrow later maybe translation beispiel aufgabe satz rätsel
  roman geschichte witz gerücht gerede traum aprilscherz frage vorschlag plan wunsch falsch früher`,
)
const STANDS = words(
  'i he she they we ich er sie wir man jemand someone somebody nobody niemand bezweifle glaube denke',
)
const SHORT = 4
/** "The price is clear: …". */
const SETTLED = words('clear fixed settled known decided klar fest bekannt entschieden beschlossen')
const LONGEST_SETTLED = 5

/** "For what it's worth, …", "Note to self: …": a sentence without what it is told for. */
export const withoutOpening = (sentence: readonly Token[], marks: Marks): readonly Token[] => {
  const found = markAt(marks, sentence, 0)
  const behind = found?.mark === 'drop' ? found.length : 0
  return behind > 1 && /^[,:]$/.test(sentence[behind]?.word ?? '') ? sentence.slice(behind + 1) : sentence
}

/** Whether what stands in front of a colon only announces what follows. */
export const announces = (prefix: readonly Token[], marks: Marks): boolean => {
  const clause = clauseOf(prefix, marks)
  if (clause === null || clause.tokens.some(({ word }) => RISKY.has(word))) return false
  // "I doubt it: …": somebody takes a stand on what follows.
  if (clause.tokens.some(({ word }) => STANDS.has(word))) return false
  if (SETTLED.has(prefix.at(-1)?.word ?? '') && prefix.length <= LONGEST_SETTLED) return true
  const short = clause.tokens.length <= SHORT && clause.tokens.every(({ proper }, i) => i === 0 || !proper)
  return short || clause.tokens.every(({ word }) => ANNOUNCING.has(word) || !/[\p{L}\p{N}]/u.test(word))
}

const PLACING = words(
  `in at on under within with without by from before until unless during among like unlike despite given against inside between
  in im bei unter ohne vor während laut gegen nach`,
)
const EARNEST = words('work home school office moment end short general total fact arbeit schule büro moment kürze')

/** "In Anna's novel, …", "in Tom's opinion, …": what is made up there, and what somebody thinks. */
const MADE_UP = words(
  `novel story tale book film movie play song poem script sketch comic game dream fantasy fiction essay exercise example joke scenario world
  universe imagination version view opinion mind eyes head estimate`,
)

/** "In an ideal world, …": what follows may hold there alone. */
export const isSetElsewhere = (sentence: readonly Token[], marks: Marks): boolean => {
  const comma = sentence.findIndex(({ word }) => word === ',')
  if (comma < 2 || comma > 9 || !PLACING.has(sentence[0]?.word ?? '')) return false
  const prefix = sentence.slice(0, comma)
  if (MADE_UP.has(prefix.at(-1)?.word ?? '')) return true
  if (prefix.some(({ proper, word }, i) => (proper && i > 0) || EARNEST.has(word))) return false
  const clause = clauseOf(prefix, marks)
  return clause !== null && clause.tokens.length > 0
}
