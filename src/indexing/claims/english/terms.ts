/** Nouns of tools, terms and numbers that a thing or a person has one of, as `ENGLISH_FAMILIES`. */
export const ENGLISH_TERM_NOUNS: Readonly<Record<string, string>> = {
  trait: `
    cms/content management system, ci system/ci server/ci tool/ci, crm/crm system/crm tool, erp/erp system, monitoring system/monitoring tool/monitoring software, ticket system/ticketing system/ticket tool,
    issue tracker, password manager, time tracking tool/time tracking system, payroll system/payroll software, accounting software/accounting system, booking system/booking software, chat tool, wiki software,
    chat channel/slack channel/teams channel/discord channel/matrix channel, travel class, mail client/email client/e-mail client, shop system, webserver/web server, package manager, build tool, test framework, template engine, message broker, cache backend`,
  office: `
    minute taker/keeper of the minutes, first aider, fire warden/fire marshal, key holder/keyholder, safety officer/health and safety officer, data protection officer, works doctor/company doctor, billing contact, sales contact, technical contact, support contact, press contact, customer advisor/customer adviser,
    keeper of the keys, training officer, union rep/union representative, product expert, backup driver`,
  measure:
    'mailbox size/mailbox limit/mailbox quota, minimum order value/minimum order amount, number of licences/number of licenses, number of places, number of subscribers/subscriber count, number of followers/follower count, number of cores/core count/number of cpu cores, number of people',
}

/** Nouns that mean the same as others, by the attribute, as `ENGLISH_NOUNS`. */
export const ENGLISH_TERM_SAME: Readonly<Record<string, string>> = {
  'phone:work':
    'number at work, phone number at work, landline at work, landline at the office, work landline, office landline, phone at work, number at the office, phone number at the office, telephone number at work, office phone, work phone',
  'trait:pay grade': 'salary band, pay band, salary grade, pay scale, salary group',
  start_date: 'first working day, first day of work, first day at work, first day in the office',
  'measure:minimum order': 'minimum order value, minimum order amount',
}

/** What tools, terms, places and days are told by, besides a noun. See `relation.ts` for the form and `by-term.ts`. */
export const ENGLISH_TERMS = `
phone:work: (at work|at the office|in the office) , ? (you|we|one) (can)? (reach|get|call|find) S (on|at|under) V
phone:work: (you|we|one) (can)? (reach|get|call) S (at work|at the office|in the office) (on|at|under) V
numbered: the X of S has (the)? number V
numbered: the number of S 's X {be} V
numbered: the number (of|on) the X of S {be} V
measure:number of members: the number of people (in|on) S {be} V
measure:number of members: there are V people (in|on) S
measure:retention period:log: logs (on|of|for|from) S are kept for V
measure:retention period:log: S keeps (its|the|all)? logs for V
trait:backup schedule: S {be} backed up V
trait:backup schedule: (backups|a backup) of S (are made|are taken|run|runs|is made|is taken) V
rhythm: S (meets|is held|takes place|gathers|comes together|convenes) V
date:cleaning: S (is|gets) cleaned (on|every) V
date:delivery: S delivers (on|every) V
date:delivery: deliveries (of|from) S (come|arrive) (on|every) V
date:publication: S (goes out|comes out|appears|is sent|is sent out|is published|is mailed) (on|every) V
date:collection: S (is|gets|are) (emptied|collected|picked up) (on|every) V
date:watering: S (is|gets|are) watered (on|every) V
date:restocking: S (is|gets) (restocked|refilled|filled up) (on|every) V
trainingOf: S has X (on|every) V
limitedTo: S {be} limited to V
capacity: S {be} (limited|restricted) to V (people|seats|participants|places|persons|users|guests|visitors)
capacity: S (includes|takes|admits|accommodates) V (people|seats|participants|places|persons|users|guests)
capacity: S has (space|room|places|seats) for V (people|participants|persons|guests)?
measure:stock level: (there are|we have|they have|we keep) V S in stock
measure:stock level: (there are|we have) V S (in the warehouse|left in stock)
office:minute taker: V (takes|keeps|writes) the minutes (of|for|in|at) S
office:minute taker: the minutes (of|for|at) S {be} (taken|kept|written) by V
- : (at|with|for|from) S , ? (our|my) N {eq} V
insurer: V insures S
insurer: the insurance (for|of|on) S {be} with V
insurer: S 's insurance {be} with V
dueFor: S {be} due for (a|an|its|the)? X (again)? (on|in) V
dueFor: S has (its|the|an) X (on|in) V
deadline: S {be} payable (by|until|on) V
deadline: S (has to|must|should|needs to) be paid (by|until|before) V
deadline: (we|you|they) (have to|must) pay S (by|until|before) V
ends: the end of S {be} V
untilThen: S {be} (on|under|in) X (until|till|through) V
levelIn: S 's X {be} (at)? level? V
levelIn: S 's level (in|of) X {be} V
levelIn: S has level V in X
levelIn: S speaks X at level V
taught: V (gives|holds) S
firm:supplier: S {be} (rented|leased|hired) from V
firm:supplier: (we|they) (rent|lease|hire|get) S from V
office:deputy: V (deputises|deputizes|stands in|fills in|covers|steps in) for S
office:deputy: V {be} the (deputy|stand-in|substitute) for S
office:deputy: S 's (stand-in|substitute) {be} V
office:deputy: when S {be} (away|on holiday|on leave|ill) , ? V (stands in|steps in|takes over|covers)
office:personal assistant: V assists S
office:approver: V (approves|signs off|signs|authorises|authorizes) S
office:approver: S (are|is) (approved|signed off|signed|authorised|authorized) by V
firm:cleaning company: S {be} cleaned by V
firm:cleaning company: V cleans S
tax_adviser: V does the (taxes|tax returns|tax return) (of|for) S
trait:monitoring system: S {be} (monitored|watched) (with|by|using) V
trait:monitoring system: V monitors S
trait:ci system: S uses V (for|as) (its)? (ci|continuous integration)
trait:cms: S {be} (built|made|run|managed) (with|on|in) V
firm:registrar: S {be} registered (with|at|through) V
travelBy: S (travels|may travel|is allowed to travel|goes) V
tooled: (the|our|my) X {be} V
tooled: V {be} (the|our|my) X
tooled: (this|the|our) (project|repo|repository|codebase|monorepo|team|company) (uses|use|is using|runs on|relies on|works with) V
tooled: S (use|uses|is using|are using|am using|relies on|rely on|works with|work with|runs on|run on|deploys to|deploy to|hosts on|host on) V
tooled change: S {has} (just|recently|finally|already)? (switched|moved|migrated|gone|changed|converted) (over|everything)? to V
tooled change: S {has} (just|recently|finally|already)? (switched|moved|migrated|gone|changed|converted) (over|everything)? (from|off|away from) F (over)? to V
tooled change: S {has} (just|recently|finally|already)? (switched|moved|migrated|changed|converted) (over)? to V from F
tooled change: S {has} (just|recently|finally|already)? (replaced|swapped|exchanged) (out)? F (with|for|by) V
tooled change: S {has} (just|recently|finally|already)? (dropped|ditched|abandoned|left) F (in favour of|in favor of|for) V
tooled change: S (use|uses|is using|are using|am using) V (now)? (instead of|in place of) F
tooled change: F {was} replaced (by|with) V
tooled change: S {has} (switched|moved|migrated|changed|converted) (the|our)? X (over)? from F (over)? to V
tooled: (the|our)? X (runs|run|is run|are run|is done|are done|is managed|are managed) (on|with|by|in|through|using) V
reference:membership number: S {be} member (number|no) V
`
