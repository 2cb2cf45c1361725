/** What is measured, paid and kept, by verbs, and offices held by somebody. See `relation.ts` for the form. */
export const ENGLISH_MEASURES = `
extent: S (covers|spans|occupies|encompasses|measures|reaches|weighs in at|takes up|extends over|stretches over|stretches across|tips the scales at|can go up to|goes up to|tops out at|does up to|maxes out at) (an area of|a height of|a length of|a weight of|a speed of|a top speed of)? V
extent: S {be} V in (height|weight|length|area|size)
extent change: S {has} (grown|shrunk|risen|gone|expanded|been expanded|been enlarged|been limited|been extended) (from F)? to V
extent change: S {was} (expanded|enlarged|extended|limited|throttled) (from F)? to V
extent change: S {be} (down|up) to V
measure:elevation: S (rises|stands|lies|sits|soars|is|towers) (to|at)? V (above|over) (the)? (sea level|sea)
measure:elevation: S (rises|soars|climbs) to (a height of|an altitude of|an elevation of)? V
capacity: S (seats|accommodates|can seat|can hold|can accommodate|can take|has room for|has space for|has seats for) V (people|spectators|guests|visitors|passengers|fans)?
capacity: S holds V (people|spectators|guests|visitors|passengers|fans)
capacity: S (has|offers) V seats
capacity change: S {was} (expanded|enlarged|extended|reduced) (from F)? to V (seats|places)
measure:headcount: S (has|employs) (a staff of|a workforce of|a team of) V people?
measure:headcount: S 's (workforce|staff) (numbers|counts|comprises|consists of|is) V people?
measure:revenue: S (turns over|grosses|takes in|brings in|generates|posts) V (a year|per year|annually|in revenue|in annual revenue|in sales)
measure:revenue: S (has|makes|earns) (a|an)? (turnover|revenue|sales|annual revenue|annual sales|annual turnover|yearly revenue) of V
budget: V {be} (budgeted|earmarked|allocated|allotted|set aside|reserved) (for|to) S
funds: S (stands|sits) at V
price: (you|we|one|customers|people|visitors|users|members) (pay|pays) V for S
price: S {be} (sold|offered|listed|advertised|going) (for|at) V
price: S will set you back V
price: S sets you back V
price: S comes (in)? at V
reference:calling code: to call S , ? (you|people|one) (dial|dials|use) V
reference:calling code: (you|people|one) (call|calls|reach|reaches) S (with|by dialling|by dialing|under) V
reference:calling code: calls to S (begin|start) with V
time_zone: S {be} (located|situated)? in the? V (time zone|timezone|time)
time_zone: S {be} (located|situated)? in the (time zone|timezone) V
time_zone: S (observes|uses|follows|keeps|is on|runs on|has adopted) V time
time_zone: clocks in S show V
release_date: S (will be released|is released|comes out|will come out|is out|is due out|launches|will launch|premieres|will premiere|opens in cinemas|hits cinemas|hits theaters|hits theatres|hits the shelves|goes on sale|arrives in cinemas|arrives in stores|is set for release|is scheduled for release|is slated for release) (on|from) V
release_date change: (the)? release of S {was} {shifted} (from F)? to V
deadline: S (must|has to|needs to|should) be (finished|done|completed|ready|delivered|submitted|handed in|in) (by|before) V
deadline: S {be} due (to be)? (finished|done|delivered)? (on|by) V
put change: S {was} {shifted} (from F)? (to|until|till) V
ticketed: S {be} with V
ticketed: S {be} (in|on) V 's (hands|plate|desk|queue)
ticketed: V (handles|is handling|is dealing with) S
ticketed change: V (has taken|took) over S
assignee change: S {was} (reassigned|handed over|passed on) (from F)? to V
owner change: F {has} sold S to V
ranked: S {be} V priority
ranked: S {be} of V priority
priority: S {was} given (a)? priority V
ranked: S (has|carries) priority V
ranked change: S {was} (raised|lowered|bumped|upgraded|downgraded|escalated|de-escalated|promoted|demoted|set) (from F)? to V
rated: S {be} rated V
rated: S (has|holds|carries|scores|scored|earned) (a|an)? (rating|score|average rating|average score) of V
trait:ticker symbol: S (trades|is traded|is listed|is quoted) (under|with|as) (the)? (symbol|ticker|ticker symbol|stock symbol)? V
version: S V {be} the (latest|current|newest|latest stable|most recent) (release|version|stable release)
publisher: S {be} (brought out|put out|issued) by V
serving: S {serves} as (a|an|the)? V
nowIs: S {be} V
director: S {be} (a|an|the) (film|movie|picture|documentary) (by|from) (director|filmmaker) V
currency: (people|you|locals|everyone|customers) in S (pay|pays) (with|in) V
party: S represents V in (parliament|congress|the senate|the assembly|the house|the chamber)
motto: S (advertises|markets itself|promotes itself|campaigns|goes) (with|by|under) the (slogan|motto|tagline|claim) V
site:home ground: S {be} (based|at home) at V
site:home ground: V {be} home to S
site:home ground: S (hosts|plays) (its|their) (opponents|home games|home matches|visitors) (at|in) V
site:home ground change: S {has} moved (from F)? to V
captain: V (wears|has) (the)? captain 's (armband|band) (at|for|of) S
captain: V {be} S skipper
colour: S has (a|an) V (finish|coat|paint job|exterior|body)
colour change: S {was} (repainted|painted|re-painted|sprayed|dyed|coloured|colored) (from F)? (in)? V
colour change: i/we/they (repainted|painted|dyed|sprayed) S (in)? V
newPost change: S {has} (switched|moved|changed|converted) (from F)? to V
port: S (is reachable|is exposed|is served|answers|accepts connections|is available|listens) on port V
ip_address: S (has|uses|is on|runs on|lives at|sits at|resolves to|is reachable at|is reachable under|answers on) (the)? (ip address|ip)? V
ip_address change: S (has|got|was given|has been given) a new (ip address|ip) ,/: ? V
`
