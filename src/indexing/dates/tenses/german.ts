import { type Signs, words } from './signs.js'

export const germanSigns: Signs = {
  future: words(
    'wird|werde|werden|wirst|werdet|will|wollen|möchten?|muss|müssen|soll|sollen|sollte|kommt|kommen|fährt|fahren|fahre|fliegt|fliegen|fliege|beginnt|startet|endet|findet|geplant|fällig|frist|termin|bis spätestens|bitte|erinnere|geht|gehe|gehen|treffe|treffen wir|ziehe|ziehen|zieht|bringt|besucht|besuche|heiratet|heiraten|feiert|feiern|öffnet|hat .{0,30}geburtstag|steht an|habe? .{0,20}termin',
  ),
  past: words(
    'war|waren|warst|hatte|hatten|hattest|wurde|wurden|ging|gingen|kam|kamen|sah|sahen|traf|trafen|fuhr|fuhren|flog|flogen|gab|bekam|blieb|fand|fanden|las|schrieb|sprach|starb|zog|zogen|rief|aß|lief|begann|sagte|sagten|machte|machten|kaufte|kauften|heiratete|arbeitete|wohnte|besuchte|besuchten|feierte|feierten|brachte|dachte|wusste|konnte|musste|wollte|durfte|erzählte|lernte|gestern|geboren',
    String.raw`(?:habe?n?|habt|hast|hat|bin|bist|ist|sind|seid)(?!\p{L})[^.!?;]{0,120}?(?<!\p{L})(?!(?:gestern|gegen|gehen|geht|genau|gemeinsam|gesund|gerät|gebiet|gesicht|geplant|geöffnet|geschlossen|gebucht|gebeten|gern|gewohnt|gut|bekannt|bereit|verabredet)(?!\p{L}))(?:\p{L}{0,8}ge\p{L}{2,}(?:t|en)|(?:be|ver|er|ent|zer|unter|über)\p{L}{2,}(?:t|en)|\p{L}+iert)`,
  ),
  present: words('ist|sind'),
}
