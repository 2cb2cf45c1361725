const alef = /[أإآٱ]/g
const article = /^(?:ال|وال|بال|كال|فال|لل)/
const suffix = /(?:ها|ان|ات|ون|ين|يه|ه|ي)$/

/**
 * The light stem of an Arabic word: alef in one form, without article, "and" and the endings of number and gender
 * (light10: Larkey, Ballesteros and Connell 2007). A marked word must have lost its marks before.
 */
export const stemArabic = (word: string): string => {
  const plain = word.replace(alef, 'ا').replaceAll('ى', 'ي').replaceAll('ة', 'ه')
  const own = shortened(shortened(plain, /^و(?=.{3})/, 3), article, 2)
  return shortened(shortened(own, suffix, 2), suffix, 3)
}

/** Without what the pattern takes, as long as so many letters remain. */
const shortened = (word: string, pattern: RegExp, least: number): string => {
  const rest = word.replace(pattern, '')
  return rest.length >= least ? rest : word
}
