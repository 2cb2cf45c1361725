import { type Signs, words } from './signs.js'

export const portugueseSigns: Signs = {
  future: words(
    String.raw`(?:vou|vais|vai|vamos|vão) (?:\p{L}+ )?\p{L}+r|vem|vêm|venho|chega|chegam|começa|começam|termina|tenho que|tem que|temos que|tenho (?:consulta|prova|reunião|médico)|preciso|precisa|quero|queremos|deve|devo|vence|prazo|marcad[oa]s?|previst[oa]s?|será|serão|haverá|irei|irá|virá|\p{L}{2,}(?:arei|erei|irei|ará|erá|irá|arão|erão|irão|aremos|eremos|iremos)|viajo|viaja|viajamos para|me mudo|se muda|se casa|sai|saio|volta|volto`,
  ),
  past: words(
    String.raw`fui|foi|fomos|foram|estive|esteve|estivemos|estava|estavam|fiz|fez|fizemos|fizeram|tive|teve|tivemos|tiveram|vim|veio|viemos|vieram|disse|disseram|pude|pôde|pus|pôs|quis|soube|trouxe|vi|viu|vimos|dei|deu|era|eram|tinha|tinham|havia|comprei|\p{L}{3,}(?:ei|ou|aram|eram|iram|ava|avam|ávamos)|(?!(?:europeu|museu|judeu|ateu|pneu|valeu)(?!\p{L}))\p{L}{3,}(?:eu|iu)|(?:compr|visit|jant|viaj|trabalh|fal|cheg|fic|encontr|jog|cas|mud|pass)amos`,
  ),
  present: words('é|são|está|estão'),
}
