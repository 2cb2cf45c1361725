import { isFilled } from './plausible.js'
import type { Sought } from './span.js'

/** An option of a program on its own line, which a backslash may carry on to the next. */
const option = (programs: string, options: string, value: string): RegExp =>
  new RegExp(String.raw`\b(?:${programs})\b(?:[^\n\\|]|\\[\s\S]){0,120}?[ \t](?:${options})${value}`, 'g')

/** What programs are called with. */
export const COMMANDS: readonly Sought[] = [
  {
    kind: 'password',
    pattern: option(
      'curl|wget|https?|xh|httpie',
      '-u|--user|--proxy-user|-U|-a|--auth',
      String.raw`[ =]{0,2}(?:"[^\s:"]{1,100}:(?<double>[^"\n]{1,200})|'[^\s:']{1,100}:(?<single>[^'\n]{1,200})|[^\s:"'/-][^\s:"'/]{0,100}:(?<secret>[^\s"'/][^\s"']{0,200}))`,
    ),
    isSecret: isFilled,
  },
  {
    kind: 'cookie',
    pattern: option(
      'curl|wget',
      '-b|--cookie',
      String.raw`[ =]{0,2}["']?(?<secret>[^\s"'=;]{1,100}=[^"'\n]{2,2000}?(?=["'\n]|$))`,
    ),
    isSecret: isFilled,
  },
  {
    kind: 'password',
    pattern: option(
      'mysql|mysqldump|mysqladmin|mariadb|sshpass|7z',
      '-p',
      String.raw`["']?(?<secret>[^\s"'-][^\s"']{2,200})`,
    ),
    isSecret: isFilled,
  },
  {
    kind: 'password',
    pattern: option(
      String.raw`sshpass|docker[ \t]+login|podman[ \t]+login|redis-cli|ldapsearch|az[ \t]+login|helm`,
      '-p|-a|-w|-pass',
      String.raw`[ \t]{1,3}["']?(?<secret>[^\s"'-][^\s"']{2,200})`,
    ),
    isSecret: isFilled,
  },
  { kind: 'password', pattern: /[ \t]-pass(?:in|out)?[ \t]+pass:(?<secret>[^\s"']{2,200})/g, isSecret: isFilled },
  {
    kind: 'password',
    pattern: /(?<![\w.-])[\w.-]{1,100}:(?:5432|6432):[\w*-]{1,63}:[\w.-]{1,63}:(?<secret>[^\s"']{3,200})/g,
    isSecret: isFilled,
  },
]
