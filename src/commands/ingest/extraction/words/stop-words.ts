const set = (...lines: readonly string[]): ReadonlySet<string> => new Set(lines.join(' ').split(' '))

/** English words that carry no content of their own. */
export const FUNCTION_WORDS = set(
  'a an the this that these those and or but nor so yet if then else than as at by for from in into of off on onto out over',
  'per to up upon via with within without about above across after again against ago along among around before behind below',
  'beneath beside between beyond down during except inside like near outside since through throughout till toward towards under',
  'until i me my mine myself we us our ours ourselves you your yours yourself yourselves u ur he him his himself she her hers',
  'herself it its itself they them their theirs themselves who whom whose which what when where why how am is are was were be',
  'been being do does did doing done have has had having can could may might must shall should will would ought not no never',
  'there here just only also too very really quite rather some any all both each few more most other such own same s t re ve ll d m',
  'don doesn didn isn aren wasn weren won wouldn couldn shouldn haven hasn hadn ain cannot cant dont im ive ill id thats its whats',
  'because while though although however still already even ever always often now let lets gonna wanna gotta kinda sorta much many',
)

/** What people say to keep a talk going: greetings, thanks, assent, laughter. No turn is kept for these alone. */
export const FILLERS = set(
  'hi hey hello hiya howdy yo hola bye goodbye cya ciao cheers greetings welcome thanks thank thx ty tysm pls plz please ok okay k kk',
  'yes yeah yep yup yea ya yess yesss sure surely certainly definitely absolutely exactly totally indeed right correct nope nah no',
  'oh ooh ah aha aah uh um umm hmm hm hmmm mm mhm mmm er erm wow whoa yay woo woohoo oops ouch ugh aw aww awww gosh omg lol lmao rofl',
  'haha hahaha hahahaha ha hah hehe hehehe heh hihi great good nice cool awesome amazing fantastic wonderful excellent perfect lovely',
  'brilliant super fine neat sweet alright glad sorry well actually anyway maybe perhaps btw fyi np nvm dear mate buddy guys everyone',
  'so-so true agreed deal got gotcha understood noted know see say think thing things sounds looks seems one bit lot lots kind',
  'danke dankeschön bitte ja nein hallo servus moin tschüss tschüß genau klar gerne gut toll prima okey naja achso stimmt',
  'gracias adiós sí si vale claro bueno bien buenas oui non merci bonjour bonsoir salut coucou voilà',
  'obrigado obrigada olá oi sim não tchau valeu beleza grazie prego sì buongiorno buonasera arrivederci certo',
  'bedankt dank dankjewel hoi doei nee graag prima jajaja kkk rsrs jaja ahah ahaha mdr xd',
)

/** Idle phrases whose words would count as content elsewhere ("nice to meet you", "good night"). */
export const IDLE_PHRASES =
  /(?<![\p{L}\p{N}])(?:(?:nice|good|great|lovely|pleased) (?:to|meeting) (?:meet|see|hear|hearing|seeing)?(?: from)? ?you|how(?:'s| is| are| r) (?:it going|things|you(?: doing)?|everything|u)|what'?s up|(?:see|talk to|speak to|catch) (?:you|ya|u)(?: later| soon| tomorrow| then| around| up)*|talk (?:later|soon)|good (?:morning|afternoon|evening|night|day|luck|bye|point|idea|question|job)|have a (?:good|nice|great|lovely|wonderful) (?:day|night|one|time|weekend|evening|week)|take care|no (?:problem|worries|prob)|(?:thanks|thank you)(?: so| very)? much|for (?:your|the|all your) help|for (?:sharing|asking|listening)|i (?:see|agree|understand|know|hope so|guess so)|that makes sense|makes sense|got it|of course|my pleasure|don'?t mention it|go ahead|guten (?:morgen|tag|abend)|gute nacht|auf wiedersehen|bis (?:bald|später|dann)|vielen dank|danke (?:sch[öo]n|sehr|dir|ihnen)|sehr gut|wie geht'?s(?: dir| ihnen)?|alles klar|kein problem|buenos d[ií]as|buenas (?:tardes|noches)|hasta luego|muchas gracias|de nada|por favor|muy bien|s'il (?:te|vous) pla[iî]t|d'accord|de rien|[àa] bient[ôo]t|bonne (?:nuit|journ[ée]e|soir[ée]e)|au revoir|tr[èe]s bien|[çc]a va(?: bien)?|bien s[ûu]r|bom dia|boa (?:tarde|noite)|tudo bem|muito obrigad[oa]|por nada|at[ée] logo|buona (?:notte|giornata|sera)|mille grazie|va bene|a presto|tot ziens|dank je(?: wel)?|goede(?:morgen|navond| nacht|middag)|alsjeblieft|alstublieft|media omitted|image omitted|sticker omitted|gif omitted|video omitted|audio omitted)(?![\p{L}\p{N}])/giu

/** Little words of other tongues; applied to keywords only where they outnumber the English ones in a text. */
export const FOREIGN_FUNCTION_WORDS = set(
  'der die das den dem des ein eine einen einem einer eines und oder aber nicht ist sind war waren bin bist hat habe haben hatte wird',
  'werden ich du er sie es wir ihr mich dich sich mir dir uns mein meine meinen dein seine im in am an auf aus bei mit nach von vom zu',
  'zum zur für über unter wie was wer wo dass wenn als auch noch schon sehr nur so el la los las un una unos unas y o pero no es son era',
  'fue soy eres está estoy están he ha han yo tú él ella nosotros me te se mi mis tu su sus de del al en con por para sin sobre que qué',
  'como cuando donde muy más ya le les les une et ou mais ne pas est sont était suis ai as avons avez ont je il elle nous vous ils elles',
  'moi toi mon ma mes ton ta son sa ses ce cette ces du au aux dans sur avec pour sans par qui quoi où très plus j l c n qu um uma e mas',
  'não são foi sou está eu ele ela nós meu minha seu sua do da dos das no na nos nas com para sem por muito il lo gli uno ed ma non è',
  'sono ero sei ho hai abbiamo io lui lei noi mio mia suo sua di del della nel nella con per che come molto anche het een en maar niet',
  'zijn ben heb heeft ik jij hij zij wij mijn jouw van voor naar met op te dat ook al heel',
)
