import { type Signs, words } from './signs.js'

export const frenchSigns: Signs = {
  future: words(
    String.raw`(?:vais|vas|va|allons|allez|vont) (?:\p{L}+ |l['’])?\p{L}+(?:er|ir|re|oir)|vient|viens|viennent|arrive|arrivent|part|pars|partons|partent|commence|commencent|termine|dois|doit|devons|faut|veux|veut|voulons|prévue?s?|rendez-vous|échéance|sera|seront|serai|aura|auront|aurai|ira|iront|irai|irons|viendra|viendront|viendrai|fera|feront|ferai|partira|partirai|partirons|\p{L}{3,}(?:erai|eras|era|erons|erez|eront|irai|ira|irons|iront)|se marie|déménage|déménageons|rentre|visite|on se voit|rappelle`,
  ),
  past: words(
    'était|étaient|étais|étions|avait|avaient|avais|avions|faisait|allait|fut|fit|eut',
    String.raw`(?:j['’]ai|ai|as|a|avons|avez|ont|suis|es|est|sommes|êtes|sont)(?: (?:pas|bien|déjà|tous|toutes|enfin|encore|aussi|beaucoup|été))? (?!(?:ici|aussi|lundi|mardi|mercredi|jeudi|vendredi|samedi|midi|du|au|prévue?s?|aprè?s)(?!\p{L}))(?:\p{L}{2,}(?:é|ée|és|ées|i|ie|is|it|u|ue|us|ert|rt)|né|née|eu|fait|mis|pris|vu|lu|dit)`,
  ),
  present: words('est|sont'),
}
