import { isIdle } from './extraction/short-answer.js'

/** So many words say something that nobody says by chance a second time. */
const WORDS = 4
/** Characters of a script without spaces in a word. */
const UNSPACED = 2
const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]*/gu
const OF_UNSPACED = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/gu

/** What an assistant says at the beginning and the end of any conversation. */
const COURTESY = new RegExp(
  `^(?:${[
    "(?:you(?: are|'re| 're)|you’re) (?:very |most |always )?welcome",
    "(?:i am |i'm |i’m )?(?:always )?(?:happy|glad|pleased) (?:to|i (?:could|can|was able)|that|you)",
    "(?:please |just )?(?:let me know|feel free|tell me|ask me|reach out|do(?:n[’']?t| not) hesitate) ?(?:if|to|whenever|when|any ?time|should|how|what)?",
    "(?:is there|if there(?: is|’s|'s)|was there) (?:anything|something)(?: else)?",
    '(?:hello|hi|hey)?[,! ]*(?:how|what) (?:can|may|could|else can) i (?:help|assist|do)',
    "(?:i am |i'm |i’m )?here (?:to help|if you|whenever you)",
    'have a (?:great|nice|good|wonderful|lovely)',
    '(?:sehr )?gern(?:e)?(?: geschehen)?',
    '(?:wie|womit|wobei) (?:kann|darf) ich',
    '(?:kann|darf) ich (?:sonst |dir |ihnen |euch )*noch',
    '(?:sag|sagen sie|gib|geben sie)(?: mir)?(?: einfach| gern| gerne)* bescheid|melde dich|melden sie sich|freut mich',
  ].join('|')})(?![\\p{L}])`,
  'u',
)

/** Whether a turn (normalised) says more than any other may say, too: greetings, thanks and courtesy aside. */
export const isTelling = (said: string): boolean =>
  said
    .split(/[.!?…。！？\n]+/u)
    .map((sentence) => sentence.trim())
    .some((sentence) => wordCount(sentence) >= WORDS && !COURTESY.test(sentence) && !isIdle(sentence))

const wordCount = (text: string): number =>
  (text.match(OF_UNSPACED)?.length ?? 0) / UNSPACED + (text.replace(OF_UNSPACED, ' ').match(WORD)?.length ?? 0)

const SUMMARY =
  /summar|recap\b|compact(?:ed|ion)|conversation (?:so far|history)|(?:earlier|previous|prior|continued from a) (?:conversation|messages|turns|part)|zusammenfass|zusammengefasst|bisherige[rnms]? (?:gespräch|unterhaltung|verlauf)|résumé|resumen|riassunto|resumo|samenvatting|摘要|总结|要約|요약/u
/** Nobody writes so much by hand, in characters. */
const LONG = 1000

/** Whether a turn (normalised) may stand for turns that a client has dropped. */
export const isSummary = (said: string): boolean => said.length >= LONG || SUMMARY.test(said)
