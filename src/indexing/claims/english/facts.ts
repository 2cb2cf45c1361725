/** Nouns as `ENGLISH_NOUNS`. */
export const ENGLISH_FACT_NOUNS: Readonly<Record<string, string>> = {
  broadcaster: 'home channel, home network, home station, home broadcaster',
  rent: 'cold rent, warm rent, net rent, flat rent',
}

/**
 * Plain statements of fact, as records and registers put them. See `relation.ts` for the form and `by-fact.ts` for what the
 * ways without an attribute of their own mean.
 */
export const ENGLISH_FACTS = `
- : V (looks after|takes care of|cares for|rules|reigns over|governs|serves|speaks for|speaks on behalf of|acts for|works for|answers for|represents|guards|manages|runs|leads|heads|directs|coaches|trains|chairs|supervises|oversees|maintains|edits|drives|teaches|treats|advises|presents|hosts|plays for|commands|skippers|tends|minds) S as (its|his|her|their|the) N
- office: V (looks after|takes care of|cares for|rules|reigns over|governs|serves|speaks for|speaks on behalf of|acts for|works for|answers for|represents|guards|manages|runs|leads|heads|directs|coaches|trains|chairs|supervises|oversees|maintains|edits|drives|teaches|treats|advises|presents|hosts|plays for|commands|skippers|tends|minds) S as (its|his|her|their|the)? N
- : S {be} (looked after|cared for|taken care of|run|ruled|governed|led|headed|managed|directed|coached|trained|chaired|supervised|overseen|represented|guarded|maintained|driven|advised|treated|taught|presented|hosted|commanded|edited) by V as (its|his|her|their|the) N
- office: S {be} (looked after|cared for|taken care of|run|ruled|governed|led|headed|managed|directed|coached|trained|chaired|supervised|overseen|represented|guarded|maintained|driven|advised|treated|taught|presented|hosted|commanded|edited) by V as (its|his|her|their|the)? N
maintainer: S {be} maintained by V as (the|its)? (lead|chief|main|head)
maintainer: V maintains S as (the|its)? (lead|chief|main|head)
monarch: V (sits on|holds|occupies) the throne (of|in) S
monarch: S {be} (ruled|reigned over) by V as (its|the)? (king|queen|monarch|sovereign)
- : S (has|have|uses|use) V as (its|his|her|their|the|my|our) (regular|fixed|permanent|usual|main|current)? N
professed: S 's (profession|occupation|job|trade|line of work|day job) {be} that of (a|an) V
professed: {my} (profession|occupation|job|trade|line of work|day job) {be} that of (a|an) V
professed: the (profession|occupation|job|trade) of S {be} that of (a|an) V
professed: S (earns|earn|makes|make) (a|his|her|their|my) living as (a|an) V
professed: S (practises|practices) the (profession|trade) of (a|an) V
legally: S {be} legally (a|an) V
legally: S {be} (a|an) V (legally|by legal form|in legal form|in law)
legally: S {be} (registered|incorporated|organised|organized|constituted|structured|set up|run|established) as (a|an) V
legally: S has the (legal form|legal structure|corporate form) of (a|an) V
legally: the (legal form|legal structure|corporate form) of S {be} (that of)? (a|an) V
legally: S 's (legal form|legal structure|corporate form) {be} (that of)? (a|an) V
legally: S {be} trading as (a|an) V
legally: legally , ? S {be} (a|an) V
roomWarm: it {be} V (in|inside) S
roomWarm: in S , ? (the (current|room|air|indoor|ambient)? temperature|it) {eq} V
roomWarm: the (current|room|air|indoor|ambient)? temperature (in|of|inside) S {eq} V
roomWarm: S 's (current|room|air|indoor|ambient)? temperature {eq} V
roomWarm: S {be} (heated to|kept at|cooled to|at) V
roomWarm: S {be} V (warm|cold)
roomWarm: the thermometer (in|of) S (shows|reads|says) V
teamOwner: the (owner|owning team|service owner) of S {be} V
teamOwner: S 's (owner|owning team|service owner) {be} V
teamOwner: S {be} (owned|run|operated) by V
teamOwner: S belongs to V
teamOwner: S {be} (in|under) the (ownership|care) of V
teamOwner: V (owns|operates|{be} (responsible for|in charge of)) S
runsVersion: X (runs|is running|uses|is on|serves|has) V
runsVersion: (in|on) X , ? V {be} (running|deployed|installed|live)
runsVersion: V (is running|runs|is deployed|is live|is installed) (in|on) X
version: S (runs|is running|is deployed|is live|is) (in|on) production (at|on|in|with|as) (version|release)? V
version: S {be} (at|on) (version|release) V in production
mainRole: the X (of|in) S {be} V
mainRole: S 's X {be} V
mainRole: V {be} the X (of|in) S
mainRole: S has V as (its|the|a) X
mainRole: the story of S (follows|is about|revolves around|centres on|centers on) V as (its|the) X
parked: the (fixed|regular|usual|assigned|own|permanent|allocated|reserved|designated|current)? (parking)? (spot|space|place|bay|lot|slot) (of|for) S {be} V
parked: S 's (fixed|regular|usual|assigned|own|permanent|allocated|reserved|designated|current)? parking (spot|space|place|bay|lot|slot) {be} V
parked: S (has|uses|occupies) V as (its|his|her|their|the) (fixed|regular|usual|assigned|own|permanent|allocated|reserved|designated|current)? parking (spot|space|place|bay|lot|slot)
parked: S (is parked|parks|is kept|has its place|has its spot|stands|is garaged) (in|at|on) V
shelved: the (storage|storing|stock|current|usual)? (place|location|spot|position|home) (of|for) S (in the (warehouse|store|stockroom|storeroom|depot|storage|shop))? {be} V
shelved: S 's (storage|storing|stock|current|usual)? (place|location|spot|position) (in the (warehouse|store|stockroom|storeroom|depot|storage|shop))? {be} V
shelved: S {be} (stored|kept|found|placed|located|stocked|stacked|shelved|to be found|held)? (on|in|at) V
shelved: (you|we) (can)? (find|keep|store|stock) S (on|in|at) V
inTable: S (ranks|rank|stands|stand|sits|sit|lies|lie|is ranked|is placed|are|is) V (place|placed)? (in|of|on) the (league)? {table}
inTable: S {be} (in)? V (place)? in the (league)? {table}
inTable: S 's (table|league) (position|rank|place) {be} V
inTable: the (table|league) (position|rank|place) of S {be} V
measure:number of floors: S {be} V (floors|storeys|stories|levels) (tall|high)
measure:number of floors: S (has|rises|counts|comprises|stretches over|extends over) V (floors|storeys|stories|levels)
measure:stock level: there {be} V (units|pieces|items|copies)? of S (in stock|in the warehouse|left|on hand|available|in store)
measure:stock level: V (units|pieces|items|copies) of S {be} (in stock|in the warehouse|left|on hand|available|in store)
measure:battery life: the battery (of|in) S lasts (for|up to)? V
measure:battery life: S 's battery lasts (for|up to)? V
mailed: the (email|mail|e-mail) address to (use|write to|contact) for S {be} V
mailed: the (email|mail|e-mail) address (that|which)? (S uses|belongs to S|reaches S|works for S) {be} V
mailed: the (email|mail|e-mail) address (that|which|under which|where|at which)? (reaches me|works for me|i use|i have|i read|to use for me|you reach me at|you can reach me at|you can reach me|to reach me at) {be} V
mailed: you (can)? (reach|write to|email|mail|contact) me at V
phone: the number of {my} (phone|telephone) {be} V
phone:mobile: the number of {my} (mobile|mobile phone|cell phone|cellphone|cell) {be} V
phone: the (phone|telephone)? number (of|for) S 's (phone|mobile|mobile phone|cell phone|cellphone|cell|telephone) {be} V
phone: the phone number (to use|to call|to dial) for S {be} V
phone: the (phone)? number (that|which|under which|where|at which) (reaches me|i use|i have|you reach me|you can reach me|to reach me at) {be} V
phone: the phone number (reaches me|i use|i have|you reach me at|you can reach me at|to reach me at) {be} V
bank: {my} (main|current|checking|everyday|primary|giro|private) account {be} (held)? (with|at) V
bank: S (has|have|keeps|keep|holds|hold) (my|our|his|her|their|the) (main|current|checking|everyday|primary|giro|private) account (with|at) V
bank: S 's (main|current|checking|everyday|primary|giro|private) account {be} (held)? (with|at) V
rent: S (pays|pay) V (in|of|as|for)? (monthly)? rent ((a|per|every|each) month|monthly)?
rent: S (pays|pay) (a)? (monthly)? rent of V ((a|per|every|each) month|monthly)?
rent: S (pays|pay) V (a|per|every|each) month for (the|my|our|his|her|their) (flat|apartment|room|house|place)
paysIn: the money (of|in|used in) S {be} V
paysIn: S (pays|pay|trades|trade) (in|with) the V
paysIn: (people|you|one) (pay|pays) (in|with) the V in S
paysIn: in S , ? (people|you|one) (pay|pays) (in|with) the V
homeShirt: S (plays|play) (its|their)? (home)? (games|matches)? at home in V
homeShirt: S (plays|play) (its|their) home (games|matches) in V
homeShirt: at home , ? S (plays|play|wears|wear) (in)? V
homeShirt: S (wears|wear) V (at home|in home games|in home matches|for home games)
postAt: the (position|role|job|job title|title|post) of S (in|at|within|with) (the|our|this) (company|firm|organisation|organization|team|business|office|department|bank|group) {be} (a|an|that of)? V
postAt: S 's (position|role|job|job title|title|post) (in|at|within|with) (the|our|this) (company|firm|organisation|organization|team|business|office|department|bank|group) {be} (a|an|that of)? V
team: S (wears|wear) the (jersey|shirt|colours|colors|kit|strip) of V
reference:shirt number: S (wears|has|plays in|sports) (the)? (number|no.) V on (the|his|her|their) (back|shirt|jersey)
heldIn: S (takes place|is held|is hosted|happens|is staged) (in|at) V
myRoom: {my} (office|room|workplace|workspace) {be} (now)? (in|at)? V
myRoom: S (sit|work) in V
myRoom: you (can)? find (me|my office|my desk) in V
codeState: S {be} V
codeState: S {be} (set to|in) V (mode|state)
office:composer: the (music|score|soundtrack) (of|for|in|to) S {be} (by|composed by|written by) V
office:composer: V (composed|wrote) the (music|score|soundtrack) (of|for|to) S
height: S {be} V tall
placedBy: S {be} (assigned to|allocated|given|allotted) (the)? X V
displayed: S {be} (on (permanent|public|temporary)? (display|show)|shown|exhibited|displayed|kept|held|housed|hung) (in|at) V
phoneModel: {my} (one and only|very own|main) (phone|mobile|mobile phone|cell phone|smartphone) {be} V
tableEnd: S (is|are|sits|sit|stands|stand|lies|lie|ranks|rank|comes|come) (at the)? X (in|of) the (league)? {table}
measure:share price: the share of S (costs|trades at|is worth|stands at) V
measure:number of instances: S (runs|is running|keeps|uses|operates) (on|with)? V instances
measure:number of replicas: S (runs|is running|keeps|uses|operates) (on|with)? V replicas
measure:number of pods: S (runs|is running|keeps|uses|operates) (on|with)? V pods
measure:number of workers: S (runs|is running|keeps|uses|operates) (on|with)? V workers
measure:number of nodes: S (runs|is running|keeps|uses|operates) (on|with)? V nodes
budget: S has V at (its|his|her|their) disposal
size: S (take|takes|wear|wears) (a)? size V in (shoes|boots)
measure:commute: it takes me V to get to work
trait:native language: S (speak|speaks) V as (my|his|her|their) (mother tongue|native language|first language)
myNumber: the number of {my} X {be} V
`
