import { type Signs, words } from './signs.js'

export const spanishSigns: Signs = {
  future: words(
    String.raw`(?:voy|vas|va|vamos|vais|van) a \p{L}+r(?:[mts]e|l[oae]s?|nos)?|viene|vienen|vengo|llega|llegan|empieza|empiezan|comienza|termina|tengo que|tiene que|tenemos que|tengo (?:cita|una cita|examen|un examen|médico)|hay que|quiero|queremos|quiere|debo|debe|vence|plazo|previst[oa]s?|programad[oa]s?|será|habrá|iré|vendrá|\p{L}{2,}(?:aré|eré|iré|ará|erá|irá|arán|erán|irán|aremos|eremos|iremos|drá|drán|dré)|viajo|viajamos|viaja|me caso|nos vemos|nos mudamos|se muda|sale|salgo|salimos|vuelve|vuelvo|visita|recuérdame`,
  ),
  past: words(
    String.raw`fui|fue|fuimos|fueron|estuve|estuvo|estuvimos|estuvieron|hice|hizo|hicimos|hicieron|tuve|tuvo|tuvimos|tuvieron|vine|vino|vinieron|dije|dijo|dijeron|pude|pudo|puse|puso|quise|quiso|supe|supo|traje|trajo|vi|vio|vimos|di|dio|era|eran|éramos|había|habían|\p{L}{2,}(?:é|ó|aron|ieron|aste|iste|asteis|aba|aban|ábamos)|(?:compr|visit|cen|viaj|trabaj|habl|empez|termin|lleg|qued|encontr|celebr|jug|cas|mud|pas)amos|(?:comimos|salimos ayer|conocimos|vivimos en|vinimos|volvimos|recibimos)`,
    String.raw`(?:he|has|ha|hemos|habéis|han) (?:\p{L}+ )?\p{L}+(?:ado|ido|cho|to|sto)`,
  ),
  present: words('es|está|son|están'),
}
