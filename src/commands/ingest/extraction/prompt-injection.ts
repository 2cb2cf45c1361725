import { english } from './prompt-injection/english.js'
import { germanicAndRomance } from './prompt-injection/germanic-romance.js'
import { otherScripts } from './prompt-injection/other-scripts.js'
import { undisguised, withoutAccents } from './prompt-injection/undisguised.js'

/** Words one of which every pattern of Latin letters holds: most turns hold none, so that one look does for all. */
const HINT =
  /ignor|disregard|forget|overrid|bypass|you are|system|sistem|systèm|assistant|developer|<\||\[\/?inst|<\/?instr|memor|memór|mémoir|knowledge base|history|remember|note|store|save|keep in mind|from now on|missacht|vergiss|verges|überge|beachte|bist|sie sind|lösch|merk|ab jetzt|ab sofort|nun|olvid|descart|caso|borr|elimin|ahora|recuerd|esque|desconsider|apag|exclu|agora|lembr|delet|dimentic|trascur|scart|cancell|ora|adesso|ricord|tu es|vous êtes|oubli|abstraction|compte|supprim|effac|maintenant|désormais|dorénavant|souviens|rappelle|retiens/i
const otherLetters = /[\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

/**
 * Whether a text is aimed at the assistant or at the memory rather than said to a person, in the usual forms of English,
 * German, Spanish, French, Portuguese, Italian, Russian, Arabic, Chinese and Japanese, however its letters are disguised.
 * Each pattern is an order (imperative, start of a clause) or a forged frame; a report in the first person ("I ignored
 * the …") matches none.
 */
export const steers = (text: string): boolean => undisguised(text).some(steersAsShown)

const steersAsShown = (text: string): boolean => {
  const plain = withoutAccents(text)
  return (
    (HINT.test(plain) && english.some((pattern) => pattern.test(plain))) ||
    (HINT.test(text) && germanicAndRomance.some((pattern) => pattern.test(text))) ||
    (otherLetters.test(text) && otherScripts.some((pattern) => pattern.test(text)))
  )
}
