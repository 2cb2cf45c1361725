/** Ways to say that the attribute N of a subject is V. See `relation.ts` for the form. */
export const GERMAN_FRAMES = `
job: S {be} (ein|eine)? V von beruf
- : (der)? name {art} N {of} S {eq} V
- : {art}? N {of} S {eq} V
- : {art}? N {of} S {place} V
- genitive: {art}? N {gen} S {eq} V
- genitive: {art}? N {gen} S {place} V
- genitive: {art}? N S {eq} V
- genitive: {art}? N S {place} V
- genitive: S N {eq} V
- genitive: S N {place} V
- : {my} N {eq} V
- : {my} N {place} V
- : {my} N hat sich (geändert)? : ? V
- : {art}? N {of} S {stands} V (eingestellt|gestellt)?
- : {my} N {stands} V (eingestellt|gestellt)?
- : (ist|heißt|lautet|beträgt) {art} N {of} S V
- : (ist|heißt|lautet|beträgt) {my} N V
- : (liegt|befindet sich|ist) {art} N {of} S in V
- : in S {be} {art} N V
- : V {be} {art}? N {of} S
- genitive: V {be} {art}? N {gen} S
- genitive: V {be} {art} N S
- genitive: V {be} S N
- : V {be} {my} N
- : V (dient|fungiert|amtiert|arbeitet) als N {of} S
- : S hat V als N
- : als N hat/habe S V
- : S hat V {zum} N
- : S hat/habe {its} N in V
- : S hat/habe einen/eine/ein N von V
- : S hat/habe den/die/das N V
- : V hat {art} {amt} N {of} S inne
- change: {art}? N {of} S (wurde|ist) (von F)? {to} V {changed} worden?
- change: {my} N (wurde|ist) (von F)? {to} V {changed} worden?
- change: {my} N hat sich (von F)? {to} V {changed}
- change: {art}? N {of} S hat sich (von F)? {to} V {changed}
- change: {art}? N {of} S (stieg|sank|fiel) (von F)? {to} V
- change: {art}? N {of} S ist (von F)? {to} V (gestiegen|gesunken|gefallen)
- change: {my} N ist (von F)? {to} V (gestiegen|gesunken|gefallen)
- change: S (hat|habe) {its} N (von F)? {to} V {changed}
- change: S {changes} {its} N (von F)? {to} V
- change office: V (wurde|ist) ({zum}|als|neuer|neue)? N {of} S {appointed} worden?
- genitive change office: V (wurde|ist) ({zum}|als|neuer|neue)? N {gen} S {appointed} worden?
- change office: S (hat|habe) V {zum} N {appointed}
- change office: {zum} N {of} S (wurde|ist) V {appointed} worden?
- change office: S (hat|habe) V als (neuen|neue)? N (verpflichtet|eingestellt|geholt|engagiert)
- change office: S (ernennt|wählt|beruft|macht) V {zum} N
- change office: V (löst|löste) F als N {of} S ab
- change office: V hat F als N {of} S (abgelöst|ersetzt)
- change office: V (ersetzt|ersetzte) F als N {of} S
- change office: V (folgt|folgte) (auf)? F als N {of} S
- change office: V ist F als N {of} S (nachgefolgt|gefolgt)
- change office: V (übernimmt|übernahm) als N {of} S
- change: V hat {art} {amt} N {of} S übernommen
- change: V hat {art} N {of} S übernommen
- change: {we} (hat|habe|haben) {my} N von F (auf|in|zu) V {changed}
- change: {we} (hat|habe|haben) {my} N (auf|in) V {changed}
- end office: F (trat|ist) als N {of} S zurück/zurückgetreten
insurer: S {be} (bei|in) V (versichert|krankenversichert)
chief_executive change: V hat {art} geschäftsführung {of} S übernommen
died: S (starb|verstarb) in V
died: S {be} in V (gestorben|verstorben)
stems: S wurde in V (gegründet|errichtet)
stems: S (entstand|entstammt) (in|aus)? V
comesFrom: S (kommt|stammt) (ursprünglich)? aus V
penned: S (wurde|ist) (auf|in) V (geschrieben|verfasst|gedreht)
site:seat of government: die regierung {of} S (sitzt|tagt) in V
site:place of burial: S {be} in V begraben
tongue: die sprache von S {be} V
pays: S (nutzt|verwendet) (den|die|das)? V
namesake: S (ist|wurde) nach V benannt
owns: V besitzt S
`
