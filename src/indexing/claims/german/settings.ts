/** What things are set to, who answers for what, and when and where what is held. See `relation.ts` for the form and `by-setting.ts`. */
export const GERMAN_SETTINGS = `
tooled: (der|die|das|unser|unsere|mein|meine) X {be} V
tooled: (dieses|das|unser) (projekt|repository|repo|team) (nutzt|verwendet|benutzt) V
tooled: S (nutze|nutzen|nutzt|verwende|verwenden|verwendet|benutze|benutzen|benutzt) V
tooled: S (nutze|nutzen|nutzt|verwende|verwenden|verwendet|benutze|benutzen|benutzt) V (als|für) X
tooled: S (arbeite|arbeiten|arbeitet) mit V
tooled change: S {be} (auf|zu) V (umgestiegen|gewechselt|migriert|umgezogen)
tooled change: S {be} von F (auf|zu) V (umgestiegen|gewechselt|migriert|umgezogen)
tooled change: S {has} F durch V (ersetzt|abgelöst)
tooled change: S {has} auf V (umgestellt|gewechselt)
tooled change: S {has} von F auf V (umgestellt|gewechselt)
exchanged change: {we} {has} S von F (auf|zu|nach) V {swapped}
exchanged change: S (wurde|ist) von F (auf|zu|nach) V {swapped} worden?
versioned: auf S (läuft|ist) X (in version|version)? V (installiert)?
versioned: S (nutzt|verwendet|hat) X (in version|version)? V
versionOf: (die)? X-version (auf|von) S {be} V
versionOf: (die)? version von X auf S {be} V
wifi: S {be} (im|mit dem) (wlan|netz|netzwerk) V (verbunden|angemeldet)?
wifi: S (nutzt|verwendet) das (wlan|netz|netzwerk) V
subscribed: S hat (den|das)? {tariff} V (bei|von) X
subscribed: S {be} (bei|von) X im {tariff} V
spouse: S und V {be} miteinander (verheiratet|vermählt)
spouse: S {be} der ehepartner von V
lyingWith: S (liegt|landet|ist) bei V
lyingWith: S {be} (auf|an) V (zugewiesen|übertragen)
lyingWith: S wird von V (bearbeitet|betreut|erledigt)
lyingWith: V bearbeitet S
charged: V {be} (bei|beim|in|im) S für X (zuständig|verantwortlich)
charged: (bei|beim|in|im) S {be} V für X (zuständig|verantwortlich)
charged: für X {be} (bei|beim|in|im) S V (zuständig|verantwortlich)
league: die (erste)? mannschaft von S (spielt|tritt) in der V an?
league: S tritt in der V an
league: S spielt in der V
deadline: (der|die)? (letzte|letzter) tag (für|der|des) S {be} V
deadline: S {be} (bis|am|bis zum|zum) V (fällig|abzugeben|einzureichen)
deadline: S {be} (bis|bis zum|zum) V (abzugeben|einzureichen|fertigzustellen)
dayOf: S {be} (immer)? V
dayOf: S (findet|trifft sich|tagt|probt|trainiert|kommt) (immer)? V statt?
dayOf: (der)? (wochentag|tag|regeltermin) (für|von|der|des) S {be} V
startsAt: S (beginnt|startet|fängt|geht) um V (an|los)?
deskroom: S hat (das|sein|ihr) büro in V
deskroom: (das)? büro von S {be} (in)? V
deskroom: V {be} (das)? büro von S
session: S (läuft|tagt|trifft sich|findet|ist) in V statt?
setting: S {be} fest auf V (eingestellt|gestellt)
setting: S steht fest? auf V
setting: S {be} auf V (eingestellt|gestellt)
rent: S kostet (monatlich|im monat)? V miete (im monat|pro monat|monatlich)?
rent: S kostet monatlich V miete
rent: die miete (für|von|der|des) S {be} V
rent: S hat eine (monatsmiete|kaltmiete|warmmiete) von V
titledBy: S (stammt|ist) von V
spoken: S {be} auf V eingestellt
spoken: S zeigt (die)? (menüs|texte|meldungen) auf V
progress: S (liegt|steht|läuft|bleibt) V
meetsIn: S (trifft sich|tagt|probt|trainiert|kommt) (in|im) V (zusammen)?
site:district: S gehört zum (bezirk|landkreis|kreis) V
`
