import { words } from './vocabulary.js'

/** Those of which one says that many do them. */
const DONE_BY_MANY = words(
  `used loved liked hated visited read seen watched known followed attended supported inspired influenced surrounded bordered joined shared caused
  affected hit struck attacked damaged criticised criticized praised recommended mentioned quoted cited played eaten bought worn made named called
  shown told asked met taken given brought sold beaten killed injured written directed painted sung composed designed founded created invented discovered
  awarded nominated endorsed adored admired respected feared needed wanted required preferred enjoyed favoured favored impressed bored annoyed
  threatened challenged replaced succeeded preceded accompanied joined connected linked divided separated crossed served reached delayed blocked
  stopped noticed spotted found rented hired borrowed ordered requested reported viewed tested opposed rejected approved signed supposed`,
)
const PARTICIPLE = /^[a-z]{3,}(?:ed|[^e]en|ught|ung|un|aid)$/u

/** Whether a word is the participle of what one does for a thing at a time: "catered", "audited". */
export const isDoneByOne = (word: string): boolean => PARTICIPLE.test(word) && !DONE_BY_MANY.has(word)

/** Who does it: "audited" by an auditor, "catered" by a caterer. */
export const doerOf = (participle: string): string => {
  const stem = participle.replace(/(?:ed|en)$/u, '')
  return stem + (/(?:at|it|ct|ess|vis)$/u.test(stem) ? 'or' : 'er')
}
