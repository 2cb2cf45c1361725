import { withoutMarks } from '../../../indexing/fold.js'

/** Words that ask for whatever there was, with accents folded. */
const HAPPENED =
  'happen happened happens happening go went going gone event events anything everything something do did done doing ' +
  'plan planned plans scheduled calendar agenda date day days time remember recall know tell show list memories memory ' +
  'passiert geschehen geschah los gemacht getan machte machten machen gab gibt geben steht stand ansteht vor geplant kalender ' +
  'termine war waren erlebt weisst erinnerst alles etwas paso pasaba ocurrio sucedio hice hizo hicimos hicieron hacer ' +
  'hay habia hubo planes tengo passe arrive fait faisait faire eu prevu prevus avait aconteceu acontece fiz fez fizemos houve ' +
  'tinha successo accaduto fatto facevo fare previsto gebeurd gebeurde gebeurt gedaan deed deden gepland ' +
  'произошло случилось было делал делала делали'

/** The same of what was said: to talk with an assistant is what most users did on a day. */
const SAID =
  'talk talked talking discuss discussed chat chatted conversation conversations discussion session topic topics subject subjects ' +
  'say said told mention mentioned share shared come came lot summary summarize summarise recap ' +
  'gesprochen geredet unterhalten besprochen diskutiert gesagt erzahlt erwahnt geschrieben woruber worum ging thema themen ' +
  'gesprach gesprache unterhaltung zusammenfassung hablamos hable hablado conversamos comentamos conte contado dije dicho tema ' +
  'temas conversacion resumen quoi parle discute raconte dit sujet sujets resume falamos falei contei disse assunto assuntos ' +
  'conversa resumo cosa parlato discusso raccontato detto argomento argomenti conversazione riassunto ' +
  'we wij jullie gepraat gesproken besproken verteld gezegd onderwerp onderwerpen gesprek ' +
  'чем говорили говорил говорила обсуждали рассказал рассказала сказал сказала'

const WHATEVER = new Set(`${HAPPENED} ${SAID}`.split(' '))

/** The characters of such words in Chinese and Japanese, whose queries are looked up by pairs of characters. */
const WHATEVER_HAN = /^[我你您们們聊谈談说說讲講做干了些在过過还還记記得事情发發生话話题題对對告诉訴跟和都何哪呢]+$/u

/** Whether a word asks for whatever there was: it tells no memory from another. */
export const asksForWhatever = (word: string): boolean => WHATEVER.has(withoutMarks(word)) || WHATEVER_HAN.test(word)
