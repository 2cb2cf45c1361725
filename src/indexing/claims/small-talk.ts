import type { Token } from './tokens.js'

/** In tokens, with the marks: longer sentences are no small talk. */
const LONGEST = 10

const DAY = '(?:day|evening|weekend|night|afternoon|morning|week|one|time|rest of (?:the|your) (?:day|week|evening))'
const WEEKDAY = '(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday)'
const MEAL = '(?:coffee|tea|lunch|dinner|breakfast|bed|break|work|a nap|a walk)'
const ENGLISH = [
  '(?:hi|hello|hey|hiya|yo|howdy|greetings|dear all)(?: (?:there|again|all|everyone|everybody|team|folks|guys|you|buddy))*',
  '(?:good )?(?:morning|afternoon|evening|night|day)(?: (?:all|everyone|everybody|team|folks|again|to you|there))*',
  '(?:many |okay |ok )?(?:thanks|thank you|thx|cheers|much appreciated)(?: (?:a lot|a bunch|so much|very much|again|in advance|everyone|all|you|for (?:that|this|now|today|your help|the help|your time|everything|listening)))*',
  "(?:(?:that|this)(?: is| 's|'s| will be| 'll be| was) (?:all|it|everything)|nothing else|no more|nothing more)(?: (?:for (?:now|today|the moment|tonight)|from me|folks|then|really))*",
  `(?:have|enjoy)(?: (?:a|your|the))?(?: (?:nice|good|great|lovely|wonderful|pleasant|relaxing|fine))? ${DAY}(?: (?:all|everyone|too|ahead|then|there))*`,
  `(?:i(?: will| 'll|'ll) )?(?:talk|speak|see|catch|chat|write)(?: (?:to|with))?(?: you| ya)?(?: all)? (?:later|soon|tomorrow|then|tonight|again|around|next week|on ${WEEKDAY})(?: (?:then|all))*`,
  '(?:bye|goodbye|bye bye|later|take care|see ya|sleep well|speak soon)(?: (?:for now|all|everyone|now|then))*',
  `(?:i(?: am| 'm|'m) )?(?:just )?back(?: (?:again|now|home|from (?:lunch|work|holiday|vacation|the gym|the office|(?:a|my|the) (?:break|walk|meeting|run|trip|lunch))|at (?:work|it|my desk)))*`,
  `(?:it(?: is| 's|'s) )?(?:raining|snowing|sunny|cold|hot|warm|windy|cloudy|foggy|pouring|${WEEKDAY}|late|early)(?: (?:here|again|today|outside|now|already|by the way|btw|at last|finally))*`,
  `(?:it(?: is| 's|'s) )?(?:time for|off to|off for)(?: (?:a|some|my))? ${MEAL}(?: (?:now|break|soon))*`,
  `${MEAL} time(?: (?:now|soon))*|(?:i )?need(?: (?:a|some|my))? ${MEAL}(?: (?:now|first))*`,
  '(?:and )?(?:one|another|a|just one)(?: (?:more|last|quick|small|other|final))? thing(?: (?:before i (?:go|forget)|for today))?|last (?:thing|one)|(?:a )?(?:quick|small|short) (?:update|note|question|one|info)',
  '(?:ok|okay|alright|all right|right|great|perfect|cool|nice|awesome|wonderful|sure|yes|no|well|anyway|anyhow|so|fine|good)(?: (?:then|thanks|thank you|to know))*',
  "(?:how are you|how is it going|how 's it going|what 's up|(?:i )?hope (?:you(?: are|'re| 're)|all is|everything is|this finds you) (?:well|fine|good|doing well|okay))(?: (?:today|doing|there))*",
  '(?:please )?(?:note|remember|save|keep|store|write|jot|make a note of)(?: (?:this|that|it))(?: down)?(?: (?:for me|please|somewhere|in your (?:memory|notes)))*',
]

const TAG = '(?:tag|abend|feierabend|wochenende|nacht|morgen|woche|mittag|nachmittag|rest (?:der woche|vom tag))'
const WOCHENTAG = '(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)'
const GERMAN = [
  '(?:hallo|hi|hey|moin|moin moin|servus|na|grüß (?:dich|gott|euch)|guten (?:morgen|tag|abend)|gute nacht|liebe grüße|viele grüße|morgen|mahlzeit)(?: (?:zusammen|alle|allerseits|nochmal|noch einmal|noch mal|wieder|team|ihr lieben|da|dir|euch))*',
  '(?:danke|dankeschön|vielen (?:lieben )?dank|besten dank|tausend dank|merci)(?: (?:dir|euch|ihnen|schon mal|schonmal|im voraus|schön|sehr|nochmal|für (?:alles|die hilfe|deine hilfe)))*',
  "das (?:ist|war|wär|wäre|wars|war's|wär's|ist's)(?: (?:alles|es|'s|s))?(?: (?:für (?:heute|jetzt|den moment|diese woche)|von mir|erst mal|erstmal|schon|dann|auch schon|fürs erste))*|mehr (?:gibt es|gibt's) (?:heute )?nicht",
  `(?:ich wünsche (?:dir|euch|ihnen) )?(?:noch )?(?:einen |ein |eine )?(?:schönen|schönes|schöne|gute|guten|gutes|angenehmen|erholsames|entspannten) ${TAG}(?: (?:noch|dir|euch|allen|zusammen|allerseits|euch allen))*`,
  `bis (?:später|dann|bald|morgen|gleich|nachher|zum nächsten mal|nächste woche|${WOCHENTAG})(?: (?:dann|mal))*|tschüss|tschüs|ciao|mach 's gut|mach's gut|auf wiedersehen|wir (?:hören|sprechen|sehen) uns(?: (?:später|bald|morgen))*`,
  '(?:ich )?bin (?:wieder|zurück|gerade)(?: (?:da|zurück|im büro|zu hause|vom mittag(?:essen)?|aus der pause|von der arbeit))*|(?:wieder )?zurück (?:vom|aus der|aus dem|von der) (?:mittag|mittagessen|pause|arbeit|urlaub|sport)',
  "(?:so )?(?:jetzt |nun |und jetzt )?(?:erst mal |erstmal )?(?:kaffeepause|kaffeezeit|mittagspause|feierabend|pause|kaffee)(?: (?:jetzt|nun))*|(?:jetzt |nun )?(?:gibt es|gibt's|zeit für|brauche ich)(?: (?:jetzt|erst mal|erstmal))*(?: (?:einen|ein))? (?:kaffee|tee|eis|mittagessen)(?: jetzt)?",
  '(?:es (?:regnet|schneit|stürmt)|hier (?:regnet|schneit|stürmt) es|die sonne scheint|es ist (?:kalt|heiß|warm|schön|regnerisch|windig|neblig|spät))(?: (?:hier|heute|gerade|draußen|mal wieder|wieder|übrigens|schon|schon wieder|endlich))*',
  '(?:noch (?:etwas|was|eins|eine sache)|eins noch|eine sache noch|(?:nur )?(?:eine |ein )?kurze?s? (?:info|update|notiz|frage)|nur kurz|kurz notiert|übrigens|so|gut|okay|ok|alles klar|prima|super|perfekt)(?: (?:dann|also|danke))*',
  "wie geht(?: 's|'s| es)(?: (?:dir|euch|ihnen))?(?: (?:heute|so))*",
  '(?:bitte )?(?:merk|merke|notier|notiere|speicher|speichere|schreib)(?: (?:dir|es dir))? (?:das|dies|es|dir das)(?: (?:bitte|auf|mal))*',
]

const SMALL_TALK = new RegExp(`^(?:${[...ENGLISH, ...GERMAN].map((each) => `(?:${each})`).join('|')})$`, 'u')

/** Whether a sentence greets, thanks, takes leave or fills a pause, and says nothing of anybody. */
export const isSmallTalk = (sentence: readonly Token[]): boolean =>
  sentence.length <= LONGEST &&
  SMALL_TALK.test(
    sentence
      .map(({ word }) => word)
      .filter((word) => /[\p{L}\p{N}]/u.test(word))
      .join(' '),
  )
