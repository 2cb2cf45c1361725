/** Where somebody or something comes from and ends, and what it was made in. See `relation.ts` for the form. */
export const GERMAN_ORIGINS = `
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
