import { type Signs, words } from './signs.js'

export const dutchSigns: Signs = {
  future: words(
    'zal|zullen|gaat|ga|gaan|moet|moeten|wil|willen|komt|komen|kom|begint|eindigt|vertrekt|vertrekken|vliegt|vliegen|vlieg|verhuist|verhuizen|trouwt|trouwen|gepland|afspraak|deadline|heeft .{0,20}verjaardag|vervalt|moesten we nog|herinner|graag|bezoekt|bezoeken we|zie je|word[te]?n? .{0,30}(?:geleverd|verwacht)',
  ),
  past: words(
    'was|waren|had|hadden|werd|werden|ging|gingen|kwam|kwamen|zag|zagen|deed|deden|kreeg|bleef|vond|las|schreef|sprak|stierf|trok|riep|at|liep|begon|zei|zeiden|maakte|kocht|kochten|trouwde|werkte|woonde|bezocht|bezochten|vierde|vierden|bracht|dacht|wist|kon|moest|wilde|vertelde|leerde|reed|reden|vloog|vlogen|belde|geboren',
    String.raw`(?:heb|hebt|heeft|hebben|ben|bent|is|zijn)(?!\p{L})[^.!?;]{0,120}?(?<!\p{L})(?!(?:gepland|geen|genoeg|gemeen|gelukkig|gesloten|gezond|getrouwd|bekend|verwacht)(?!\p{L}))(?:\p{L}{0,8}ge\p{L}{2,}(?:t|d|en)|(?:be|ver|er|ont)\p{L}{2,}(?:t|d|en))`,
  ),
  present: words('is|zijn'),
}
