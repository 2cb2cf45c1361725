const SENTENCE_END = /(?<=[.!?…。！？؟])\s+|(?<=[。！？])|\n/u

/** A text without its questions: what it tells. */
export const withoutQuestions = (text: string): string =>
  /[?？؟]/u.test(text)
    ? text
        .split(SENTENCE_END)
        .filter((sentence) => !/[?？؟]["'”’)\]*_\s]*$/u.test(sentence))
        .join(' ')
    : text
