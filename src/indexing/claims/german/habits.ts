/** What people do every day, where they sit, and who is at the top, in other words. See `relation.ts` for the form and `by-habit.ts`. */
export const GERMAN_HABITS = `
head_coach: auf der trainerbank {of} S sitzt V
head_coach: V sitzt auf der trainerbank {of} S
head_coach: das (cheftraineramt|traineramt) {of} S hat V inne?
chief_executive: den vorstandsvorsitz {of} S (hat|führt) V inne?
head: die person an der spitze {of} S {be} V
genitive reference:extension: S durchwahl (ist|lautet) V
genitive deskroom: S (büro|arbeitszimmer) (ist|liegt in|ist in|befindet sich in) V
deskroom: das (büro|arbeitszimmer) {of} S (ist|liegt in|ist in|befindet sich in) V
balance: S weist (einen|ein) (kontostand|saldo|guthaben) von V auf
priority: S {be} mit (der)? priorität V versehen
head_of_state: an der spitze (des staates|des landes|der republik|des königreichs) S steht V
head_of_state: V steht an der spitze (des staates|des landes|der republik|des königreichs) S
mayor: V (regiert|sitzt) im rathaus {of} S
mayor: im rathaus {of} S (regiert|sitzt) V
mayor: im rathaus {of} S hat V das sagen
likedBest:farbe: am liebsten von allen farben (mag|hat) V
likedBest:farbe: von allen farben (mag|hat|gefällt) V am (liebsten|besten)
favourite:farbe: S mag von allen farben am liebsten V
likedBest:essen: am liebsten von allen (gerichten|speisen) (mag|isst) V
likedBest:getränk: am liebsten von allen getränken (mag|trinkt) V
pupil: S (besucht|besuche) als (schulkind|schüler|schülerin|erstklässler|erstklässlerin) V
wakesAt: S (stehe|steht|stehen|wache|wacht|wachen) um V auf
hour:bedtime: S (gehe|geht|gehen) um V (ins bett|schlafen|zu bett)
alarmAt: ({my}|der) wecker {of}? S? (klingelt|steht|ist|läutet) (um|auf) V gestellt?
workFrom: S (fange|fangen) um V an
workFrom: S (fange|fängt|fangen) um V mit der arbeit an
workFrom: S (beginne|beginnt|beginnen) um V mit der arbeit
salary: S (verdiene|verdienen) V (im monat|monatlich|pro monat|im jahr|jährlich|pro jahr|die stunde|pro stunde|brutto|netto)
placedBy: S (sitze|sitzt|arbeite|arbeitet|parke|parkt) (an|auf) X (nummer|nr.)? V
hasFrom: {my} X kommt von V
hasFrom: {my} X (läuft|ist) (bei|über) V
commutes: S (fahre|fährt|fahren|pendle|pendelt) mit (dem|der) V zur arbeit
ownFloor: S (wohne|wohnt|arbeite|arbeitet) im V (stock|stockwerk|obergeschoss)
ownFloor: {my} (wohnung|zimmer|büro) {be} im V (stock|stockwerk|obergeschoss)
size: S (trage|trägt|habe|hat) schuhgröße V
binDay: die (mülltonnen|tonnen|müllabfuhr|mülleimer) (in der|in|am|im|auf der) S (werden|wird|kommt) V (geleert|abgeholt)
binDay: (in der|in|am|im) S (werden|wird) die? (mülltonnen|tonnen|müll) V (geleert|abgeholt)
wifi:guest: das gäste-wlan (in|im|in der|bei|beim) S (heißt|nennt sich) V
ownNumber: {my} X (hat|trägt) die nummer V
ownNumber: {my} X ist (die)? nummer V
`
