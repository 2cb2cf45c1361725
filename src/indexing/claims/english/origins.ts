/** Where somebody or something comes from, where it is for good, and what it was made in. See `relation.ts` for the form. */
export const ENGLISH_ORIGINS = `
born: S {was} born (in|at) V
born: the (city|town|village|place|country) (where|in which|that) S was born in? {be} V
born: the (city|town|village|place|country) S was born in? {be} V
born: V {be} where S was born
born: V {be} the (city|town|village|place|birthplace) (where|in which|of) S (was born)?
born: S (came into the world|entered (this|the) world|first saw the light of day) in V
died: S (died|has died|passed away|has passed away|perished) (in|at) V
died: S 's life ended (in|at) V
died: the (city|town|village|place|country) (where|in which|that) S (died|passed away) in? {be} V
died: the (city|town|village|place|country) S (died|passed away) in? {be} V
died: S lost (his|her|their|its) life (in|at) V
died: V {be} where S (died|passed away)
died: V {be} the (city|town|village|place) (where|in which) S (died|passed away)
native: S (is|was) (native to|a native of|originally-from) V
native: S comes originally-from V
native: S comes from V originally
stems: S (hails|originates|originated) from V
comesFrom: S (comes|stems) from V
comesFrom: S (is|was) from V
penned: S (was|is|were) (written|composed|penned|originally-made) in (the (language of)?)? V language?
penned: S {was} originally-made in (the (language of)?)? V language?
madeIn: S (was|is) (created|made|produced|developed|invented|formulated|devised|conceived|designed|originally-made|started) in V
madeIn: S has been (created|made|produced|developed|invented|designed) in V
stems: S (was|is) (founded|established|formed|incorporated|originally-founded) in V
stems: S (originated|was formed|formed) in V
stems: the (city|town|place|country) (where|in which) S (was|is) (founded|established|formed|started|created) {be} V
stems: the (city|town|place|country) S (was|is) (founded|established|formed|started|created) in {be} V
stems: V {be} (where|the city where|the place where|the city in which|the country where|the country in which) S was (founded|established|formed|started|created)
premiere: S {was} originally-aired (on|by) V
premiere: S originally-aired (on|by) V
premiere: S (premiered|premieres|debuted|debuts) on V
premiere: S had its (inaugural|first|maiden) (broadcast|airing|premiere|debut|showing) on V
premiere: V {be} (where S premiered|the network on which S premiered)
premiere: the (network|channel|station) (that|on which|where) S (originally-aired|premiered|debuted) on? {be} V
penned: the language (that|in which)? S (was|is) written in? {be} V
tongue: the language of S (is|was|remains) V
tongue: V (is|was|remains) the language of S
original_language: the original language of S was V
original_language: V was the original language of S
penned: S {be} a (work|book|novel|film|movie|song|play|poem) in (the)? V language?
tongued: S (is|was) a/an V (work|book|novel|film|movie|song|play|poem|creation|series|show|newspaper|magazine|production|picture)
owns: V owns S
belongs loosely: S belongs to V
standing: S {be} in V
standing: S {be} located/situated? (in|within) V
groundOf loosely: S plays at V
flows: S (flows|empties|drains|runs) into V
namesake: S (was|is) (named|called) (after|for) V
namesake: S {be} the namesake of V
namesake: S (was|is) (named|called) in V 's (honour|honor)
namesake: S (was|is) named in (honour|honor) of V
namesake: S (derives|takes|has|got) (its|his|her|their|the) name from V
namesake: S 's name is (derived|taken) from V
namesake: S 's name is inspired by V
namesake: the (entity|person|place|one) (that|who|which) inspired the name of S {be} V
site:burial place: S {be} (buried|interred) (in|at) V
trait:orbit: S orbits (around)? V
representative: S {be} represented by V
representative: V represents S
pays: S (uses|use|has|have) (the)? V
origin: the country (that)? S (comes|originates|hails) from {be} V
religion: S (adheres to|follows|practices|practises|observes|is affiliated with|belongs to) the (belief system|faith|religion|teachings|religious tradition|creed) of V
religion: S (is affiliated with|follows|practices|practises|adheres to|professes|observes) the V faith/religion
sport: S (plays|competes in) V (professionally|for a living)
sport: S professionally (plays|competes in) V
position: the position (held by S|(that|which)? S holds) {be} (that of)? V
position: S 's position {be} that of V
trait:native language: S {be} a native speaker of V
trait:native language: S 's native tongue {be} V
trait:native language: S (speaks|speak) V (natively|as a native language|as his first language|as her first language|as a first language)
player: S {be} (a member of|on) the (team|club) V
`
