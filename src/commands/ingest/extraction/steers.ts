/**
 * Text that is aimed at the assistant or at the memory rather than said to a person. Each pattern is an order
 * (imperative, start of a clause) or a forged frame; a report in the first person ("I ignored the …") matches none.
 */
const START = String.raw`(?:^|[.!?:;,\n"'(\[>*-]\s{0,3}|\b(?:please|now|then|and|also|just|must|should|bitte|por favor)\s{1,3})`
const order = (body: string): RegExp => new RegExp(START + body, 'iu')

const PATTERNS: readonly RegExp[] = [
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
  order(
    String.raw`(?:ignorier(?:e|en sie)?|missachte|vergiss|vergessen sie)\s{1,3}(?:(?:bitte|alle|die|alles|deine|ihre|sämtliche)\s{1,3}){0,3}(?:vorherigen|vorigen|bisherigen|obigen|früheren|vorangegangenen|anweisungen|vorherige)`,
  ),
  /(?:^|[.!?\n]\s{0,3})(?:du bist|sie sind) (?:jetzt|nun|ab sofort) (?:ein|eine|kein|der|die) /iu,
  order(
    String.raw`(?:lösche|lösch|löschen sie)\s{1,3}(?:(?:alle|deine|ihre|meine|sämtliche)\s{1,3}){1,3}(?:erinnerungen|gedächtnis)`,
  ),
  order(
    String.raw`(?:ignora|ignore|olvida|olvide|descarta)\s{1,3}(?:(?:todas?|todos?|las|los|tus|sus|esas?|estas?)\s{1,3}){0,3}(?:instrucciones|indicaciones|reglas|órdenes)\b`,
  ),
  order(
    String.raw`(?:borra|elimina|borre|elimine)\s{1,3}(?:(?:todas?|todos?|las|los|tus|sus)\s{1,3}){1,3}(?:memorias|recuerdos)`,
  ),
  /(?:^|[.!?\n]\s{0,3})(?:ahora eres|a partir de ahora eres|tu es (?:maintenant|désormais)|vous êtes (?:maintenant|désormais)) (?:un|una|une) /iu,
  order(
    String.raw`(?:ignore[zr]?|oublie[zr]?)\s{1,3}(?:(?:toutes?|tous|les|tes|vos|ces)\s{1,3}){0,3}(?:instructions|consignes|règles|directives)(?:\s{1,3}(?:précédentes|ci-dessus|antérieures|données))?`,
  ),
  order(
    String.raw`(?:supprime[zr]?|efface[zr]?)\s{1,3}(?:(?:toutes?|tous|les|tes|vos|mes)\s{1,3}){1,3}(?:souvenirs|mémoires?)`,
  ),
]

/** Words one of which every pattern holds: most turns hold none, so that one look does for all patterns. */
const HINT =
  /ignor|disregard|forget|overrid|bypass|you are|system|assistant|developer|<\||\[\/?inst|memor|knowledge base|history|remember|note|store|save|keep in mind|from now on|missacht|vergiss|vergess|bist|sie sind|lösch|olvid|descart|borr|elimin|eres|tu es|vous êtes|oubli|supprim|effac|<\/?instr/i

/** Whether a text tries to steer the assistant or the memory (English, commonest German, Spanish and French forms). */
export const steers = (text: string): boolean => HINT.test(text) && PATTERNS.some((pattern) => pattern.test(text))
