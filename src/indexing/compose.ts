/** More marks on one letter than this are no writing (Unicode's Stream-Safe Text Format, UAX 15, allows as many). */
const heapOfMarks = /(\p{M}{30})\p{M}+/gu

/**
 * A text in lower case and composed form (NFC). Heaps of marks are cut to 30 first, because composing takes time that
 * grows with the square of their height.
 */
export const lowerComposed = (text: string): string => composed(text.toLowerCase())

/** The same in its own case. */
export const composed = (text: string): string => text.replace(heapOfMarks, '$1').normalize('NFC')
