/**
 * Other words for what the other lists tell by a noun. See `relation.ts` for the form and `by-more.ts` for what the ways without an
 * attribute of their own mean.
 */
export const ENGLISH_MORE = `
deskOf: S 's (desk|workplace|workstation) {be} (at|in|on)? V
deskOf: the (desk|workplace|workstation) of S {be} (at|in|on)? V
officeRoom: S 's office {be} (at|in|on)? V
officeRoom: the office of S {be} (at|in|on)? V
officeRoom: V {be} S 's office
officeRoom: V {be} the office of S
officeRoom: S has (an|his|her|their|the) office (in|on) V
sitsIn: S (sits|has (a|his|her|their|the) (desk|workplace)) (in|on) V
sitsIn: S 's room {be} V
- : the N in charge of S {be} V
office:tenant: S {be} (let|rented|rented out|leased|let out) to V
office:tenant: the {person} renting S {be} V
mobileWith: S {be} (fully|partly)? mobile with V
mobileWith: S 's mobility (entry|status|level)? (reads|is|says) (fully|partly)? mobile with V
reference:calling code: the (country|dialling|dialing|area) code for calls to S {be} V
measure:speed limit: the permitted speed (in|on) S {be} V
measure:speed limit: the speed limit (in|on) S {be} V
measure:speed limit: the (maximum|top|highest)? (permitted|allowed)? speed on S {be} V
captain: S {be} skippered by V
captain: S 's skipper {be} V
captain: the skipper of S {be} V
captain: V {be} the skipper of S
captain: the captain 's armband (at|of) S belongs to V
original_language: the original language of work (of|for) S (is|was) V
positionOf: S 's (current)? position {be} V
leagueOf: S {be} in V
classified: S {be} (classified|listed|classed|categorised|categorized|graded|designated|assessed|considered|ranked) as V (on the red list|by the iucn)?
classified: the conservation status of S {be} V
classified: S 's conservation status {be} V
classified: S counts as V (on the red list)?
marital_state: S (counts|is down|is registered|is listed) as V
downAs: S {be} down as (a|an|the)? V
mobile: S 's mobility (entry|status|level)? (reads|is|says) V
mobile: S {be} V
voicePart: S 's (voice part|voice|part) (in|with|at) X {be} V
voicePart: S (sings|is listed as|is) (a|an)? V (in|with) X
voicePart: in X , S {be} (a|an)? V
height: S counts as V high
height: the summit of S (is|stands|lies|rises) (at|to)? V
measure:orbital period: one orbit of S takes V
measure:length: S measures V from end to end
measure:length: S {be} V from end to end
height: S measures V in (socks|stockinged feet)
weighs: S {be} at V
weighs: S (brings|tips) V (on|to)? the scales
weight: the scales show V for S
dosed: S 's daily dose of X {be} V
dosed: S 's daily X dose {be} V
dosed: the daily dose of X (for|of) S {be} V
dosed: the daily X dose (for|of) S {be} V
dosed: S {be} on V of X (a|per) day
dosed: S (takes|gets|receives|is given) V of X (a|per) day
rate: S (charges|bills|asks|gets|earns) V (an|per) hour
feeFor: S charges V for X
measure:yearly fee: S charges V (a|per) year for membership
measure:yearly fee: (the|a)? year 's membership (of|in|at) S (costs|is) V
measure:yearly fee: membership (of|in|at) S costs V (a|per) year
size: S 's feet are size V
size: S takes a size V (shoe|boot)/shoes/boots?
licence: S comes under (the)? V
licence: the (code|source code|source) of S {be} under (the)? V
trait:database: S (keeps|stores|holds) (all)? (its|their)? (data|records|state) in V
office:holder: S {be} (registered|held|kept|listed)? in the name of V
site:data centre: S (stands|sits|runs|is|lives|is located|is housed|is hosted|is kept) in (the|a|our) (data centre|data center|datacentre|datacenter) (in|at) V
platform: S {be} a machine (with|on|running) V
platform: the (system|os) installed on S {be} V
ipAt: S (answers|responds|can be reached|is reached|listens) (at|on|under) V
reference:extension: you (reach|get|call) S on extension V
reference:extension: to (get hold of|reach|call) S (in the office|at work)? , ? you (dial|call|use|ring) extension V
reference:extension: when you ring S 's desk , the extension {be} V
reference:extension: S {be} (reachable|available)? on extension V
reference:extension: S has extension V
phone:mobile: you (get|reach|call) S on (the|his|her)? (mobile|mobile phone|cell|cell phone) (at|on|under)? V
address: letters to S go to V , the home address
address: letters (to|for) S (go|are sent|should go) to V
site:administrative seat: S {be} (governed|administered|run|ruled) from (the capital (city)? of)? V
site:seat of parliament: the parliament of S (sits|meets|has its seat|is based|is seated) in V
site:seat of parliament: S 's parliament (sits|meets|has its seat|is based|is seated) in V
site:seat of parliament: the seat of S 's parliament {be} (in)? V
site:seat of parliament: V {be} the seat of S 's parliament
site:seat of parliament: V {be} the seat of the parliament of S
capital: the seat of government and capital of S {be} V
capital: the capital and seat of government of S {be} V
firm:ruling party: the party in (power|government) in S {be} V
mayor: the {person} in the mayor 's (chair|office) (in|of) S {be} V
mayor: the office of mayor (in|of) S {be} (held|filled) by V
mayor: (in|at) the town hall of S , the mayor {be} V
chief_executive: at the top of S , as chief executive , (sits|stands|is) V
head: at the (helm|top|head) of S {be} V
chairperson: the {person} in the chair (at|of) S {be} V
treasurer: as treasurer , ? V keeps the books of S
treasurer: V keeps the books of S as treasurer
treasurer: the {person} who keeps the books of S as treasurer {be} V
treasurer: the books of S are in the hands of V as treasurer
treasurer: the books of S are (kept by|in the hands of) V
editor_in_chief: V edits S as (its)? (editor-in-chief|editor)
office:drummer: S has V on drums
office:babysitter: the {person} who (regularly)? babysits for S {be} V
office:babysitter: V (regularly)? babysits for S
office:on-call engineer: V {be} (the one)? (on call|on-call) for S
office:on-call engineer: the {person} (on call|on-call) for S {be} V
doctor: S {be} registered with V as a (gp)? patient
doctor: S {be} registered with V for (gp|medical) (care|appointments)
doctor: S {be} a patient of V 's
school: S {be} a pupil at V
attends: S attends V
manager: S (sits|works|is) directly under V
manager: the {person} S reports to {be} V
home: S has a permanent home in V
alwaysOn: S {be} always on a? V
alwaysOn: S always? falls on a? V
binDay: the (bin|rubbish|refuse|waste|recycling) (collection)? day (for|in|of) S {be} V
binDay: S 's (bin|rubbish|refuse|waste|recycling) (collection)? day {be} V
binDay: (bin|rubbish|refuse|waste|recycling) (collection)? day in S {be} V
binDay: the bins (in|of) S (have their collection day|are emptied|are collected|are picked up|go out) on V
binDay: the day on which the bins (in|of) S are (emptied|collected|picked up) {be} V
closedAlways: the day (of the week)? (on which|that|when) S (stays|is|remains) (shut|closed) {be} V
closedAlways: S 's (weekly|regular)? (closing day|day of rest|day off|rest day) {be} (on)? V
closedAlways: the (weekly|regular)? (closing day|day of rest|day off|rest day) of S {be} (on)? V
closedAlways: S has V as its (weekly|regular)? (closing day|day of rest|day off|rest day)
hourOpen: the opening time of S {be} V
hourOpen: S 's opening time {be} V
bedAt: S 's bedtime {be} V
bedAt: (the)? bedtime (for|of) S {be} V
bedAt: S has a bedtime of V
bedAt: the time at which S has to be in bed {be} V
bedAt: lights-out for S {be} at V
bedAt: S has to be in bed (at|by) V
phoneModel: S 's (only|current)? phone {be} V
phoneModel: S {has} V as (a|his|her|their) phone
phoneModel: the phone of S {be} V
phoneModel: the phone (that|which)? S (uses|has|carries|owns) {be} V
price: customers pay V for S
price: for S , ? (we|they) charge V
measure:entry fee: the (price|cost) of (admission|entry|entrance) (to|for|at|in) S {be} V
budget: S has V to spend
deadline: (we|they|you) (have|must) to? (hand in|deliver|submit|finish) S by V
trait:ticker symbol: S goes by the symbol V
measure:golf handicap: S 's handicap on the golf course {be} V
measure:golf handicap: S plays (golf)? off (a handicap of)? V
site:home ground: the ground on which S (hosts|plays) its home (matches|games) {be} V
trait:national anthem: the anthem that stands for S at state occasions {be} V
room: the (venue|regular room|usual room|room) (of|for) S {be} V
wifi:guest: the guest (wi-fi|wifi|network|wlan) (at|of|in) S {be} (called|named) V
wifi:guest: the (name of the guest (wi-fi|wifi|network|wlan)|guest (network|wi-fi|wifi|wlan) name) (at|of|in) S {be} V
wifi:guest: S 's guest (wi-fi|wifi|network|wlan) (has the name|is called|is named) V
car: the car in S 's garage , the only one , {be} V
rent: whoever (lives in|rents) S pays V a month in rent
favourite: V {be} S 's favourite/favorite X of all
partHued: S has/have (a|an) X painted V
owner: S {be} (wholly|fully|solely) owned by V
owner: S (belongs|belong) (wholly|entirely|fully|completely) to V
priorityItem: S {be} a V (item|ticket|issue|task|case)
hourOpen: S opens (its doors|up)? at V
hourOpen: the doors of S open at V
hourClose: S closes (its doors)? at V
measure:retention period:log: logs (of|for|from) S are kept for V
measure:retention period:log: S 's logs (stay on disk|are kept) for V
measure:retention period:log: S (has|have) a log retention period of V
terms: S 's payment terms are V
terms: the (agreed)? payment terms (of|for|with) S are V
terms: S has payment terms of V
bookNow: S 's (current book|book of the moment|current read) {be} V
bookNow: the (current book|book of the moment|current read) of S {be} V
bookNow: V {be} the (current book|book of the moment|current read) of S
`
