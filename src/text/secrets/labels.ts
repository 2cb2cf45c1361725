import { allOf } from './span.js'

/** A word that announces a secret. */
export type Label = {
  /** The kind reported in the redaction. */
  readonly kind: string
  /** What the value may be: any word, digits only, or only a string that looks generated. */
  readonly holds: 'words' | 'signs' | 'digits' | 'generated'
  readonly start: number
  readonly end: number
}

const PASSWORD = String.raw`pass[ -]?words?|passwd|passcode|(?<![\p{L}])pw?d|(?<![\p{L}])pw|(?<![\p{L}])pass|(?:pass|kenn)wort|losungswort|contrase[ñn]a|mot[ -]de[ -]passe|(?<![\p{L}])mdp|(?<![\p{L}])senha|palavra[ -]passe|parola d['’]ordine|(?<![\p{L}])parola|wachtwoord|пароль|密[码碼]|口令|パスワード|비밀번호`
const SPEAKABLE = String.raw`(?<![\p{L}])(?:clave(?: de acceso)?|chiave di accesso|heslo|hasło|lösenord|şifre)`
const PHRASE = 'pass[ -]?phrase|frase de contrase[ñn]a|phrase secr[èe]te'
const PIN = String.raw`(?<![\p{L}])(?:pin(?:[ -]?(?:code|nummer|number))?|пин(?:-код)?|puk|c[oó]digo pin|code pin)|暗証番号`
const CODE = String.raw`(?:access|door|gate|alarm|entry|security|unlock|safe|lock|verification|backup|recovery|one-time|2fa|mfa|otp)[ _-]?code|(?<![\p{L}])otp|(?:zugangs|tür|sicherheits|alarm|zugriffs)[- ]?code|c[oó]digo (?:de (?:acceso|seguridad|acesso|segurança|la puerta|alarma))|code d['’](?:acc[èe]s|entrée)|digicode|codice (?:di (?:accesso|sicurezza)|d['’]accesso)|toegangscode|код доступа`
const CVV = String.raw`(?<![\p{L}])(?:cvv2?|cvc2?|csc|cvn|card security code|pr[üu]fnummer)`
const AWS_SECRET = '(?:aws[ _-]?)?secret[ _-]?access[ _-]?key'
const API_KEY =
  "api[ _-]?key|api[- ]schl[üu]ssel|clave (?:de (?:la )?)?api|cl[ée] (?:d['’])?api|chave (?:d[ae] )?api|chiave api|api[- ]sleutel|api[ -]?ключ|api ?密[钥鑰]|api ?キー"
const KEY =
  '(?:access|secret|auth|private|encryption|signing|service|account|master|session|refresh|storage|shared[ _-]?access|license|client|app|deploy|webhook)[ _-]?key|accountkey'
const TOKEN = String.raw`(?:access|auth|refresh|id|session|bearer|bot|api|csrf|xsrf|personal access|security|client|deploy|secret)[ _-]?token|(?<![\p{L}])(?:token|jeton|токен|令牌)|トークン`
const SECRET = String.raw`(?:client|app|consumer|shared|webhook|api|jwt|auth|signing|totp|cookie|session)[ _-]?secret|(?<![\p{L}])(?:secret|geheimnis)`

const SORTS = {
  api: { kind: 'API key', holds: 'generated', names: API_KEY },
  passphrase: { kind: 'passphrase', holds: 'words', names: PHRASE },
  password: { kind: 'password', holds: 'words', names: PASSWORD },
  speakable: { kind: 'password', holds: 'signs', names: SPEAKABLE },
  cvv: { kind: 'card security code', holds: 'digits', names: CVV },
  code: { kind: 'access code', holds: 'signs', names: CODE },
  pin: { kind: 'PIN', holds: 'digits', names: PIN },
  aws: { kind: 'AWS secret key', holds: 'generated', names: AWS_SECRET },
  key: { kind: 'secret key', holds: 'generated', names: KEY },
  token: { kind: 'token', holds: 'generated', names: TOKEN },
  secret: { kind: 'secret', holds: 'generated', names: SECRET },
} as const satisfies Record<string, Pick<Label, 'kind' | 'holds'> & { readonly names: string }>

/**
 * With spaces, a label ends where the word ends: neither a password manager's `passwordHash` nor `tokens` is a label.
 */
const ANY = new RegExp(
  `(?:${Object.entries(SORTS)
    .map(([name, { names }]) => `(?<${name}>${names})`)
    .join('|')})\\d{0,2}(?:(?<=[\u3000-\u9fff\uac00-\ud7af])|(?![\\p{L}\\p{N}]))(?!_[\\p{L}])`,
  'giu',
)

/** The words of a text that announce a secret, including compounds such as `dbPassword` or `WLAN-Passwort`. */
export function* labelsIn(text: string): Generator<Label> {
  for (const match of allOf(ANY, text)) {
    const [name] = Object.entries(match.groups ?? {}).find(([, found]) => found !== undefined) ?? []
    if (name === undefined || !(name in SORTS)) continue
    const { kind, holds } = SORTS[name as keyof typeof SORTS]
    yield { kind, holds, start: match.index, end: match.index + match[0].length }
  }
}

export const LABEL_KINDS: readonly string[] = [...new Set(Object.values(SORTS).map(({ kind }) => kind))]
