const START = String.raw`(?:^|[.!?:;,\n"'(\[>*¡¿。、「『“«-]\s{0,3}|(?<!\p{L})(?:please|now|then|and|also|just|must|should|bitte|por favor|per favore|s'il (?:te|vous) plaît|пожалуйста|а теперь|теперь|сейчас|затем|и|الرجاء|رجاء|من فضلك|الان|ثم)[,:]?\s{1,3})`

/** An order at the start of a clause. */
export const order = (body: string): RegExp => new RegExp(START + body, 'iu')

/** At most `most` of these words. */
export const upTo = (most: number, words: string): string => String.raw`(?:(?:${words})\s{1,3}){0,${most}}`

/** Excludes rules with another owner: rules of a doctor, a game or a recipe are forgotten every day. */
const ofNobodyElse = String.raw`(?!\p{L})(?!\s{1,3}(?:de|del|do|dos|da|das|di|della|dello|dei|degli|du|des|von|vom|der|meines|meiner|d')(?!\p{L})(?!\s{1,3}(?:la |el |il )?(?:sistem|systèm|system)))`

/** Orders to the assistant or the memory in English, and forged frames in any language. */
export const english: readonly RegExp[] = [
  order(
    String.raw`(?:ignore|disregard|forget|override|bypass)\s{1,3}(?:(?:all|any|every|everything|of|the|these|those|your|my|our)\s{1,3}){0,4}(?:previous|prior|above|preceding|earlier|existing|system|original|initial)\b(?!\s{1,3}(?:wife|husband|day|week|year))`,
  ),
  order(
    String.raw`(?:ignore|disregard|forget)\s{1,3}(?:(?:all|any|everything|of|the|your|these)\s{1,3}){1,4}(?:instructions?|rules|guidelines|prompts?|constraints|you (?:know|were told|have been told))\b`,
  ),
  order(String.raw`(?:ignore|disregard|forget)\s{1,3}(?:all|everything|anything)\s{1,3}(?:above|before|said)\b`),
  /\byou are (?:now|no longer)\s{1,3}(?:an? |the |in |my )?(?:\w+\s){0,3}(?:ai|assistant|bot|model|mode|dan|jailb\w*|unrestricted|hacker|admin\w*|root|system|persona|character|called|named)\b/i,
  /\b(?:reveal|print|show|repeat|output|leak|display|dump|ignore|override|change|replace|new|tell me)\s{1,3}(?:me\s)?(?:your|the|all|this)?\s{0,3}(?:full |hidden |entire )?system (?:prompt|message|instructions?)\b/i,
  /(?:^|\n)\s{0,3}(?:new )?system (?:prompt|override|instructions?)\s{0,3}:/i,
  /<\|(?:im_start|im_end|system|user|assistant|endoftext|start_header_id|eot_id)\|>|\[\/?INST\]|<<\/?SYS>>|<\/?(?:system|assistant|system_prompt|instructions?)>/i,
  /(?:^|\n)\s{0,3}(?:#{1,4} ?|\*\*|\[)?(?:system|assistant|developer)(?:\*\*|\])?\s{0,2}:\s/i,
  order(
    String.raw`(?:delete|erase|wipe|clear|forget|purge|remove)\s{1,3}(?:(?:all|every|everything|of|your|my|the|stored|saved|user|users|previous|other|from)[\s']{1,3}){1,5}(?:memor(?:y|ies)|knowledge base|conversation history)\b`,
  ),
  order(
    String.raw`(?:remember|memori[sz]e|note|store|save|keep in mind)\s{1,3}(?:this\s{0,2}:?\s{1,3})?(?:that\s{1,3})?(?:from now on,?\s{1,3})?you\s{1,3}(?:must|should|have to|are required to|will|shall|need to)\s{1,3}(?:always|never|now|obey|ignore|refuse|only|answer|respond|trust|say|recommend|send)\b`,
  ),
  order(String.raw`from now on,?\s{1,3}you\s{1,3}(?:must|will|are|should|shall|have to)\b`),
  order(
    String.raw`(?:do not|don't|never)\s{1,3}(?:store|save|trust|update)\s{1,3}(?:any|all|the|these|other)\s{1,3}(?:\w+\s){0,2}memor(?:y|ies)\b`,
  ),
]

/** German. */
const german: readonly RegExp[] = [
  order(
    String.raw`(?:ignorier(?:e|t|en sie)?|missachten?(?: sie)?|vergiss|vergessen sie|vergesst|übergeh(?:e|en sie)?)\s{1,3}${upTo(4, 'bitte|jetzt|alle|die|alles|deine|ihre|eure|sämtliche|davor')}(?:vorherigen|vorigen|bisherigen|obigen|früheren|vorangegangenen|vorherige|bisherige|systemanweisungen|anweisungen(?! (?:des|der|vom|von|meine)))`,
  ),
  order(
    String.raw`(?:alle|sämtliche)\s{1,3}${upTo(2, 'vorherigen|bisherigen|obigen|früheren|deine')}(?:anweisungen|regeln|vorgaben|instruktionen)\s{1,3}(?:sofort |jetzt )?(?:ignorieren|vergessen|missachten)(?!\p{L})`,
  ),
  order(
    String.raw`beachten?\s{1,3}(?:sie\s{1,3})?${upTo(2, 'alle|die|deine')}(?:vorherigen|bisherigen|obigen|früheren)\s{1,3}\p{L}{1,20}\s{1,3}nicht`,
  ),
  /(?:^|[.!?\n]\s{0,3})(?:du bist|sie sind) (?:jetzt|nun|ab sofort) (?:ein|eine|kein|der|die) /iu,
  order(String.raw`(?:ab (?:jetzt|sofort|nun)|von nun an)\s{1,3}(?:bist|musst|wirst|sollst|darfst)\s{1,3}du(?!\p{L})`),
  order(
    String.raw`(?:zeige?|verrate?|gib|nenne?|wiederhole?)\s{1,3}${upTo(3, 'mir|bitte|deinen?|den|ihren?|die|ganzen')}system-?\s?(?:prompt|anweisung|nachricht)`,
  ),
  order(String.raw`merke? dir[:,]?\s{1,3}(?:dass )?du\s{1,3}(?:musst|sollst|darfst|immer|nie)(?!\p{L})`),
  order(
    String.raw`(?:lösche|lösch|löschen sie)\s{1,3}(?:(?:alle|deine|ihre|meine|sämtliche|gesamtes|dein|das)\s{1,3}){1,3}(?:erinnerungen|gedächtnis)`,
  ),
]

const spanish: readonly RegExp[] = [
  order(
    String.raw`(?:ignora|ignore|ignoren|olvida|olvide|olviden|descarta|descarte|haz caso omiso de|no hagas caso (?:de|a))\s{1,3}${upTo(4, 'todas?|todos?|las|los|tus|sus|esas?|estas?|cualquier|anteriores|previas')}(?:instrucciones|indicaciones|reglas|órdenes|ordenes|directrices)${ofNobodyElse}`,
  ),
  order(
    String.raw`(?:borra|elimina|borre|elimine)\s{1,3}(?:(?:todas?|todos?|las|los|tus|sus)\s{1,3}){1,3}(?:memorias|recuerdos)`,
  ),
  /(?:^|[.!?\n¡]\s{0,3})(?:ahora eres|a partir de ahora,? (?:eres|serás)) (?:un|una) /iu,
  order(
    String.raw`(?:a partir de ahora|desde ahora|de ahora en adelante),?\s{1,3}(?:tú\s{1,3})?(?:debes|tienes que|vas a)(?!\p{L})`,
  ),
  order(
    String.raw`(?:revela|muestra|muéstrame|imprime|repite|dime)\s{1,3}${upTo(3, 'el|la|las|tu|tus|todo')}(?:prompt|mensaje|instrucciones)\s{1,3}(?:del?\s{1,3})?sistema`,
  ),
  order(String.raw`recuerda(?: que|:)\s{1,3}(?:siempre debes|debes siempre|nunca debes)(?!\p{L})`),
]

const portuguese: readonly RegExp[] = [
  order(
    String.raw`(?:ignore|ignora|ignorem|esqueça|esquece|esqueçam|desconsidere|desconsidera|descarte)\s{1,3}${upTo(4, 'todas?|todos?|as|os|tuas?|suas?|essas?|estas?|quaisquer|anteriores')}(?:instruções|instrucoes|ordens|regras|comandos|diretrizes|orientações|restrições)${ofNobodyElse}`,
  ),
  order(
    String.raw`(?:apague|apaga|exclua|delete|elimine)\s{1,3}(?:(?:todas?|todos?|as|os|tuas?|suas?)\s{1,3}){1,3}(?:memórias|memorias|lembranças|recordações)`,
  ),
  /(?:^|[.!?\n]\s{0,3})(?:agora você é|você agora é|tu agora és|agora és|a partir de agora,? (?:você é|você será|és)) (?:um|uma|o|a) /iu,
  order(
    String.raw`(?:a partir de agora|de agora em diante),?\s{1,3}(?:você|tu)\s{1,3}(?:deve|deves|vai|tem que|irá)(?!\p{L})`,
  ),
  order(
    String.raw`(?:revele|mostre|mostra|exiba|imprima|repita)\s{1,3}${upTo(3, 'o|a|as|seu|teu|suas|me')}(?:prompt|mensagem|instruções)\s{1,3}(?:d[oe]\s{1,3})?sistema`,
  ),
  order(String.raw`lembre-se(?: de)?(?: que|:)\s{1,3}(?:você )?(?:deve sempre|sempre deve|nunca deve)(?!\p{L})`),
]

const italian: readonly RegExp[] = [
  order(
    String.raw`(?:ignora|ignorate|ignori|dimentica|dimenticate|trascura|scarta)\s{1,3}${upTo(4, 'tutte|tutti|le|gli|i|ogni|qualsiasi|tue|tuoi|queste|precedenti')}(?:istruzioni|istruzione|indicazioni|regole|ordini|direttive)${ofNobodyElse}`,
  ),
  order(
    String.raw`(?:cancella|elimina|cancellate|eliminate)\s{1,3}(?:(?:tutte|tutti|tutta|le|i|la|tuoi|tue|tua)\s{1,3}){1,3}(?:ricordi|memorie|memoria)`,
  ),
  /(?:^|[.!?\n]\s{0,3})(?:(?:ora|adesso) sei|d[’']ora in (?:poi|avanti),? (?:sei|sarai)) (?:un|una|un') ?/iu,
  order(String.raw`(?:d[’']ora in (?:poi|avanti)|da ora in poi),?\s{1,3}(?:devi|dovrai|tu)(?!\p{L})`),
  order(
    String.raw`(?:rivela|mostra|mostrami|stampa|ripeti|dimmi)\s{1,3}${upTo(3, 'il|le|tuo|tue|tutto')}(?:prompt|messaggio|istruzioni)\s{1,3}(?:di\s{1,3}|del\s{1,3})?sistema`,
  ),
  order(String.raw`ricorda(?:ti)?(?: che|:)\s{1,3}(?:devi sempre|non devi mai)(?!\p{L})`),
]

const french: readonly RegExp[] = [
  order(
    String.raw`(?:ignore[zr]?|oublie[zr]?|fai(?:s|tes) abstraction (?:de|des)|ne (?:tiens|tenez) pas compte (?:de|des))\s{1,3}${upTo(4, 'toutes?|tous|les|tes|vos|ces|précédentes')}(?:instructions|consignes|règles|directives)${ofNobodyElse}`,
  ),
  order(
    String.raw`(?:supprime[zr]?|efface[zr]?)\s{1,3}(?:(?:toutes?|tous|les|tes|vos|mes)\s{1,3}){1,3}(?:souvenirs|mémoires?)`,
  ),
  /(?:^|[.!?\n]\s{0,3})(?:tu es (?:maintenant|désormais)|vous êtes (?:maintenant|désormais)) (?:un|une) /iu,
  order(
    String.raw`(?:à partir de maintenant|désormais|dorénavant),?\s{1,3}(?:tu (?:dois|es|vas|seras|réponds)|vous (?:devez|êtes|allez|serez))(?!\p{L})`,
  ),
  order(
    String.raw`(?:révèle|révélez|affiche|affichez|montre|montrez|répète|répétez)(?:-moi)?\s{1,3}${upTo(3, 'le|la|les|ton|tes|votre|vos')}(?:prompt|message|instructions|invite)\s{1,3}(?:du\s{1,3}|de\s{1,3})?système`,
  ),
  order(String.raw`(?:souviens-toi|rappelle-toi|retiens) (?:que|:)\s{0,3}tu dois (?:toujours|ne jamais)(?!\p{L})`),
]

export const germanicAndRomance: readonly RegExp[] = [...german, ...spanish, ...portuguese, ...italian, ...french]
