import { folded } from '../../../indexing/fold.js'
import type { Language } from '../../../indexing/stop-words.js'

/** Words for the numbers from `first` on, in steps; `-` leaves one out. */
const row = (first: number, step: number, words: string): readonly (readonly [string, number])[] =>
  words.split(' ').flatMap((word, i) => (word === '-' ? [] : [[word, first + i * step] as const]))

type Numerals = { readonly ones: string; readonly tens: string; readonly more: readonly (readonly [string, number])[] }

/** Folded. Words that mean other things more often ("sei", "once") are left out. */
const NUMERALS: Readonly<Partial<Record<Language, Numerals>>> = {
  en: {
    ones: 'two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
    tens: 'twenty thirty forty fifty sixty seventy eighty ninety',
    more: [...row(100, 0, 'hundred'), ...row(1000, 0, 'thousand'), ...row(12, 0, 'dozen'), ...row(2, 0, 'twice')],
  },
  de: {
    ones: 'zwei drei vier funf sechs sieben acht neun zehn elf zwolf dreizehn vierzehn funfzehn sechzehn siebzehn achtzehn neunzehn',
    tens: 'zwanzig dreissig vierzig funfzig sechzig siebzig achtzig neunzig',
    more: [
      ...row(100, 0, 'hundert'),
      ...row(1000, 0, 'tausend'),
      ...row(12, 0, 'dutzend'),
      ...row(2, 1, 'zweimal dreimal'),
    ],
  },
  es: {
    ones: 'dos tres cuatro cinco seis siete ocho nueve diez - doce trece catorce quince',
    tens: 'veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa',
    more: [...row(100, 0, 'cien'), ...row(1000, 0, 'mil'), ...row(12, 0, 'docena')],
  },
  fr: {
    ones: 'deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize',
    tens: 'vingt trente quarante cinquante soixante',
    more: [...row(100, 0, 'cent'), ...row(1000, 0, 'mille'), ...row(12, 0, 'douzaine')],
  },
  it: {
    ones: 'due tre quattro cinque - sette otto nove dieci undici dodici tredici quattordici quindici',
    tens: 'venti trenta quaranta cinquanta sessanta settanta ottanta novanta',
    more: [...row(100, 0, 'cento'), ...row(1000, 0, 'mille')],
  },
  pt: {
    ones: 'dois tres quatro cinco seis sete oito nove dez onze doze treze catorze quinze',
    tens: 'vinte trinta quarenta cinquenta sessenta setenta oitenta noventa',
    more: [...row(2, 0, 'duas'), ...row(100, 0, 'cem'), ...row(1000, 0, 'mil')],
  },
  nl: {
    ones: 'twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien',
    tens: 'twintig dertig veertig vijftig zestig zeventig tachtig negentig',
    more: [...row(100, 0, 'honderd'), ...row(1000, 0, 'duizend')],
  },
}

const known: ReadonlyMap<string, ReadonlyMap<string, number>> = new Map(
  Object.entries(NUMERALS).map(([language, { ones, tens, more }]) => [
    language,
    new Map([...row(2, 1, ones), ...row(20, 10, tens), ...more]),
  ]),
)

/** fünfundzwanzig, zweihundert: the words that it is made of. */
const JOINED = /^(.{2,9}?)(?:(?:und|en)(?=.{6,9}$)|(?=hundert$|tausend$|honderd$|duizend$))(.{6,9})$/
const CONNECTS = new Set(['and', 'und', 'en', 'y', 'et', 'e'])
/** One is an article in most languages: it counts only beside other numerals. */
const ONE = new Set(['one', 'ein', 'eine', 'een', 'un', 'una', 'uno', 'um', 'uma'])

/** The numbers of one expression, such as [2, 100] for "two hundred", and what they make together. */
export type NumberWords = { readonly parts: readonly number[]; readonly together: number }

const together = (parts: readonly number[]): number => {
  let [total, current] = [0, 0]
  for (const part of parts) {
    if (part < 100) current += part
    else current = Math.max(1, current) * part
    if (part >= 1000) [total, current] = [total + current, 0]
  }
  return total + current
}

const wordsOf = (text: string, numerals: ReadonlyMap<string, number>): readonly string[] =>
  folded(text.toLowerCase())
    .split(/[^\p{L}]+/u)
    .flatMap((word) => {
      const [, one = '', more = ''] = numerals.has(word) ? [] : (JOINED.exec(word) ?? [])
      if (!numerals.has(more) || !(numerals.has(one) || ONE.has(one))) return [word]
      // Units come first here.
      return (numerals.get(more) ?? 0) < 100 ? [more, one] : [one, more]
    })

/** The numbers that a text tells in words. */
export const numberWords = (text: string, language: Language): readonly NumberWords[] => {
  const numerals = known.get(language)
  if (!numerals) return []
  const runs: number[][] = []
  let run: number[] = []
  const close = () => {
    if (run.some((part) => part > 1)) runs.push(run)
    run = []
  }
  for (const word of wordsOf(text, numerals)) {
    const number = numerals.get(word) ?? (ONE.has(word) ? 1 : undefined)
    const last = run.at(-1) ?? 0
    if (number === undefined) {
      if (!(CONNECTS.has(word) && last >= 20)) close()
    } else {
      // "two three" are two numbers, "twenty three" is one.
      if (last > 0 && last < 20 && number < 100) close()
      run.push(number)
    }
  }
  close()
  return runs.map((parts) => ({ parts, together: together(parts) }))
}
