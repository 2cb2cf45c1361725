/** Ways to say that the attribute N of a subject is V. See `relation.ts` for the form. */
export const GERMAN_FRAMES = `
job: S {be} (ein|eine)? V von beruf
- : {art}? name des/der N {of} S {eq} V
- genitive: {art}? name des/der N {gen} S {eq} V
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
- : V {serves} als N {of} S
- genitive: V {serves} als N {gen} S
- : V {serves} {within} S als N
- : V dient/dienen S als N
- : V (betreut|vertritt|begleitet|behandelt|berät|leitet|führt|regiert|verwaltet|trainiert) S als N
- : V {be} als N {of} S (tätig|eingesetzt|eingetragen|hinterlegt|gemeldet|bestellt|benannt|angegeben)
- : V {be} (für|bei|von|vom) S als N (tätig|eingesetzt|eingetragen|hinterlegt|gemeldet|bestellt|benannt|angegeben)
- : als N {of} S {be} V (tätig|eingesetzt|eingetragen|hinterlegt|gemeldet|bestellt|benannt|angegeben)
- : S {has} V als N (eingesetzt|eingetragen|hinterlegt|gemeldet|bestellt|benannt|angegeben|gewählt|festgelegt|eingestellt)
- : {within} S {serves} V als N
- : {within} S (beträgt|lautet|heißt|gilt|kostet) {art} N V
- : {art} N {of} S trägt den namen V
- : S hat (einen|eine|ein) N namens V
held: {art}? N {of} S {holds} V
held genitive: {art}? N {gen} S {holds} V
held: V {has} {art} N {of} S inne
held: V (übernimmt|trägt|führt) {art} N {of} S
- : als N {of} S {serves} V
- genitive: als N {gen} S {serves} V
- : als N dient/dienen dem/der/den S (der|die|das) V
- : als N {keeps} S (der|die|das|den) V
- : als N (nutzt|verwendet|benutzt) S V
- : S {keeps} V als N
- : S {keeps} als N V
- : V {be} {within} S {art} N
- : {within} S {be} V {art} N
- : {within} S {be} {art} N V
- : (das|den|die) (amt|posten|stelle|position|rolle) des/der N {of} S (hat|bekleidet|übernimmt|hält) V inne?
- genitive: (das|den|die) (amt|posten|stelle|position|rolle) des/der N {gen} S (hat|bekleidet|übernimmt|hält) V inne?
- : S wird von V als N (regiert|geleitet|geführt|betreut|vertreten|trainiert)
- : {within} S liegt {art} N bei V
- : V {has} das amt des/der N {of} S inne
- : V (bekleidet|übt|versieht) das amt des/der N {of} S aus?
- : S (trägt|führt|besitzt|nutzt|verwendet) (den|die|das) N V
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
site:seat of government: die regierung {of} S (sitzt|tagt) in V
site:place of burial: S {be} in V begraben
pays: S (nutzt|verwendet) (den|die|das)? V
owns: V besitzt S
`
