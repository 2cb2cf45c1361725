import { isQuestion } from './answer-bits.js'
import { hasContent } from './content-words.js'
import { knownOf, wholeWords } from './languages.js'
import { sentencesOf } from './sentences.js'
import { CLINGING, type Language } from './words.js'

/** What may stand before a question or a wish in the same sentence: "ok so", "hey,". */
const BEFORE = String.raw`^[\s\p{P}]*(?:(?:ok|okay|so|and|but|also|hey|hi|hello|please|pls|well|hm+|btw|und|aber|y|pero|et|mais|e|mas|en|maar|а|и|но)[\s,!.:–-]+){0,3}`

const phrases = (alternatives: string, language: string): string =>
  CLINGING.has(language) ? `(?:${alternatives})` : wholeWords(alternatives)

const FORMS = new Map(
  [...knownOf('asking')].map(([language, { pronouns, opens, wishes, frames, user }]) => [
    language,
    {
      asks: new RegExp(`${BEFORE}(?:${opens.replaceAll('{pronouns}', `(?:${pronouns})`)}|${wishes})`, 'iu'),
      frames: new RegExp(phrases(frames, language), 'giu'),
      user: new RegExp(`${phrases(user, language)}(?:['’]s)?`, 'giu'),
    },
  ]),
)

/** A sentence is read so far. */
const READ = 300

/** Whether a sentence asks or wishes for something: it states nothing that could be an answer. */
export const asks = (sentence: string, language: Language): boolean =>
  isQuestion(sentence.trim()) ||
  FORMS.get(language)?.asks.test(sentence.trim().slice(0, READ).replaceAll('’', "'")) === true

/** The sentences of a text that state something. */
export const statedIn = (text: string, language: Language): readonly string[] =>
  sentencesOf(text).filter((sentence) => hasContent(sentence) && !asks(sentence, language))

/**
 * What a query is searched by: of several sentences those that ask, as far as they hold a word of content; without the politeness
 * around them, and without what stands for whoever asks. All of it where nothing would be left.
 */
export const askedIn = (query: string, language: Language): string => {
  const forms = FORMS.get(language)
  const sentences = sentencesOf(query)
  const asking = sentences.length > 1 ? sentences.filter((sentence) => asks(sentence, language)) : sentences
  for (const part of [asking.join(' '), query]) {
    const asked = forms ? part.replace(forms.frames, ' ').replace(forms.user, ' ').trim() : part
    if (hasContent(asked)) return asked
  }
  return query
}
