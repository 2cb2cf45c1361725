/**
 * What somebody or something is like, and where it is kept, told without the noun of an attribute. See `relation.ts` for the
 * form and `by-state.ts` for what the ways without an attribute of their own mean.
 */
export const ENGLISH_STATES = `
favourite: V {be} the favourite/favorite X of S
hued: S {be} V
hued: S {be} (painted|finished|coloured|colored|varnished|lacquered) (in)? V
hued: S {be} V in colour/color
hued: S has/have a/an V (paint job|livery|shell|casing)
partHued: S has/have (a|an) X in V
eyes: S has/have V eyes
eyes: S 's eyes {be} V
eyes: the eyes of S {be} V
hair: S has/have V hair
hair: S 's hair {be} V
hair: the hair of S {be} V
handed: S {be} (a|an)? V
handed: S writes/eats/bats/throws with (his|her|their|the)? V hand
handed: (the dominant hand of S|S 's dominant hand) {be} (the|his|her|their)? V (one|hand)?
footed: S (kicks|shoots|plays) with (his|her|their|the)? V foot
footed: (the (preferred|strong|stronger|favoured) foot of S|S 's (preferred|strong|stronger|favoured) foot) {be} (the|his|her|their)? V (one|foot)?
blood_type: S has/have (the)? (blood type|blood group) V
trait:shirt size: S (has|have|wears|takes|needs) (a|the)? (T-shirt|t-shirt|shirt) size/sizes (of)? V
trait:shirt size: S (wears|takes|needs) (a|the)? size V (T-shirt|t-shirt|shirt)/shirts?
size: S (wears|takes|needs|has) (a|the)? (shoe size|size) V (shoe|boot)/shoes/boots?
size: S (wears|takes|needs|has) (shoes|boots) (in|of) size V
sized: S (wears|takes) (the)? size V
religion: S {be} (a|an)? V by (religion|faith|denomination|creed)
measure:world ranking: S {be} (currently)? (ranked|placed|seeded) (number|no|nr.)? V in the world (ranking|rankings)?
measure:world ranking: S {be} (the)? world number V
measure:world ranking: S (ranks|sits|stands|lies) (at|in)? (number|place|position)? V in the world (ranking|rankings)?
drivingSide: (people|cars|traffic|drivers|vehicles|everyone|you|they|motorists) in S (drives|drive|travels|travel|keeps|keep) (on|to) the V (side)? (of the road)?
drivingSide: in S , ? (people|cars|traffic|drivers|vehicles|everyone|you|they|motorists) (drives|drive|travels|travel|keeps|keep) (on|to) the V (side)? (of the road)?
drivingSide: S drives on the V (side)? (of the road)?
drivingSide: (the driving side (of|in) S|in S , ? the driving side|S 's driving side) {be} the? V
trait:breed: the breed of S {be} (a|an)? V
breed: S {be} a/an V
hour:alarm time: S 's (alarm clock|alarm|wake-up call) (rings|goes off|is set|is scheduled) (at|to|for) V
hour:alarm time: the (alarm clock|alarm) of S (rings|goes off|is set|is scheduled) (at|to|for) V
hour:alarm time: S {be} woken (up)? at V
roomOf: S {be} (in|at)? room V
roomOf: S (sits|works) in room V
flows: S (ends|discharges|debouches|issues|spills) (in|into) V
flows: (the mouth of S|S 's mouth) {be} (at|in|on)? V
running: S (runs|lasts|goes on|plays) (for)? V
running: S has/have V
inNoun: S (is|works|is paid|logs|can be reached|is reachable) (in|on|at) (the)? N V
running: S offers V
starred: S {be} a V (hotel|restaurant|resort|guesthouse)
fuelled: S (runs on|takes) V
captain: S {be} under the command of V
measure:entry fee: S charges V for (admission|entry|entrance)
measure:entry fee: (admission|entry|entrance) to S (costs|is) V
price: a ticket to S costs V
closedOn: S (is|stays|remains) closed (on|every) V
trait:shift: S (works|is on|has|does) the V shift
trait:coffee: S (takes|drinks) coffee V
diet: S eats V
hour:bedtime: S goes to bed at V
stage: S {be} in the V phase/stage
plan: S has/have the V plan
bank: S (has|keeps|holds) (its|his|her|their) (bank)? account (at|with) V
office:tenant: S {be} (let|rented out|leased|rented) to V
rent: S rents for V
meetsAt: S (meets|gathers|rehearses|practises|practices|trains) (at|in) V
office:gardener: V tends S
hour:feeding time: S (is|gets) fed at V
setpoint: S {be} (heated|cooled|set) to V
zone: S (uses|runs on|observes) V
running: S (consists of|comprises|counts|numbers|is made up of|contains) V
running: there are V in S
capacity: S has (room|space|seats|seating|capacity) for V
measure:memory: S (has|is equipped with|comes with|runs on|is fitted with) V of (ram|memory)
measure:battery level: S (has|is at) V battery
measure:battery level: the battery of S {be} at V
measure:battery level: S 's battery {be} at V
measure:mileage: S has V on the (clock|odometer)
measure:share price: a share of S (costs|trades at|is worth) V
measure:share price: S 's shares {be} at V
measure:share price: S 's shares (trade|cost|stand) (at)? V
measure:share price: S (trades|is trading) at V
expiry_date: S (expires|lapses|runs out) (on)? V
expiry_date: S {be} (valid|good) (until|till|through|to) V
ends: S (ends|runs until|runs till|terminates|finishes|lasts until) (on)? V
keptAt: (you|we) (can)? find S (in|on|under|behind|at) V
keptAt: S {be} (kept|stored|hidden|lying)? (in|on|under|behind|at) V
keptAt: S (hangs|lies|sits) (in|on|under|behind|at) V
numbered: S (has|uses|occupies|takes) X (number)? V
numbered: the X of S {be} number V
numbered: S 's X (number)? {be} V
numbered: the X (number)? of S {be} V
wallsOf: the walls (of|in) S {be} V
wallsOf: S 's walls {be} V
wallsOf: (the|its)? wall colour/color (of|in) S {be} V
wallsOf: S {be} painted (in)? V
priority: S has/have V priority
time_zone: S {be} in time zone V
- : the N (behind|under|underneath|used by|for) S {be} V
reference:shirt number: S (wears|has|plays with|plays in|sports) (the)? (shirt|jersey|squad|back)? number V
stationed: the original of S (hangs|is kept|is on display|is exhibited) (in|at) V
stationed: S (hangs|stands|rests|is) (on (permanent)? (display|show|view|loan))? (in|at|on) V
stationed: S {be} (exhibited|displayed|housed|moored|docked|berthed|anchored|parked|garaged|stabled|stationed|stored|archived|shelved|installed|mounted|kept|racked|preserved|posted|garrisoned|hosted|hung|sited|situated|located) (in|at|on) V
stationed: V (houses|exhibits|displays|holds) (the (painting|sculpture|statue|manuscript|original of))? S
office:world record holder: the world record (in|for|over) S {be} held by V
office:world record holder: V holds the world record (in|for|over) S
office:lead actor: V (plays|has|sings|dances) the (lead|leading|main|title|starring) (role|part) (in|of) S
office:lead actor: the (lead|leading|main|title|starring) (role|part) (in|of) S (is|is being) (played|sung|danced|taken) by V
director: S {be} (a|an|the) (film|movie|picture|documentary) (by|of|from) the (director|filmmaker) V
office:composer: S {be} (a|an|the)? (opera|symphony|concerto|piece|work)? by (the)? composer V
author: S {be} (a|an|the)? (book|novel|play|poem|story|work)? by (the)? (author|writer|novelist|poet) V
foundedIn: S (was|is)? (founded|established|started|formed|set up) in V
foundedIn: S (has existed|exists|dates) (since|from|back to) V
trait:floor: S {be} on the V floor
trait:floor: S (occupies|takes up|sits on) the V floor
trait:commute: S (commutes|travels|goes|gets) to work by V
trait:coffee: S (takes|drinks) (his|her|their) coffee V
suppliedBy: S (gets|buys|sources|orders|obtains|receives|draws) (its|his|her|their|the|all its) X from V
suppliedBy: V (supplies|provides) S with (its|the)? X
suppliedBy: V (supplies|delivers|provides) (the)? X (to|for) S
suppliedBy: S 's X (comes|is supplied|is delivered|is provided) (from|by) V
suppliedBy: the X (of|for) S (comes|is supplied|is delivered|is provided) (from|by) V
trait:flag: S (sails|flies|operates) under the V flag
trait:flag: S (sails|flies|operates) under the flag of V
firm:department: S works in the V (department|division|unit)
firm:department: S {be} in the V (department|division|unit)
measure:league position: S {be} (in)? V (place)? in the (league|table|standings|league table)
rated: S (has|gets|holds|scores) V (stars|points)
rated: S (has|holds) (a|an) (average)? rating of V
measure:number of pages: S (runs|comes) to V pages
hour:closing time: S {be} open (until|till|to) V
hour:closing time: S closes its doors at V
hour:opening time: S opens its doors at V
measure:yearly fee: S charges (an annual fee|a yearly fee|an annual membership fee) of V
doneBy: S {be} X by V
`
