import { z } from 'zod'

/** Declares an event once: its name, the version of its schema, and its shape. The type is inferred. */
export const event = <
  Type extends string,
  Data extends z.ZodType,
  Meta extends z.ZodType<{ commandId: string; at: string; part?: number | undefined }>,
>(
  type: Type,
  version: number,
  shape: { readonly data: Data; readonly metadata: Meta },
) => ({ version, schema: z.object({ type: z.literal(type), ...shape }) })
