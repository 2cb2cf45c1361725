const START = String.raw`(?:^|[.!?:;,\n"'(\[>*¡¿。、「『“«-]\s{0,3}|(?<!\p{L})(?:please|now|then|and|also|just|must|should|bitte|por favor|per favore|s'il (?:te|vous) plaît|пожалуйста|а теперь|теперь|сейчас|затем|и|الرجاء|رجاء|من فضلك|الان|ثم)[,:]?\s{1,3})`

/** An order: what follows begins a clause. */
export const order = (body: string): RegExp => new RegExp(START + body, 'iu')

/** Up to so many words, of these only; of a phrase each word counts. */
export const upTo = (most: number, words: string): string => String.raw`(?:(?:${words})\s{1,3}){0,${most}}`

/** Whose they are, unless the system's: rules of a doctor, a game or a recipe are forgotten every day. */
export const ofNobodyElse = String.raw`(?!\p{L})(?!\s{1,3}(?:de|del|do|dos|da|das|di|della|dello|dei|degli|du|des|von|vom|der|meines|meiner|d')(?!\p{L})(?!\s{1,3}(?:la |el |il )?(?:sistem|systèm|system)))`
