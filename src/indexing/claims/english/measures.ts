/** What is measured, paid and kept, by verbs, and offices held by somebody. See `relation.ts` for the form. */
export const ENGLISH_MEASURES = `
extent: S (covers|spans|occupies|measures|reaches|extends over|stretches over|tips the scales at|can go up to|goes up to|tops out at) (an area of|a height of|a length of|a weight of|a speed of|a top speed of)? V
extent: S {be} V in (height|weight|length|area|size)
extent change: S {has} (grown|shrunk|risen|gone|expanded|been expanded|been enlarged|been limited|been extended) (from F)? to V
extent change: S {was} (expanded|enlarged|extended|limited|throttled) (from F)? to V
extent change: S {be} (down|up) to V
measure:elevation: S (rises|stands|lies|sits|is) (to|at)? V above (sea level|the sea)
measure:elevation: S rises to (a height of)? V
capacity: S (seats|accommodates|can seat|can hold|can accommodate) V people/spectators/guests?
capacity: S holds V people/spectators/guests
capacity: S has/have V seats
capacity change: S {was} (expanded|enlarged|extended|reduced) (from F)? to V (seats|places)
measure:headcount: S has/have a (staff|workforce) of V people?
measure:headcount: S 's (workforce|staff) (numbers|counts|comprises|consists of|is) V people?
measure:revenue: S (turns over|grosses|generates) V (a year|per year|annually|in revenue)
budget: V {be} budgeted/earmarked/allocated for/to S
funds: S (stands|sits) at V
price: you/we (pay|pays) V for S
price: S {be} sold/offered for/at V
reference:calling code: to call S , ? (you|people|one) (dial|dials|use) V
time_zone: S {be} (located|situated)? in the? V (time zone|timezone|time)
time_zone: S {be} (located|situated)? in the (time zone|timezone) V
release_date: S {be} (released|launched|published|out|due out|set for release|scheduled for release) on V
release_date: S (comes out|launches|premieres|hits cinemas|hits theaters|goes on sale) on V
release_date change: (the)? release of S {was} {shifted} (from F)? to V
deadline: S {be} due (to be)? (finished|done|delivered)? (on|by) V
put change: S {was} {shifted} (from F)? (to|until|till) V
ticketed: S {be} with V
ticketed change: V (has taken|took) over S
assignee change: S {was} (reassigned|handed over|passed on) (from F)? to V
owner change: F {has} sold S to V
ranked: S {be} V priority
ranked: S {be} of V priority
priority: S {was} given (a)? priority V
ranked: S has/have priority V
ranked change: S {was} raised/lowered/bumped/escalated/set (from F)? to V
rated: S {be} rated V
trait:ticker symbol: S (trades|is traded|is listed|is quoted) (under|with|as) (the)? (symbol|ticker|ticker symbol|stock symbol)? V
version: S V {be} the (latest|current|newest|latest stable|most recent) (release|version|stable release)
publisher: S {be} (brought out|put out|issued) by V
possessed loosely: S (has|have) V
serving: S {serves} as (a|an|the)? V
nowIs: S {be} V
director: S {be} (a|an|the) (film|movie|picture|documentary) (by|from) (director|filmmaker) V
currency: people in S pay (with|in) V
party: S represents V in (parliament|congress|the senate|the assembly|the house|the chamber)
motto: S advertises with the (slogan|motto) V
site:home ground: S {be} (based|at home) at V
site:home ground: V {be} home to S
site:home ground change: S {has} moved (from F)? to V
captain: V (wears|has) (the)? captain 's (armband|band) (at|for|of) S
captain: V {be} S skipper
colour: S has/have a V (finish|coat|paint)
colour change: S {was} repainted/painted/dyed (from F)? (in)? V
newPost change: S {has} (switched|moved|changed|converted) (from F)? to V
port: S {be} reachable/exposed on port V
ip_address: S resolves to V
ip_address: S {be} reachable (at|under) V
ip_address change: S has/have a new (ip address|ip) ,/: ? V
`
