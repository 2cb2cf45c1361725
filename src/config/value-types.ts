import { z } from 'zod'

/** Text of a form; `must` says what it must be, as the end of a sentence that begins with the setting's name. */
export const textLike = (form: RegExp, must: string) => z.string().regex(form, { error: must })

/** A key as an Authorization header can carry it. */
export const key = () => textLike(/^[!-~]+$/, 'must be made of visible ASCII characters, without spaces')

/** 32 bytes in base64. */
export const secretKey = () =>
  textLike(/^[A-Za-z0-9+/]{43}=$/, 'must be 32 random bytes in base64 (openssl rand -base64 32)')

/** A whole number in decimal digits, bounds included. */
export const wholeNumber = (least: number, most: number) => {
  const must = `must be a whole number from ${least} to ${most}`
  return z
    .string()
    .regex(/^\d{1,15}$/, { error: must })
    .transform(Number)
    .refine((number) => number >= least && number <= most, { error: must })
}

/** A share from 0 to 1 as a decimal fraction. */
export const share = () => textLike(/^(0|1|0?\.\d{1,9}|1\.0{1,9})$/, 'must be a number from 0 to 1').transform(Number)

/** An amount of money as a decimal fraction. */
export const amount = () =>
  textLike(/^\d{1,6}(\.\d{1,6})?$/, 'must be a decimal number from 0 to 999999, such as 0.15').transform(Number)

/** true or false, in any case. */
export const yesOrNo = () =>
  textLike(/^(true|false)$/i, 'must be true or false').transform((word) => word.toLowerCase() === 'true')

/** One of a few words. */
export const oneOf = <const Word extends string>(...words: readonly Word[]) =>
  z.enum(words, { error: `must be ${words.slice(0, -1).join(', ')} or ${words.at(-1)}` })

/** An http or https address. */
export const webAddress = () => address(/^https?:$/, 'must be an address that starts with http:// or https://')

/** A Postgres connection string. What the driver would misread is refused here, because the driver's message would print it. */
export const postgresAddress = () =>
  address(
    /^postgres(ql)?:$/,
    'must be an address that starts with postgres:// or postgresql://, with % codes for special characters in a password',
  )

const address = (protocol: RegExp, must: string) =>
  z.string().refine((text) => URL.canParse(text) && protocol.test(new URL(text).protocol) && text.includes('://'), {
    error: must,
  })

export const modelName = () => textLike(/^\P{Cc}{1,256}$/u, 'must be the name of a model, at most 256 characters')

/** Of the settings that `openai` needs, by name with what each is, those that are not given: one sentence each. */
export const missingForOpenAi = (
  given: Readonly<Record<string, string | undefined>>,
  provider: string,
  needed: Readonly<Record<string, string>>,
): readonly string[] =>
  Object.entries(given[provider] === 'openai' ? needed : {})
    .filter(([name]) => given[name] === undefined)
    .map(([name, what]) => `${name} must be set with ${provider}=openai: ${what}.`)

/** Of the servers that speak the API of OpenAI one needs a key. */
export const keyOrServer = (address: string): string =>
  `a key of https://api.openai.com/v1, or ${address} to another server`
