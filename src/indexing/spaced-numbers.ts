const international = /(?<![\p{L}\p{N}+])\+\d[\d ()./-]{5,22}\d(?!\p{N})/gu
const national = /(?<!\p{L}|\p{N}[ /-]?)0\d{2,5}(?:[ /-]{1,3}\d{2,8}){1,4}(?![\p{L}\p{N}])/gu
/** Two letters, two digits, groups of four. */
const account = /(?<![\p{L}\p{N}])\p{Lu}{2}\d{2}(?: [\p{Lu}\d]{4}){2,7}(?: [\p{Lu}\d]{1,3})?(?![\p{L}\p{N}])/gu
const notCounted = /[^\p{L}\p{N}]+/gu

/** Phone numbers and bank accounts written in groups, as those write them who leave no spaces. */
export const spacedNumbers = (text: string): readonly string[] =>
  [international, national, account].flatMap((form) =>
    (text.match(form) ?? []).map((written) => written.replace(notCounted, '').toLowerCase()),
  )
