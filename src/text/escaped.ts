/** Alternatives of a pattern as whole words. */
export const wholeWords = (alternatives: string): string =>
  String.raw`(?<![\p{L}\p{N}])(?:${alternatives})(?![\p{L}\p{N}])`

/** A text as a part of a pattern that matches it alone, with the flag `u`. */
export const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
