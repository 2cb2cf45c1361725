import type { Turn } from './turns/turn.js'
import { FILLERS, hasContent, isContent, tokensOf } from './words.js'

/** Longer texts have content. */
const LONGEST = 200

/** Phrases that keep a conversation going without content: done, back in a minute, anything else. */
const IDLE = new RegExp(
  `^(?:${[
    'added|done|noted|saved|updated|sent|deleted|removed|fixed|finished|all set|all done|ready|got it|will do|on it|sure thing|you got it',
    "(?:i have|i've|i) (?:added|noted|saved|updated|removed|deleted) (?:it|that|this|them)",
    "(?:i'?m |i am )?(?:back|brb|afk|here|there|gtg|g2g|ttyl|bbl|bbs)(?: (?:now|again|soon|in a (?:bit|sec|minute|moment)))?",
    "(?:i'll |i will )?be (?:right )?back(?: (?:soon|later|in a (?:bit|sec|minute|moment)))?|(?:just )?(?:a|one) (?:sec|second|moment|minute)(?: please)?|hold on|wait(?: a (?:sec|second|moment|minute|bit))?",
    '(?:is there )?(?:anything|something|what) else(?: (?:i can|that i can|can i|you|that you)[^.?!]{0,60})?|(?:how|what) (?:else )?(?:can|may) i (?:help|do|assist)[^.?!]{0,40}|(?:can|may) i (?:help|assist)[^.?!]{0,60}',
    '(?:let me know|just ask|feel free)[^.?!]{0,80}|(?:does|did) that (?:help|make sense|work|answer your question)(?: for you)?|(?:happy|glad) to (?:help|assist)',
    'erledigt|notiert|gespeichert|hinzugefügt|aktualisiert|gemacht|bin (?:wieder |gleich )?(?:da|zurück|weg)|moment(?: bitte)?|sonst noch (?:et)?was|noch (?:et)?was|kann ich (?:dir|ihnen) (?:sonst |noch )?(?:irgendwie |weiter)?(?:helfen|weiterhelfen)[^.?!]{0,40}|wie kann ich (?:dir|ihnen)? ?(?:weiter)?helfen',
    'hecho|anotado|guardado|añadido|agregado|listo|ya (?:volví|está|estoy)|un momento|algo más|(?:en qué|cómo) puedo ayudar(?:te|le|les)?[^.?!¿]{0,40}|¿?(?:hay )?algo más[^.?!]{0,40}',
    "fait|noté|ajouté|enregistré|c'est (?:fait|noté|bon)|je reviens|de retour|un (?:instant|moment)|autre chose|(?:y a-t-il |souhaitez-vous )?autre chose[^.?!]{0,40}|comment puis-je (?:vous |t')?aider[^.?!]{0,40}",
    'feito|anotado|adicionado|salvo|pronto|já volto|voltei|um momento|mais alguma coisa|(?:posso ajudar|como posso ajudar)[^.?!]{0,40}',
    'fatto|annotato|aggiunto|salvato|torno subito|eccomi|sono tornat[oa]|un (?:attimo|momento)|(?:qualcos)?altro|(?:come posso|posso) aiutar(?:ti|la|vi)?[^.?!]{0,40}',
    'gedaan|genoteerd|toegevoegd|opgeslagen|zo terug|ben (?:zo )?terug|momentje|nog iets|verder nog iets|(?:waarmee|hoe) kan ik (?:je |u )?helpen',
    'готово|сделано|записал[аи]?|добавил[аи]?|сохранено|я вернул(?:ся|ась)|сейчас вернусь|минутку|(?:что-нибудь|что-то) ещё|чем (?:я )?могу помочь',
    '已添加|已保存|已记录|已完成|好了|我回来了|马上回来|稍等|还有(?:什么|别的|其他)[^。？！]{0,12}|还需要[^。？！]{0,12}|有什么可以帮[^。？！]{0,8}',
    '追加しました|保存しました|完了(?:しました)?|記録しました|戻りました|少々お待ちください|他に(?:何か)?[^。？！]{0,16}|ほかに(?:何か)?[^。？！]{0,16}',
    '추가했(?:습니다|어요)|저장했(?:습니다|어요)|완료(?:했습니다)?|다녀왔(?:습니다|어요)|잠시만요|더 필요하신[^.?!]{0,12}|다른 [^.?!]{0,16}있(?:나요|으신가요)',
    // What messengers put in the place of a picture or a deleted message, and above a chat.
    '(?:media|image|photo|picture|video|audio|voice message|sticker|gif|document|contact card|location) omitted|medien ausgeschlossen|(?:bild|foto|video|audio|sticker|gif|dokument|kontaktkarte) weggelassen',
    '(?:multimedia|imagen|foto|v[ií]deo|audio|sticker|gif|documento|archivo) omitid[oa]|médias? omis|(?:image|photo|vidéo|audio|sticker|gif|document) (?:absente?|omise?)|(?:mídia|imagem|foto|vídeo|áudio|figurinha|gif|documento) (?:ocult[oa]|ocultad[oa]|omitid[oa])',
    '(?:media|immagine|foto|video|audio|sticker|gif|documento) omess[oai]|(?:media|afbeelding|foto|video|audio|sticker|gif|document) weggelaten|без медиафайлов|(?:изображение|видео|аудио|стикер|gif|документ) отсутствует',
    'you deleted this message|this message was deleted|(?:du hast diese nachricht|diese nachricht wurde) gelöscht|(?:se eliminó|eliminaste) este mensaje|ce message a été supprimé|vous avez supprimé ce message|mensagem apagada|questo messaggio è stato eliminato|hai eliminato questo messaggio',
    'missed (?:group )?(?:voice|video) call|verpasster (?:sprach|video)anruf|messages and calls are end-to-end encrypted|no one outside of this chat, not even whatsapp, can read or listen to them|only people in this chat can read, listen to, or share them|(?:tap|click) to learn more|(?:tap|click) for more info|learn more',
    "messages (?:you send )?to this (?:chat|group|broadcast list)(?: and calls)? are now secured with end-to-end encryption|your security code with .{1,60} changed|waiting for this message|this may take a while|you were added|you(?:'re| are) now an admin|nachrichten (?:in|an) diesem chat (?:sowie|und) anrufe sind (?:jetzt )?mit ende-zu-ende-verschlüsselung geschützt",
    'nachrichten und anrufe sind ende-zu-ende-verschlüsselt|niemand außerhalb dieses chats kann sie lesen oder anhören, nicht einmal whatsapp|nur personen in diesem chat können sie lesen, anhören oder teilen|tippe[^.]{0,20},? um mehr (?:dazu |darüber )?zu erfahren',
  ].join('|')})$`,
  'iu',
)

/**
 * Whether a text only keeps a conversation going: "Added.", "brb", "Noted. Anything else?". No turn is stored for it.
 */
export const isIdle = (text: string, people?: ReadonlySet<string>): boolean =>
  text.length <= LONGEST &&
  text
    .replaceAll('’', "'")
    .split(/(?<=[.!?…。！？؟])\s*|\n/u)
    .every((sentence) => keepsGoing(sentence) || !hasContent(sentence, people))

/** Whether a sentence is such a phrase. */
const keepsGoing = (sentence: string): boolean =>
  IDLE.test(sentence.replaceAll('’', "'").replace(/^[\s¿¡"'*_(<\u200e]+|[\s.!?…。！？؟"'*_):,;>-]+$/gu, ''))

/** A question and its answer. */
type Exchange = { readonly question: string; readonly answer: string }

/** In UTF-16 units: a longer answer needs no question, a longer question is more than one. */
const LONGEST_ANSWER = 100
const LONGEST_QUESTION = 300
/** Most content words of an answer that cannot be understood without its question. */
const FEW_WORDS = 4

/** Yes, no and their equivalents in the languages of the search. */
const YES_OR_NO =
  /^(?:yes|yeah|yep|yup|yea|sure|of course|correct|right|exactly|definitely|absolutely|indeed|no|nope|nah|never|not (?:really|yet|anymore|at all|any more)|neither|both|none|always|sometimes|often|rarely|ja|jawohl|klar|genau|nein|nee|doch|noch nicht|niemals|nie|sí|si|claro|por supuesto|no|nunca|todavía no|oui|ouais|non|jamais|bien sûr|pas encore|sim|claro|não|nao|ainda não|sì|certo|certamente|mai|non ancora|nog niet|nooit|zeker|да|нет|конечно|никогда|ещё нет|はい|ええ|うん|いいえ|いや|まだ|是的?|对|對|没错|沒錯|不是?|没有|沒有|有|还没|還沒|네|예|응|아니요?|아니오|아직|نعم|أجل|لا|ليس بعد|हाँ|हां|जी|नहीं)(?![\p{L}\p{M}'’])/iu

const QUESTION = /[?？؟]["'”’)\]*_]{0,3}$/

/** The last sentence of a text. */
const lastSentence = (text: string): string => {
  const end = text.slice(-2 * LONGEST_QUESTION)
  const body = end.replace(/[?？؟!.…"'”’)\]*_]+$/, '')
  const before = Math.max(
    ...['. ', '! ', '? ', '。', '！', '？', '؟ ', '\n', '… '].map((mark) => body.lastIndexOf(mark)),
  )
  return end.slice(before + 1).trim()
}

/** Whether an answer is too short to be understood alone: "Yes.", "In May", "Berlin". */
const needsQuestion = (text: string): boolean => {
  if (text.length > LONGEST_ANSWER || QUESTION.test(text) || text.includes('\n')) return false
  if (YES_OR_NO.test(text)) return true
  const words = tokensOf(text)
  const polite = words.every((word) => FILLERS.has(word.toLowerCase())) || keepsGoing(text)
  return !polite && text.length <= 60 && words.filter(isContent).length <= FEW_WORDS && words.length <= FEW_WORDS + 2
}

/** The question that a short answer depends on; undefined for a turn that can be understood alone. */
export const exchangeOf = (before: Turn | undefined, turn: Turn): Exchange | undefined => {
  const answer = turn.text.trim()
  if (!before || before.speaker === null || turn.speaker === null || before.speaker === turn.speaker) return undefined
  const asked = before.text.trim()
  if (!QUESTION.test(asked) || !needsQuestion(answer)) return undefined
  const question = lastSentence(asked)
  if (question.length > LONGEST_QUESTION || isIdle(question)) return undefined
  return { question, answer }
}

/** Whether a turn consists of that question only. */
export const isOnly = (question: string, { text }: Turn): boolean => {
  const rest = text.trim()
  return isIdle(rest.slice(0, Math.max(0, rest.length - question.length)))
}
