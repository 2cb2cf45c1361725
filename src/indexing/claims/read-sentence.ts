import { best, type Read, type Speech } from './best-reading.js'
import { type Clause, clauseOf } from './clause.js'
import { withClock } from './clock.js'
import { inFewerWords, ofTheOne } from './fewer-words.js'
import { asOfOthers } from './first-person.js'
import { corrected, retracted } from './follow-up.js'
import { framed } from './frames.js'
import { withoutFront } from './fronts.js'
import { inVerbSecond } from './german/verb-second.js'
import { inPlainWords } from './in-plain-words.js'
import type { Reading } from './meaning.js'
import { ARTICLES, isName } from './names.js'
import { withHalfOfDay } from './plain-verbs.js'
import { announces, isSetElsewhere, withoutOpening } from './prelude.js'
import { recast } from './recast.js'
import { onlyOn, withoutSpan } from './recurring.js'
import { toldAhead } from './requests.js'
import { holds, isQuestion, isQuoting, segmentsOf } from './sentence.js'
import type { Claim } from './statement.js'
import { genitiveOf, type Token } from './tokens.js'
import { isUnearnest } from './unearnest.js'
import { withdrawnIn, withdrawsAll } from './withdrawals.js'

/** What was said just before, and whether somebody else has asked something since. */
type Said = { readonly claims: readonly Claim[]; readonly asked: boolean }

const NOTHING: Reading = { claims: [], more: true }

/** The claims of a sentence; `said`: those made just before, which it may take up ("no, it is X", "forget that"). */
export const readSentence = (spoken: readonly Token[], speech: Speech, said: Said): Reading => {
  const ahead = toldAhead(spoken)
  if (ahead !== null) return { ...readSentence(ahead, speech, said), more: true }
  const { marks, followUps } = speech.voice
  const whole = withoutOpening(spoken, marks)
  const sentence = inFewerWords(withHalfOfDay(withClock(inPlainWords(withoutFront(whole)))))
  const { claims: before, asked } = said
  if (withdrawsAll(sentence, followUps))
    return asked ? NOTHING : { claims: retracted(before), more: before.length === 0 }
  const withdrawn = withdrawnIn(sentence, followUps)
  if (withdrawn !== null) {
    const { claims } = readClauses([withdrawn], speech, [])
    return { claims: retracted(claims), more: claims.length === 0 }
  }
  const plain = recast(sentence)
  if (isQuestion(plain) || isQuoting(sentence) || isUnearnest(whole) || holds(sentence, marks, 'void')) return NOTHING
  const read = readIn(sentence, speech, { plain, before })
  const one = read.claims.length > 0 ? null : (ofTheOne(sentence) ?? inVerbSecond(sentence))
  return one === null ? read : readPlain(one, speech, before)
}

/** Reads a sentence in the plain order first, and then as it stands. */
const readPlain = (sentence: readonly Token[], speech: Speech, before: readonly Claim[]): Reading =>
  readIn(sentence, speech, { plain: recast(sentence), before })

type InOrder = { readonly plain: readonly Token[]; readonly before: readonly Claim[] }

const readIn = (sentence: readonly Token[], speech: Speech, { plain, before }: InOrder): Reading => {
  const read = plain === sentence ? NOTHING : readSaid(plain, speech, before)
  return read.claims.length > 0 ? read : readSaid(sentence, speech, before)
}

/** What is said behind an announcement. */
const announced = (
  sentence: readonly Token[],
  speech: Speech,
  { colon, before }: { readonly colon: number; readonly before: readonly Claim[] },
): Reading => {
  const behind = readPlain(sentence.slice(colon + 1), speech, before)
  const correct = clauseOf(sentence.slice(0, colon), speech.voice.marks)?.correct === true
  return correct ? { ...behind, claims: behind.claims.map(asCorrection) } : behind
}

/** Behind "Correction:" a statement corrects. */
const asCorrection = (claim: Claim): Claim => (claim.how === 'state' ? { ...claim, how: 'correct' } : claim)

const readSaid = (sentence: readonly Token[], speech: Speech, before: readonly Claim[]): Reading => {
  const { marks } = speech.voice
  if (isSetElsewhere(sentence, marks)) return NOTHING
  const colon = sentence.findIndex(({ word }) => word === ':')
  if (colon < 0) return readOn(sentence, speech, before)
  const prefix = sentence.slice(0, colon)
  const behind = announces(prefix, marks) ? announced(sentence, speech, { colon, before }) : null
  if (behind !== null && behind.claims.length > 0) return behind
  const whole = readClauses(segmentsOf(sentence, true), speech, before)
  if (whole.claims.length > 0) return whole
  if (behind !== null) return behind
  const earnest = readClauses(segmentsOf(prefix), speech, before).claims.length > 0
  return earnest ? readClauses(segmentsOf(sentence), speech, before) : NOTHING
}

type Signs = Pick<Clause, 'now' | 'correct'>
const NO_SIGNS: Signs = { now: false, correct: false }

/** Reads the clauses of a sentence; what holds on some days alone is another attribute. */
const readOn = (sentence: readonly Token[], speech: Speech, before: readonly Claim[]): Reading => {
  const limited = withoutSpan(sentence)
  if (limited === null) return readClauses(segmentsOf(sentence), speech, before)
  const { claims, more } = readClauses(segmentsOf(limited.sentence), speech, [])
  const told = onlyOn(limited.span, claims)
  return told.length === 0
    ? readClauses(segmentsOf(sentence), speech, before)
    : { claims: told, more: more || told.length < claims.length }
}

const readClauses = (segments: readonly (readonly Token[])[], speech: Speech, before: readonly Claim[]): Reading => {
  const claims: Claim[] = []
  let more = false
  let subject: readonly Token[] = []
  let signs = NO_SIGNS
  for (const segment of segments) {
    const bare = clauseOf(segment, speech.voice.marks)
    const whole = segments.length === 1
    const clause = bare === null ? null : { ...marked(bare, signs), timed: bare.timed || !whole }
    if (clause !== null && clause.tokens.length === 0) {
      signs = { now: clause.now, correct: clause.correct }
      continue
    }
    // "In winter the gate closes at 6": not always.
    const lasts = bare !== null && (!bare.timed || bare.now || bare.from !== null)
    const read =
      clause === null ? null : (readClause(clause, speech, subject) ?? (lasts ? asFrame(clause, speech) : null))
    const taken =
      read === null && clause !== null ? corrected(clause, claims.length > 0 ? claims : before, speech.voice) : null
    signs = NO_SIGNS
    subject = read?.subject ?? subjectAhead(clause?.tokens ?? [])
    claims.push(...(read?.reading.claims ?? taken ?? []))
    more ||= taken === null && (read === null || read.reading.more || clause?.more === true)
  }
  return { claims, more }
}

const marked = (clause: Clause, { now, correct }: Signs): Clause =>
  now || correct ? { ...clause, now: clause.now || now, correct: clause.correct || correct } : clause

/** The name or pronoun that a clause begins with: the next one may have it for a subject, too. */
const subjectAhead = (tokens: readonly Token[]): readonly Token[] => {
  if (/^(?:i|we|ich|wir)$/.test(tokens[0]?.word ?? '')) return tokens.slice(0, 1)
  const end = tokens.findIndex(({ proper }) => !proper)
  return end > 0 && !ARTICLES.has(tokens[0]?.word ?? '') && isName(tokens, 0, end) ? tokens.slice(0, end) : []
}

/** Reads a clause; if it has no subject, with that of the clause before. */
const readClause = (clause: Clause, speech: Speech, subject: readonly Token[]): Read | null =>
  best(clause, speech) ?? ofOthers(clause, speech) ?? withSubject(clause, speech, subject)

/** What is said of oneself by a way in which it is said of others. */
const ofOthers = (clause: Clause, speech: Speech): Read | null => {
  const said = asOfOthers(clause)
  return said === null ? null : best(said, speech)
}

const withSubject = (clause: Clause, speech: Speech, subject: readonly Token[]): Read | null =>
  subject.length === 0
    ? null
    : (best({ ...clause, tokens: [...subject, ...clause.tokens] }, speech) ??
      best({ ...clause, tokens: ownedBy(subject, clause.tokens) }, speech) ??
      best({ ...clause, tokens: heldIn(subject, clause.tokens) }, speech))

/** What no way fits, known by its own words. */
const asFrame = (clause: Clause, { speaker }: Speech): Read | null => {
  const reading = framed(clause, speaker)
  return reading === null ? null : { reading, subject: [] }
}

/** "…; the spouse is now B": the spouse of whom the clause before was about. */
const ownedBy = (subject: readonly Token[], tokens: readonly Token[]): readonly Token[] => {
  const [first, ...more] = tokens
  const last = subject.at(-1)
  if (first === undefined || last === undefined || !/^(?:the|his|her|its|their)$/.test(first.word)) return []
  if (/^(?:i|we|ich|wir)$/.test(last.word)) return []
  return [...genitiveOf(subject), ...more]
}

/** "X gets a new chief; B is the chair": the chair of whom the clause before was about. */
const heldIn = (subject: readonly Token[], tokens: readonly Token[]): readonly Token[] => {
  const the = tokens.findLastIndex(({ word }) => word === 'the')
  const last = tokens.at(-1)
  if (tokens[0]?.proper !== true || tokens[the - 1]?.word !== 'is' || last === undefined || the < tokens.length - 4)
    return []
  if (/^(?:i|we|ich|wir)$/.test(subject[0]?.word ?? '') || tokens.slice(the).some(({ proper }) => proper)) return []
  return [...tokens, { ...last, word: 'of', raw: 'of', proper: false }, ...subject]
}
