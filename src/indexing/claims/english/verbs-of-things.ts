/** What verbs say about things and organisations: a line a way to say it. See `relation.ts` for the form. */
export const ENGLISH_THINGS = `
platform loosely: S (runs|run|is running|uses|is on) on? V
gate: S (leaves|leave|departs|boards|is boarding|is leaving) (from|at) gate V
seat: S (sit|sits|is|am|is sitting|am sitting) in seat V
build: S (is on|runs|is running|is at) build V
branch: S (deploys|is deployed|builds) from V
version: S {be} (at|on|running|using|running on) version V
version: S (runs|run|uses|use|runs on) version V
version: S has version V
version: version V of S {be} (installed|in use|running|current|deployed|active)
version: i/we/they use/run S version V
version: the version of S (installed|in use|running|deployed) {be} V
version change: S {was} (upgraded|updated|bumped|downgraded|moved|brought) (from version? F)? to version? V
version change: S {has} moved/upgraded/updated (from version? F)? to version V
version change: i/we {has} upgraded/updated/bumped/downgraded S (from version? F)? to version? V
headquarters: S {be} headquartered in/at V
headquarters: S {be} (headquartered out of|run from|run out of|centered in|centred in) V
headquarters: S operates from V
headquarters: V (contains|accommodates) (the headquarters of S|S 's headquarters)
headquarters: V (hosts|houses|is home to) S 's headquarters
headquarters: V {be} where S (is headquartered|is based|has its headquarters|has its head office)
headquarters: the {town} (where|in which) S (is headquartered|is based|has its headquarters) {be} V
headquarters: V {be} the {town} (where|in which) S (is headquartered|is based|has its headquarters)
headquarters: V {be} home to the headquarters of S
headquarters: V (hosts|houses|is host to) the headquarters of S
headquarters: S operates/works out of V
location loosely: S {be} located/situated? in/on/at V
location change: S {has} moved/relocated (from F)? to V
country: S {be} located/situated/found? (in|within) the country/nation of V
country: S (lies|sits|stands|is to be found|can be found|falls) (in|within) the country/nation of V
country: the country/nation (that|which)? S belongs to {be} V
country: V {be} the country/nation (where|in which|that) S (is|lies|sits) located/situated/found? in?
continent: S {be} located/situated/found? (on|in|within) the continent of? V
continent: S (lies|sits|stands|can be found) (on|in) the continent of V
continent: V {be} the continent (where|in which|on which|that) S (is|lies|sits) located/situated/found? (in|on)?
continent: the continent (that|which)? S belongs to {be} V
place: S {be} located/situated/found in/on V
place: S can be found in/on V
place: S lies/sits/stands in/on V
country: the country (where|in which|that) S (is|lies|sits) located/situated? in? {be} V
continent: the continent (where|in which|on which|that) S (is|lies|sits) located/situated/found? in/on? {be} V
continent: S belongs to the continent of V
continent: S {be} (part|a part) of the continent of V
head_coach: S {be} coached/trained by V
head_coach: V (coaches|trains|is coaching|is training) S
head_coach: S plays under V
head_coach: the {person} (coaching|training|who coaches|who trains|that coaches) S {be} V
head_coach: V {be} the {person} (coaching|training|who coaches|who trains) S
chairperson: V (chairs|is chairing) S
chairperson: S 's board {be} chaired by V
chairperson: the board of S {be} chaired by V
chairperson: V chairs the board of S
chairperson: the {person} (chairing|who chairs) S {be} V
chairperson: S {be} chaired by V
director: S {be} directed by V
director: V (directs|is directing) S
director: S {be} under the direction of V
head: S {be} (headed|led|run|managed|headed up) by V
head: V (heads|leads|runs|heads up|manages|is leading|is heading|is running|is managing|helms) S
head: S {be} under the leadership of V
head: S {be} helmed by V
captain: S {be} captained by V
captain: V captains S
monarch: S {be} ruled by V
monarch: V (rules|reigns over) S
editor_in_chief: S {be} edited by V
publisher: S {be} published by V
host: S {be} (hosted|presented|anchored|moderated) by V
host: V (hosts|presents|anchors|moderates) S
maintainer: S {be} maintained by V
lead_singer: S {be} fronted by V
lead_singer: V fronts S
office:tenant: S {be} (rented|leased|occupied) by V
colour: S {be} painted V
insurer: S {be} insured (by|with) V
office:reviewer: S {be} (reviewed|being reviewed) by V
conductor: S {be} conducted by V
head: V {be} in charge of S
head: V {be} the {person} (in charge of|leading|heading|running|who leads|who heads|who runs) S
head: V {be} at the helm/head of S
head: the {person} (at the (head|helm|top)|known as the (leader|head)) of S {be} V
head: the {person} (in charge of|who leads|who heads|who runs|that leads|that heads|that runs|leading|heading|running) S {be} V
owner: S {be} owned by V
owner: S {be} (the property|a property|a subsidiary) of V
owner: S {be} under the ownership of V
owner: S {be} in V 's hands/possession/ownership
owner: ownership of S (lies with|is with|is held by|belongs to) V
owner: the ownership of S (lies with|is with|is held by|belongs to) V
owner: S 's ownership (lies with|is with|is held by) V
owner: V has ownership of S
owner: the {owner} (that|who|which) owns S {be} V
owner: V {be} the {owner} (that|who|which) owns S
owner: S {be} in the possession/hands/ownership of V
owner change: S {was} (sold|handed over|transferred) (from F)? to V
owner change: S {was} (acquired|bought|purchased|taken over) by V
owner change: V {has} acquired/purchased/bought S from F
owner change: V (has acquired|acquired|has taken over) S
broadcaster: S {be} broadcast/aired/shown/televised by/on V
broadcaster: S (airs|streams) on V
record_label: S {be} signed to/with V
league: S (plays|play|competes|compete|is playing|are playing) in V
league: S {be} a member of V
league change: S {was} (promoted|relegated) (from F)? to V
league change: S {has} moved up/down (from F)? to V
music loosely: S {be} a/an X band/group
music loosely: S (plays|play|performs) X
setting: S {be} (set|kept|held) (to|at) V
hosting: S (runs|run|is running|is hosted|is deployed|is reachable|is located|lives|sits) (on|in|at|under) (the? region)? V
hosting: S connects to V
hosting: S uses the database at/on V
platform change: S {was} (switched|moved|migrated|ported|upgraded|updated) (from F)? to V
hosting change: S {was} (moved|migrated|switched|transferred|relocated) (from F)? to V
hosting change: S {has} (moved|migrated|switched|relocated) (from F)? to V
session: S (takes place|is|is held|meets) in V
session loosely: S happens in V
session loosely: i/we (have|hold) S in V
session: the room/location/venue for/of S {be} V
session change: S {was} (moved|relocated|shifted|switched) (from F)? to V
session change: S {has} (moved|relocated|shifted|switched) (from F)? to V
kept loosely: S {be} (lying|now)? in/on/under/behind V
kept loosely: S {be} (kept|stored|hidden) in/on/under/behind V
kept loosely: i/we (keep|store|hide) S in/on/under/behind V
kept change: i/we {has} (moved|put) S (from F)? to V
exchanged change: i/we/they {has} {swaps} S (over|back)? from F (over|back)? to V
exchanged change: S {was} {swaps} (over|back)? from F (over|back)? to V
exchanged change: S {has} {swaps} (over|back)? from F (over|back)? to V
owner change former: F {has} sold S to V
head change former: F {has} (handed|passed|turned) S over to V
head change former: F {has} (handed over|handed|passed|turned over) S to V
status: S {be} (in|at) the? status/state of? V
status: S {be} marked/flagged/labelled/labeled/listed/shown/registered/reported as V
status: S has status V
shift change: S {has} (moved|changed|gone|switched|went|transitioned) from status? F to status? V
shift change: S {was} (moved|changed|switched|set) (from status? F)? to status? V
condition: S {be} V
condition change: S has/have been V
ticketed: V {be} assigned to S
assignee: S {be} assigned to V
assignee change: S {was} (reassigned|handed over) (from F)? to V
funds: there is/are V in/on S
funds: S (contains|holds) V
funds: the amount (in|on) S {eq} V
port: S (listens|runs|is listening|is running|is reachable) on port V
port: S (uses|is using) port V
port: S {be} on port V
port change: S {has} (switched|moved|changed) (from port? F)? to port V
port change: S {was} (moved|switched|changed) (from port? F)? to port V
population: S (has|have|counts) V inhabitants/residents/citizens
population: V people live in S
population: S {be} home to V people/inhabitants/residents
measure:length: S {be} V long
measure:width: S {be} V wide
measure:depth: S {be} V deep
measure:thickness: S {be} V thick
height: S {be} V high
setting: the? (value|setting) of S {be} (set to|at|on)? V
price: S costs/cost V
price: S (sells|sell|retails|goes) (for|at) V
price: a/the licence/license/subscription/ticket for/to S costs V
price: S {be} (priced|on sale) (at|for) V
price: S (can be|is) (had|bought|available) (for|at) V
deadline: S {be} due (on|by|at)? V
when: S {be} (scheduled|planned|set|booked|slated|fixed) for/on/at V
when: S {be} on/at V
when: S (takes place|starts|begins|happens) on/at V
when: S will be held on/at V
when change: S {was} {shifted} (from F)? to/until/till V
when change: i/we/they {has} {shifted} S (from F)? to/until/till V
number: the/my/our X number/code/id {be} V
number: S 's X number/code/id {be} V
count: the (current|total|exact|overall)? number of X in/at/of/on S {be} V
minister: the minister of/for X of/in S {be} V
minister: V {be} the minister of/for X of/in S
compound: S N {eq} V
`
