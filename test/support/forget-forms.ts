/** Requests to forget in each language: by name, from memory, what was said, not to remember, and what was said last. */
export const FORMS = {
  it: [
    'Scordati il mio indirizzo.',
    'Per favore, elimini il mio indirizzo dalla memoria.',
    'Dimentica quello che ti ho detto sul viaggio.',
    'Non memorizzare il mio compleanno.',
    'Ritiro ciò che ho detto.',
  ],
  pt: [
    'Por favor, esqueça meu endereço.',
    'Remova meu endereço da sua memória.',
    'Esquece que meu endereço é Rua Nova 5.',
    'Não guarde meu aniversário na sua memória.',
    'Risca isso.',
  ],
  nl: [
    'Wilt u mijn adres vergeten?',
    'Wis mijn adres uit uw geheugen.',
    'Vergeet alles over de reis.',
    'Onthoud mijn verjaardag niet meer.',
    'Streep dat door.',
  ],
  ru: [
    'Забудьте, пожалуйста, мой адрес.',
    'Уберите мой адрес из памяти.',
    'Забудь, что я живу в Осло.',
    'Не запоминайте мой день рождения.',
    'Беру свои слова назад.',
  ],
  uk: [
    'Забудь мою адресу, будь ласка.',
    'Видаліть мою адресу з пам’яті.',
    'Забудь усе про поїздку.',
    'Не запам’ятовуй мій день народження.',
    'Забудьте те, що я щойно сказала.',
  ],
  ja: [
    '私の住所を忘れていただけますか？',
    '私の住所を記憶から消してください。',
    '旅行について話したことは忘れてください。',
    '私の誕生日は保存しないでください。',
    '今言ったことは撤回します。',
  ],
  zh: ['请把我的地址忘掉。', '请把我的地址从记忆中清除。', '忘掉关于旅行的一切。', '别再记住我的生日。', '当我没说。'],
  ko: [
    '내 주소를 잊어 줘.',
    '제 전화번호를 메모리에서 삭제해 주세요.',
    '내가 여행에 대해 말한 것은 잊어줘.',
    '제 생일은 기억하지 마세요.',
    '방금 한 말은 취소할게.',
  ],
  ar: [
    'من فضلك انسَ عنواني.',
    'احذف رقم هاتفي من ذاكرتك.',
    'انسي كل ما قلته لك عن الرحلة.',
    'لا تتذكر عيد ميلادي.',
    'أسحب كلامي.',
  ],
  hi: [
    'कृपया मेरा पता भूल जाओ।',
    'मेरा फ़ोन नंबर अपनी मेमोरी से हटा दीजिए।',
    'मैंने यात्रा के बारे में जो कहा था, वह भूल जाइए।',
    'मेरा जन्मदिन याद मत रखना।',
    'मैं अपनी बात वापस लेता हूँ।',
  ],
} as const

/** What only looks like one: what was forgotten or deleted, and the contrary, questions, and what is done to other things. */
export const MISSES = {
  it: [
    'Ho dimenticato il mio telefono.',
    'Hai cancellato il file?',
    'Non scordare il mio compleanno.',
    'Togli le cipolle dalla ricetta.',
    'Mi ha detto di dimenticare.',
  ],
  pt: [
    'Esqueci meu telefone.',
    'Você apagou o arquivo?',
    'Não esqueça meu endereço.',
    'Remova as cebolas da receita.',
    'Ele pediu para eu esquecer.',
  ],
  nl: [
    'Ik ben mijn telefoon vergeten.',
    'Heb je het bestand verwijderd?',
    'Vergeet mijn adres niet.',
    'Haal de uien uit het recept.',
    'Ik vergeet vaak namen.',
  ],
  ru: [
    'Я забыл мой телефон дома.',
    'Ты удалил файл?',
    'Не забудьте мой адрес.',
    'Убери лук из рецепта.',
    'Она просила забыть об этом.',
  ],
  uk: [
    'Я забув свій телефон.',
    'Ти видалив файл?',
    'Не забудь мою адресу.',
    'Прибери цибулю з рецепта.',
    'Він сказав: забудь це.',
  ],
  ja: [
    '電話を忘れた。',
    'ファイルを削除しましたか？',
    '私の住所を忘れないで。',
    'レシピから玉ねぎを取り除いて。',
    '彼に忘れてと頼まれた。',
  ],
  zh: ['我忘了带手机。', '你删除文件了吗？', '不要忘记我的生日。', '把洋葱从食谱中删除。', '他让我忘掉这件事。'],
  ko: [
    '휴대폰을 잊어버렸어.',
    '파일을 삭제했어?',
    '내 생일을 잊지 마.',
    '레시피에서 양파를 빼 줘.',
    '그가 나한테 잊으라고 했어.',
  ],
  ar: ['نسيت هاتفي.', 'هل حذفت الملف؟', 'لا تنسَ عيد ميلادي.', 'احذف البصل من الوصفة.', 'قال لي أن أنسى الأمر.'],
  hi: [
    'मैं अपना फ़ोन भूल गया।',
    'क्या तुमने फ़ाइल हटा दी?',
    'मेरा जन्मदिन मत भूलना।',
    'रेसिपी से प्याज़ हटा दो।',
    'उसने मुझसे भूलने को कहा।',
  ],
} as const

/** What somebody states of their own, and how they ask that it be forgotten. */
export const OWN = {
  it: ['Il mio indirizzo è Via Roma 5.', 'Scordati il mio indirizzo.'],
  pt: ['Meu endereço é Rua Nova 5.', 'Por favor, esqueça meu endereço.'],
  nl: ['Mijn adres is Molenweg 5.', 'Wis mijn adres uit uw geheugen.'],
  ru: ['Мой адрес: улица Мира, 5.', 'Уберите мой адрес из памяти.'],
  uk: ['Моя адреса: вулиця Миру, 5.', 'Забудь мою адресу, будь ласка.'],
  ja: ['私の住所は渋谷区1-2です。', '私の住所を忘れていただけますか？'],
  zh: ['我的地址是中山路5号。', '请把我的地址忘掉。'],
  ko: ['내 주소는 중앙로 5번지예요.', '내 주소를 잊어 줘.'],
  ar: ['عنواني هو شارع النيل 5.', 'من فضلك انسَ عنواني.'],
  hi: ['मेरा पता: गांधी मार्ग 5।', 'कृपया मेरा पता भूल जाओ।'],
} as const
