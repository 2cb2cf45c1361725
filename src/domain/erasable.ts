import { z } from 'zod'

/**
 * What a person said may be erased from the log later. Every schema that holds words has this second form
 * from its first version, and every projection knows it.
 */
export const erasable = <Shape extends z.ZodRawShape>(words: z.ZodObject<Shape>) =>
  z.union([words, z.object({ erased: z.literal(true) })])

export const isErased = <Words extends object>(
  words: Words | { readonly erased: true },
): words is { readonly erased: true } => 'erased' in words && words.erased === true
