/** When people do what they do every day, where they sit, what they pay, and who supplies them. See `relation.ts` for the form and `by-habit.ts`. */
export const ENGLISH_HABITS = `
wakesAt: S (wakes up|wake up|gets up|get up|wakes|rises) at V
hour:bedtime: S (goes|go) to (bed|sleep) at V
hour:bedtime: S turns in at V
workFrom: S (starts|begins) (work|working) at V
workFrom: (S 's|{my}) (working day|work day|workday) (starts|begins) at V
workTo: S (finishes|stops|leaves) (work|working) at V
workTo: (S 's|{my}) (working day|work day|workday) (ends|finishes|is over) at V
workHours: S {works} V (hours|h|hrs) (a|per|each|every) week
measure:weekly hours: (S 's|{my}) (weekly hours|working hours|contracted hours) are V hours? (a|per) week
measure:commute: (S 's|{my}) (commute|way to work|journey to work|trip to work) (takes|is|lasts) V
measure:commute: it takes S V to get to work
commutes: S (commutes|travels|gets|goes) to? work? by V
alarmAt: (S 's|{my}) alarm (clock)? (is|goes off|rings|is set) (at|for|to) V
alarmAt: (S 's|{my}) (alarm|alarm clock) wakes (me|him|her|us|them) at V
placedBy: S (sits|sit|works|work|parks|park|stands|is|am) (at|in) X number? V
placedBy: (S 's|{my}) (seat|place|spot|workplace|workspace) (in the office|at work|at the office) is X number? V
placedBy: S (has|have|uses|use|rents) X number? V
ownNumber: (S 's|{my}) X (is|has) (the)? number V
rent: S (pays|pay) V (a|per) (month|week) (in|of|for) rent
rent: (S 's|{my}) rent (comes to|amounts to|is) V (a|per) (month|week)
paidHourly: S (makes|earns) V (an|per) hour
take-home: (S 's|{my}) (take-home pay|net salary|net pay|net income) {be} V
hasFrom: (S 's|{my}) X (comes|is|is supplied|is provided|is delivered|is bought) (from|by) V
hasFrom: S (gets|get|buys|buy|has|have) (his|her|their|its|my|our)? X (from|with|through) V
hasFrom: (S 's|{my}) X (contract|plan|subscription|policy|cover|tariff)? (is|runs) (with|through) V
hasFrom: (S 's|{my}) X (company|provider|supplier|insurer|carrier|network) {be} V
hasFrom: V (supplies|provides) (S 's|{my}) X
hasFrom: V (supplies|provides) S with X
hairdresser: the {person} (who|that) (cuts|does) (S 's|{my}) hair {be} V
hairdresser: V (cuts|does) (S 's|{my}) hair
hairdresser: (S 's|{my}) hair (is|gets) (cut|done) (by|at) V
hairdresser: the (place|salon|shop) where (S 's|{my}) hair (is|gets) (cut|done) {be} V
hairdresser: the (place|salon|shop) where S (gets|get|has|have) (his|her|their|my|our) hair (cut|done) {be} V
hairdresser: S (gets|get|has|have) (his|her|their|my|our) hair (cut|done) (by|at|with) V
hairdresser: S goes to V for (his|her|their|my) (hair|haircuts)
gym: the gym (that|which|where)? (S 's|{my}) membership {be} (with|at)? {be}? V
gym: (S 's|{my}) gym membership {be} (with|at) V
gym: S (has|have) (a|his|her|my|their) (gym)? membership (with|at) V gym?
gym: the gym (that|which)? S is a member of {be} V
bank: the bank (where|that|to which|into which)? (S 's|{my}) (salary|wages|pay|paycheck|income) (goes|go|lands|is paid|gets paid|arrives) (to|into|in)? {be} V
bank: the bank (that|which)? (S 's|{my}) (salary|money|current account|account) is (with|at) {be} V
office:vet: the vet (that|who)? (we|i|they) (take|takes) S to {be} V
office:vet: (we|i) take S to V for (shots|checkups|vaccinations)
driven: the car (that)? (my|our) family drives {be} V
phoneModel: (S 's|{my}) (only|current|own)? (phone|mobile|mobile phone|cell phone|smartphone|handset|cellphone) {be} V
phoneModel: S (uses|use|has|have) V as (his|her|their|my) (phone|mobile|mobile phone|cell phone)
phoneModel change: (S 's|{my}) new (phone|mobile|mobile phone|cell phone|smartphone|handset|cellphone) {be} V
size: (S 's|{my}) size in shoes {be} V
size: the size of (S 's|{my}) (shoes|feet) {be} V
size: S (wears|wear|takes|take) (a)? size V (shoe|shoes|boot|boots)
size: (S 's|{my}) (shoes|feet) are (a)? size V
position: the position of S (on|in) the (team|pitch|field|squad|side) {be} V
position: S 's position (on|in) the (team|pitch|field|squad|side) {be} V
reference:shirt number: S (wears|has|plays in|sports) (the)? (number|no.)? V (shirt|jersey|on (his|her|their) (back|shirt|jersey))
job: (S 's|{my}) (job)? title at work {be} V
job: (S 's|{my}) (role|job|position) at work {be} (a|an|that of)? V
regionOf: S (is|runs|lives|sits|is hosted|is located|is deployed|is running) in the V region
regionOf: S 's (cloud|hosting|deployment)? region {be} V
foundAt: S (can be found|is found|is to be found|is) at V
ipAt: S has the address V on the (network|lan)
ipAt: (S 's|{my}) address on the (network|lan) {be} V
ipAt: the (network address|address on the (network|lan)) of S {be} V
number:track: the (departure)? track (of|for) S {be} (number|track)? V
number:track: S 's (departure)? track {be} (number|track)? V
number:track: S (leaves|departs|starts|goes) from track V
price: S (goes|sells|retails) for V
price: S {be} (priced|on sale|sold|listed|on offer) (at|for) V
price: (you|one|we) pay V for S
contract: S are under contract (with|to|at) V
record_label: S are signed (to|with) V
wifi: the name of the {wifi} (of|at|in|for) S {be} V
wifi: the {wifi} name (of|at|in|for) S {be} V
binDay: (the)? (bins|rubbish|garbage|trash|refuse|waste|recycling|bin|bin men) (collection)? (on|in|for|at|of) S {be} (collected|emptied|picked up|on|taken)? (on|every)? V
binDay: (bin|rubbish|garbage|trash|refuse|waste|recycling) (collection)? day (on|in|for|of) S {be} V
binDay: the (bin|rubbish|garbage|trash|refuse|waste|recycling) (collection)? day (on|in|for|of) S {be} V
home: {my} (flat|apartment|house|place) {be} in V
- : the (brand|make|name) of S 's N {be} V
- : the (brand|make|name) of {my} N {be} V
shopped: the X (where|in which|at which) S (do|does) (my|our|his|her|their) (shopping|grocery shopping|groceries) {be} V
votes: S (votes|vote) (for)? V
fanOf: S (supports|support|roots for|cheers for) V
ownFloor: S (lives|live|works|work|sits|sit|is|am) on the V floor
ownFloor: {my} (flat|apartment|room|desk) {be} on the V floor
ownFloor: {my} floor {be} the V floor?
ownFlat: S (lives|live) in (flat|apartment|room|unit) V
groceries: S (shops|shop|buys groceries|buy groceries) at V
groceries: S (does|do) (his|her|their|my|our) (weekly)? (shop|shopping|groceries|grocery shopping) at V
groceries: S (gets|get|buys|buy) (his|her|their|my|our) groceries (from|at) V
groceries: (S 's|{my}) (supermarket|grocery store|grocer) {be} V
groceries: the (supermarket|grocery store|shop) (where)? S (shops|shop) at? {be} V
groceries: the (supermarket|grocery store|shop) (where|at which) S (does|do) (his|her|their|my|our) (weekly)? (shop|shopping|groceries) {be} V
doctorOf: S {be} (registered with|a patient of) V
doctor: the (gp|doctor) S {be} registered with {be} V
commutes: (S 's|{my}) commute {be} by V
goesTo: S (walks|walk|cycles|cycle|drives|drive|bikes|bike) to work
trait:coffee: S (takes|take|drinks|drink) (my|our) coffee V
trait:tea: S (takes|take|drinks|drink) (my|our|his|her|their) tea V
trait:coffee: (S 's|{my}) (daily|morning) coffee {be} V
position: {my} position (on|in) the (team|pitch|field|squad|side) {be} V
- office: V {be} (the)? N to S
site:home ground: S (plays|play) (its|their|his|her) home (matches|games|fixtures) (at|in) V
site:home ground: the (stadium|ground|arena) where S (plays|play) (its|their) home (matches|games|fixtures) {be} V
tax_adviser: S {be} advised on tax by V
tax_adviser: V advises S on tax
tax_adviser: the {person} who advises S on tax {be} V
author: the {person} (who is)? credited as the author of S {be} V
author: V is credited as the author of S
sport: the sport that S play {be} V
version: the version of S (that is|which is)? (in use|installed) {be} V
setpoint: the (target temperature|thermostat|thermostat setting|temperature setting|setpoint) (in|for|of) S {eq} V
`
