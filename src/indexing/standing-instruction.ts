const START = String.raw`(?:^|[.!?;:\n)("“]\s{0,3}|\b(?:and|but|also|so|und|y|et|e|en)\s|,\s)`
const PLEASE = '(?:please,? |just |also,? |bitte |por favor,? |merci de |per favore,? |alsjeblieft )?'

const VERBS =
  'include|use|provide|give|show|specify|state|write|answer|respond|reply|format|mention|add|start|begin|end|finish|keep|ask|' +
  'tell|explain|call|address|refer|cite|quote|list|check|verify|make|put|consider|recommend|suggest|present|convert|translate|' +
  'round|confirm|remind|avoid|assume|summari[sz]e|run|commit|test|review|say|send|book|order|offer|share|speak|talk|notify|' +
  'highlight|describe|define|compare|set|follow|stick|save|return|output|display|draft|name|label|sign|schedule|leave|bring|' +
  'buy|cook|pick|choose|point|skip|omit|break|walk|double-check|stop|propose|prioriti[sz]e|ensure|apply|document|note|wrap|' +
  'clarify|treat|prefer|link|attach|store|log|push|merge|deploy|cut|spell|capitali[sz]e|indent|be'

/** Instructions that apply from now on, in the languages of the search; each starts a sentence or a clause. */
const PATTERNS: readonly RegExp[] = [
  new RegExp(`${START}${PLEASE}(?:always|never|(?:don't|do not) ever) (?:please |ever )?(?:${VERBS})\\b`, 'iu'),
  new RegExp(
    String.raw`${START}${PLEASE}(?:from now on|from here on|going forward|in (?:the )?future|henceforth),? (?:please |always |never |do not |don't |only |just )*(?:${VERBS})\b`,
    'iu',
  ),
  new RegExp(
    String.raw`${START}${PLEASE}(?:whenever|every time|each time|any time|anytime|if|when) (?:i|we) [^.!?\n]{2,80}?, ?(?:please |always |never |do not |don't |only |just )*(?:${VERBS})\b`,
    'iu',
  ),
  new RegExp(
    String.raw`${START}${PLEASE}(?:${VERBS})\b[^.!?\n]{2,120}\b(?:whenever|every time|each time|when) (?:i|we) (?:ask|request|want|need|talk|mention|write|send|say)\b`,
    'iu',
  ),
  new RegExp(
    String.raw`${START}${PLEASE}(?:make sure|be sure|remember|remember that you|i (?:want|need|expect) you|i(?:'d| would) like you) (?:to |you |that you )?(?:always|never)\b`,
    'iu',
  ),
  /\byour (?:answers?|repl(?:y|ies)|responses?|explanations?|summar(?:y|ies)) (?:should|must|have to|need to) (?:always|never)\b/iu,
  new RegExp(
    String.raw`${START}${PLEASE}(?:verwende|benutze|nutze|antworte|schreibe?|gib|nenne|zeige?|erkläre?|sage?|mache?|füge|sprich|frage?|achte|halte|rechne|runde|zitiere|${'(?:verwenden|benutzen|nutzen|antworten|schreiben|geben|nennen|zeigen|erklären|sagen|fügen|sprechen|fragen|achten|rechnen) Sie'})\s(?:\S{1,20}\s){0,4}?(?:immer|stets|nie|niemals)(?![\p{L}])`,
    'iu',
  ),
  new RegExp(
    String.raw`${START}${PLEASE}(?:ab (?:jetzt|sofort|heute)|von (?:nun|jetzt) an|in zukunft|künftig),? (?:bitte |immer |nur |nie |kein\w* )*(?:verwende|benutze|nutze|antworte|schreib|gib|nenne|zeig|erklär|sag|mach|füge|sprich|frag|achte|rechne|sollst|bitte)`,
    'iu',
  ),
  new RegExp(
    String.raw`${START}${PLEASE}(?:(?:siempre|nunca) (?:usa|utiliza|incluye|responde|contesta|escribe|da|dame|muestra|explica|menciona|uses|utilices|incluyas|respondas|contestes|escribas|des|muestres|expliques|menciones|me)|(?:usa|utiliza|incluye|responde|contesta|escribe|dame|da|muestra|muéstrame|explica|menciona|háblame)\s(?:\S{1,20}\s){0,3}?siempre|(?:a partir de ahora|de ahora en adelante|en el futuro|en adelante),? (?:por favor,? )?(?:siempre|nunca|no|usa|utiliza|incluye|responde|contesta|escribe|dame|da|muestra|explica))(?![\p{L}])`,
    'iu',
  ),
  new RegExp(
    String.raw`${START}${PLEASE}(?:(?:utilise|réponds|écris|donne|inclus|montre|explique|ajoute|emploie|mentionne|parle|indique|utilisez|répondez|écrivez|donnez|incluez|montrez|expliquez|ajoutez|mentionnez|parlez|indiquez)(?:-moi|-nous)?\s(?:\S{1,20}\s){0,3}?toujours|n(?:e |['’])(?:utilise|réponds|écris|donne|inclus|montre|mentionne|parle|emploie|ajoute)[zs]?(?:-moi)? jamais|(?:dorénavant|désormais|à partir de maintenant|à l['’]avenir),? (?:utilise|réponds|écris|donne|inclus|montre|explique|ajoute|emploie|mentionne|parle|ne|n['’]))`,
    'iu',
  ),
  new RegExp(
    String.raw`${START}${PLEASE}(?:(?:sempre|nunca) (?:use|usa|utilize|inclua|responda|escreva|dê|mostre|explique|mencione|me)|(?:use|usa|utilize|inclua|responda|responde|escreva|mostre|explique|mencione)\s(?:\S{1,20}\s){0,3}?sempre|(?:usa|utilizza|includi|rispondi|scrivi|dammi|mostra|mostrami|spiega|indica|parla)\s(?:\S{1,20}\s){0,3}?sempre|non (?:usare|utilizzare|includere|rispondere|scrivere|dare|mostrare|mai)\s(?:\S{1,20}\s){0,2}?mai|(?:a partir de agora|de agora em diante|daqui em diante|d'ora in poi|da ora in poi|in futuro|no futuro),? (?:por favor,? |sempre |nunca |não |non )*(?:use|utilize|inclua|responda|escreva|mostre|explique|usa|utilizza|includi|rispondi|scrivi|mostra|spiega))(?![\p{L}])`,
    'iu',
  ),
  new RegExp(
    String.raw`${START}${PLEASE}(?:gebruik|geef|antwoord|schrijf|toon|leg|vermeld|voeg|noem|spreek|zeg)\s(?:\S{1,20}\s){0,4}?(?:altijd|nooit)(?![\p{L}])|${START}${PLEASE}(?:vanaf nu|voortaan|in het vervolg),? (?:altijd |nooit |graag )*(?:gebruik|geef|antwoord|schrijf|toon|leg|vermeld|voeg|noem|spreek)`,
    'iu',
  ),
  /(?:^|[.!?\n,]\s{0,3})(?:пожалуйста,? )?(?:(?:всегда|никогда не) \p{L}{2,20}(?:й|йте|ь|ьте|и|ите)(?![\p{L}])|(?:отныне|впредь|с этого момента|в дальнейшем),? (?:пожалуйста,? |всегда |никогда |не )*\p{L}{2,20}(?:й|йте|ь|ьте|и|ите)(?![\p{L}]))/iu,
  /(?:^|[。！？；\n，])\s{0,3}(?:请|請|麻烦|麻煩)?(?:你|您)?(?:总是|總是|始终|始終|一律|永远不要|永遠不要|千万不要|千萬不要|从现在起|從現在起|从今以后|從今以後|今后|今後請|以后请|以後請|以后都|每次都?要|每次都?请)/u,
  /(?:常に|いつも|必ず|今後は|これからは|絶対に|毎回)[^。！？\n]{1,60}(?:してください|して下さい|しないで|ください|下さい|してくれ|すること|しないこと|してね|してほしい)/u,
  /(?:항상|언제나|반드시|절대로?|앞으로는?|지금부터|매번)[^.!?\n]{1,60}(?:주세요|해줘|해 줘|하세요|마세요|하지 ?마|할 것|말 것|줘)/u,
  /(?:^|[.!؟\n،]\s{0,3})(?:من فضلك،? )?(?:من الآن فصاعد[اًا]{1,2}|دائم[اًا]{1,2} |لا [\p{L}\p{M}]{2,15} أبد)/u,
  /(?:^|[।.!?\n]\s{0,3})(?:कृपया )?(?:हमेशा|अब से|कभी भी)[^।.!?\n]{1,60}(?:करें|करो|दें|दो|लिखें|लिखो|बताएं|बताओ|मत|न करें)/u,
]

/** Every pattern contains one of these words. Most texts contain none, so one test replaces all patterns. */
const HINT =
  /always|never|ever|from (?:now|here) on|forward|future|henceforth|every|each time|any ?time|when|if (?:i|we)\b|immer|stets|nie|\bab \w|von \w+ an|zukunft|künftig|siempre|nunca|ahora|adelante|futuro|toujours|jamais|dorénavant|désormais|maintenant|avenir|sempre|agora|diante|in poi|\bmai\b|altijd|nooit|vanaf|voortaan|vervolg|всегда|никогда|отныне|впредь|момента|дальнейшем|总是|總是|始|一律|永|千|起|今|以后|以後|每次|常に|いつも|必ず|これから|絶対|毎回|항상|언제나|반드시|절대|앞으로|지금부터|매번|دائم|أبد|الآن|हमेशा|अब से|कभी/iu

/** How much of a text is examined, in UTF-16 units. */
const LOOKED_AT = 4000

/**
 * Whether a text is a standing instruction: "always include an example", "never use the tram", "when I ask about dates,
 * give the year".
 */
export const isStandingInstruction = (text: string): boolean => {
  const said = text.slice(0, LOOKED_AT).replaceAll('’', "'")
  return HINT.test(said) && PATTERNS.some((pattern) => pattern.test(said))
}
