/** What one hands over to be worked on, in whoever's words. */
const TEXTS =
  '(?:(?:test|sample|example|practice|dummy) (?:sentences?|texts?|data)|letters?|mails|essays?|story|stories|poems?|songs?|lyrics|texts?|paragraphs?|passages?|' +
  'sentences?|dictations?|homework|exercises?|scripts?|dialogues?|monologues?|speech|articles?|tweets?|transcripts?|drafts?|translations?|samples?|quotes?|excerpts?|' +
  'extracts?|chapters?|scenes?|testimonials?|obituary|toasts?|riddles?|flashcards?|subtitles?|' +
  'brief(?:es?)?|aufs(?:atz|ätze)|geschichten?|gedichte?|liedtexte?|lied|texte?s?|abs(?:atz|ätze)|sätze?|satz|diktate?|hausaufgaben?|hausübung|übung(?:en)?|' +
  'drehbuch|dialoge?|rede|artikel|anschreiben|entw(?:urf|ürfe)|übersetzung(?:en)?|beispiels(?:atz|ätze)|tests(?:atz|ätze)|zitate?|auszug|kapitel|szene|' +
  // Of one's own these tell what is so.
  '(?<!\\b(?:my|our|meine?[nmrs]?|unsere?[nmrs]?) )(?:cvs?|résumés?|resumes?|biograph(?:y|ies)|bio|applications?|e-?mails?|posts?|lebenslauf|bewerbung(?:en)?))' +
  '(?![\\p{L}])(?! address)'

const START = '(?:^|[.!?] )'
const POLITELY =
  '(?:(?:please|pls|hey|hi|ok(?:ay)?|now|and|also|bitte|so|hallo),? |(?:can|could|would|will) you (?:please )?|kannst du (?:bitte )?|könntest du (?:bitte )?)*'
const WORK_ON =
  '(?:translate|proofread|correct|rewrite|rephrase|paraphrase|summari[sz]e|shorten|polish|edit|improve|review|critique|grade|comment on|check|fix|transcribe|' +
  'continue|complete|analy[sz]e|explain|read|convert|turn|format|rate|spell-?check|übersetze?n?|korrigiere?n?|verbessere?|überarbeite|formuliere|kürze|' +
  'prüfe|bewerte|lies|analysiere|erkläre?|ergänze|vervollständige|fasse?)\\b(?![,:])'

/** Behind these follows a text that is to be worked on. */
const HANDED_OVER: readonly RegExp[] = [
  // "Proofread my friend's cover letter:", "Übersetze diesen Satz."
  new RegExp(`${START}${POLITELY}${WORK_ON}[^.?!:\\n]{0,80}\\b${TEXTS}[^.?!:\\n]{0,60}[:.?!\\n]`, 'imu'),
  // "Check this:", "Fasse das zusammen:"
  new RegExp(
    `${START}${POLITELY}${WORK_ON}[^.?!:\\n]{0,20} (?:this|these|the following|das|dies|folgendes|das folgende)(?: \\p{L}+){0,4}[.?!]?(?::|[ \\t]*\\n)`,
    'imu',
  ),
  // "Dictation for my pupils:" at the end of its line
  new RegExp(`^[^:\\n]{0,80}\\b${TEXTS}[^:\\n]{0,40}:[ \\t]*\\n`, 'imu'),
  // "Here is a test sentence."
  new RegExp(
    `\\b(?:here(?:['’]s| is| are| comes?)|hier (?:ist|sind|kommt)|this is|das ist) (?:\\p{L}+ ){0,3}${TEXTS}[^.?!:\\n]{0,60}[:.\\n]`,
    'iu',
  ),
  // "What song is this from?" above a line of it
  new RegExp(`^(?=[^\\n]*\\b(?:this|these|dies\\p{L}*)\\b)[^.:\\n]{0,80}\\b${TEXTS}[^.:\\n]{0,60}\\?[ \\t]*\\n`, 'imu'),
]

/** Not those who are asked for advice: to a doctor one tells what is so. */
const ROLES =
  '(?:interviewer|recruiter|customer|client|shop assistant|salesperson|patient|pupil|student|examiner|waiter|waitress|receptionist|landlord|tenant|tourist|' +
  'detective|knight|wizard|pirate|game master|dungeon master|narrator|storyteller|character|villain|witness|journalist|reporter|caller|passenger|stranger|guest|' +
  'translator|interpreter|proofreader|spelling corrector|kunde|kundin|kellner|prüfer|verkäufer|vermieter|detektiv|ritter|erzähler|übersetzer|dolmetscher|korrektor)'
const PARTS =
  '(?:role|part|scene|character|sketch|scenario|job interview|interview|dialogue|conversation|negotiation|phone call|sales call|rolle|szene|gespräch|dialog|bewerbungsgespräch|vorstellungsgespräch)'

/** From here on somebody plays a part. */
const PLAYS: readonly RegExp[] = [
  /\b(?:role-?play(?:ing)?|mock interview|practice interview|make-believe|rollenspiele?n?)\b/iu,
  new RegExp(
    `\\b(?:let['’]?s|let us|can we|could we|shall we|lass uns|wollen wir|können wir|(?:i['’]d|i would) like to|i want to|help me(?: to)?) (?:[^.?!\\n]{0,20}(?:practi[sc]e|rehearse|play|act out|simulate|do a mock|prepare)[^.?!\\n]{0,20}\\b${PARTS}\\b|[^.?!\\n]{0,20}\\b${PARTS} (?:üben|spielen|proben))`,
    'iu',
  ),
  new RegExp(`${START}(?:please |now |ok(?:ay)?,? |let['’]s )?(?:pretend\\b|play the (?:role|part)\\b)`, 'imu'),
  new RegExp(`${START}(?:bitte )?(?:tu so,? als|tun sie so,? als|spiele? (?:den|die|das|einen|eine) ${ROLES})`, 'imu'),
  new RegExp(
    `\\b(?:(?:you(?: are|['’]re| play| be| will be)|act as)(?: now)? (?:a|an|the|my)|du (?:bist|spielst) (?:jetzt |nun )?(?:der|die|ein|eine|mein|meine)) (?:\\p{L}+ ){0,2}${ROLES}\\b`,
    'iu',
  ),
  /\byou (?:ask|answer|start|begin)\b[^.\n]{0,30}\bi(?: am| play|['’]m)\b/iu,
  /\bi(?: am|['’]m| will be|['’]ll be) (?:playing (?:the|a) (?:part|role)|acting as)\b|\bi(?: will|['’]ll)? play (?:the (?:part|role)|a (?:customer|patient|guest))\b/iu,
  // "I will write you sentences and you will only answer their pronunciations"
  /\bi(?:['’]ll| will) (?:write|type|send|give|paste)\b[^.\n]{0,30}\b(?:sentences|commands|texts|lines|paragraphs)\b/iu,
]

/** What follows in the same text is made up. */
const SUPPOSED: readonly RegExp[] = [
  new RegExp(`${START}(?:please |now )?imagine (?:that )?(?:you|we|i|he|she|a|an|the|being)\\b`, 'imu'),
  /\bin this (?:story|scenario|scene|role|sketch|universe|game)\b|\bmy character\b/iu,
]

/** From here on everybody is themselves again. */
const ENDS_PLAY =
  /\b(?:out of character|back to reality|end (?:of )?(?:the |this |our )?(?:role-?play|game|scene|interview|exercise|practice)|stop (?:the |this )?(?:role-?play|game|practice|pretending|acting)|(?:that['’]s|that is|that was) (?:enough|it for (?:now|today))|enough (?:role-?play|practice|pretending)|in real life|ende des (?:rollenspiels|spiels)|zurück zur (?:realität|wirklichkeit)|genug (?:geübt|gespielt)|im echten leben)\b/iu

const SALUTATION =
  /\n[ \t]*(?:dear|to whom it may concern|sehr geehrter?|liebe[rs]?|hallo|hi|hello|guten tag)\b[^\n.:?]{0,60}[,:!]?[ \t]*(?=\n)/iu
const CLOSING =
  /\n[ \t]*(?:yours(?: \p{L}+)?|(?:(?:kind|best|warm|kindest|warmest|many) )?regards|sincerely(?: yours)?|best wishes|best|cheers|love|mit \p{L}+ grüßen|\p{L}+ grüße|mfg|lg|vg)[,.!]?[ \t]*\n+[ \t]*(\p{L}+)/iu

/** Where a letter begins that follows something else, and that somebody else has signed; nowhere is infinitely far. */
const letterIn = (text: string, speaker: string | null): number => {
  const begins = SALUTATION.exec(text)
  const signed = begins === null ? null : CLOSING.exec(text.slice(begins.index))
  if (begins === null || signed === null) return Number.POSITIVE_INFINITY
  const own = speaker?.toLowerCase().split(/\s+/u) ?? []
  return own.includes(signed[1]?.toLowerCase() ?? '') ? Number.POSITIVE_INFINITY : begins.index
}

const nearest = (patterns: readonly RegExp[], text: string): number =>
  Math.min(...patterns.map((pattern) => pattern.exec(text)?.index ?? Number.POSITIVE_INFINITY))

/** In characters: whoever begins to play a part says so at once. */
const BEGINNING = 2000

/** Whether everybody is themselves again. */
export const endsPlay = (text: string): boolean => ENDS_PLAY.test(text.slice(0, BEGINNING))

/** Where somebody begins to play a part, and does not end that in the same text. */
const playIn = (text: string): number =>
  endsPlay(text) ? Number.POSITIVE_INFINITY : nearest(PLAYS, text.slice(0, BEGINNING))

/** Whether people play parts from a text on, until another one ends that. */
export const opensPlay = (text: string): boolean => playIn(text) < text.length

/**
 * What its speaker says for themselves: a text up to where another one follows that is to be translated, corrected or read, to
 * where somebody begins to play a part, or to a letter that somebody else has signed.
 */
export const inOwnVoice = (text: string, speaker: string | null): string =>
  text.slice(
    0,
    Math.min(nearest(HANDED_OVER, text), nearest(SUPPOSED, text), playIn(text), letterIn(text, speaker), text.length),
  )
