import { describe, expect, test } from 'vitest'
import { redact } from '../../../src/text/secrets/redact.js'
import { marked } from './marked.js'

const PASSWORDS: readonly string[] = [
  // English
  'The password for the router is ⟦hunter2⟧.',
  'My password is ⟦sunshine⟧',
  'my wifi password is ⟦Blue-Whale-77⟧, tell Ben',
  'The password to the old NAS was ⟦qwerty123⟧ and it still works',
  "Ben's password is now ⟦tr0ub4dor&3⟧",
  'The password is "⟦open sesame⟧".',
  'the password you asked for is ⟦s3cr3t!⟧',
  'Password: ⟦hunter2⟧',
  'Password for the router: ⟦hunter2⟧',
  'WiFi password (guest network): ⟦welcome⟧',
  '**Password:** ⟦hunter2⟧',
  'password -> ⟦hunter2⟧',
  'Please use ⟦hunter2⟧ as the password.',
  'Use "⟦correct horse⟧" as your password',
  'Log in with ⟦p@ssw0rd⟧ as my admin password',
  '⟦hunter2⟧ is my password',
  '⟦hunter2⟧ is the wifi password for the office',
  'Ana said "⟦hunter2⟧ is my password" yesterday',
  'I changed my password to ⟦n3wP4ss⟧ yesterday',
  'Set the router password to ⟦bananas⟧.',
  'sign in as ana with password ⟦hunter2⟧ and look',
  'My password is: ⟦hunter2⟧',
  'pw: ⟦hunter2⟧',
  'username: ana, password: ⟦sunshine⟧',
  'The password (for staging) is ⟦hunter2⟧',
  'The password has been changed to ⟦Winter2025⟧.',
  'My password was changed to ⟦Winter2025⟧',
  'My password used to be ⟦hunter2⟧',
  'my gmail app password is ⟦abcd efgh ijkl mnop⟧',
  // German
  'Das Passwort für den Router ist ⟦hunter2⟧.',
  'Mein Passwort lautet ⟦Sonnenblume⟧',
  'Das WLAN-Passwort ist ⟦Blau.Wal77⟧, sag es Ben',
  'Passwort: ⟦geh31m⟧',
  'Verwende ⟦hunter2⟧ als Passwort',
  '⟦hunter2⟧ ist mein Kennwort',
  // Spanish
  'La contraseña del router es ⟦hunter2⟧.',
  'Mi contraseña es ⟦girasol⟧',
  'Contraseña: ⟦hunter2⟧',
  'Usa ⟦hunter2⟧ como contraseña',
  'La clave del wifi es ⟦casa1234⟧',
  // French
  'Le mot de passe du wifi est ⟦hunter2⟧.',
  'Mon mot de passe est ⟦tournesol⟧',
  'Mot de passe : ⟦hunter2⟧',
  'Utilise ⟦hunter2⟧ comme mot de passe',
  // Portuguese
  'A senha do wifi é ⟦hunter2⟧.',
  'Minha senha é ⟦girassol⟧',
  'Senha: ⟦hunter2⟧',
  'Use ⟦hunter2⟧ como senha',
  // Italian
  'La password del router è ⟦hunter2⟧.',
  'La mia password è ⟦girasole⟧',
  'Usa ⟦hunter2⟧ come password',
  // Dutch
  'Het wachtwoord van de router is ⟦hunter2⟧.',
  'Mijn wachtwoord is ⟦zonnebloem⟧',
  'Wachtwoord: ⟦hunter2⟧',
  'Gebruik ⟦hunter2⟧ als wachtwoord',
  // Russian, Chinese, Japanese, Korean
  'Пароль: ⟦hunter2⟧',
  'Пароль от роутера — ⟦hunter2⟧',
  'мой пароль ⟦hunter2⟧',
  '密码是 ⟦hunter2⟧',
  '我的密码是⟦hunter2⟧。',
  '密码：⟦hunter2⟧',
  'パスワードは ⟦hunter2⟧ です',
  'パスワード：⟦hunter2⟧',
  '비밀번호는 ⟦hunter2⟧',
]

const OTHERS: readonly (readonly [kind: string, text: string])[] = [
  ['PIN', 'my pin is ⟦4821⟧'],
  ['PIN', 'PIN: ⟦4821⟧'],
  ['PIN', 'The PIN for the card is ⟦482199⟧, do not lose it'],
  ['PIN', 'use ⟦4821⟧ as the pin'],
  ['PIN', '⟦4821⟧ is my PIN'],
  ['PIN', 'Meine PIN ist ⟦4821⟧'],
  ['PIN', 'mi pin es ⟦4821⟧'],
  ['PIN', 'mijn pincode is ⟦4821⟧'],
  ['PIN', '暗証番号は⟦4821⟧です'],
  ['access code', 'The door code is ⟦4711#⟧'],
  ['access code', 'the access code for the garage is ⟦9931⟧'],
  ['access code', "Le code d'accès est ⟦A4711⟧"],
  ['access code', 'El código de acceso es ⟦9931⟧'],
  ['access code', 'Der Türcode ist ⟦4711⟧'],
  ['card security code', 'cvv: ⟦123⟧'],
  ['card security code', 'the CVC is ⟦7312⟧'],
  ['passphrase', 'My passphrase is "⟦correct horse battery staple⟧"'],
  ['passphrase', 'passphrase: ⟦tr0ub4dor⟧'],
  ['passphrase', 'The passphrase is ⟦correct horse battery staple⟧.'],
  ['passphrase', 'My passphrase for the vault is ⟦correct horse battery staple⟧.'],
  ['API key', 'The API key is ⟦9f8e7d6c5b4a39281706⟧'],
  ['API key', 'Mein API-Schlüssel ist ⟦9f8e7d6c5b4a39281706⟧'],
  ['API key', 'La clave de API es ⟦9f8e7d6c5b4a39281706⟧'],
  ['API key', "La clé d'API est ⟦9f8e7d6c5b4a39281706⟧"],
  ['API key', 'A chave de API é ⟦9f8e7d6c5b4a39281706⟧'],
  ['token', 'the access token is ⟦abcd1234efgh5678⟧'],
  ['token', 'Use ⟦abcd1234efgh5678⟧ as the token'],
  ['secret', 'our shared secret is ⟦abcd1234efgh5678⟧'],
  [
    'recovery phrase',
    'My seed phrase is ⟦legal winner thank year wave sausage worth useful legal winner thank yellow⟧.',
  ],
]

describe('a secret in a sentence', () => {
  test.each([...PASSWORDS.map((text) => ['password', text] as const), ...OTHERS])('%s: %s', (kind, written) => {
    const { text, clean, count } = marked(written, kind)
    expect(redact(text)).toEqual({ text: clean, count })
  })
})
