export type Redacted = { readonly text: string; readonly count: number }

type Rule = { readonly kind: string; readonly pattern: RegExp; readonly keep?: (match: string) => boolean }

const luhn = (digits: string): boolean => {
  let sum = 0
  for (let i = 0; i < digits.length; i += 1) {
    const digit = Number(digits[digits.length - 1 - i])
    const doubled = i % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

/** Prefixes and lengths of the large networks, so that ids and timestamps, which may satisfy Luhn by chance, stay. */
const CARD =
  /^(?:4(?:\d{12}|\d{15}|\d{18})|5[1-5]\d{14}|2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)\d{12}|3[47]\d{13}|3(?:0[0-5]|[68]\d)\d{11}|35(?:2[89]|[3-8]\d)\d{12}|6(?:011|4[4-9]\d|5\d\d)\d{12}|62\d{14,17}|(?:5018|5020|5038|6304|6759|676[1-3])\d{8,15})$/
const noCard = (match: string): boolean => {
  const digits = match.replace(/\D/g, '')
  return !CARD.test(digits) || !luhn(digits)
}

const NAME = `(?:pass(?:word|wd|phrase|code)|pwd|passwort|kennwort|contrase[ñn]a|mot de passe|senha|wachtwoord)`
const KEY_NAME = `(?:api|access|secret|auth|private|client|encryption|signing|service|account|master|session|refresh)[_ -]?(?:key|token|secret)|token|secret`
const VALUE = String.raw`(?:"[^"\n]{3,200}"|'[^'\n]{3,200}'|${'`'}[^${'`'}\n]{3,200}${'`'}|[^\s"'${'`'},;]{4,200})`
/** What follows "password is" in prose and is no password: a word of grammar, a form of a verb, a judgement. */
const NO_PASSWORD =
  /^(?:not|the|an?|in|on|at|to|too|so|very|still|also|now|only|always|never|your|my|our|his|her|their|same|that|this|what|case|important|wrong|right|correct|required|needed|invalid|safe|secure|weak|strong|secret|fine|long|short|old|new|easy|hard|unique|empty|there|here|one|\p{L}+(?:ing|ed)|known|kept|set|lost|hidden|falsch|richtig|nicht|wichtig)(?![\p{L}\p{N}])/iu
const noPassword = (match: string): boolean => NO_PASSWORD.test(match)
/** A value after "secret:" or "token = " without a digit is prose or code. */
const noDigit = (match: string): boolean => !/\d/.test(match) || /^(?:process|os|import|config)\./.test(match)

/** Order matters: blocks first, then shapes that name themselves, then values that only their label gives away. */
const RULES: readonly Rule[] = [
  {
    kind: 'private_key',
    pattern:
      /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:[\s\S]*?-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|[\s\S]*)/g,
  },
  { kind: 'token', pattern: /(?<![\w-])eyJ[\w-]{8,4000}\.[\w-]{4,8000}\.[\w-]{4,2000}/g },
  { kind: 'api_key', pattern: /(?<![A-Za-z0-9])(?:sk|pk|rk)[-_](?:live|test|ant|proj|svcacct|or)[-_][\w-]{10,400}/g },
  { kind: 'api_key', pattern: /(?<![A-Za-z0-9_-])sk-(?=[\w-]{0,400}\d)[\w-]{16,400}/g },
  {
    kind: 'api_key',
    pattern:
      /(?<![A-Za-z0-9])(?:gh[opusr]_[A-Za-z0-9]{20,255}|github_pat_\w{20,255}|glpat-[\w-]{16,255}|hf_[A-Za-z0-9]{20,255}|npm_[A-Za-z0-9]{30,255}|xox[abeprs]-[\w-]{10,255})/g,
  },
  {
    kind: 'api_key',
    pattern:
      /(?<![A-Za-z0-9])(?:(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])|AIza[\w-]{30,60}|SG\.[\w-]{16,64}\.[\w-]{16,64}|whsec_[A-Za-z0-9+/=]{16,128})/g,
  },
  {
    kind: 'token',
    pattern: /(?<=\bBearer\s{1,3})(?!\[redacted:)[A-Za-z0-9][\w.~+/-]{11,4000}={0,2}/gi,
    keep: (match) => /^[a-z]+\.?$/.test(match),
  },
  {
    kind: 'password',
    pattern: /(?<=\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:@/]{0,100}:)(?!\[redacted:)[^\s@/]{1,200}(?=@)/gi,
  },
  {
    kind: 'password',
    pattern: new RegExp(
      String.raw`(?<=(?<![\p{L}])${NAME}["']?\s{0,3}(?:[:=]|=>)\s{0,3})(?!["']?\[redacted:)${VALUE}`,
      'giu',
    ),
  },
  {
    kind: 'password',
    pattern: new RegExp(
      String.raw`(?<=(?<![\p{L}])${NAME}(?: for [\w.-]{1,40}| to [\w.-]{1,40})? (?:is|was|ist|lautet|es|est|é)(?: now)?:? {1,2})(?!["']?\[redacted:)${VALUE}`,
      'giu',
    ),
    keep: noPassword,
  },
  {
    kind: 'secret',
    pattern: new RegExp(
      String.raw`(?<=(?<![\p{L}])(?:\w{1,40}[_-])?(?:${KEY_NAME})=)(?!["']?\[redacted:)${VALUE}`,
      'giu',
    ),
  },
  {
    kind: 'secret',
    pattern: new RegExp(
      String.raw`(?<=(?<![\p{L}])(?:\w{1,40}[_-])?(?:${KEY_NAME})["']?\s{0,3}(?:=|:|=>)\s{0,3})(?!["']?\[redacted:|bearer\b)${VALUE}`,
      'giu',
    ),
    keep: noDigit,
  },
  { kind: 'card', pattern: /(?<![\d.+-])(?<!\d[ -])\d(?:[ -]?\d){12,18}(?![ -]?\d)(?!\.\d)/g, keep: noCard },
]

/** Quotation marks around a value stay, so that quoted text stays readable. */
const quoted = (match: string): { readonly open: string; readonly close: string } =>
  /^(["'`]).*\1$/s.test(match) && match.length > 1
    ? { open: match.charAt(0), close: match.charAt(0) }
    : { open: '', close: '' }

/**
 * Replaces secrets (API keys, tokens, private key blocks, passwords, card numbers) by `[redacted:<kind>]` and counts them.
 * Applying it again changes nothing. A private key block without an end is redacted to the end of the text.
 */
export const redact = (text: string): Redacted => {
  let count = 0
  let clean = text
  for (const { kind, pattern, keep } of RULES)
    clean = clean.replace(pattern, (match: string) => {
      if (keep?.(match)) return match
      count += 1
      const { open, close } = quoted(match)
      return `${open}[redacted:${kind}]${close}`
    })
  return { text: clean, count }
}
