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

const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/))

/** Words said about passwords: grammar, judgements, conditions, places that store them. */
const SAID = words(`
  a an the this that these those it its my your our his her their same not no yes never always also still now only just
  too so very quite rather really already again in on at to from by for with without of as and or but if when where who
  what which why how there here one something nothing anything everything someone anyone both either neither none all
  some any each every more most less least enough another other see ask check use let must should can cannot could may
  might will would has have had is are was were be been being do does did done get got set put kept known lost stuck gone
  sent shown written stored saved hidden chosen given taken found broken stolen reset
  required optional mandatory needed necessary missing empty blank wrong right correct incorrect invalid valid bad good
  fine ok okay safe unsafe secure insecure weak strong stronger strongest long longer short shorter old older new newer
  easy hard simple simpler complex unique common default same different identical similar secret private public
  confidential sensitive important critical crucial useless useful temporary permanent personal random
  case-sensitive plain plaintext clear cleartext visible available unavailable unknown ready due expired obsolete
  outdated current up-to-date enabled disabled on off true false null read-only one-time pending active inactive
  everything guessable memorable crackable strength policy manager field input form rotation history hash reset change
  day days week weeks month months year years today tomorrow yesterday soon later here somewhere elsewhere
  below above attached inside outside online offline bitwarden lastpass keepass keychain vault dashlane nordpass email
  e-mail sms mail name username birthday login user admin number word phrase
  der die das ein eine einen dem den des nicht kein keine falsch richtig wichtig nötig notwendig erforderlich optional
  leer ungültig gültig abgelaufen sicher unsicher stark schwach lang kurz alt neu einfach gut schlecht geheim bekannt
  unbekannt weg noch schon sehr zu hier dort im in auf bei mit ohne immer nie mein dein sein ihr unser euer wie was wo
  el la los las un una unos unas no sí es en de con sin por para muy más mi tu su este esta ese esa aquí allí incorrecta
  incorrecto correcta correcto obligatoria obligatorio necesaria necesario opcional segura seguro débil fuerte larga
  larga corta corto nueva nuevo vieja viejo secreta secreto importante única único válida válido inválida inválido vacía
  requerida requerido fácil difícil demasiado siempre nunca paciencia
  le les l un une des pas ne en dans sur avec sans pour très trop plus mon ton son notre votre leur ici là obligatoire
  requis requise nécessaire facultatif optionnel faux fausse incorrecte incorrecte invalide valide vide sûr sûre faible
  fort forte long longue court courte nouveau nouvelle ancien secret secrète important unique expiré expirée toujours
  jamais stocké simple sécurisé
  o os as um uma não em no na nos nas com sem por muito mais meu minha seu sua aqui ali obrigatória obrigatório
  necessária necessário incorreta incorreto correta correto inválida inválido válida segura seguro fraca fraco forte
  longa curta nova velha secreta única expirada vazia errada sempre nunca fácil
  il lo gli uno non nel nella sul con senza per molto più troppo mio mia tuo tua suo sua qui lì obbligatoria
  obbligatorio necessaria necessario facoltativa errata errato sbagliata sbagliato corretta corretto valida non-valida
  sicura debole forte lunga corta nuova vecchia segreta unica scaduta vuota sempre mai
  de het een niet geen in op met zonder voor zeer heel te mijn jouw zijn haar ons hier daar verplicht nodig vereist
  optioneel fout juist onjuist ongeldig geldig leeg veilig onveilig sterk zwak lang kort nieuw oud geheim belangrijk
  uniek verlopen altijd nooit bekend onbekend
  не нужен обязателен неверный неверен правильный неправильный пустой слабый сильный новый старый должен был это в на
  必填 必须 错误 为空 必要 必須 不要 未设置`)
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
