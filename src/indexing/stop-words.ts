import { stopwords as dutch } from '@orama/stopwords/dutch'
import { stopwords as french } from '@orama/stopwords/french'
import { stopwords as german } from '@orama/stopwords/german'
import { stopwords as hindi } from '@orama/stopwords/indian'
import { stopwords as italian } from '@orama/stopwords/italian'
import { stopwords as portuguese } from '@orama/stopwords/portuguese'
import { stopwords as russian } from '@orama/stopwords/russian'
import { lowerComposed } from './fold.js'

/** The languages with stemming, by ISO 639-1 code. A text in any other language is treated as English. */
export const LANGUAGES = ['en', 'de', 'es', 'fr', 'pt', 'it', 'nl', 'ru', 'ar', 'hi', 'zh', 'ja', 'ko'] as const
export type Language = (typeof LANGUAGES)[number]

const list = (words: string | readonly string[]): ReadonlySet<string> =>
  new Set((typeof words === 'string' ? words.trim().split(/\s+/) : words).map(lowerComposed))

/** The list of Postgres' `english` text search. */
const english = `
  i me my myself we our ours ourselves you your yours yourself yourselves he him his himself she her hers herself it
  its itself they them their theirs themselves what which who whom this that these those am is are was were be been
  being have has had having do does did doing a an the and but if or because as until while of at by for with about
  against between into through during before after above below to from up down in out on off over under again
  further then once here there when where why how all any both each few more most other some such no nor not only
  own same so than too very s t can will just don should now`

// The packaged lists of these two languages contain words that people search for (to work, to take, brother).
const spanish = `
  de la que el en y a los del se las por un para con no una su al lo como más pero sus le ya o este sí porque esta
  entre cuando muy sin sobre también me hasta hay donde quien desde todo nos durante todos uno les ni contra otros ese
  eso ante ellos e esto mí antes algunos qué unos yo otro otras otra él tanto esa estos mucho quienes nada muchos cual
  poco ella estar estas algunas algo nosotros mi mis tú te ti tu tus ellas mío mía míos mías tuyo tuya suyo suya
  nuestro nuestra nuestros nuestras esos esas es soy eres somos son era eras eran fue fui fueron ser sido está estoy
  estás están estaba ha he has han había dónde cuándo cómo quién cuál cuáles`
const arabic = `
  في من على إلى الى عن مع هذا هذه ذلك تلك التي الذي الذين ما ماذا متى أين اين كيف لماذا هل من أن ان إن أو او ثم لا لم
  لن قد كان كانت يكون تكون هو هي هم هن أنا انا أنت انت نحن كل بعض غير بين عند منذ حتى إذا اذا لكن أي اي و ف ب ل ك`

const stopWords: Readonly<Partial<Record<Language, ReadonlySet<string>>>> = {
  en: list(english),
  de: list(german),
  es: list(spanish),
  fr: list(french),
  pt: list(portuguese),
  it: list(italian),
  nl: list(dutch),
  ru: list(russian),
  ar: list(arabic),
  hi: list(hindi),
}

/** Whether a word (composed, lower case) is a stop word of this language. */
export const isStopWord = (word: string, language: Language = 'en'): boolean => stopWords[language]?.has(word) ?? false
