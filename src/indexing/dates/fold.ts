const notAscii = /[^\p{ASCII}]/u
const marks = /\p{Mn}+/gu
const wideDigit = /[\uff10-\uff19]/g

/** Without accents, so that "marz" is as good as "März"; digits of full width become plain. Case is kept. */
export const folded = (text: string): string =>
  notAscii.test(text)
    ? // The marks that stand alone go first: decomposing heaps of them takes time that grows with their square.
      text
        .replace(marks, '')
        .normalize('NFD')
        .replace(marks, '')
        .replace(wideDigit, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xfee0))
    : text

const notAsciiEach = /[^\p{ASCII}]/gu

/** The same for a composed text, letter by letter, so that every place in it stays what it was. */
export const foldedInPlace = (text: string): string =>
  notAscii.test(text)
    ? text.replace(notAsciiEach, (letter) => {
        const plain = folded(letter)
        return plain.length === letter.length ? plain : letter
      })
    : text
