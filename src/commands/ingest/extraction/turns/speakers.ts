import { isAssistantRole } from '../../../../indexing/assistant-role.js'
import { FUNCTION_WORDS } from '../words.js'

const list = (words: string): ReadonlySet<string> => new Set(words.split(' '))

/** The user's side of a conversation, in the languages of the search. */
const USERS = list(
  'user human benutzer benutzerin nutzer nutzerin anwender mensch usuario usuaria utilisateur utilisatrice usuário usuária utente ' +
    'gebruiker пользователь человек 用户 用戶 使用者 ユーザー ユーザ 사용자 유저 المستخدم مستخدم उपयोगकर्ता',
)
const PEOPLE = list(
  'kunde kundin cliente klant клиент 客户 客戶 お客様 고객 العميل ग्राहक customer client agent support operator caller representative rep advisor interviewer interviewee candidate moderator host guest speaker person participant therapist patient doctor teacher student coach seller buyer narrator me you',
)
/** Labels of notes, fields and sections, which are not names. */
const HEADINGS = list(
  'note notes nb ps update edit warning caution tip tips hint example examples summary conclusion introduction overview background title subject date time from to cc bcc re fwd sent name names type types id key keys value values version description status url link links source sources file path author authors email phone tel fax address location price cost total subtotal amount quantity todo todos task tasks reminder important remember fact facts goal goals plan plans agenda action actions decision decisions result results output input error errors info debug warn trace fatal exception reason reasons problem solution pros cons ingredients instructions steps step day week month chapter section part item items option options number list table figure appendix reference references question answer also however therefore meanwhile finally first firstly second secondly third lastly next then today yesterday tomorrow monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december http https ftp file mailto tags category categories keywords topic topics context requirements features feature usage install installation breakfast lunch dinner morning afternoon evening hinweis achtung beispiel betreff datum nota ejemplo asunto fecha exemple objet',
)
/** Roles of the machine side other than the assistant. */
const OWN_NAMES = list('system tool function developer')
const PARTICLES = list(
  'de da do dos das del della di la le van von der den ten ter bin ibn al el bint abu y e o of the zu zum',
)

const fold = (label: string): string => label.toLowerCase().replace(/[\s._#-]{1,4}(?:\d{1,3}|[a-z])$/, '')

export const isRole = (label: string): boolean =>
  isAssistantRole(label) || USERS.has(fold(label)) || PEOPLE.has(fold(label))
/** The role that a label stands for, in lower case; null for a person's name. */
export const roleOfLabel = (label: string): string | null => {
  if (USERS.has(fold(label))) return 'user'
  if (!isRole(label)) return null
  return OWN_NAMES.has(fold(label)) || !isAssistantRole(label) ? label.toLowerCase() : 'assistant'
}
export const isHeading = (label: string): boolean => HEADINGS.has(fold(label)) || HEADINGS.has(label.toLowerCase())

/** Labels of questions and answers; they do not name a person. */
export const isAnswerKey = (label: string): boolean => /^(?:Q|A|Question|Answer)$/.test(label)
/** Whether a speaker is a named person, and so an entity. A letter names nobody. */
export const isPerson = (speaker: string): boolean =>
  !isRole(speaker) && !isAnswerKey(speaker) && !/^\p{Lu}$/u.test(speaker)

/** A short label that looks like a name: every word capitalised, or in a script without capitals. */
export const looksLikeName = (label: string): boolean => {
  const words = label.split(/[\s._-]+/).filter((word) => word !== '')
  const first = words[0]
  if (first === undefined || words.length > 4 || isHeading(label) || FUNCTION_WORDS.has(first.toLowerCase()))
    return false
  return words.every(
    (word, at) => /^[\p{Lu}\p{Lt}\p{Lo}\p{N}]/u.test(word) || (at > 0 && PARTICLES.has(word.toLowerCase())),
  )
}

/** Lower-case handles ("ana", "bob_92"): accepted as names only if the rest of the text is clearly a dialogue. */
export const looksLikeHandle = (label: string): boolean =>
  /^\p{Ll}[\p{L}\p{N}._-]{1,24}$/u.test(label) && !isHeading(label) && !FUNCTION_WORDS.has(label)
