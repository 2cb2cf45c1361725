import { z } from 'zod'
import { readTable } from '../read-table.js'

/** The format of a vendor's secrets. Most texts contain none of the prefixes, so one test skips them. */
export type VendorFormat = { readonly kind: string; readonly begins: readonly string[]; readonly pattern: RegExp }

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'

/** Prefixes, longer ones first, and the pattern of the rest. Neither may be part of a longer word. */
const PREFIXED = readTable('vendor-formats.json', z.array(z.tuple([z.string(), z.string(), z.string()]))).map(
  ([kind, begins, rest]): VendorFormat => {
    const words = begins.split(' ')
    const heads = words.map((word) => word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')).join('|')
    const pattern = new RegExp(`(?<![A-Za-z0-9])(?:${heads})${rest.replace('{uuid}', UUID)}(?![A-Za-z0-9])`, 'g')
    return { kind, begins: words, pattern }
  },
)

/** Formats without a prefix of their own, recognised by their parts; the prefix is a cheap filter. */
const PARTS: readonly VendorFormat[] = [
  { kind: 'Telegram bot token', begins: [':AA'], pattern: /(?<![\dA-Za-z])\d{8,10}:AA[\w-]{33}(?![\w-])/g },
  {
    kind: 'Discord bot token',
    begins: ['.'],
    pattern: /(?<![\w.-])[MNO][A-Za-z\d_-]{23,27}\.[\w-]{6}\.[\w-]{27,45}(?![\w-])/g,
  },
  { kind: 'Mailchimp API key', begins: ['-us'], pattern: /(?<![\dA-Za-z])[0-9a-f]{32}-us\d{1,2}(?![\dA-Za-z])/g },
  { kind: 'Terraform token', begins: ['.atlasv1.'], pattern: /(?<![\w-])\w{14}\.atlasv1\.[\w-]{60,70}(?![\w-])/g },
  { kind: 'Azure client secret', begins: ['Q~'], pattern: /(?<![\w.~-])[\w.~-]{3}\dQ~[\w.~-]{31,34}(?![\w.~-])/g },
  {
    kind: '1Password secret key',
    begins: ['A3-'],
    pattern: /(?<![\w-])A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3}(?![\w-])/g,
  },
  {
    kind: 'password hash',
    begins: ['$2', '$argon2', '$5$', '$6$', '$y$', '$apr1$', '$scrypt$'],
    pattern:
      /\$(?:2[abxy]\$\d\d\$[./A-Za-z0-9]{53}|argon2(?:id|i|d)\$v=\d+\$[^\s$]{5,40}\$[\w+/]{8,100}\$[\w+/]{20,200}|(?:5|6|y|apr1|scrypt)\$[./A-Za-z0-9$=,]{20,200})/g,
  },
]

/** Formats as the vendors publish them. */
export const VENDOR_FORMATS: readonly VendorFormat[] = [...PREFIXED, ...PARTS]
