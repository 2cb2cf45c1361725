import { COUNTS } from './counts.js'
import type { Draft } from './draft.js'
import { levelOf } from './places.js'
import { isOfTools, ownerOfTool, toolKindsOf, toolName } from './tools.js'
import { DIETS, isOccupation } from './vocabulary.js'

/** In a country these are the head of its state and of its government. */
const COUNTRY_HEADS: Readonly<Record<string, string>> = {
  president: 'head_of_state',
  monarch: 'head_of_state',
  prime_minister: 'head_of_government',
  premier: 'head_of_government',
  chancellor: 'head_of_government',
}

/** Who leads a government is its head. */
const HEADS: ReadonlySet<string> = new Set(['head', 'head_of_state', 'chairperson', 'office:person in charge'])

/** "api-stage-4": what is in a town there, is in that region. */
const isMachine = (key: string): boolean => /^[a-z]+(?:[-_][a-z\d]+)*[-_]\d{1,3}$/u.test(key)

/** What a tool is for, also where it is told of what it does: "we use A for packages". */
const ofTool = (draft: Draft): Draft | null => {
  const value = toolName(draft.value)
  const about = /^tool:(.+)$/u.exec(draft.attribute)?.[1]
  const kind = about === undefined ? undefined : toolKindsOf(value).find(({ nouns }) => nouns.includes(about))
  const attribute = kind?.attribute ?? draft.attribute
  if (!isOfTools(attribute)) return null
  const key = ownerOfTool(attribute, draft.subject.key)
  return { ...draft, attribute, value, subject: key === null ? draft.subject : { ...draft.subject, key } }
}

/** The one attribute and subject under which the same fact is known in other words. */
export const canonical = (draft: Draft): Draft => ofTool(draft) ?? inOneForm(draft)

const inOneForm = (draft: Draft): Draft => {
  const { subject, attribute } = draft
  if (attribute === 'diet') return { ...draft, value: DIETS.get(draft.value) ?? draft.value }
  // "The position of X is head of sales": of players it is where they play.
  if (attribute === 'position' && isOccupation(draft.value)) return { ...draft, attribute: 'job' }
  const counted = COUNTS[/^count:(\w+)$/.exec(attribute)?.[1] ?? '']
  if (counted !== undefined) return { ...draft, attribute: counted }
  if (/^salary:(?:gross|base|annual|yearly)(?: (?:gross|annual|yearly))?$/.test(attribute))
    return { ...draft, attribute: 'salary' }
  const insured = /^unlisted:(.+) (?:insurer|insurance (?:company|provider))$/.exec(attribute)?.[1]
  if (insured !== undefined) return { ...draft, attribute: `provider:${insured} insurance` }
  if (attribute === 'location' && isMachine(subject.key) && !/\d/.test(draft.value))
    return { ...draft, attribute: 'region' }
  const governed = HEADS.has(attribute) ? /^government of (.+)$/u.exec(subject.key)?.[1] : undefined
  if (governed !== undefined)
    return { ...draft, attribute: 'head_of_government', subject: { ...subject, key: governed } }
  const number = /^reference:(\S+) number$/.exec(attribute)?.[1]
  if (number !== undefined) return { ...draft, attribute: `number:${number}` }
  const head = COUNTRY_HEADS[attribute]
  // A governor may be called premier, and a company has a president.
  if (head !== undefined && (attribute === 'prime_minister' || levelOf(subject.key) === 'country'))
    return { ...draft, attribute: head }
  const [, painted] = /^unlisted:(\p{L}{3,}?)s?farbe$/u.exec(attribute) ?? []
  if (painted !== undefined)
    return { ...draft, subject: { ...subject, key: `${painted} von ${subject.key}` }, attribute: 'colour' }
  if (attribute === 'office:world record holder')
    return { ...draft, attribute: 'office:holder', subject: { ...subject, key: `world record in the ${subject.key}` } }
  const account = /^balance:(\S+)(?: account)?$/.exec(attribute)?.[1]
  if (account !== undefined)
    return { ...draft, attribute: 'balance', subject: { ...subject, key: `${account} account of ${subject.key}` } }
  if (attribute === 'manager' && /^(?:thesis|dissertation|phd) of /.test(subject.key))
    return {
      ...draft,
      attribute: 'office:thesis advisor',
      subject: { ...subject, key: subject.key.replace(/^\S+ of /, '') },
    }
  const key = ownerIn(attribute, subject.key)
  return key === undefined ? draft : { ...draft, subject: { ...subject, key: key === 'user' ? '' : key } }
}

/** "The account of X", "the board of X": of whom or what the same is told; undefined where nothing of that kind stands in front. */
const ownerIn = (attribute: string, key: string): string | undefined => {
  const owner = attribute === 'balance' ? /^(.+)'s (?:bank )?account$|^account of (.+)$/.exec(key) : null
  const home =
    attribute === 'rent' ? /^(?:flat|apartment|house|room|place|wohnung|haus|zimmer) of (.+)$/.exec(key) : null
  const place = attribute === 'setpoint' ? /^thermostat (?:in|of|at|for|im|am) (?:the |der )?(.+)$/.exec(key) : null
  const board = attribute === 'chairperson' ? /^board of (.+)$/.exec(key) : null
  const branched = attribute === 'branch' ? /^(?:repository|repo) of (.+)$/.exec(key) : null
  const held = attribute === 'hostname' ? /^(.+)'s (?:database|db)$|^(?:database|db) of (.+)$/.exec(key) : null
  return owner?.[1] ?? owner?.[2] ?? home?.[1] ?? branched?.[1] ?? board?.[1] ?? place?.[1] ?? held?.[1] ?? held?.[2]
}
