import type { FollowUpWords } from '../follow-up.js'

export const GERMAN_FOLLOW_UPS: FollowUpWords = {
  corrections: `
correct: ich meinte/meine V
correct: gemeint war/ist V
correct: ich wollte V sagen/schreiben
plain: es/das/er/sie ist/sind V
plain: es/das/er/sie ist in/am/auf/bei V
plain: es/das/er/sie heißt V
past: es/das war (am|im|um)? V
past: war es/das (am|im|um)? V
plain: V
`,
  withdrawals: `vergiss das, vergiss das wieder, vergiss es wieder, vergessen sie das, vergiss was ich gesagt habe, vergiss was ich gerade gesagt habe,
    vergiss meine letzte nachricht, ignoriere das, ignorier das, ignorieren sie das, streich das, streiche das, lösch das, lösche das, das war falsch,
    das ist falsch, das stimmt nicht, das stimmte nicht, das war nicht richtig, das ist nicht richtig, das war gelogen, das war ein fehler, das war ein witz, das war ein scherz, das war nur ein witz, das war nur ein scherz,
    das war spaß, das war nur spaß, war nur spaß, nur spaß, war nur ein witz, war nur ein scherz, das war nicht ernst gemeint, das war nicht ernst, ich mache nur spaß,
    das nehme ich zurück, ich nehme das zurück, das war quatsch, das war ein irrtum, das stimmt so nicht, stimmt nicht, streich das wieder, vergiss das bitte`,
  withdrawn: `vergiss dass, vergiss bitte dass, vergessen sie dass, ignoriere dass, ignorier dass, streich dass, lösch dass, es stimmt nicht dass,
    es stimmt nicht mehr dass, es ist nicht wahr dass, es ist falsch dass, es war falsch dass, es war nicht richtig dass, es trifft nicht zu dass,
    ich habe mich geirrt dass, vergiss wieder dass, vergiss das wieder dass, es ist nicht richtig dass`,
  wrong: `stimmt nicht, stimmt nicht mehr, stimmte nicht, war falsch, ist falsch, ist nicht wahr, war gelogen, war ein fehler, war ein irrtum,
    trifft nicht zu, ist nicht richtig, war nicht richtig, stimmt so nicht, ist nicht mehr wahr`,
  that: 'dass',
  hints: 'meinte meine gemeint sagen',
}
