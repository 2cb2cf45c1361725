/** More nouns of what a thing or a person has one of at a time, as `ENGLISH_FAMILIES`. */
export const ENGLISH_WORKADAY_NOUNS: Readonly<Record<string, string>> = {
  reference: `
    parking space/parking spot/parking bay/parking place, contract number, article number/item number, key number,
    inventory number, case number, file number, departure platform`,
  firm: `client, stock exchange/home exchange`,
  trait: `credit rating, textbook/course book/coursebook`,
  measure: `
    credit value/number of credits, construction year/year of construction/building year, battery life,
    table position`,
  office: `responsible editor/editor responsible`,
}

/**
 * What is told every day of courses, firms, flats, teams, machines and shops by more than a noun. See `relation.ts` for the form
 * and `by-workaday.ts` for what the ways without an attribute of their own mean.
 */
export const ENGLISH_WORKADAY = `
taught: S {be} taught by V
taught: V (teaches|is teaching|lectures on) S
measure:credit value: S {be} worth V (credits|credit points)
measure:credit value: S (has|gives|carries|earns|brings) V (credits|credit points)
office:lawyer: S {be} represented by (the|a)? (lawyer|attorney|solicitor) V
- : S {be} (looked after|advised|supervised|handled|treated|cared for|assisted|audited|trained|taught|represented) by (the|its|his|her|their) N V
chairperson: S has V as (the)? (chair|chairman|chairwoman|chairperson) of (its|the) board
- : S (has|uses) V as (its|his|her|their)? (sole|only) N
likedBest: S (has|have) V as (favourite|favorite) X
trait:breed: S {be} (a|an) V by breed
trait:breed: S belongs to the breed V
trait:breed: the breed of S {be} V
rent: S costs V in rent (a month|per month|monthly)?
home: S {be} (a)? resident (in|of) V
office:tenant: S {be} (let|rented out|leased|rented) to V alone?
landlord: S {be} (let|rented out) by V
trait:floor: the (location|place) of S {be} (on)? the V floor
trait:floor: S 's (location|place) {be} (on)? the V floor
trait:floor: S has (its|his|her|their|the) (offices|office|desks|desk|rooms|room|premises) on the V floor
trait:floor: S {be} (located|based|housed|situated) on the V floor
placedAt: S {be} (located|mounted|installed|placed) in X V
placedAt: S (is|stands|sits|lives) in X V
placedAt: the location of S {be} (in)? X V
placedAt: S 's location {be} (in)? X V
number:platform: the current? (departure)? platform of S {be} (platform|number)? V
number:platform: S 's (departure)? platform {be} (platform|number)? V
port:default: S (uses|has|takes) port V as (its|the)? default port
port:default: the default port of S {be} port V
port:default: S 's default port {be} port V
port:default: S (listens|runs|is reachable) on port V by default
port:default: by default S (uses|listens on|runs on) port V
inTable: S (holds|takes|occupies|is in) V (place|position|spot) (in|of|on) the (league)? {table}
inTable: the league position of S {be} V
inTable: S 's league position {be} V
partHued: S has/have (a|an) X in plain V
hasPart: S has/have (a|an) plain? V (facade|façade|logo|jersey|home jersey|away jersey|roof|hull|cover|front door)
partOfHue: the X colour/color of S {be} V
partOfHue: S 's X colour/color {be} V
hued: S has/have (a|an) plain V (paint job|livery|coat of paint)
heldAccount: S {be} held by V
height: S (measures|reaches) V in height
measure:battery life: S (lasts|runs|runs for) V on (one|a|a single|a full) charge
measure:entry fee: a (regular|normal|standard|full|adult|day) ticket (for|to) S (costs|is) V
measure:memory: S {be} (equipped|fitted) with V of ram in total
measure:number of students: S {be} attended by V (pupils|students)
measure:number of students: S counts V (pupils|students)
office:drummer: V plays (the)? drums (in|for|with) S
office:bassist: V plays (the)? bass (in|for|with) S
email: (you|we) (can)? (reach|contact) S by (mail|email|e-mail) (at|under) V
- : on S , ? the N {eq} V
trait:database: S 's data {be} (stored|kept|held) in V
trait:database: the data of S {be} (stored|kept|held) in V
reference:domain: S (runs|lives|is reachable|is served) (at|under|on) the domain V
comesWith: S (ships|comes) with V as (the|its)? N
- : V {be} the N in S
capital: S {be} governed from (its|the) capital , ? V
closedOn: S {be} closed on (its|the) (weekly)? (rest|closing) day , ? V
closedOn: S has (its|the) (weekly)? (rest|closing) day on V
departmentHead: V (heads|leads|runs|manages|directs) the X (department|team|division) (of|at) S
office:head chef: V (runs|leads|heads) the kitchen (of|at) S (as (the|its)? (head)? chef)?
measure:average rating: S {be} rated at V
listedOn: S {be} listed on V
listedOn: S has its (primary|main)? listing on V
listedOn: S 's (primary|main)? listing {be} on V
listedOn: the (primary|main)? listing of S {be} on V
firm:stock exchange: S {be} traded on V
office:lead actor: V plays the lead in S
office:lead actor: S stars V in the (lead|title|leading) (role|part)
priority: S {be} marked with priority V
- : S has a recommended N of V
head_of_government: the government of S {be} (headed|led|run) by (prime minister)? V
setpoint: in S , ? the thermostat {be} set to V
measure:share price: (at the moment)? one share of S (costs|trades at|is worth) V
reference:shirt number: S plays (with|in|wearing) (the)? number V (on (the|his|her|their) (shirt|back|jersey))?
counted: S (has|consists of|comprises|counts|numbers) V (members|people)
platformOf: S (leaves|departs|starts|goes) from platform V
eyes: the colour/color of S 's eyes {be} V
hour:alarm time: the daily alarm of S {be} set (to|for) V
hour:alarm time: S 's daily alarm {be} set (to|for) V
hour:alarm time: S (rings|goes off) at V (every day|each day|daily|every morning)?
- : S {be} assigned to (the)? N V
league: S {be} in V this season
countyOf: administratively , ? S (belongs to|is part of) V
- : (in|on) the (home|local|company|office) network , ? S has the N V
countyOf: S (belongs to|is part of|is in|lies in) V
price: S (sells|is sold) at (a|the) (list|retail)? price of V
price: S costs V at the kiosk
- : S has V installed as (its|his|her|their|the) N
`
