/** The languages whose words are brought to their stems, by ISO 639-1 code. A text of any other counts as English. */
export const LANGUAGES = ['en', 'de', 'es', 'fr', 'pt', 'it', 'nl', 'ru', 'ar', 'hi', 'zh', 'ja', 'ko'] as const
export type Language = (typeof LANGUAGES)[number]
