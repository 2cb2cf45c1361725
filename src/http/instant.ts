const FORM =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?:[Zz]|([+-])(\d{2})(?::?(\d{2}))?)?)?$/

/**
 * Reads an ISO 8601 date, or date and time; UTC where there is no offset. Gives the form of `Date.toISOString`.
 * Undefined for what the calendar or the clock does not have, and outside the years 1000 to 9999.
 */
export const readInstant = (text: string): string | undefined => {
  const parts = FORM.exec(text)
  if (!parts) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
    .slice(1, 7)
    .map((part) => Number(part ?? 0))
  const [, , , , , , , fraction = '0', sign = '+', offsetHours = '0', offsetMinutes = '0'] = parts
  const midnight = new Date(Date.UTC(year, month - 1, day))
  if (midnight.getUTCFullYear() !== year || midnight.getUTCMonth() !== month - 1 || midnight.getUTCDate() !== day)
    return undefined
  if (hour > 23 || minute > 59 || second > 59 || Number(offsetHours) > 23 || Number(offsetMinutes) > 59)
    return undefined
  const offset = (sign === '-' ? -1 : 1) * (Number(offsetHours) * 60 + Number(offsetMinutes))
  const clock = ((hour * 60 + minute - offset) * 60 + second) * 1000 + Math.floor(Number(`0.${fraction}`) * 1000)
  const written = new Date(midnight.getTime() + clock).toISOString()
  return /^[1-9]\d{3}-/.test(written) ? written : undefined
}
