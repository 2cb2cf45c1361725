/** Ways to say what people have and what things are at: a line a way to say it. See `relation.ts` for the form. */
export const ENGLISH_EVERYDAY = `
- change: i/we/they {has} {shifted} (the|our|my) N (from F)? (up|back|forward|out)? to V
when change: S {was} {shifted} (from F)? (up|back|forward|out)? to V
when change: i/we/they {has} {shifted} S (from F)? (up|back|forward|out)? to V
partner end: i {has} (broken up|broke up|split up|separated|parted ways) (with|from) F
parted end: S {has} (broken up|broke up|split up)
salary change: i {has} (got|gotten|received|been given|negotiated) (a|my|an|another) (raise|pay rise|rise|pay raise|salary increase|increase) to V
location change: i/we {has} (moved|relocated|shifted) S (from F)? to V
- change: V {has} (took|taken|taking) over (from F)? as (my|our) (new)? N
- change: V {has} (replaced|replaces) F as (my|our) (new)? N
- change: V {has} (become|became) (my|our) (new)? N
insurer: {my} (health|medical)? insurance {be} with/from/by V
insurer: S (has|have) (my|our|his|her|their)? (health|medical)? insurance with V
insurer change: S {has} (switched|changed|moved|gone|switched over) (from F)? to V for (my|our|his|her|their) (health|medical)? insurance
gym: S (goes|go) to the gym at V
gym: the gym (that)? S (goes|go) to {be} V
dentist: S (goes|go) to V for (my|our|his|her|their) teeth
pupil change: S {was} enrolled at/in V
pupil change: S {has} (changed|switched|moved) schools and goes/go to V
session: i/we meet in V for S
office:on-call engineer: the? (person|engineer|developer|one) (on call|on-call) {be} V
office:on-call engineer: the? (on-call|on call) (is|duty is with|duty lies with|engineer is|person is|developer is) V
office:on-call engineer change: V (took|takes|has taken) over (on-call|on call|pager) duty
seat change: S {was} (moved|reassigned|switched|changed) (from seat? F)? to seat V
- change: they/you/someone/somebody {has} {alters} {my} N (from F)? to V
- : the N (for|of|to) {my} X {be} V
- : S (use|uses|is using|am using|are using) V as (my|our|his|her|their) N
- : as (my|our|a) N i/we use V
- : S (operates|works|is run) (from|out of) (its|their) N in/at V
- : the N (behind|under|underneath) S {be} V
- : the {role} of N {of} S (is|has been) (taken|held|filled) by V
- change: S {has} joined V as (my|our|his|her|their) N
- change: S {has} (switched|changed|moved|gone) (from F)? to V as (my|our) N
- change office: V (took|takes|has taken) over S as (the|its)? N
dentist: V (takes|is taking) care of (my|our) teeth
spouse change: S and V (got|have got|have gotten) married
funds: S (has|have) V in it
funds: S {be} (down|up|back) (at|to) V
funds: i/we have V (left)? in/on S
condition: S : V
reach: call/text/ring/phone/reach S at/on/under V
reach: S can be (called|texted|phoned|rung) at/on/under V
pricedNow change: S {be} V
population: V people call S home
licence change: S {has} (switched|changed|moved) (from F)? to the? V license/licence
licence: S (uses|carries|has|is using) the? V license/licence
head change: V (took|takes|has taken) charge of S
maintainer change: V (took|takes|has taken) over the (maintenance|upkeep) of S
assignee change: V (took|takes|has taken) over the (work|work on) (on)? S
installed: i/we/they run/use S V
installed change: S V {be} the (latest|current|newest) (version|release)
recordHeld: V (holds|hold|has) S
recordHeld: S {be} held by V
recordHeld: V {be} the holder of S
recordHeld: S belongs to V
recordHeld change: V {has} (broken|beaten|broke|beat|taken|took) S
rate: S (pays|pay|offers|offer) V interest
shift change: S {has} (changed|switched|gone|went) (over)? to V
trait:ringtone: {my} phone rings with V
`
