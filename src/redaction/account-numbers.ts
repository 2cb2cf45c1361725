import { countrySpecs, ValidationErrorsIBAN, validateIBAN } from 'ibantools'
import type { Finder, Span } from './span.js'

const IBAN_START = /(?<![A-Za-z0-9])(?:[A-Z]{2}|[a-z]{2})\d{2}(?=[ \u00a0.-]?[A-Za-z0-9])/g
const WRONG: readonly ValidationErrorsIBAN[] = [
  ValidationErrorsIBAN.NoIBANCountry,
  ValidationErrorsIBAN.WrongBBANLength,
  ValidationErrorsIBAN.ChecksumNotNumber,
  ValidationErrorsIBAN.WrongIBANChecksum,
]

/** As long as the country's are, whatever parts it: the words that follow are not of it. */
const ibanAt = (text: string, start: number): Span | undefined => {
  const length = countrySpecs[text.slice(start, start + 2).toUpperCase()]?.chars ?? 0
  let [letters, end] = ['', start]
  for (; letters.length < length && end < text.length; end += 1) {
    const letter = text.charAt(end)
    if (/[A-Za-z0-9]/.test(letter)) letters += letter
    else if (!/[ \u00a0.-]/.test(letter) || !/[A-Za-z0-9]/.test(text.charAt(end + 1))) return undefined
  }
  if (letters.length < Math.max(length, 15) || /[A-Za-z0-9]/.test(text.charAt(end))) return undefined
  const { errorCodes } = validateIBAN(letters.toUpperCase())
  return errorCodes.some((code) => WRONG.includes(code)) ? undefined : { start, end, kind: 'IBAN' }
}

/** Numbers of bank accounts with a country and a right checksum. */
export const ibans: Finder = (text) =>
  [...text.matchAll(IBAN_START)].flatMap(({ index }) => {
    const span = ibanAt(text, index)
    return span === undefined ? [] : [span]
  })
