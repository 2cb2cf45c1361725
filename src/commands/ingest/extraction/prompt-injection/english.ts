import { order } from './order.js'

/** Orders to the assistant or the memory in English, and forged frames of any language. */
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
