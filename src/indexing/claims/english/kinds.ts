/**
 * What is said of animals, services, clubs and desks, and ways for any noun. See `relation.ts` for the form and `by-kind.ts` for what the
 * ways without an attribute of their own mean.
 */
export const ENGLISH_KINDS = `
likedBest: V {be} the X (that|which)? S {likes} {most}
likedBest: the X (that|which)? S {likes} {most} {be} V
likedBest: S (has|have) V as (his|her|their|its|my|our) (favourite|favorite) X
likedBest: no X (pleases|suits) S more than V
version: S (runs|run|is on|is running|uses|is at) version? V in production
version: in production , S (runs|is on|is running|uses|is at) version? V
version: the version of S in production {be} V
version change: S {was} {alters} (from F)? to V in production
firm:department: S (works|is working|work) in V
firm:department: S (works|is working|is|work) (in|for|with) the V department/division/unit/section
firm:department: S (belongs to|is part of|is a member of|is assigned to|sits in) the? V department/division/unit/section
firm:department change: S {has} (moved|switched|transferred|changed) (over)? (from F)? to the? V department/division/unit/section
trait:sleeping place: the (sleeping|resting) (place|spot) of S {be} (in|on|under|behind|at|beside|by)? V
trait:sleeping place: S 's (sleeping|resting) (place|spot) {be} (in|on|under|behind|at|beside|by)? V
trait:sleeping place: S has (its|his|her|a) (basket|bed|kennel|sleeping place) (in|on|under|behind|at|beside|by) V
trait:sleeping place: (at night|by night) ,? S (sleeps|is sleeping) (in|on|under|behind|at|beside|by) V
trait:sleeping place: S (sleeps|is sleeping) (in|on|under|behind|at|beside|by) V
trait:food: the (daily|usual|standard|regular)? (food|diet|feed) of S {be} V
trait:food: S 's (daily|usual|standard|regular)? (food|diet|feed) {be} V
trait:food: S (is fed|gets|eats|is given|is being fed) V (every day|daily|each day)
trait:food: S (is fed|is being fed|is fed on|lives on|is kept on) V
trait:food: the food (that|which)? S (eats|gets|is fed|is given) (every day|daily|each day)? {be} V
cloudAt: S (runs|lives|sits|is deployed|is running) (at|with) V
provider:cloud: S {be} hosted (at|by|with|on) V
inRegion: S {be} in (the? region)? V
scaled: S (has|runs with|runs on|runs|uses|is scaled to) V
trait:log level: S logs (at|on|with) (the)? level V
measure:progress: S {be} V (complete|done|finished|completed|through|ready)
measure:progress: S (is|stands|sits) at V (completion|complete)
inTable: S {be} V (place)? (in|of|on) the (league)? {table}
inTable: S {be} in V place/position
inTable: S {be} in V place/position (in|of|on) the (league)? {table}
inTable: S (ranks|rank|sits|stands|lies|is placed|is ranked|has slipped to|has climbed to) (in|at)? V (place|position)? (in|of|on) the (league)? {table}
inTable: S (ranks|rank|is placed|is ranked) (in|at)? V place/position?
spotted: the office of S {be} (in|at)? X V
spotted: S 's office {be} (in|at)? X V
spotted: the {spot} of S {be} (at|on)? X V
spotted: S 's {spot} {be} (at|on)? X V
spotted: S has (his|her|their|its) office (in|at) X V
spotted: S has (his|her|their|its) {spot} (at|on) X V
spotted: S (sits|parks|is sitting) (in|at|on) X V
rate: S (bears|earns|pays|carries|yields) interest (of|at) V
rate: S (bears|earns|pays|carries|yields) V (of|in)? interest
- : the central bank 's N in S {eq} V
- : the central bank of S (keeps|holds|has|sets|leaves) (its|the) N at V
- : S (keeps|holds|maintains|sets) (its|his|her|their|the) N at V
- : the N (on|at|under|in|by|from|through|for) which S (listens|runs|works|operates|is reached|is reachable|is run|is held) {be} V
measure:timeout: requests to S (time out|timeout|are cut off|expire) after V
measure:entry fee: (admission|entry|entrance) to S (costs|is) V
measure:entry fee: S charges V (for|in) (admission|entry|entrance)
suppliedBy: S (has|gets|draws|takes|receives) (its|their) X from V
suppliedBy: the X (contract|line|connection|supply) (of|for|in|at) S {be} (with|from|by) V
suppliedBy: V supplies S with X
suppliedBy: S {be} supplied with X (from|by) V
insurer: for (health|medical) insurance , S {be} with V
dentist: for (his|her|their) teeth , S (goes|is going) to V
employer change: S {be} now with V
job: S (earns|makes) (his|her|their|a|my|our) living (as|by working as) (a|an)? V
licence: S {be} under (the)? V
rent: S costs V in rent
vet: the {vet} (who|that) (treats|looks after|sees) S {be} V
vet: S {be} treated by (the {vet})? V
`
