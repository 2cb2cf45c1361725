/** What is said of works, products, programs and organisations by more than a verb. See `relation.ts` for the form. */
export const ENGLISH_WORKS = `
author: S {be} (a|an|the) (book|novel|play|poem|story|short story|work|memoir|essay) (by|written by|of|from) V
office:performer: S {be} (a|an|the) (song|single|track|album|record|hit|tune|ballad) (by|of|from|performed by|sung by) V
office:performer: S {be} (sung|performed) by V
director: S {be} (a|an|the) (film|movie|picture|documentary) (by|of|from|directed by|made by) V
office:composer: S {be} (a|an|the) (opera|symphony|concerto|piece) (by|of|composed by) V
office:composer: the (music|score|soundtrack) (for|of|to) S {be} (by|written by|composed by|from) V
office:composer: the (music|score|soundtrack) (for|of|to) S was (written|composed) by V
developer: S {be} (a|an|the) (product|app|program|game|tool|service|software) (by|of|from|developed by|made by) V
manufacturer: S {be} (a|an|the) (product|car|phone|device|model) (by|of|from|made by|produced by|manufactured by) V
manufacturer: S comes from V 's? (factory|factories|workshop)
publisher: S (was|is) published by V
publisher loosely: V published S
publisher: S (appears|is out|comes out|was published|is published) (with|by|at) V
aired: S (airs|streams|runs|is on|is shown|can be watched|can be seen) on V
broadcaster: (you|we|people|viewers) can (watch|see|find) S on V
broadcaster: the (channel|network|station|broadcaster) (that|which)? S (airs|runs|is|is shown) on {be} V
record_label: S (records|is recording|publishes) (for|on|with) V
record_label: S {be} represented by (the|a)? (record|music) (label|company) V
record_label: the (record|music)? (label|company) ((that is|which is)? representing|that represents|which represents) S {be} V
record_label change: S {has} signed (with|to) V
genre: the (type|kind|style) of music (that|which)? S (plays|makes|performs) {be} V
genre: S {be} known for (playing|making)? V
partOf: S {be} (part|a part) of V
owner: S {be} (a division|a unit|a brand|a subsidiary) of V
owner: S {be} a V (brand|company|subsidiary|division)
owner: S {be} in the hands of V
owner change: S has become (part|a part|a division|a subsidiary|a unit) of V
trait:core business: S {be} (active|engaged) in the? (field|business|area|industry) of V
trait:core business: S (specialises|specializes) in V
trait:core business: S {has} (switched|shifted|changed|moved) (its|the) (focus|business) (from F)? to V
trait:core business: S (operates|is|does business) in the (field|industry|sector|business) of V
trait:core business loosely: S (operates|is|works|does business) in the V (industry|sector|business)
measure:headcount: S (has|employs|counts|now has) V (employees|people|staff|workers)
measure:headcount: V (people|employees|staff) work (at|for|in) S
measure:headcount change: S {has} grown to V (employees|people|staff)
population: there are V people living in S
population: there are V (people|inhabitants|residents) in S
currency: in S (you|people|we|they|everyone) (pay|pays) (with|in) V
currency: V {be} the? legal tender (of|in) S
currency change: S {has} adopted V
official_language: in S , V {be} the official language
capital: the? government of S (sits|meets|is seated|resides) in V
headquarters: S (runs|manages|conducts|directs) its (business|operations|affairs) (from|out of) V
headquarters: the (city|town|place) S (is based|is headquartered|operates) in {be} V
located: the (state|province|county|region|country|continent|city|town|district) (that|which)? S (is|lies) (located|situated)? (in|on|part of)? (in|of|on)? {be} V
state: S {be} (a|an|the) (town|city|village|place|county) in V
state: S {be} (located|situated|found)? in the (state|province) of V
state: S (lies|sits) in the (state|province) of V
continent: S {be} a (country|nation|state) in V
placed: S {be} (now|still)? in V
place: you (find|can find|will find) S in V
site:home ground: S plays (its|their|his|her|the)? (home games|home matches|games|matches) (at|in) V
site:home ground: V {be} the home (ground|stadium|arena|venue)? of S
league: the (league|division) (that|which)? S (plays|competes|is) in {be} V
league: S {be} in V
league change: S {was} (promoted|relegated|demoted) (from F)? to V
licence: S {be} (licensed|released|published|available|distributed) under (the)? V
licence change: S {was} relicensed (from F)? (to|under) V
licence change: S {has} (changed|switched) (its)? (license|licence) (from F)? to V
installed: S {be} (at|on) V
installed: i/we/they (use|run) S V in production
trait:programming language: S {be} (written|implemented|coded|built|programmed) in V
trait:programming language: S 's (codebase|code|source code|source) is (written)? in V
trait:programming language change: S {was} (rewritten|ported|translated|reimplemented) (from F)? (in|to|into) V
trait:programming language change: i/we/they {has} (ported|rewritten|rewrote|moved|migrated|translated) S from F to V
trait:database: S (uses|has) V as (its|a|the) (database|data store|db)
trait:database: S (stores|keeps|saves|persists) (its|all|the)? data in V
trait:database change: i/we/they {has} (migrated|moved|switched|ported) S (over|back)? (from F)? to V
trait:database change: S {was} (migrated|moved|switched) (from F)? to V
port: S listens on V
measure:timeout: S times out after V
measure:timeout: i/we/they {has} set the timeout (of|for) S to V
branch: in S (we|i|they) (merge|merge everything|deploy) (into|to|from) V
session: i/we meet for S in V
session: S (is|takes place|meets|is held) in V
venue: S (takes place|is|is held|will be held|happens|will take place|is taking place) (at|in) V
venue: i/we (are holding|hold|have|will hold) S (at|in) V
when: S (is|takes place|is held|meets|happens) (on|every) V
date: the day (for|of) S {be} V
when: S (takes place|is held|is) at V
deadline: S (has|needs) to be (done|finished|ready|completed) by V
deadline: i/we (have to|must|need to) (finish|complete|deliver) S by V
deadline: i/we (have|have got) until V to (finish|complete|deliver) S
measure:savings rate: S pays V interest (on savings)?
measure:savings rate change: S {has} (raised|lowered|cut|increased) its savings rate (from F)? to V
hour:opening time: S opens at V
hour:opening time: S 's doors open at V
hour:opening time: S {be} open from V
hour:closing time: S closes at V
hour:departure time: S (leaves|departs|takes off|is scheduled to leave|is scheduled to depart) at V
hour:departure time change: S {was} delayed to V
hour:arrival time: S (arrives|lands|gets in) at V
gate: S (leaves|departs|boards) from? (at)? V
price: you (get|can get|can buy) S for V
price change: S {was} (reduced|raised|lowered|marked down) (from F)? to V
venue: the (venue|location|place) (for|of) S {be} V
head_of_government: (the)? (name of)? (the)? (current|present)? head of the S government {be} V
office:creator: S {be} the creation of V
head change former: V (took|takes|has taken) over S from F
`
