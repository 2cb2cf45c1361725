/** Nouns of what children, tenants and teams have one of at a time, as `ENGLISH_FAMILIES`. */
export const ENGLISH_AT_HOME_NOUNS: Readonly<Record<string, string>> = {
  reference: 'tax class/tax bracket, care level, fare zone/tariff zone/travel zone, no-claims class',
  trait: 'nursery group/kindergarten group/daycare group/preschool group/nursery room/daycare room',
}

/**
 * What is told of families, flats, things that people keep, and of what a team has of its own. See `relation.ts` for the form and
 * `by-home.ts` for what the ways without an attribute of their own mean.
 */
export const ENGLISH_AT_HOME = `
eventOf: S (has|holds|does|runs) (its|their|his|her|the)? (weekly|daily|monthly|regular)? X (on|every|each) V
eventOf: S (has|holds|does|runs) (its|their|his|her|the)? (weekly|daily|monthly|regular)? X at V
eventIn: S (has|holds|does|runs) (its|their|his|her|the)? (weekly|daily|monthly|regular)? X in V
eventIn: S meets in V for (its|their|the) (weekly|daily|monthly|regular)? X
huedRide: S (drives|rides) (a|an) V {ride}
fiance: S {be} engaged to V
fiance: S and V are engaged (to be married|to each other)?
fiance: V and S are engaged (to be married|to each other)?
fiance change: S and V (got|have got|have gotten|just got) engaged
fiance change: S (got|has got|has gotten|just got) engaged to V
keptWith: S {be} (kept|held|looked after|stored|left|deposited)? (with|by) V
keptBy: V (keeps|has|holds|looks after|is keeping|is holding|has got|got) (the|our|my) S
zoneOf: S (is|works|lives|runs|operates|am|work|live) (on|in) V
zoneOf: S 's (time zone|timezone) {be} V
allowance: S (gets|receives|is given|has|get|receive) V (of|in|as)? (as|in)? X (a|per|each|every) {period}
allowance: S (gets|receives|is given|has|get|receive) (a|an) (weekly|monthly)? X of V (a|per|each|every)? {period}?
spanOf: X (in|of|on|at|for) S (last|lasts|take|takes|run for|runs for|go on for) V
spanOf: (a|an|one|each|every) X (in|of|on|at|for) S (lasts|takes|is|runs for) V long?
spanOf: S 's X (last|lasts|take|takes|are|run for) V long?
rhythmOf: S (works|plans|runs|does|has|is working|is run) (in|on|with)? V (sprints|iterations|cycles)
minimum: S (requires|needs|asks for|expects|wants|demands) (at least|a minimum of|minimum)? V (or|and) (newer|later|higher|above|up|greater|upwards|upward|better)
minimum: S (requires|needs|asks for|expects|wants|demands|supports|runs on) at least V
minimum: S (requires|needs) V at (least|a minimum)
minimum: S (requires|needs) V (\\+|upwards)
minimum: the (minimum|lowest|oldest) (supported|required)? version (for|of) S {be} V
minimum: the (minimum|lowest|oldest) version (supported|required|needed) (by|for) S {be} V
minimum: S 's (minimum|lowest|oldest) (supported|required)? version {be} V
minimum: the (minimum|lowest|oldest) (supported|required)? X version (for|of|required by|supported by) S {be} V
minimum: S 's (minimum|lowest|oldest) (supported|required)? X version {be} V
lineTo: S (goes|gets|travels|rides|commutes) to X (on|by|with|in) (the)? (bus|tram|train|line)? (line|number|no.)? V (bus|tram|train|line)?
lineTo: S (takes|catches|rides|gets|uses) (the)? (bus|tram|train|line)? (line|number|no.)? V (bus|tram|train|line)? to X
schoolLine: (S 's|{my}) (school bus|bus to school) {be} (the)? (bus|line)? (line|number|no.)? V (bus|line)?
provider:salary account: {my} salary account {be} (with|at) V
paidInto: (S 's|{my}) (salary|wages|pay|wage|paycheck|income|pension) (goes|go|is paid|are paid|gets paid|lands|comes|arrives|is transferred|is credited) (to|into|in|on) (an|his|her|their|a|the) (current|giro|checking)? account (at|with) V
providerFor: for X , ? (S 's|{my}) (provider|insurer|supplier|company|carrier) {be} V
reference:cost centre: S (runs|goes|books|is run|is billed|is charged|is invoiced|is accounted for) (on|to|under|via|against|through) cost (centre|center|unit) V
shirtOf: S (wears|has|plays with|plays in|sports|plays|is wearing) (the)? (number|no.) V (for|on|in|with|at) X
shirtOf: S 's (jersey|shirt|squad|back|team)? number (on|in|with|for|at) X {be} V
size: S (takes|wears|needs|has) (a|an)? size V in (shoes|boots|trainers|sneakers)
mainChannel: the (main|primary) (slack|teams|discord|chat|team)? channel (of|for|in) S {be} V
mainChannel: S 's (main|primary) (slack|teams|discord|chat|team)? channel {be} V
phoneOf: (S 's|{my}) (work|company|business|office) (phone|mobile|mobile phone|cell phone|smartphone) {be} (a|an|the) V
binDay: the (recycling|bin|rubbish|waste) (bins|bin|boxes|bags)? (in|on|of|for) S (is|are|gets|get) (emptied|collected|picked up|taken) (on|every) V
hasAs: S (has|uses|got|gets|was given|have|use|is on|works on) V as (a|an|his|her|their|its|my|our|the) X
planOf: S {be} on (the)? V (plan|tier) (of|in|for|with|on|at) X
planOf: in X , ? S {be} on (the)? V (plan|tier)
planOf: S (has|uses|pays for) (the)? V (plan|tier) (of|in|for|with|on|at) X
alertOf: S has (its|the|a|an) X (alert|alarm|warning) (threshold|level|limit)? (at|of|set to|set at) V
binDay: in S , ? (the)? (bin|bins|rubbish|garbage|trash|refuse|waste|recycling) (collection)? day {be} (on)? V
premisesIn: (S 's|{my}) X (is|lies|is located|is situated|is based) (in|on) V
premisesIn: the X (that|which|where)? S (goes to|attends|visits) (is|lies|is located|is situated|is based) (in|on) V
premisesIn: (you|we|one) find (S 's|{my}) X (in|on) V
deskOf: (you|we|one) find S 's (desk|workplace|workstation) (in|at|on) V
homeFloor: (S 's|{my}) (flat|apartment|home|place) (is|lies|is situated|is located) on the V floor
homeFloor: the (flat|apartment|home) of S (is|lies|is situated|is located) on the V floor
homeFloor: S (lives|live) on the V floor
- : V {be} (listed|named|registered|down|recorded|entered|given|noted|put down|set) as S 's N
- : V {be} (listed|named|registered|down|recorded|entered|given|noted|put down|set) as the N (of|for) S
reference:tax class: S (is|has|am|have) (in)? (tax (class|bracket)) V
reference:care level: S (has|is on|is in|gets) care level V
reference:fare zone: S (is|lies) in (fare|tariff|travel) zone V
groupOf: S (is|am|goes) (in|into|to) (the)? V (group|room) (at|in) (the)? (nursery|kindergarten|daycare|preschool|pre-school|school)
groupOf: (at|in) (the)? (nursery|kindergarten|daycare|preschool|pre-school) , ? S {be} in (the)? V (group|room)?
groupOf: S 's (nursery|kindergarten|daycare|preschool|pre-school) (group|room) {be} (the)? V
voiceIn: S (sings|is singing) V (in|with) X
`
