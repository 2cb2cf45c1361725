/** More of what verbs say about people. See `relation.ts` for the form. */
export const ENGLISH_LIVES = `
workplace: S {works} in the (city|town) of V
zone: S (works|lives|is) in (the)? V
workplace: S {works} in V
workplace: S {be} employed in (the city of)? V
workplace change: S {has} found (employment|work) in V
workplace: the (city|town|place) (that|which|where)? S {works} in? {be} V
workplace change: S {was} transferred (from F)? to V
trait:field of work: S {works} in the (field|area|domain) of V
trait:field of work: S {be} a (researcher|scientist|specialist|expert) in V
trait:field of work change: S {has} (switched|changed) fields (from F)? to V
job: S (earns|makes) a living as a/an V
job: S {be} employed as a/an V
job: S 's (job|work|occupation) {be} (a|an|that of a|that of an)? V
job change: S {has} retrained as a/an V
major: S {be} (studying|majoring in|doing a degree in|doing a major in|reading) V
major: S (studies|majors in) V
major change: S {has} (changed|switched) major/majors (from F)? to V
university: S {be} (a|an)? (student|enrolled|studying) (at|in) V
university change: S {has} transferred (from F)? to V
trait:native language: S {be} a native speaker of V
trait:native language: S {be} a native V speaker
trait:native language: V {be} S 's (first|native) language
trait:native language: S natively (speaks|speak) V
university: the (university|college|school) (where|at which|that) S (was educated|studied|graduated|attended|graduated from) {be} V
trait:native language: S grew up speaking V
sport: S {be} a professional in V
sport: the sport (that|which)? S (plays|does|competes in|practises|practices) professionally {be} V
traded change former: S {has} given up F for V
party: S {be} (a member of|affiliated with) V
party: S sits in (parliament|congress|the senate|the assembly) for V
party: S 's party {be} V
party: S (represents|belongs to) V
traded change former: S {has} left F for V
traded change former: S {has} defected from F to V
player: S {be} on the (roster|team|squad|books) of V
player: S {be} (a|part of the) (sport|sports)? (team member|roster|squad|lineup) (of|representing|for|at) V
player: S (competes|competes in sports|plays sports) for V
partner: S {be} in (a|an) (romantic|committed|serious|happy|stable|steady)? relationship with V
partner: S {be} (romantically (involved|linked|intertwined) with|dating with?) V
firm:political party: S {be} a member of the political party of? V
home: S (makes|has made) (his|her|their|its) (home|residence) in V
home: S takes up residence in V
holds: S (occupies|fills) the (role|post|position|office) of (a|an)? V
player: S {be} under contract (with|at) V
player: the (team|club) (that|which)? S plays for {be} V
player change: S {was} transferred (from F)? to V
team change: S {has} signed for V
spouse change: S {has} (divorced|left) F and (married|is married to) V
home change: S {has} left F and (settled|lives|moved) (in|to) V
home change: S {has} settled in V
trait:main instrument: the instrument (that|which)? S plays (in the band|in the orchestra)? {be} V
trait:main instrument: in the (band|orchestra|group|ensemble) S plays V
time_zone: S (is|are|am|lies|uses|use|observes) in? the V (time zone|timezone)
insurer: {my} insurance {be} with V
bank: {my} bank {be} V
salary: S (earns|makes|gets) V (a|per) (month|year|week|hour)
rent: i/we pay V (in|of|for)? rent
weight: S {be} (down|up) to V
car: the car (that|which)? S drives {be} V
car: S gets around in V
school change: S {has} changed schools and (goes|went) to V
school: S 's school {be} V
onPlan: S {be} on V
onPlan: S (subscribes to|uses|pays for) V
onPlan change: S {has} (upgraded|downgraded|switched|moved) (from F)? to V
office:assignee: S has been (handed|given) to V
joined change: S started at V
address: S lives at V
phone: you (can)? (reach|call) S (at|on|under) V
email: you can (write to|email|mail) S at V
`
