/** So much of a text is looked at for words of change: they stand at its beginning, or it is about something else. */
const LOOKED_AT = 1000

const MONTH = 'january|february|march|april|may|june|july|august|september|october|november|december'
const MONAT = 'januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember'
const MES = 'enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre'

const ENGLISH =
  `now|nowadays|these days|from now on|any ?more|any longer|no longer|no more|instead|this year|as of|until further notice|` +
  `correction|(?:take|took) (?:it|that) back|(?:moved|gone|went) (?:to|out|in|into|back|our|my|from)|(?:has|have|had|got) moved|` +
  `switched|changed (?:to|it|the|my|our|from)|(?:has|have) changed|replaced|quit (?:my|the)|left (?:the|my|our)|(?:has|have) left|` +
  `retired|upgraded|updated|migrated|raised|lowered|increased|decreased|reduced|cut (?:\\w+ )?(?:down|to)|slips?|slipped|postponed|` +
  `closed (?:down|its|their)|folded|sold (?:the|my|our)|switched off|handed (?:in|over)|passed (?:the|it|my) \\w+ to|cancelled|` +
  `called off|gave up|given up|dropped|stopped|is over|is off|on leave|signed up|` +
  `lately|at present|currently|by now|until now|up to now|since then|expired|ran out|took over|takes over|taken over|became|` +
  `promoted|resigned|swapped|traded (?:it|in|my|our|the)|converted to|merged|renamed|rescheduled|brought forward|pushed back|put off|` +
  `delayed|shortened|extended|doubled|halved|(?:went|gone) (?:up|down) (?:to|by)|rose to|fell to|settled on|rather than|broke up|` +
  `divorced|gave away|given away|got rid of|threw out|thrown out|broke down|is (?:gone|closed|dead|sold)|outgrew|ceased|` +
  `discontinued|abolished|scrapped|ditched|abandoned|revoked|withdrew|withdrawn|corrected|revised|adjusted|turned off|replaces|` +
  `in place of|took the place|(?:mixed|messed) (?:it|that|this|them|things) up|my mistake|my bad|misspoke|misremembered|mistyped|typo|` +
  `(?:was|am) mistaken|i was wrong|(?:got|had) (?:it|that|this|them) wrong|correct (?:that|myself)|stand corrected|meant (?:to (?:say|write|type)|\\d[\\d:.,]*)|(?:has|have) sold|changed (?:jobs?|banks?|schools?|mind)|scratch that|forget (?:the|about)|swore off|` +
  `since (?:yesterday|last|this|they|${MONTH}|the (?:first|second|third|beginning|start|move|summer|winter|spring|autumn))|` +
  `from (?:today|tomorrow|monday|${MONTH}|this \\w+|next \\w+)`
const GERMAN =
  `jetzt|nun|inzwischen|mittlerweile|neuerdings|nicht mehr|keine? \\p{L}+ mehr|nur noch|statt|stattdessen|umgezogen|gewechselt|` +
  `gekündigt|verkauft|erhöht|gesenkt|verschoben|ersetzt|umgestellt|umgestiegen|geändert|aufgehört|in rente|` +
  `seitdem|künftig|fortan|von nun an|derzeit|zurzeit|momentan|übernommen|übernimmt|abgegeben|abgeschafft|abgesagt|eingestellt|verlegt|` +
  `vorverlegt|vertagt|ausgezogen|eingezogen|befördert|wechselte?|gestiegen|gesunken|angehoben|verlängert|verkürzt|getauscht|` +
  `eingetauscht|umbenannt|abgelöst|abgeschaltet|abgestellt|ausgelaufen|abgelaufen|widerrufen|umentschieden|pensioniert|zugemacht|` +
  `geschlossen|aufgegeben|korrektur|nachfolger(?:in)?|mich (?:geirrt|vertan|getäuscht|vertippt|verschrieben)|verwechselt|mein fehler|tippfehler|meinte \\d[\\d:.,]*|lag (?:\\p{L}+ )?falsch|` +
  `ab (?:heute|morgen|sofort|jetzt|nächste\\p{L}*|${MONAT})|seit (?:gestern|heute|kurzem|neuestem|letzte\\p{L}*|diese\\p{L}*|${MONAT})`
const SPANISH =
  `ahora|ya|últimamente|actualmente|hoy en día|en (?:lugar|vez) de|mud(?:ado|é|ó)|cambi(?:é|ó|amos|aron|ado)|dej(?:é|ó|ado)|` +
  `en adelante|a partir de|de momento|pasamos a|sustitu(?:í|yó|imos|ido)|reemplaz(?:é|ó|amos|ado)|aplaz(?:ó|amos|ado)|` +
  `adelant(?:ó|amos|ado)|retras(?:ó|amos|ado)|traslad(?:é|ó|amos|aron|ado)|jubil(?:é|ó|ado)|despid(?:ió|ieron)|quit(?:é|ó|amos|aron)|` +
  `subió|bajó|aument(?:ó|ado)|redujo|reducido|cancel(?:é|ó|amos|ado)|anul(?:ó|amos|ado)|corrección|me (?:equivoqué|confundí|he equivocado)|quise decir|` +
  `ha pasado|(?:me|te|se) (?:he|has|ha) pasado|subido|bajado|cerr(?:ó|aron|ado)|renunci(?:é|ó|ado)|vend(?:í|ió|ido)|` +
  `desde (?:ayer|hoy|hace|est[ea]|que|${MES})`
const OTHERS =
  `maintenant|désormais|dorénavant|à présent|ne \\p{L}+ plus|déménagé|remplacé|agora|já não|mudei|mudou|mudámos|troquei|trocou|` +
  `adesso|ormai|non \\p{L}+ più|trasferit[oaie]|cambiat[oaie]|voortaan|tegenwoordig|niet meer|verhuisd|overgestapt|` +
  `теперь|больше не|переехал[аи]?|сменил[аи]?`

const anyOf = (words: string): RegExp => new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${words})(?![\p{L}\p{N}])`, 'iu')

const CHANGE = anyOf([ENGLISH, GERMAN, SPANISH, OTHERS].join('|'))
/** Of somebody or something that is there no more. */
const END = anyOf(
  `left|is leaving|has left|gone|quit|retired|resigned|closed|folded|died|broke|is over|is off|on leave|switched off|turned off|` +
    `shut down|sold|gave up|stopped|no longer|any ?more|cancelled|dropped|replaced|ended|moved|instead|handed in|passed|forget|` +
    `verkauft|kaputt|nicht mehr|keine? \\p{L}+ mehr|abgeschaltet|gekündigt|geschlossen|umgezogen|in rente|aufgehört|gestorben|` +
    `cerr(?:ó|aron|ado)|dej(?:é|ó|aron|ado)|ya no|vend(?:í|ió|ido)|jubil(?:é|ó|ado)|murió`,
)
/** "Dana left": but not "I left", which tells of any errand. */
const SOMEBODY_LEFT = /(?<!\p{L})\p{Lu}\p{Ll}+ left(?!\p{L})/u

/**
 * Whether a text says that something is other than it was: "moved to", "these days", "no longer", "inzwischen", "ya no".
 * Words that tell of any event ("new", "started", "again") are left out: they are in half of all chat.
 */
export const tellsOfChange = (text: string): boolean => {
  const beginning = beginningOf(text)
  return CHANGE.test(beginning) || SOMEBODY_LEFT.test(beginning)
}

/** Whether a text tells of something's end: "left", "is closed", "kaputt", "ya no". On its own it may be of anything. */
export const tellsOfAnEnd = (text: string): boolean => END.test(beginningOf(text))

const SPEAKER =
  /(?<![\p{L}\p{N}])(?:i|i'm|i've|i'll|i'd|my|me|mine|ich|mein\p{L}{0,2}|mir|mich|yo|mis?|me|je|moi|mon|ma|mes|eu|meus?|minhas?|io|mi[oae]|miei|ik|mijn|я|мой|моя|моё|мои|мне|меня)(?![\p{L}\p{N}])/iu

/** Whether somebody speaks of themself. */
export const isOfSpeaker = (text: string): boolean => SPEAKER.test(beginningOf(text))

const beginningOf = (text: string): string => text.slice(0, LOOKED_AT).replaceAll('’', "'")
