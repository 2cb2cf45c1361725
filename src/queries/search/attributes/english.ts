/** What English questions ask for, and how it is told. See `attributesIn` for the form. */
export const ENGLISH_ATTRIBUTES = String.raw`
asks where .*(?:lives?|living|stay(?:s|ing)?|home)|(?:home|residence|place) (?:now|today|currently)|home town|(?:which|what) (?:city|town|place|street|country|district|part of town) .*(?:lives?|living|home)|(?:what|where) .*\bhome
words live reside move relocate settle home house flat apartment residence resident place studio cottage keys landlord
tells lives? in|living in|reside|resident of|(?:moved|relocated|emigrated|moving) (?:back |over |out |house |home )*(?:in)?to|settled (?:down )?in|at home in|(?:home|flat|apartment|house|place|room|studio|condo|cottage|bungalow|villa)(?: is| are|'s|,)?(?: \S+){0,2} (?:in|on|at|near|outside|over|above)|(?:took|found|bought|rent|rented|got) (?:a|an|the|our|my) (?:new |small |little )*(?:flat|apartment|house|place|room|studio|condo|cottage)|(?:been|based|ended up|am|are|is) in \p{L}+ (?:since|now|these days)|keys to|call \S+ home

asks (?:postal |home |new |street )?address|where .*(?:send|post|deliver)
words address live street post mail letter parcel deliver
tells address|(?:live|lives|moved) (?:at|to|in) .*\d|(?:post|mail|letters?|parcels?|packages?) (?:goes|go|to|should|please)|(?:send|deliver|forward) .* to|(?:street|road|lane|avenue|square|drive|close|court|terrace|way) \d+|\d+\p{L}? (?:\p{L}+ )+(?:street|road|lane|avenue|square|drive|close|court|terrace|way)

asks where .*works?|who .*works? for|works? (?:for|at)|employers?|employed|which (?:company|firm) .*works?|(?:company|firm) .*(?:work|job)
words work employ employer hire join company firm job wage payroll recruit start
tells works? (?:for|at|with)|working (?:for|at)|employ(?:er|ed|s)|hired|joined|on the payroll|pays? my (?:wages?|salary)|payslip|(?:got|have|took|found|accepted|landed|started|began) (?:a|my|the) (?:new )?(?:job|position|post|role)|(?:started|begun|began|signed on|signed up) (?:work |working |out )?(?:at|with|for)|staff (?:of|at)|took me on|contract with|(?:job|position|role) (?:at|with)|company is

asks jobs?|profession|occupation|for a living|(?:do|does) (?:for|at) work|trade|role|position|title
words work job profession occupation career train teach drive run promote lead head become living earn qualify shift
tells (?:work|works|working|employed|started|earn (?:my|his|her) (?:money|living)|train|training|retrained|qualified) as|by (?:trade|profession)|(?:became|become|been) (?:a|an|the|head)|promoted|made me|i(?:'m| am) (?:a|an|the|head|in charge)|(?:job|profession|role|occupation|title|position|trade) is|for a living|i (?:teach|drive|run|write|sell|cook|repair|build|design|manage|lead|paint|fix|bake|coach|nurse|farm)|in charge of|head of

asks boss|managers?|supervisors?|superiors?|line manager|report to|reports to|answer to
words boss manager supervisor supervise report answer approve shift team lead holiday
tells boss|manager|supervis|superior|reports? (?:directly )?to|answers? to|(?:runs|leads|heads) (?:our|my|the)|(?:signs|approves) (?:my|our|off)|in charge of (?:us|me|our|my)|(?:works?|working) under|took over (?:our|my|the) (?:team|shift|department|group|crew)

asks rents?|(?:pay|cost|costs) .*(?:flat|apartment|room|house)|(?:flat|apartment|room) costs?
words rent flat apartment room landlord landlady lease warm month share
counts (?:rent|rents|renting|landlord|landlady|flat|apartment|room|lease|share of the house|first of (?:the|every|each) month|per month|a month)

asks married|marriage|(?:wife|husband|spouse|partner|girlfriend|boyfriend|fianc\p{L}+)|relationship|dating|single|(?:marital|relationship) status
words married marry wed wife husband spouse partner girlfriend boyfriend fiance engaged single divorce date knot wedding widow couple
tells married|tied the knot|(?:wife|husband|spouse|partner|girlfriend|boyfriend|fianc\p{L}+|bride|groom|widow(?:er|ed)?)|single|divorced|separated|engaged|dating|going out with|seeing (?:someone|\p{L}+)|broke up|split up|together with|i(?:'m| am) with|in a relationship|on my own|said yes|proposed|wedding

asks (?:which|what|whose) car|cars?|(?:does|do) .*drives?(?=\W*$)|vehicle
words car drive vehicle bought sold trade van hybrid electric diesel garage estate suv
tells drives?|driving|car|(?:bought|got|have|leased?|own|picked up) (?:myself |ourselves )?(?:a|an|the|my) (?:new |used |old |second-hand |red |blue |white |black |green |grey |silver |electric |little |small )*\p{L}+|(?:traded|swapped|exchanged) .* (?:for|in)|(?:is mine|in the (?:yard|garage|drive|driveway))|behind the wheel

asks diet|(?:does|do) .*eats?|vegetarian|vegan
words diet eat vegetarian vegan meat fish steak food omnivore gluten keto
tells diet|eats?|eating|vegetarian|vegan|pescatarian|omnivore|meat|fish|steak|plant-based|gluten|keto|lactose|feed|fed|scoops?|pouch(?:es)?

asks gym|(?:where|which) .*(?:train|trains|work out|works out|exercise|exercises|climb|swim|swims)|fitness|sports?|club
words gym train exercise workout member membership studio fitness sport club team compete bouldering
tells gym|trains?|training|work(?:s|ing)? out|exercis|member(?:ship)?|signed up|studio|fitness|sport|club|team|compete|plays? for|swims? for|runs? for|shirt of|(?:go|goes|took up|do|does) (?:\p{L}+ing)

asks (?:which|what) (?:team|club) .*(?:play|plays|swim|swims|run|runs)|plays? for
words team club play transfer join sign shirt compete squad
tells plays? (?:for|at|with)|(?:wears|wear) the|shirt of|signed (?:for|with)|transferred|joined|(?:compete|competes|swim|swims|run|runs) for|squad|team

asks banks?
words bank account customer
tells banks?|accounts?|customer of

asks insurers?|insurance|insured
words insurance insure insurer cover policy
tells insur|policy|covered by

asks allerg\p{L}+|intoleran\p{L}+
words allergy allergic intolerance intolerant reaction react
tells allerg|intoleran|react(?:s|ion)? to|can(?:'t|not) (?:eat|have|tolerate|stomach)

asks (?:(?:need|have|want|got|remember) to|should .*|shall .*|must .*) buy|shopping list|groceries|(?:still )?to buy
words buy shop shopping grocery groceries
tells shopping|grocer|buy|pick up|(?:run|ran|running) out of

asks dentist
words dentist tooth teeth dental doctor practice crown filling
tells dentist|teeth|tooth|dental|dr|doctor

asks doctor|gp|physician|therapist|vet
words doctor physician gp practice patient treat registered therapist surgery
tells doctor|dr|physician|gp|practice|patient|treats?|therapist|surgery|registered with

asks (?:phone|mobile|telephone|cell)?(?: phone)? ?number|(?:reach|call|ring) 
words phone number call reach ring mobile cell text dial
counts (?:number|phone|mobile|call|reach|ring|text|dial|cell|line)

asks e-?mail(?: address)?
words email mail write mailbox inbox address
tells \S+@\S+

asks deadline|due|hand(?:ed)? in|submit
words deadline due submit hand until extend postpone date
counts deadline|due|until|by|hand(?:ed)? in|submit|submission|extended|postponed|wants?|no later than

asks releas\p{L}+|launch\p{L}*|ships?|go(?:es)? live|opens?|opening|start date
words release launch ship live publish rollout open start postpone
tells releas\p{L}+|launch\p{L}*|ships?|shipping|go(?:es)? live|publish|roll(?:s|ed)? out|opens?|starts?|begins?|postponed|brought forward

asks versions?
words version upgrade update release bump roll run deploy production live
counts version|upgrad|updat|bump|roll(?:ed)? out|runs?|running|release|deploy|now on|is at|live

asks owns?|owned|owner|maintains?|maintainer|maintained|responsible|in charge|takes care|looks after
words own owner maintain maintainer hand responsible charge belong look care take
tells own(?:s|ed|er|ership)?|maintain|handed (?:over )?to|responsible|in charge|belongs? to|looks? after|took over|takes? (?:over|care)|taken over|passed to|assigned

asks leads?|leader|led|heads?|runs|coach|coaches|captain|chairs?|director|in charge
words lead leader head run coach captain chair director helm charge command boss
tells lead(?:s|er)?|led|heads?|headed|runs?|coach|captain|chair|director|helm|in charge|took over|boss|at the top|reins

asks on call|on duty
words call duty pager shift rota standby
tells on call|on duty|pager|rota|shift|standby

asks status|state of|progress of|how far
words status progress done finish complete block pending cancel start pass ready
tells status|in progress|done|finished|completed?|blocked|pending|cancell?ed|started|passed|ready|open|closed|on hold|approved|rejected|under way|over

asks budget|money .*(?:have|for|left)|funds|funding
words budget grant fund finance money approve sign
counts budget|grant(?:ed)?|fund|finance|money|sign(?:ed)? off|approved|have|cut

asks prices?|cost|costs|how much .*(?:pay|charge|is|are)|fee|charge|charges
words price cost charge pay fee worth expensive cheap raise
counts prices?|costs?|charges?|pays?|fee|worth|for|is|are|at|wants?|takes?|raised

asks salary|wages?|earns?|income|paid
words salary wage earn pay income raise
counts salary|wages?|earns?|pays?|paid|income|raise|make|makes|get|gets

asks how old|age
words age turn birthday year old celebrate
counts turn(?:ed|s)?|birthday|years?|aged?|old|i(?:'m| am)

asks weigh|weighs|weight|how heavy
words weigh weight scale kilo pound heavy lose gain
counts weigh|weight|scales?|kilos?|kg|pounds?|lbs?|stone

asks how (?:tall|high|big|large|long)|height|size
words tall height measure high size grow centimetre metre wear
counts tall|height|measures?|high|size|grown?|grew|cm|metres?|meters?|feet|foot

asks schools?|university|universities|college|class|studies|stud(?:y|ying)|attends?
words school university college class study attend transfer enrol pupil student grade
tells school|university|college|class|stud(?:y|ies|ied|ying|ent)|attend|transfer|enrol|pupil|primary|grade|academy

asks pets?|dogs?|cats?
words pet dog cat puppy kitten parrot rabbit tortoise hamster animal adopt name call
tells pets?|dogs?|cats?|puppy|kitten|parrot|rabbit|tortoise|hamster|bird|adopted|called|named

asks favou?rite|(?:likes?|loves?|enjoys?) (?:best|most)|prefers?
words favourite favorite like love prefer best nothing beat better enjoy
tells favou?rite|like|love|prefer|best|nothing (?:but|beats|better|i)|beats|rather|can't get enough|adore|crazy about|better than|enjoy

asks best friend|closest friend
words friend closest best mate buddy pal
tells best friend|closest friend|friend|mate|buddy|pal

asks church|mosque|temple|parish|worship
words church parish worship attend service mass pray sunday
tells church|parish|worship|attend|mass|pray|sundays?|service

asks host|hosts|hosted|hosting|cloud|deploy|deployed|runs? on|provider
words host cloud deploy server cluster serve run migrate provider infrastructure
tells host|cloud|deploy|servers?|clusters?|serve[sd]?|runs? (?:on|at|in)|(?:sits?|lives?) (?:at|in|on|with)|migrated|moved

asks (?:which|what) (?:\p{L}+ )?(?:database|editor|tool|language|framework|phone|laptop|browser|app|system|provider|software|medication|medicine|bike|computer|program) .*(?:use|uses|using|have|run|runs|write|written|take|takes|with|on|own)?|do (?:i|we) use
words use switch write rewrite run carry migrate replace data code work take put prescribe
tells uses?|using|switch|writ(?:e|es|ten)|rewr(?:ite|ote|itten)|runs?|carr(?:y|ies)|migrated|replaced|sits? in|work (?:with|in|on)|have|take|takes|put (?:me|us) on|prescribed|bought|got

asks (?:when|what time|which day|what day) .*(?:meeting|standup|stand-up|class|course|lesson|appointment|rehearsal|training|call|sync|review|weekly|retro|choir|practice|session)
words meet meeting gather together reschedule move time weekly start
tells meet|meeting|get together|gather|rescheduled|moved|starts?|begins?|is (?:on|at)|at \d|every|on (?:mon|tues|wednes|thurs|fri|satur|sun)day

asks (?:when|what time) .*(?:get up|gets up|wake|wakes)|alarm
words alarm wake rise ring bed
tells alarm|wake|up at|gets? up|rise|rises

asks where .*(?:is|are|keep|keeps|put|kept|stored?|park|parks)
words keep put store move stand park place
tells (?:is|are|put|keep|kept|store|moved|stands?|sits?|lies|hangs?|park|parked|we sit) (?:\p{L}+ ){0,4}(?:in|on|under|at|behind|into|to|by|next|near|over|above)|(?:in|on|under|behind) the

asks smokes?|smoking|smoker
words smoke tobacco cigarette quit vape pipe
tells smok|tobacco|cigarette|vap|pipe|nicotine

asks neighbou?r
words neighbour neighbor door live next
tells neighbou?r|next door|across the (?:street|hall)|below us|above us

asks ports?
words port listen answer bind expose serve
counts port|listens?|answers?|binds?|expose|serve
`
