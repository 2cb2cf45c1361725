import { NEXT_ONES } from '../next-of.js'

/** Nouns of contracts, hours, papers and places at work, as `ENGLISH_FAMILIES`. */
export const ENGLISH_AT_WORK_NOUNS: Readonly<Record<string, string>> = {
  day: NEXT_ONES.map((noun) => `next-${noun}`).join(', '),
  firm: 'repair shop/car repair shop/repair garage/body shop/car workshop/service garage/car mechanic',
  measure: `
    payment term/payment period/term of payment/payment target/credit period/days to pay, weekly hours/weekly working hours/weekly working time/working time/contracted hours/contractual hours/hours per week/hours a week,
    annual leave/annual leave entitlement/leave entitlement/vacation entitlement/holiday entitlement/vacation days/holiday allowance/leave allowance/vacation allowance/number of vacation days/annual leave allowance/annual holiday entitlement/paid leave/leave days,
    standing discount`,
  reference:
    'cost centre/cost center/cost unit, access card number, desk phone/desk phone number/desk number/direct line',
  trait: `
    pet food/regular food/usual food/staple food/standard food/cat food/dog food, main language/primary language, school year/grade at school/school grade/year at school/class at school,
    main programming language/primary programming language`,
}

/** Nouns that mean the same as others, by the attribute, as `ENGLISH_NOUNS`. */
export const ENGLISH_AT_WORK_SAME: Readonly<Record<string, string>> = {
  contact_person:
    'main contact, main contact person, primary contact, primary contact person, key contact, main point of contact, primary point of contact, contact partner',
  chairperson: 'chair',
  host: 'meeting host',
  bank: 'house bank, main bank, principal bank, usual bank',
  'email:work':
    'e-mail at work, email at work, work e-mail address, office e-mail, office email, office e-mail address, office email address, e-mail address at work, email address at work, business e-mail, business email, company e-mail, company email, company e-mail address, company email address, business e-mail address, business email address',
}

/**
 * What is told of contracts, working hours, invoices, rooms, cars and pupils. See `relation.ts` for the form and `by-work.ts` for what
 * the ways without an attribute of their own mean.
 */
export const ENGLISH_AT_WORK = `
day:renewal date: S (renews|auto-renews|renews automatically|is renewed|gets renewed|is up for renewal|is due for renewal|comes up for renewal|rolls over) (again)? (on)? V
measure:weekly hours: S 's (contract|working week|work week) {be} (for)? V (hours|h|hrs) (a|per|each|every)? week?
measure:weekly hours: S has (a|an) contract (for|of|over) V (hours|h|hrs) (a|per|each|every) week
measure:weekly hours: S {be} (contracted|employed|down|paid) (for|to work)? V (hours|h|hrs) (a|per|each|every) week
measure:weekly hours: S has V (contracted|contractual|working) (hours|h|hrs) (a|per|each|every) week
weekOf: S (has|works|is on) (a|an) V week
weekOf: S 's (contract|working week|work week) {be} (a|an)? V (week|one)
measure:working days: S {works} V days (a|per|each|every) week
measure:annual leave: S (is entitled to|has|gets|receives|is granted|is due|is allowed) V days (of)? (annual|paid|yearly)? (leave|vacation|holiday|holidays|time off) (a|per|each|every)? (year)?
measure:annual leave: S (is entitled to|has|gets|receives|is granted) V (vacation|holiday|leave) days (a|per|each|every)? (year)?
measure:annual leave: S (gets|has) V days off (a|per|each|every) year
measure:notice period: S {be} (terminable|cancellable|subject to termination) (with|at|on) V (notice|'s notice)
measure:notice period: S (can be terminated|can be cancelled|may be terminated) (with|at|on) V (notice|'s notice)
measure:notice period: S (requires|needs|has) V (of)? notice
measure:payment term: S (has|gets|is given|is granted) V to pay
measure:payment term: S (pays|has to pay|must pay) within V
measure:payment term: (invoices|bills) (of|from|to|for) S (are due|are payable|fall due) (within|after|in) V
measure:discount: S (gets|has|receives|enjoys|is given|is granted|is allowed) (a|an)? (standing|fixed|regular|permanent|general|customer)? discount of V
measure:discount: (we|they) (give|grant|allow|offer) S (a|an)? (standing|fixed|regular|permanent|general|customer)? discount of V
measure:discount: S (gets|has|receives|is given) (a|an)? V (discount|off) (on (everything|all orders))?
amountOf: S (totals|amounts to|comes to|adds up to|is for|is over|runs to) V
amountOf: the (total|sum|amount|total amount|gross amount|net amount|invoice amount|final amount) (of|on) S {be} V
amountOf: S 's (total|sum|amount|total amount|gross amount|net amount) {be} V
- : V {be} (our|my|the) N (at|with|from|for) S
- : (our|my) N (at|with|from|for) S {be} V
- : S {be} (booked|charged|billed|posted|allocated|filed|listed|registered|recorded|entered|kept|carried) (on|to|under|in|with|against|at) (the)? N V
sitsIn: (you|we|one) (can|will)? (find|reach) S in V
sitsIn: S (can be|is) found in V
reference:extension: (you|we|one)? (can|may)? (reach|get|call|ring) S (on|at|under) extension V
reference:extension: S (can be|is) (reached|reachable|available) (on|at|under) extension V
reference:extension: S (answers|picks up|is) (on|at)? extension V
reference:extension: (dial|call|use) extension V (for|to reach) S
bayOf: S (has|uses|occupies|rents) X V as (a|an|its|his|her|their|the) (fixed|permanent|regular|reserved|assigned|own)? {spot}
bayOf: S (has|uses|occupies|rents|gets|parks in|parks on|always parks in|always parks on|is parked in|is always parked in) X V
bayOf: X V {be} (reserved|assigned|allocated) (for|to) S
bayOf: X V {be} (a|the)? (fixed|permanent|regular|reserved|assigned) {spot} of S
garageOf: S {be} always? (serviced|repaired|maintained|looked after|fixed|inspected) (at|by) V
garageOf: S (goes|is taken) to V for (its|the|all its)? (service|services|servicing|repairs|repair|inspection|inspections|maintenance)
garageOf: V (services|repairs|maintains|looks after) S
schoolYear: S {be} in the V (grade|class|form|year) (at school|of school)?
schoolYear: S {be} in (grade|year|class|form) V (at school)?
schoolYear: S {be} (a|an)? (pupil|student) in the V (grade|class|form|year)
schoolYear: S {be} (a|an)? (pupil|student) in (grade|year|class|form) V
schoolYear: S (attends|goes to|visits|has started) the V (grade|class|form)
schoolYear: S (attends|goes to|has started) (grade|year|class|form) V
schoolYear: S 's (school)? (grade|year|class|form) (at school|in school)? {be} (the)? V
schoolYear: the (school)? (grade|year|class|form) S {be} in {be} (the)? V
schoolYear: S {be} (a|an) V
mentor: V (mentors|is mentoring|mentored) S
mentor: S {be} mentored by V
kindOfJob: S 's (role|position|post|title|function) (in|at|within|with) the (company|firm|organisation|organization|team|office|business) {be} V
kindOfJob: S 's (role|position|post|title) at work {be} V
kindOfJob: S has the (role|position|post|title|job title) (of)? V (in|at)? (the (company|firm|team))?
trait:pet food: S (eats|gets|is fed) (mainly|only|nothing but)? V as (its|his|her|the)? (regular|usual|standard|staple)? food
trait:pet food: S {be} fed (on|with) V
trait:school year: S 's grade {be} the V
`
