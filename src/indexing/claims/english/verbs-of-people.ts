/** What verbs say about people: a line a way to say it. See `relation.ts` for the form. */
export const ENGLISH_PEOPLE = `
employer: S {works} for/at V
employer: S {be} employed by/at/with V
employer: S {be} (an|a)? (employee|staff member|member of staff) of/at V
employer: V employs S
employer: S has/have/holds/hold (a|an|his|her|their|my)? (full-time|full time|permanent|paid|new)? (job|position|post) at/with V
employer: S {be} on the payroll/staff of V
employer: S {be} on V 's payroll
employer: S {be} on staff at V
employer: S {be} in the service/employ of V
employer: S earns/earn/makes/make a/his/her/their/my living at/with V
employer: V {be} where S works/work
employer: S {works} as a/an/the X at/for/with V
employer: S 's (job|work|workplace|place of work) {be} (at|with)? V
employer: {my} (job|work|workplace|place of work) {be} at/with V
employer: {my} workplace/company {be} V
employer: V {be} (S 's|{my}) (workplace|place of work|place of employment)
employer: S {be} a/an V employee
employer: S {be} (part|a member) of the (staff|team|workforce) at/of V
employer: S (has|have) employment at/with V
employer: S {be} under contract with/at V
employer: S {be} paid by V
employer: S gets/get paid by V
employer: S draws/draw (a|his|her|their|my) salary/paycheck from V
employer: (S 's|{my}) salary/paycheck comes from V
employer: S {works} over at V
occupied: S {be} a/an X at/for/with V
employer: the {firm} (that|which)? S {works} for {be} V
employer: the {firm} (where|at which|for which) S {works} {be} V
employer: the {firm} that/which employs S {be} V
employer: V {be} the {firm} (that|which)? S {works} for
employer: V {be} the {firm} that/which employs S
employer change: S {has} (started|begun|began) (working|work|a job|a new job) at/for/with V
employer change: S {has} got/gotten/taken/took/found/accepted/landed (a|the|my|his|her)? new? job/position at/with V
employer change: S {was} hired by V
joined change: S {has} joined V
employer change: S {has} joined V as a/an/the/its X
traded change former: S {has} left F for V
tool change: S {has} (switched|moved|changed|migrated) (from F)? to V for X
removal change: S {has} switched/moved/transferred/gone back/over? from F to V
employer end: S {has} quit/left (my|his|her|their|our)? job at/with F
employer end: S {has} (resigned from|quit at|quit working at/for|stopped working at/for) F
employer end: S {has} left/quit F
employer end: S {was} (fired|laid off|let go) from/by F
employer end: S {was} made redundant at/by F
employer end: S {has} quit/left/lost my/his/her/their job
employer end: S {was} (fired|laid off|let go)
job: S {works} (full-time|full time)? as a/an/the V
worksAs: S {works} as V
job: S {be} a/an V by trade/profession/training
job: S {be} employed as a/an V
trade loosely: S {be} a/an V
became change: S (became|has become|have become) a/an/the V
promoted change: S {was} promoted to V
home: S {lives} in/at/on V
home: S 's home is V
home: S {be} at home in V
home: S makes/make/made/has/have (a|his|her|its|their|my|our)? home in V
home: S (has|have)? (made|set up) (a|his|her|its|their|my|our)? new? home in V
home: S calls/call V home
home: S {be} a? resident of V
home: V {be} where S lives/live/resides
home: the {town} (where|in which|that) S {lives} in? {be} V
home: the {town} S {lives} in {be} V
home: V {be} the {town} (where|in which) S {lives}
home change: S {has} relocated/emigrated back/over? from F to V
home change: S {has} relocated/emigrated back/over? to V
home change: S {has} moved back/over/house/home? to V
home change: S {has} settled down? in V
home end: S {has} moved (out of|away from) F
based: S {be} based in/at V
spouse: S {be} married to V
spouse: S has/have been married to V
spouse change: S {has} married/wed/remarried V
spouse change: S {has} got/gotten married/remarried to V
spouse change: S {has} tied the knot with V
spouse: the {person} (that|who|whom)? S {be} married to {be} V
spouse: the {person} that/who {be} married to S {be} V
spouse: V {be} who S {be} married to
spouse: S and V {be} married
spouse: S and V {be} husband and wife
spouse: S {be} wed/wedded to V
spouse: S and V {be} (a married couple|married to each other|spouses)
spouse: S has/have a wife/husband/spouse (named|called)? V
spouse: V {be} the {person} (that|who|whom)? S {be} married to
spouse: S {be} in a marriage with V
spouse: S 's partner in marriage {be} V
marital_state: S {be} V
marital_state change: S {has} got/gotten V
diet: S {be} (a|an)? V
diet: S {be} on a/an V diet
diet: S follow/follows a/an V diet
diet change: S {has} went/gone/turned/became/become (a|an)? V
diet change: S {has} switched/changed to a/an/the V diet
diet end: S {has} stopped being (a|an)? F
meat change: S eat/eats meat/fish/everything
allergy: S {be} allergic to X
smokes: S smoke/smokes
smokes: S {be} a smoker
smokes end: S {has} (quit|stopped|given up|gave up) smoking
smokes change: S {has} (started|taken up|took up|begun|began) smoking
age: S {be} V years/year old/young
age: S {be} V years of age
age: (the age of S|S 's age) {be} V years/year?
age: S {be} aged V
age: S {be} V
age change: S {has} turned/turn/turns V
weight: S weigh/weighs V
height: S {be} V tall
name: S {be} called/named V
name: S goes/go by V
name change: S {was} renamed (from F)? to? V
name change: i/we {has} renamed S (from F)? to? V
phone loosely: S can be reached at/on/under V
religion: S {be} affiliated with the religion/faith of V
religion: S (follows|practices|practises|adheres to|belongs to|observes|professes) the religion/faith of V
religion: the religion/faith (that|which)? S (is affiliated with|follows|practices|practises|adheres to|belongs to) {be} V
religion: V {be} the religion/faith (that|which)? S (follows|practices|practises|adheres to|belongs to|is affiliated with)
religion: S {be} (religiously affiliated with|of the) V faith/religion?
religion: S belongs to the V faith/religion
religion: S {be} (a member of|an adherent of|a follower of) the V faith/religion
religion: S {be} (a member of|an adherent of|a follower of) the faith/religion of V
creed: S {be} (a|an)? (adherent|follower|believer) (of|in) V
creed: S practices/practises/follows/professes V
creed: S {be} affiliated with V
creed: S (adheres to|belongs to|believes in) V
religion: the religion/faith practiced/practised/followed/professed by S {be} V
religion change: S {has} converted (from F)? to V
sport: S {be} associated/connected/linked/affiliated/involved with/in/to the sport of V
sport: S (professionally)? (plays|competes in|practices|practises|takes part in) the sport of? V
sport: S {be} a professional V player
sport: the sport (that|which)? S (is (associated|connected|affiliated) with|is linked to|plays|competes in|practices) {be} V
sport: the sport associated/played/linked/connected with/by/to S {be} V
sport: V {be} the sport (that|which)? S (is (associated|connected|affiliated) with|is linked to|plays|competes in|practices)
position: V {be} the position (that|which)? S (plays|holds)
position: S 's position (on|in) the (field|team|pitch|court) {be} V
position: S plays in/at? the position of V
position: the position (that|which)? S plays {be} V
position: the position played by S {be} V
favourite: my/our favourite/favorite X {be} V
favourite: V {be} my/our favourite/favorite X
favourite: S 's favourite/favorite X {be} V
favourite: the favourite/favorite X of S {be} V
favourite: V {be} S 's favourite/favorite X
favourite: the X (that)? i like most/best {be} V
car: the car (that)? i drive {be} V
home: home for me {be} V
favourite change: (my|our|S 's) favourite/favorite X {changed} (from F)? to V
favourite change: the favourite/favorite X of S {changed} (from F)? to V
favourite change: my/our new favourite/favorite X {be} V
favourite change: S 's new favourite/favorite X {be} V
favourite change: V {be} (my|our|S 's) new favourite/favorite X
car loosely: S drive/drives a/an/the V
car end: S {has} sold the/my/our/his/her F
plan: S {be} on the V plan
plan change: S {has} switched/upgraded/downgraded/moved/changed (from the? F plan?)? to the V plan
born loosely: S {was} born (in|at) V
birthday loosely: S {was} born on V
birthday: S (has|celebrates|have|celebrate) (a|his|her|my|our|their)? birthday on V
manager: S report/reports (directly)? to V
manager: S {be} (supervised|line-managed) by V
manager: V (supervises|is supervising) S
landlord: S rent/rents (a flat|an apartment|a house|a room|the flat|my flat)? from V
address: S live/lives at V
address change: S {has} moved (from F)? to V
post: S (plays|play|lines up|is deployed|is used) (as|at|in)? a/an/the? V position?
post: S {be} a/an V
pupil: S (goes|go|attends|attend) to? V
pupil: S {be} (a|an)? (pupil|student|enrolled) at V
pupil: S (studies|study|is studying) at V
pupil change: S {has} (transferred|moved|switched|changed) to V
player: S (plays|play|is playing|am playing) for (the team|the club)? V
player: S {be} (a player of/for/at V|a/an V player)
player change: S {has} transferred (from F)? to V
player change: S {has} signed for/with V
bank: S bank/banks with V
bank: S (has|have) (my|his|her|their|our|the|an)? (bank account|account) at/with V
bank: {my} (bank account|account) {be} at/with V
bank change: i/we {has} moved/switched/transferred {my} (bank account|account|banking) (from F)? to V
gym: S (train|trains|exercise|exercises|work|works) out? at V
gym: S {be} a member at V
bank change: S {has} (switched|changed) banks (from F)? to V
record_label change: S {has} (switched|changed) labels (from F)? to V
school change: S {has} (switched|changed) schools (from F)? to V
university change: S {has} (switched|changed) universities (from F)? to V
gym change: S {has} (switched|changed) gyms (from F)? to V
team change: S {has} (switched|changed) teams/clubs (from F)? to V
employer change: S {has} (switched|changed) jobs/employers (from F)? to V
dentist change: S {has} (switched|changed) dentists (from F)? to V
doctor change: S {has} (switched|changed) doctors (from F)? to V
insurer change: S {has} (switched|changed) insurers (from F)? to V
car change: S {has} (switched|changed) cars (from F)? to V
traded change former: S {has} (replaced|traded|swapped|exchanged) (my|his|her|the|our)? F (with|for|in for|by) V
reach: you can reach/call/text/phone/mail/email/ring me/us at/on/under V
reach: S can be reached at/on/under V
reach: S {be} reachable at/on/under V
pet: i/we have/has a/an X named/called V
tool loosely: S (use|uses|is using|are using|am using) V for X
`
