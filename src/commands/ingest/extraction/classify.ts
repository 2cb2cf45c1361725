import { isAssistantRole } from '../../../indexing/assistant-role.js'
import { isStandingInstruction } from '../../../indexing/standing-instruction.js'
import type { Entity, Fact, MemoryType } from './fact.js'

export type Classes = Pick<Fact, 'network' | 'opinionConfidence' | 'observationSubject'> & {
  readonly memoryType: MemoryType
}
export type Look = {
  readonly text: string
  readonly speaker: string | null
  readonly entities: readonly Entity[]
  /** whether the text holds a date expression */
  readonly dated: boolean
}

const ADVERB = `(?:(?:really|also|still|just|always|personally|absolutely|definitely|strongly|honestly|do|totally|truly|actually|kind of|sort of|even|usually|generally) ){0,2}`
const OPINION = new RegExp(
  String.raw`\b(?:i|we) ${ADVERB}(?:think|believe|feel|prefer|love|like|hate|enjoy|dislike|adore|guess|suppose|recommend|doubt|consider|find (?:it|that|this|them)|can't stand|cannot stand|don't (?:like|think|believe|enjoy|want|care for))\b(?! (?:i|we) (?:am|are|was|were) going)|\b(?:in my (?:view|opinion|experience)|imo|imho|my (?:favou?rite|opinion)|i'm (?:convinced|sure|certain) (?:that|it)|(?:ich (?:finde|glaube|denke|mag|liebe|hasse|bevorzuge))|(?:creo|pienso|prefiero) que|me (?:gusta|encanta)|je (?:pense|crois|préfère|déteste|n'aime)|j'(?:aime|adore|préfère))(?![\p{L}])`,
  'iu',
)
const FIRM =
  /\b(?:love|hate|adore|prefer|definitely|absolutely|certain|convinced|sure|always|never|strongly|can't stand|favou?rite|best|worst)\b/i
const HEDGE =
  /\b(?:guess|suppose|maybe|perhaps|probably|possibly|might|may be|could be|kind of|sort of|somewhat|not sure|i doubt|seems?|likely|a bit|i feel like)\b/i
const PAST = String.raw`(?:\w{2,20}ed|went|was|were|had|got|saw|met|took|made|did|bought|came|found|began|told|said|gave|left|lost|won|ran|read|ate|drove|flew|felt|heard|held|kept|built|wrote|spent|taught|thought|brought|caught|chose|became|grew|sang|slept|sold|sent|paid|broke|swam|rode)`
const EXPERIENCE = new RegExp(
  String.raw`\b(?:i|we)(?:'ve| have| had|'d)? ${ADVERB}(?:been|${PAST})\b|\b(?:i|we)(?:'m| am|'re| are) (?:currently |now )?\w{2,20}ing\b(?! to be)|\bmy \w{2,20} (?:and i )?${PAST}\b`,
  'i',
)
const PAST_TENSE = new RegExp(String.raw`\b${PAST}\b`, 'i')
const STEPS = /(?:^|\n)\s{0,12}\d{1,2}[.)]\s[\s\S]{1,2000}\n\s{0,12}\d{1,2}[.)]\s/
const HOW_TO =
  /\bhow to\b|\bstep \d\b|\bfirst,? [^.!?\n]{2,200}[.;,]? (?:and )?then\b|\bin order to\b|\bmake sure (?:to|you|that)\b|\bto (?:install|run|deploy|build|fix|configure|set up|start|restart|reset|cook|bake|update|upgrade|enable|create|use) [^.!?\n]{2,80}, ?(?:you|just|simply|first|run|use|open|go|click|type|add|press|call|set|do)\b|(?:^|\n)\s{0,4}(?:\$|>) ?(?:npm|npx|git|docker|pip|cd|sudo|curl|make|kubectl|brew|apt)\b|(?:^|[.!?\n]\s{0,2})(?:run|install|preheat|click|press|type|execute|mix|stir|add|always|never) [`\w]/i
const CODE = /^\s{0,40}(?:```|~~~)/m

const confidence = (text: string): number => {
  const value = 0.7 + (FIRM.test(text) ? 0.2 : 0) - (HEDGE.test(text) ? 0.25 : 0)
  return Math.round(value * 100) / 100
}

const procedural = (text: string): boolean =>
  CODE.test(text) || STEPS.test(text) || HOW_TO.test(text) || isStandingInstruction(text)
export const isQuestion = (text: string): boolean => /[?？؟]\s{0,4}["')\]*_]{0,3}$/.test(text.slice(-12))

/** The third person or thing a statement starts with ("Marta's sister moved …", "The Lisbon office …"). */
const topic = ({ text, speaker, entities }: Look): string | null => {
  const start = text.replace(/^(?:the|our|my friend|my colleague|my wife|my husband|my sister|my brother) /i, '')
  const about = entities.find(({ name }) => name !== speaker && start.startsWith(name))
  return about && /^[’'s]{0,2} \p{L}/u.test(start.slice(about.name.length)) ? about.name : null
}

/**
 * What kind of memory a text is. Opinion: a judgement in the first person, confidence 0.7, firm words +0.2, hedges −0.25.
 * Experience: something that happened to the speaker. Observation: a statement that starts with a named third party.
 */
export const classify = (look: Look): Classes => {
  const { text, speaker, dated } = look
  const said = text.slice(0, 4000).replace(/’/g, "'")
  const question = isQuestion(said)
  const opinion = !question && OPINION.test(said)
  const experience = !opinion && !isAssistantRole(speaker) && EXPERIENCE.test(said) && !question
  const subject = opinion || experience || question ? null : topic(look)
  const memoryType =
    !question && procedural(said)
      ? 'procedural'
      : experience || (dated && PAST_TENSE.test(said))
        ? 'episodic'
        : 'semantic'
  return {
    memoryType,
    network: opinion ? 'opinion' : experience ? 'experience' : subject === null ? 'world' : 'observation',
    opinionConfidence: opinion ? confidence(said) : null,
    observationSubject: subject,
  }
}
