const questionMark = /[?？؟]/u
const mayFollow = /[\s"'“”‘’«»\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\p{Mn}\p{Me}\p{Cf}]/u

/** Whether a text ends with a question mark (Latin, full-width or Arabic), white space, quotes and emoji aside. */
export const isQuestion = (text: string): boolean => {
  const tail = [...text.slice(-TAIL)]
  const last = tail.findLast((character) => !mayFollow.test(character))
  return last !== undefined && questionMark.test(last)
}

/** How far back the question mark is looked for, in UTF-16 units: nobody writes more than this behind it. */
const TAIL = 200
