const han = /\p{Script=Han}/u
const hiragana = /\p{Script=Hiragana}/u
const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/u
const mixedPair = /^(?:\p{Script=Han}\p{Script=Hiragana}|\p{Script=Hiragana}\p{Script=Han})$/u
const hiraganaPair = /^\p{Script=Hiragana}{2}$/u
const loneCharacter = /(?<!\p{Script=Han})\p{Script=Han}(?!\p{Script=Han})/gu

/** What a Chinese question asks with, and words that stand in any sentence; simplified and traditional. */
const CHINESE =
  /为什么|為什麼|什么|什麼|怎么样?|怎麼樣?|哪里|哪裡|哪儿|哪兒|多少|请问|請問|[哪谁誰几幾吗嗎呢吧的了是我你您他她它们們在有和与與跟这這那]/gu

const JAPANESE_SUFFIX = new RegExp(
  `(?:${(
    'どうして どんな どこ どの どれ どう だれ なに なん なぜ いつ いくつ いくら わたし ぼく ' +
    'でしょう でした です します しました しません ました ません ましょう ます している していた している する した して ている ていた ていて ください ' +
    'あります ありました ある いました います いる ない から まで より って には では とは は が を に で と の へ も や か ね よ'
  )
    .split(' ')
    .join('|')})+$`,
  'u',
)

/**
 * The tokens that tell what a query in a script without spaces asks for, of all its tokens. In Japanese a pair across the border
 * of Han and Hiragana shows an inflection or a particle, not a word, and so do pairs of the particles, question words and endings
 * behind one; they are left out. In Chinese pairs of nothing but words that stand in any sentence are left out. A single
 * Han character between such words is a word ("我开什么车": 开 and 车), and is indexed as one. Where nothing else would be left,
 * all tokens are.
 */
export const tellingTokens = (query: string, tokens: readonly string[]): readonly string[] => {
  if (!han.test(query) && !hiragana.test(query)) return tokens
  const telling = new Set(kana.test(query) ? ofJapanese(query, tokens) : ofChinese(query, tokens))
  return telling.size > 0 ? [...telling] : tokens
}

const ofJapanese = (query: string, tokens: readonly string[]): readonly string[] => {
  const heads = (query.match(/\p{Script=Hiragana}+/gu) ?? []).map((run) => run.replace(JAPANESE_SUFFIX, ''))
  const isTelling = (token: string) => !hiraganaPair.test(token) || heads.some((head) => head.includes(token))
  return [
    ...tokens.filter((token) => !mixedPair.test(token) && isTelling(token)),
    ...(query.match(loneCharacter) ?? []),
  ]
}

const ofChinese = (query: string, tokens: readonly string[]): readonly string[] => {
  const without = query.replace(CHINESE, ' ')
  const isTelling = (token: string) => !/^\p{Script=Han}{2}$/u.test(token) || token.replace(CHINESE, '') !== ''
  return [...tokens.filter(isTelling), ...(without.match(loneCharacter) ?? [])]
}
