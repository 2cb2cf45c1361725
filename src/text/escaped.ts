/** A text as a part of a pattern that matches it alone, with the flag `u`. */
export const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
