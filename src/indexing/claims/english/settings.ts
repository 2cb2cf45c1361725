/**
 * What things are set to, subscribed to and connected to, which version of what runs on them, and who answers for what. See `relation.ts`
 * for the form and `by-setting.ts` for what the ways without an attribute of their own mean.
 */
export const ENGLISH_SETTINGS = `
versioned: S (runs|uses|has|is running|is on|is using) X V
versioned: S (runs|uses|has|is running|is on|is using) X (version|release) V
versionOf: the version of X (on|in|at|for) S {be} V
versionOf: the X version (on|in|at|of|for) S {be} V
versionOf: S 's X version {be} V
versionOf: X on S {be} (on|at)? version V
versionOf: X (version)? V (runs|is running|is installed|is deployed|is in use) on S
wifi: S {be} (connected to|on|joined to|in|linked to|logged into|logged on to|signed in to) (the)? {wifi} V
wifi: S (uses|joins|is using) (the)? {wifi} V
wifi: the {wifi} (that|which)? S (is connected to|uses|is on) {be} V
wifi: V {be} the {wifi} (of|for|in|at) S
subscribed: S (has|is on|uses|is subscribed to|subscribes to|pays for|is using) the V {tariff} (at|with|from|on) X
subscribed: S 's X {tariff} {be} (the)? V
subscribed: the X {tariff} of S {be} (the)? V
subscribed: S 's {tariff} (at|with|from|on) X {be} (the)? V
subscribed: the {tariff} of S (at|with|from|on) X {be} (the)? V
subscribed: (at|with) X , ? S {be} on the V {tariff}
subscribed: the {tariff} (that|which)? S has (at|with|from|on) X {be} (the)? V
spotted: X V {be} S 's (office|{spot})
spotted: X V {be} the (office|{spot}) of S
- : S (uses|occupies|rents|has been given|is assigned) (the)? N V
- : S has (its|his|her|their|the|a) N (set|configured|fixed|pinned|turned) (to|at|on) V
- : S {be} (set|configured|switched|fixed|pinned) (to|at|on) V as (its|his|her|their|the) N
- : S (shows|displays|keeps|runs) V as (its|his|her|their|the) N
- : the N (set|configured|used|active|chosen|selected) (on|in|for|at|by) S {be} V
- : (on|in) S , ? the N {be} set to V
- : V {be} the N S (uses|has|is on|runs on|works with)
- : the N S (uses|has|is on|runs on|works with) {be} V
spoken: S has its (menus|menu|messages|texts|interface|labels) in V
spoken: S (shows|displays) (its)? (menus|menu|messages|texts|interface|everything) in V
spoken: the (menus|messages|texts|interface) (of|on) S (is|are) in V
spoken: S {be} (set to|in) V
portFor: S (listens|is listening|accepts requests|serves|answers) (for|to)? X on port V
portFor: S serves X on port V
assignee: the {person} assigned to S {be} V
assignee: V {be} the {person} assigned to S
ticketed: S {be} (on|in) V 's (desk|queue|plate|hands|court|to-do list)
office:person in charge: S {be} the responsibility of V
office:person in charge: S {be} V 's responsibility
office:person in charge: responsibility for S (lies|rests|is) with V
monarch: V (is|sits|reigns) on the throne of S
monarch: the throne of S (belongs to|is held by|is occupied by) V
staffed: there are V (employees|staff|workers|staff members|people employed) (in|at|on) S
measure:headcount: V (employees|people|staff|workers) are employed (in|at|by) S
measure:number of members: there are V members in S
measure:number of students: there are V (pupils|students) (in|at) S
capacity: there are V seats in S
price: a (ticket|seat|place|pass) (for|to) S {be} V
measure:membership fee: membership (of|in|at) S costs V
spouse: S and V {be} (married|husband and wife|a married couple) (to each other)?
spouse: S and V are (married|husband and wife|a married couple) (to each other)?
car: S (drives|has) (a|an)? V as (a|an|his|her|their|the) (company car|car|everyday car|family car)
league: S belongs to V
made: S {be} by V
made: S (comes|is) from V 's? pen
meetsIn: S (meets|gathers|takes place|is held|is|rehearses|trains) in V
dayOf: S (takes place|is held|meets|happens|comes|runs|falls|is|is collected|rehearses|trains) (on|every) V
dayOf: the (regular|usual|fixed|weekly)? (weekday|day|day of the week) (for|of) S {be} V
dayOf: S 's (regular|usual|fixed|weekly)? (weekday|day) {be} V
startsAt: S (starts|begins|kicks off|gets under way) at V
startsAt: the (starting|start|beginning) time (of|for) S {be} V
deadline: S {be} (to be)? (handed in|submitted|returned|turned in|completed|finished) by V
deadline: the (last|final) day (for|of|to submit|to hand in) S {be} V
trait:floor: S {lives} on the V floor
site:district: S belongs to the (district|county|parish|municipality|province|region|borough|diocese|state|canton) of V
trait:heating: S {be} heated (with|by) V
fiance: S {be} engaged to V
withFirm: S 's X {be} (with|at|held at|held with|held by|run by) V
officeOf: the S N {eq} V
officeOf: V {be} the S N
rent: the rent (for|of|on) S {be} V
day:end of the fiscal year: S 's (fiscal|financial|business|tax) year (ends|closes) (in|on|at the end of) V
day:end of the fiscal year: the (fiscal|financial|business|tax) year of S (ends|closes) (in|on|at the end of) V
day:start of the fiscal year: S 's (fiscal|financial|business|tax) year (starts|begins) (in|on) V
`
