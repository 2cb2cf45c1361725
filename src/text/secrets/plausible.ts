import { allWordsOf, knownOf } from '../languages.js'
import type { Value } from './value.js'

/** Placeholders for a secret to be filled in, or already removed. */
const PLACEHOLDER =
  /^(?:[<[{(%$#@:].*[>\])}%]|\$\{?[A-Za-z_][\w.:-]*\}?|\$\(.*|\{\{.*|%[sdvq@]|\$\d|\?+|[*•●.…_#-]+|[xX]{3,}|<[^>]*>?|[:@](?:pass|pw|secret|token)\w*|(?:your|my|the|some|an?|enter|insert|replace|put)[-_ ](?:\w+[-_ ]){0,4}(?:password|passwd|pwd|passphrase|pin|key|token|secret|here|me|value)|(?:placeholder|redacted|masked|hidden|censored|removed|omitted|todo|tbd|fixme|n\/a)\W*)$/i
const TYPE =
  /^(?:(?:str|string|text|bytes?|number|int|integer|boolean|bool|true|false|null|nil|none|undefined|void|any|unknown|object|char|varchar|secretstr|optional|password|passwd|passphrase|secret|token|api_?key|pwd|pin|hash|email|username|user|login|input|uuid)(?:\??\[\]|\(\d*\)|<.*|\[.*|\|.*|\?|!)?)$/i
/** Code that fetches a secret: a call, an index, or a path through an object. */
const CODE =
  /^(?:[\w$.?!:@>-]{1,100}(?:\(|\[["'\w])|(?:await|new|let|const|var|function|return|async|lambda|sql|f|r|b)$|(?:self|this|req|request|res|response|user|users|config|conf|cfg|settings?|env|process|os|props|state|data|body|params?|args?|argv|options?|opts|ctx|context|secrets?|vars?|local|module|app|db|input|form|values?|creds?|credentials?|account|client|session|payload|event|e|import|system|auth|steps|github|input|inputs|event|data|each|aws_\w+|random_\w+)(?:\?|!)?(?:\.|->|::)[\w$.?!>:-]+$|[\w$]+(?:\.|->)[\w$.]*(?:pass|pw|secret|token|key)\w*$)/i
const ADDRESS =
  /^(?:[a-z][a-z0-9+.-]{1,20}:\/\/|www\.|~?\.{0,2}\/(?:[\w.-]+\/?)*$|[A-Za-z]:\\|[\w.+-]+@[\w-]+\.[\w.-]+$|[\w-]+(?:\.[\w-]+)*\.(?:com|org|net|io|dev|txt|md|json|ya?ml|env|ts|js|py|pem|example|local|de|fr|es|it|nl|pt)$)/i
/** Names of techniques, measures, times and amounts, which also mix letters, digits and signs. */
const TECHNICAL =
  /^(?:(?:utf|sha|md|aes|rsa|ed|ecdsa|base|argon|pbkdf|ipv|oauth|http|tls|ssl|erc|hs|rs|es|ps|wpa|web|rfc|iso|oidc|ec|nist)[-_/]?\d[\w.-]{0,12}|[a-z]-?\d{1,3}(?:\.\d+)*|[12]password(?:'s)?|(?:2|m)fa|\d+(?:st|nd|rd|th|er|e|º|ª)|\d+[-–/]\d+|[\d.,]+(?:%|h|m|s|d|w|y|min|ms|kb|mb|gb|px|k|am|pm|x|€|\$|chars?|bits?|bytes?|days?)|[€$£]\d[\d.,]*|\d{1,2}:\d{2}(?::\d{2})?|\d{4}-\d{2}-\d{2}.*|\d{1,2}[./]\d{1,2}[./]\d{2,4}|\d+[.,]\d+|[a-z]+\d?-(?:\w+ed|based|long|character|digit|sensitive|only))$/i

export const isFilled = (text: string): boolean => !PLACEHOLDER.test(text.trim())

/** Whether a value cannot be a secret regardless of its label: a placeholder, a type, code, a URL. */
export const isNoValue = ({ text, quoted }: Pick<Value, 'text' | 'quoted'>): boolean =>
  !isFilled(text) || TYPE.test(text) || (!quoted && CODE.test(text)) || ADDRESS.test(text)

const SIGN = /[@#$%^&*!+=~?\\|/]/
const letters = (text: string): boolean => /\p{L}/u.test(text)

/**
 * Whether a string does not look like a word: letters mixed with digits or signs, or a number of at least four digits.
 */
export const isLikelySecret = (text: string): boolean => {
  if (TECHNICAL.test(text) || text.length < 4) return false
  if (/^[\d*#]+$/.test(text)) return true
  const signed = SIGN.test(text.slice(1, -1)) && !/^\p{L}+(?:\/\p{L}+)+$/u.test(text)
  const mixed = letters(text) && /\d/.test(text)
  return mixed || signed || /^\d[\d-]{3,}$/.test(text)
}

/** Whether a string also looks like a token or a key: long, and letters mixed with digits or in both cases. */
export const isLikelyGenerated = (text: string): boolean =>
  text.length >= 8 &&
  !TECHNICAL.test(text) &&
  /^[\w.~+/=:@%!$#&*-]+$/.test(text) &&
  ((/\d/.test(text) && letters(text)) || (text.length >= 20 && /[a-z]/.test(text) && /[A-Z]/.test(text)))

const SAID = allWordsOf([...knownOf('secrets').values()].map(({ said }) => said))
/** Whether a word describes a secret, as `required` does, and is not one. */
export const isSaid = (text: string): boolean => SAID.has(text.toLowerCase())

const INFLECTED =
  /(?:^\p{L}{3,}(?:ing|ed|able|ible|less|ful|ly|ous|ive)$|^ge\p{L}{3,}(?:t|en)$|^(?:ver|be|er|ent|zer)\p{L}{3,}t$|\p{L}{3,}(?:lich|ungen|bar|adas?|ados?|idas?|idos?|ées?|ato|ata|uta|uto|mente|ment)$)/iu

/** Whether a word that does not look like a secret could still be a weak one. */
export const couldBeWeak = ({ text, last }: Value): boolean => {
  const bare = text
    .toLowerCase()
    .replace(/[!.]+$/, '')
    .replaceAll('’', "'")
  if (!last || text.length < 3 || !/^[\p{L}\p{M}\p{N}'!._-]+$/u.test(text)) return false
  const parts = [bare, ...bare.split(/[-'._]/)]
  return !parts.some((part) => SAID.has(part)) && !INFLECTED.test(bare) && !TECHNICAL.test(bare)
}

const UNIT =
  /\s{1,3}(?:char|digit|letter|symbol|word|byte|bit|time|day|hour|minute|second|week|month|year|token|attempt|step|zeichen|stellen|ziffern|tage|stunden|minuten|jahre|caracter|carácter|dígito|día|hora|caractère|chiffre|jour|heure|caracteri|cifre|giorni|tekens|cijfers|dagen|символ|%)/iuy

/** A number followed by a unit is not a secret. */
export const isCounted = (text: string, { text: word, end }: Value): boolean => {
  UNIT.lastIndex = end
  return /^\d+$/.test(word) && UNIT.test(text)
}
