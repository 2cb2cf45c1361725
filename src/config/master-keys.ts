import { z } from 'zod'
import { textLike } from './value-types.js'

const aKey = () =>
  textLike(/^[A-Za-z0-9+/]{43}=$/, 'must be 32 random bytes in base64 (openssl rand -base64 32)').optional()

/** The settings of the store's secret key. */
export const masterKeys = {
  PALIMPSEST_MASTER_KEY: aKey().meta({
    description:
      "The store's secret key, 32 bytes in base64. Without it one is made at the first start, and kept in the data directory or in a table of the database. Only `palimpsest keys rotate` changes it.",
    example: 'Zm9yIGV4YW1wbGUsIG5vdCBmb3IgdXNlIQAAAAAAAAA=',
    secret: true,
  }),
  NEXT_PALIMPSEST_MASTER_KEY: aKey().meta({
    description:
      'For `palimpsest keys rotate`: the secret key that the store is to have, beside the present one. Without it a store that keeps its key itself makes another one.',
    example: 'YWxzbyBhbiBleGFtcGxlLCBub3QgZm9yIHVzZSEAAAA=',
    secret: true,
  }),
}

const Settings = z.object(masterKeys)

/** 32 bytes each; undefined: the store keeps the key itself, or makes the next one. */
type MasterKeys = { readonly masterKey: Buffer | undefined; readonly nextMasterKey: Buffer | undefined }

export const masterKeysOf = (settings: z.output<typeof Settings>): MasterKeys => ({
  masterKey: bytesOf(settings.PALIMPSEST_MASTER_KEY),
  nextMasterKey: bytesOf(settings.NEXT_PALIMPSEST_MASTER_KEY),
})

const bytesOf = (base64: string | undefined): Buffer | undefined =>
  base64 === undefined ? undefined : Buffer.from(base64, 'base64')
