import { ANSWERS } from '../../../indexing/answer-bits.js'

/**
 * A question about what the machine side said: "what did you recommend", "which book did you suggest", "remind me of your
 * advice", "what were we told". In the languages of the search.
 */
const ENGLISH =
  /\b(?:did|have|had) (?:you|the (?:assistant|ai|bot|model|chatbot)) (?:\w+ ){0,2}?(?:recommend|suggest|advise|propose|answer|say|tell|told|mention|explain|describe|give|gave|given|show|list|guide|help|respond|reply|write|wrote|provide|offer|point out|walk)|\byou (?:\w+ ){0,1}?(?:recommended|suggested|advised|proposed|answered|said|told|mentioned|explained|described|gave|listed|showed|guided|helped|responded|replied|wrote|provided|offered)\b|\byour (?:\w+ )?(?:recommendations?|suggestions?|advice|answers?|proposals?|explanations?|tips?|response|reply|guidance|instructions)\b|\b(?:was|were|been) (?:i|we) (?:\w+ )?(?:recommended|suggested|advised|told|given)\b|\b(?:was|were) (?:recommended|suggested|advised) to (?:me|us)\b/i
const OTHERS =
  /\b(?:hast du|haben sie|hattest du)\b[^?]{0,120}\b(?:empfohlen|vorgeschlagen|geraten|gesagt|geantwortet|erklärt|erwähnt|genannt|gezeigt)\b|\bdein(?:e[mnrs]?)? (?:empfehlung(?:en)?|vorschl[aä]ge?|rat|antwort(?:en)?|tipps?)\b|\b(?:me|nos) (?:recomendaste|sugeriste|aconsejaste|dijiste|respondiste|propusiste|explicaste|recomendó|sugirió|aconsejó)\b|\btus? (?:recomendaci[oó]n(?:es)?|sugerencias?|consejos?|respuestas?)\b|\b(?:m'as|m’as|nous as|m'avez|m’avez|as-tu|avez-vous|tu as|vous avez)\b[^?]{0,120}\b(?:recommandé|suggéré|conseillé|proposé|dit|répondu|expliqué|mentionné)|\b(?:tes|ta|ton|vos|votre) (?:recommandations?|suggestions?|conseils?|réponses?)\b|\b(?:você|voce|tu) (?:me )?(?:recomendou|sugeriu|aconselhou|disse|respondeu|propôs|explicou|recomendaste|sugeriste)\b|\b(?:suas?|tuas?) (?:recomendaç(?:ão|ões)|sugest(?:ão|ões)|respostas?)\b|\b(?:mi|ci) (?:hai|ha|avete) (?:consigliato|suggerito|raccomandato|detto|risposto|proposto|spiegato)\b|\b(?:tuoi|tue|tuo|tua) (?:consigli[oe]?|suggeriment[oi]|raccomandazion[ei]|rispost[ae])\b|\b(?:heb je|hebt u|had je)\b[^?]{0,120}\b(?:aanbevolen|aangeraden|voorgesteld|gezegd|geantwoord|uitgelegd|genoemd)\b|\bje (?:aanbeveling(?:en)?|suggesties?|advies|antwoord(?:en)?)\b|ты (?:мне )?(?:рекомендовал|советовал|посоветовал|предложил|предлагал|говорил|сказал|ответил)|вы (?:мне )?(?:рекомендовали|советовали|посоветовали|предложили|говорили|сказали)|(?:你|您)(?:[^？?]{0,12})(?:推荐|推薦|建议|建議|说|說|告诉|回答|提到|提议)|(?:おすすめ|お勧め|勧め|提案|アドバイス|推薦)(?:して|した|され)|(?:추천|제안|조언)(?:해|했)/iu

/** Whether a query asks for what the machine side recommended, suggested or answered. */
export const asksAssistant = (query: string): boolean => {
  const asked = query.slice(0, 1000).replace(/’/g, "'")
  return ENGLISH.test(asked) || OTHERS.test(asked)
}

/** A kind of answer that a query asks for, and what a memory that holds it gains. */
export type ExpectedKind = { readonly bit: number; readonly weight: number }

const time =
  /^(?:when|since when|what (?:date|day|month|year|time)|which (?:date|day|month|year)|in (?:what|which) (?:year|month)|how long ago)|\bwhen did\b/i
const place =
  /^(?:where\b|(?:(?:in|from|to) )?(?:which|what) (?:country|countries|city|cities|states?|places?|town|location|areas?)\b)/i
const number = /^(?:how (?:many|much|long|old|often)|what (?:number|age))|\bhow many (?:times|years|months|weeks|days)/i
const name =
  /\b(?:called|named|names?|titled?)\b|^(?:what|which) (?:books?|movies?|films?|songs?|bands?|games?|artists?|authors?|company|shows?|series|brand|team)\b/i

const kinds: readonly (ExpectedKind & { readonly asked: RegExp })[] = [
  { asked: time, bit: ANSWERS.time, weight: 0.1 },
  { asked: place, bit: ANSWERS.place, weight: 0.1 },
  { asked: number, bit: ANSWERS.number, weight: 0.05 },
  { asked: name, bit: ANSWERS.name, weight: 0.1 },
]

/** The kinds of answer that an English query asks for: a time, a place, a number, a name; none in other languages. */
export const expectedKinds = (query: string): readonly ExpectedKind[] => {
  const text = query.trimStart()
  return kinds.flatMap(({ asked, bit, weight }) => (asked.test(text) ? [{ bit, weight }] : []))
}

/** The weights of the kinds that a memory's answer bits meet, added up. */
export const answerScore = (asked: readonly ExpectedKind[], answerBits: number): number =>
  asked.reduce((sum, { bit, weight }) => ((answerBits & bit) === 0 ? sum : sum + weight), 0)
