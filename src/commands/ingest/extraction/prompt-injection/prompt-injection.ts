import { english, germanicAndRomance, order, upTo } from './latin-scripts.js'

const russian: readonly RegExp[] = [
  order(
    String.raw`(?:(?:про)?игнорируй|забудь|отбрось|отмени|пренебреги|не обращай|нарушь|обойди)(?:те)?\s{1,3}${upTo(6, 'внимани[ея]|на|пожалуйста|все|всех|всё|любые|эти|свои|твои|ваши|мои|предыдущи[ех]|прежни[ех]|прошлые|вышеуказанные|предшествующие|данные|системные|остальные|ранее|полученные')}(?:инструкци|указани|правил|команд|промпт|ограничени|сообщени|настройк)\p{L}{0,4}(?!\p{L})(?!\s{1,3}(?:врач|доктор|игр|дорожн|учител|мам))`,
  ),
  order(String.raw`забудь(?:те)?\s{1,3}вс[её],?\s{1,3}(?:что\s{1,3})?(?:выше|было|тебе|вам|ты знаешь)`),
  /(?<!\p{L})(?:ты|вы) (?:теперь|отныне|больше не)\s{1,3}(?:\p{L}{1,20}\s){0,3}(?:ии|ассистент|бот|модель|помощник|хакер|администратор|нейросеть|искусственн\p{L}{1,4} интеллект)(?!\p{L})/iu,
  order(
    String.raw`(?:покажи|раскрой|выведи|повтори|напечатай|сообщи|выдай)(?:те)?\s{1,3}${upTo(4, 'мне|свой|твой|ваш|свои|весь|полный|твои')}системн\p{L}{2}\s{1,3}(?:промпт|инструкци|сообщени|подсказк)`,
  ),
  order(
    String.raw`(?:удали|сотри|очисти|забудь)(?:те)?\s{1,3}(?:(?:все|всю|свои|свою|твои|мои|пользовательские|сохраненные|сохранённые)\s{1,3}){1,4}(?:воспоминани|память|историю)`,
  ),
  order(
    String.raw`(?:запомни|помни)(?:те)?[,:]?\s{1,3}(?:что\s{1,3})?(?:ты|вы)\s{1,3}(?:должен|должна|должны|обязан|всегда|никогда|будешь)`,
  ),
  order(
    String.raw`(?:с этого момента|отныне|с этой минуты|впредь),?\s{1,3}(?:ты|вы)\s{1,3}(?:должен|должна|должны|обязан|будешь|будете|отвечаешь|всегда|—|-)`,
  ),
]

const HAN_START = String.raw`(?:^|[。!?,;:、\n\s"'“「『(【]|请|請|现在|現在|立即|马上|馬上|务必|務必|必须|必須|并|並)(?:你|您)?`
const han = (body: string): RegExp => new RegExp(HAN_START + body, 'u')
const HAN_EARLIER =
  '之前|以前|先前|此前|上面|以上|前面|上述|上文|所有|全部|一切|任何|原有|原来|原來|系统|系統|你的|您的'

const chinese: readonly RegExp[] = [
  han(
    `(?:忽略|无视|無視|忘记|忘記|忘掉|不要理会|不要理會|不要管|不用管|抛弃|丢弃|绕过|繞過|忽視|忽视)掉?(?!了)(?:你|您)?(?:${HAN_EARLIER})(?:${HAN_EARLIER}|的|给|給|告诉|告訴|说|說|过|過|我|你|被|那些|这些|設定|设定){0,8}(?:指令|指示|命令|规则|規則|提示词|提示詞|提示|约束|約束|限制|设定|設定|内容|內容|说明|說明|话|對話|对话)(?!医生)`,
  ),
  han(
    '(?:显示|顯示|输出|輸出|透露|泄露|洩露|打印|重复|重複|告诉我|告訴我|公开|公開)(?:你|您)?的?(?:完整)?的?(?:系统|系統)(?:提示|指令|消息|設定|设定)',
  ),
  han(
    '(?:删除|刪除|清除|清空|抹去|抹掉)(?:掉)?(?!了)(?:你|您|所有|全部|用户|用戶|已保存|储存|儲存|的){1,5}(?:记忆|記憶|对话历史|對話歷史|历史记录|歷史記錄)',
  ),
  han('(?:记住|記住|牢记|牢記)[,:]?(?:你|您)(?:必须|必須|总是|總是|永远|永遠|只能|应该始终|要始终|绝不能|絕不能)'),
  han(
    '从现在(?:开始|起|以后)[,:]?(?:你|您)(?:必须|将|要|应该|只能|就是|是一)|從現在(?:開始|起|以後)[,:]?(?:你|您)(?:必須|將|要|應該|只能|就是|是一)',
  ),
  /(?:你|您)(?:现在|現在|已经|不再)(?:是|是一个|是一個|是一名)?[^。!?,\n]{0,10}(?:AI|人工智能|助手|机器人|機器人|语言模型|語言模型|黑客|駭客|管理员|管理員|不受限制|没有限制)/u,
]

const JAPANESE_EARLIER =
  'これまで|今まで|いままで|以前|以上|上記|上述|前述|先ほど|元|すべて|全て|全部|あらゆる|システム'
/** A sentence in the past tense is a report, not an order. */
const NOT_PAST = String.raw`(?![^。!?\n]{0,60}(?:た|だ)(?:[。!?\n]|$))`

const japanese: readonly RegExp[] = [
  new RegExp(
    String.raw`(?:^|[。!?,、\n\s「『(:])(?:どうか|今すぐ|あなたは|必ず)?(?:(?:${JAPANESE_EARLIER})の?){1,3}(?:与えられた)?(?:指示|命令|ルール|規則|プロンプト|制約|指令|設定|会話|内容)(?:を|は)?(?:すべて|全て|全部|完全に)?(?:無視|破棄|忘却|上書き|忘れ)(?:して|しろ|せよ|しなさい|すること|て|ろ|なさい)${NOT_PAST}`,
    'u',
  ),
  /(?:システムプロンプト|システムメッセージ|システム指示)(?:を|の(?:全文|内容)を)(?:すべて|全て|そのまま)?(?:表示|出力|開示|公開|教え|見せ|漏らし|繰り返し)(?:して|しろ|せよ|て|ろ)(?![^。!?\n]{0,60}(?:た|だ)(?:[。!?\n]|$))/u,
  new RegExp(
    `(?:すべて|全て|全部|あなた|ユーザー|保存された|保存済み)(?:の)?(?:すべての|全ての)?(?:記憶|メモリー?|会話履歴)を(?:すべて|全て|全部)?(?:削除|消去|消し|忘れ)(?:して|しろ|せよ|て|ろ)${NOT_PAST}`,
    'u',
  ),
  /(?:今|いま|これ)から[、,]?あなたは[^。!?\n]{0,20}(?:AI|アシスタント|ボット|モデル|ハッカー|管理者|制限のない)/u,
  /(?:^|[。!?\n「])(?:今後|これから|今から)は?[、,]?(?:あなたは)?(?:必ず|常に|絶対に)[^。!?\n]{1,40}(?:しなさい|してください|せよ|しろ|答えて|従って|従え)/u,
]

const arabic: readonly RegExp[] = [
  order(
    String.raw`(?:تجاهل|تجاهلي|تجاهلوا|انس|انسي|اهمل|تخط|تخطي|تجاوز)\s{1,3}${upTo(3, 'جميع|كل|كافة|اي|تلك|هذه')}(?:ال)?(?:تعليمات|اوامر|توجيهات|ارشادات|قواعد|قيود)(?:ك|كم)?\s{1,3}(?:السابقة|اعلاه|المذكورة|النظام|التي)`,
  ),
  order(
    String.raw`(?:تجاهل|تجاهلي|انس|انسي|اهمل)\s{1,3}(?:جميع|كل|كافة)\s{1,3}(?:ما سبق|ما قيل|(?:ال)?(?:تعليمات|اوامر|توجيهات|ارشادات|قواعد|قيود))(?!\s{1,3}(?:الطبيب|المعلم|المرور))`,
  ),
  order(
    String.raw`(?:اكشف|اظهر|اعرض|اطبع|كرر)\s{1,3}(?:لي\s{1,3})?(?:عن\s{1,3})?(?:موجه|رسالة|تعليمات|برومبت)\s{1,3}(?:ال)?نظام`,
  ),
  order(
    String.raw`(?:احذف|امسح|امح|ازل)\s{1,3}(?:(?:جميع|كل|كافة)\s{1,3}){0,2}(?:(?:ال)?ذكريات(?:ك)?|ذاكرتك|الذاكرة)(?!\p{L})`,
  ),
  order(String.raw`(?:انت|انك)\s{1,3}الان\s{1,3}(?:\p{L}{1,20}\s{1,3}){0,2}(?:مساعد|روبوت|نموذج|ذكاء|مخترق)`),
  order(String.raw`(?:من الان فصاعدا|ابتداء من الان)[,،]?\s{1,3}(?:يجب|عليك|انت|ستكون|لا)(?!\p{L})`),
  order(String.raw`(?:تذكر|احفظ)\s{1,3}(?:انه?\s{1,3}|انك\s{1,3})?(?:يجب عليك|عليك|يجب ان)\s{1,3}(?:دائما|ابدا|ان)`),
]

const otherScripts: readonly RegExp[] = [...russian, ...chinese, ...japanese, ...arabic]

const notAscii = /[^\p{ASCII}]/u
/** Invisible characters: zero-width characters, soft hyphens, joiners, variation selectors, direction marks. */
const unseen = /(?:\p{Cf}|\u034f|\u115f|\u1160|\u17b4|\u17b5|\u3164|\uffa0|[\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}])+/gu
/** Tag characters: invisible in every font, each represents an ASCII character. */
const hidden = /[\u{e0020}-\u{e007e}]/gu
const HIDDEN_ROW = 0xe0000
const marks = /\p{Mn}{1,20}/gu
const latinMarks = /(?<=[A-Za-z])\p{Mn}{1,20}/gu
const latin = /[A-Za-z]/
const alike = new Map(
  Object.entries({
    a: 'аαɑ',
    b: 'ьʙ',
    c: 'сϲ',
    d: 'ԁ',
    e: 'еεҽ',
    g: 'ɡց',
    h: 'һ',
    i: 'іιɩı',
    j: 'ј',
    k: 'кκ',
    l: 'ӏⅼ',
    m: 'м',
    n: 'пո',
    o: 'оοօ',
    p: 'рρ',
    q: 'ԛ',
    r: 'гᴦ',
    s: 'ѕꜱ',
    t: 'тτ',
    u: 'υսц',
    v: 'νѵ',
    w: 'ԝωѡ',
    x: 'хχ',
    y: 'уүγ',
    A: 'АΑ',
    B: 'ВΒ',
    C: 'С',
    D: 'ᗪ',
    E: 'ЕΕ',
    F: 'Ϝ',
    H: 'НΗ',
    I: 'ІΙ',
    J: 'Ј',
    K: 'КΚ',
    M: 'МΜ',
    N: 'Ν',
    O: 'ОΟ',
    P: 'РΡ',
    S: 'Ѕ',
    T: 'ТΤ',
    X: 'ХΧ',
    Y: 'ҮΥ',
    Z: 'Ζ',
  }).flatMap(([letter, others]) => [...others].map((other): [string, string] => [other, letter])),
)
const lookalikes = new RegExp(`[${[...alike.keys()].join('')}]`, 'g')

/**
 * The text in visible, normal form: letters of usual width, without invisible characters. If invisible characters are
 * the only separators between words, they are read as spaces. Letters of another alphabet among similar Latin ones are
 * read as Latin.
 */
const undisguised = (text: string): readonly string[] => {
  if (!notAscii.test(text)) return [text]
  const shown = text
    .replace(hidden, (letter) => String.fromCharCode((letter.codePointAt(0) ?? HIDDEN_ROW) - HIDDEN_ROW))
    // Runs of marks are cut first: composing them takes time quadratic in their length.
    .replace(/(\p{Mn}{8})\p{Mn}+/gu, '$1')
    .normalize('NFKC')
  const joined = shown.replace(unseen, '')
  const forms = [joined, ...(joined === shown ? [] : [shown.replace(unseen, ' ')])]
  return [...new Set(forms.flatMap((form) => [form, withoutMarks(form), asLatin(form)]))]
}

/** Arabic without vowels and long strokes, with letters in their plain forms. */
const withoutMarks = (text: string): string =>
  /\p{Script=Arabic}/u.test(text)
    ? text
        .replace(marks, '')
        .replaceAll('ـ', '')
        .replace(/[أإآٱ]/g, 'ا')
        .replaceAll('ى', 'ي')
    : text

/** Only next to Latin letters: a text in Cyrillic or Greek is not a disguise. */
const asLatin = (text: string): string =>
  latin.test(text) ? text.replace(lookalikes, (letter) => alike.get(letter) ?? letter) : text

/** For languages without accents; in others accents distinguish an order from a report (`ignore`, `ignoré`). */
const withoutAccents = (text: string): string =>
  notAscii.test(text) ? text.normalize('NFD').replace(latinMarks, '').normalize('NFC') : text

/**
 * Every pattern in Latin letters contains one of these words. Most turns contain none, so one test replaces all
 * patterns.
 */
const HINT =
  /ignor|disregard|forget|overrid|bypass|you are|system|sistem|systèm|assistant|developer|<\||\[\/?inst|<\/?instr|memor|memór|mémoir|knowledge base|history|remember|note|store|save|keep in mind|from now on|missacht|vergiss|verges|überge|beachte|bist|sie sind|lösch|merk|ab jetzt|ab sofort|nun|olvid|descart|caso|borr|elimin|ahora|recuerd|esque|desconsider|apag|exclu|agora|lembr|delet|dimentic|trascur|scart|cancell|ora|adesso|ricord|tu es|vous êtes|oubli|abstraction|compte|supprim|effac|maintenant|désormais|dorénavant|souviens|rappelle|retiens/i
const otherLetters = /[\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

/**
 * Whether a text addresses the assistant or the memory instead of a person, in the usual forms of English, German,
 * Spanish, French, Portuguese, Italian, Russian, Arabic, Chinese and Japanese, including disguised letters. Each
 * pattern is an order (imperative, start of a clause) or a forged frame; a report in the first person ("I ignored the
 * …") does not match.
 */
export const isPromptInjection = (text: string): boolean => undisguised(text).some(isShownPromptInjection)

const isShownPromptInjection = (text: string): boolean => {
  const plain = withoutAccents(text)
  return (
    (HINT.test(plain) && english.some((pattern) => pattern.test(plain))) ||
    (HINT.test(text) && germanicAndRomance.some((pattern) => pattern.test(text))) ||
    (otherLetters.test(text) && otherScripts.some((pattern) => pattern.test(text)))
  )
}
