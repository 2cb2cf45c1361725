import { z } from 'zod'

/** An argument of tools that change memories. */
export const onlyThis = z.boolean().optional()

/** What a change was about, as tools answer it. */
export const affected = {
  ids: z.array(z.string()).describe('All that it was about: the memory, and your others with the same words.'),
  same_words: z
    .array(z.string())
    .optional()
    .describe('Others that still say the same: with another key, or of other owners.'),
}

/** The same for a model to read, as the end of a sentence. */
export const inWords = ({ ids, same_words = [] }: z.output<z.ZodObject<typeof affected>>): string =>
  same_words.length === 0
    ? `${ids.join(', ')}.`
    : `${ids.join(', ')}. The same is still said by ${same_words.join(', ')}.`
