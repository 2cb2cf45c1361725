/** What English questions ask for, and how it is told. See `attributesIn` for the form. */
export const ENGLISH_ATTRIBUTES = String.raw`
asks where .*(?:lives?|living|stay(?:s|ing)?|home)|(?:home|residence|place) (?:now|today|currently)|home town|(?:which|what) (?:city|town|place|street|country|district|part of town) .*(?:lives?|living|home)|(?:what|where) .*\bhome
words live reside move relocate settle home house flat apartment residence resident place studio cottage keys landlord

asks (?:postal |home |new |street )?address|where .*(?:send|post|deliver)
words address live street post mail letter parcel deliver

asks where .*works?|who .*works? for|works? (?:for|at)|employers?|employed|which (?:company|firm) .*works?|(?:company|firm) .*(?:work|job)
words work employ employer hire join company firm job wage payroll recruit start

asks jobs?|profession|occupation|for a living|(?:do|does) (?:for|at) work|trade|role|position|title
words work job profession occupation career train teach drive run promote lead head become living earn qualify shift

asks boss|managers?|supervisors?|superiors?|line manager|report to|reports to|answer to
words boss manager supervisor supervise report answer approve shift team lead holiday

asks rents?|(?:pay|cost|costs) .*(?:flat|apartment|room|house)|(?:flat|apartment|room) costs?
words rent flat apartment room landlord landlady lease warm month share

asks married|marriage|(?:wife|husband|spouse|partner|girlfriend|boyfriend|fianc\p{L}+)|relationship|dating|single|(?:marital|relationship) status
words married marry wed wife husband spouse partner girlfriend boyfriend fiance engaged single divorce date knot wedding widow couple

asks (?:which|what|whose) car|cars?|(?:does|do) .*drives?(?=\W*$)|vehicle
words car drive vehicle bought sold trade van hybrid electric diesel garage estate suv

asks diet|(?:does|do) .*eats?|vegetarian|vegan
words diet eat vegetarian vegan meat fish steak food omnivore gluten keto

asks gym|(?:where|which) .*(?:train|trains|work out|works out|exercise|exercises|climb|swim|swims)|fitness|sports?|club
words gym train exercise workout member membership studio fitness sport club team compete bouldering

asks (?:which|what) (?:team|club) .*(?:play|plays|swim|swims|run|runs)|plays? for
words team club play transfer join sign shirt compete squad

asks banks?
words bank account customer

asks insurers?|insurance|insured
words insurance insure insurer cover policy

asks allerg\p{L}+|intoleran\p{L}+
words allergy allergic intolerance intolerant reaction react

asks (?:(?:need|have|want|got|remember) to|should .*|shall .*|must .*) buy|shopping list|groceries|(?:still )?to buy
words buy shop shopping grocery groceries

asks dentist
words dentist tooth teeth dental doctor practice crown filling

asks doctor|gp|physician|therapist|vet
words doctor physician gp practice patient treat registered therapist surgery

asks (?:phone|mobile|telephone|cell)?(?: phone)? ?number|(?:reach|call|ring) 
words phone number call reach ring mobile cell text dial

asks e-?mail(?: address)?
words email mail write mailbox inbox address

asks deadline|due|hand(?:ed)? in|submit
words deadline due submit hand until extend postpone date

asks releas\p{L}+|launch\p{L}*|ships?|go(?:es)? live|opens?|opening|start date
words release launch ship live publish rollout open start postpone

asks versions?
words version upgrade update release bump roll run deploy production live

asks owns?|owned|owner|maintains?|maintainer|maintained|responsible|in charge|takes care|looks after
words own owner maintain maintainer hand responsible charge belong look care take

asks leads?|leader|led|heads?|runs|coach|coaches|captain|chairs?|director|in charge
words lead leader head run coach captain chair director helm charge command boss

asks on call|on duty
words call duty pager shift rota standby

asks status|state of|progress of|how far
words status progress done finish complete block pending cancel start pass ready

asks budget|money .*(?:have|for|left)|funds|funding
words budget grant fund finance money approve sign

asks prices?|cost|costs|how much .*(?:pay|charge|is|are)|fee|charge|charges
words price cost charge pay fee worth expensive cheap raise

asks salary|wages?|earns?|income|paid
words salary wage earn pay income raise

asks how old|age
words age turn birthday year old celebrate

asks weigh|weighs|weight|how heavy
words weigh weight scale kilo pound heavy lose gain

asks how (?:tall|high|big|large|long)|height|size
words tall height measure high size grow centimetre metre wear

asks schools?|university|universities|college|class|studies|stud(?:y|ying)|attends?
words school university college class study attend transfer enrol pupil student grade

asks pets?|dogs?|cats?
words pet dog cat puppy kitten parrot rabbit tortoise hamster animal adopt name call

asks favou?rite|(?:likes?|loves?|enjoys?) (?:best|most)|prefers?
words favourite favorite like love prefer best nothing beat better enjoy

asks best friend|closest friend
words friend closest best mate buddy pal

asks church|mosque|temple|parish|worship
words church parish worship attend service mass pray sunday

asks host|hosts|hosted|hosting|cloud|deploy|deployed|runs? on|provider
words host cloud deploy server cluster serve run migrate provider infrastructure

asks (?:which|what) (?:\p{L}+ )?(?:database|editor|tool|language|framework|phone|laptop|browser|app|system|provider|software|medication|medicine|bike|computer|program) .*(?:use|uses|using|have|run|runs|write|written|take|takes|with|on|own)?|do (?:i|we) use
words use switch write rewrite run carry migrate replace data code work take put prescribe

asks (?:when|what time|which day|what day) .*(?:meeting|standup|stand-up|class|course|lesson|appointment|rehearsal|training|call|sync|review|weekly|retro|choir|practice|session)
words meet meeting gather together reschedule move time weekly start

asks (?:when|what time) .*(?:get up|gets up|wake|wakes)|alarm
words alarm wake rise ring bed

asks where .*(?:is|are|keep|keeps|put|kept|stored?|park|parks)
words keep put store move stand park place

asks smokes?|smoking|smoker
words smoke tobacco cigarette quit vape pipe

asks neighbou?r
words neighbour neighbor door live next

asks ports?
words port listen answer bind expose serve
`
