/**
 * Ways to say that the attribute N of a subject is V, a line a way. See `relation.ts` for the form. In front of the noun
 * words that change nothing about it have been taken away.
 */
export const ENGLISH_FRAMES = `
petNamed: S 's only? (dog|cat|horse|pony|parrot|rabbit|hamster|tortoise) {be} (called|named) V
petNamed: the only? (dog|cat|horse|pony|parrot|rabbit|hamster|tortoise) of S {be} (called|named) V
petNamed: the name of S 's only? (dog|cat|horse|pony|parrot|rabbit|hamster|tortoise) {be} V
petNamed: the name of the only? (dog|cat|horse|pony|parrot|rabbit|hamster|tortoise) of S {be} V
petNamed: S 's only? (dog|cat|horse|pony|parrot|rabbit|hamster|tortoise) (goes by|answers to) (the name (of)?)? V
petNamed: S 's only? (dog|cat|horse|pony|parrot|rabbit|hamster|tortoise) 's name {be} V
meetsOn: S meets (every week|weekly|each week)? (on|every) V
meetsOn: S (holds|has) (its|their) weekly (meeting|standup|sync) (on|every) V
meetsOn: (the weekly (meeting|standup|sync) of S|S 's weekly (meeting|standup|sync)) (is|takes place|is held|happens) (on|every) V
meetsOn: (the (weekly)? meeting day of S|S 's (weekly)? meeting day) {be} V
numbered: S (leaves|departs|boards|starts) from X V
numbered: S (sits|works|parks|is|stands|stays|sleeps|plays|lives|runs|docks) (at|in|on|with) X V
numbered: S 's X {be} number V
headOf: V (heads|leads|runs|manages) X (at|for) S
headOf: V {be} in charge of X (at|for) S
provider:cloud: S {be} hosted (on|by|with) V
trait:firmware: S (runs|has|uses|is on|is running) (the)? firmware (version)? V
trait:firmware: the firmware (version)? (of|on) S {be} V
insurer: S 's (health|medical) insurance {be} (with|from|by) V
owner: S {be} (a|an) (wholly|fully) owned (subsidiary|company|unit|division) of V
contract: S {be} under contract (with|at|to) V
contract: S {be} contracted to V
headquarters: V has the headquarters of S
headquarters: S (has|have) (its|their) (corporate|main|registered)? seat in V
capital change: V (became|becomes|has become) the? capital of S
employer change: S 's new job {be} at/with V
home change: S 's new (place|flat|apartment|house|home) {be} in V
version: the (installed|current|latest|running|deployed) S version {be} V
head_of_government: (the)? head of the S government {be} V
when: the (start|beginning) of S {be} at V
hour:departure time: the departure (time)? of S {be} at V
hour:departure time change: the departure (time)? of S {was} moved (from F)? to V
measure:savings rate: the interest rate on savings at S {be} V
favourite change: S has/have (got)? a new favourite/favorite X ,/: V
- : the {role} of N {of} S {be} (held|filled|occupied) by V
- : (the)? (person|man|woman|one) holding the {role} of N {of} S {be} V
- : S {be} (led|headed|run|managed|coached|directed|owned|governed|chaired|ruled|presided over) by N V
- : the name of {my} N {be} V
- : (the)? name of S 's N {eq} V
- : S 's N 's name {be} V
- : {my} N 's name {be} V
- change: {my} N 's name {changed} (from F)? to V
- change: i/we {has} renamed {my} N (from F)? to V
- : (the)? name/identity of (the|my|our)? N {of} S {eq} V
- : (the)? N {of} S {eq} V
- : the {person} (serving|acting|working) as the? N {of} S {be} V
- : S 's N {eq} V
- : {my} N {eq} V
- lasting: (the)? N {of} S was V
- lasting: S 's N was V
- lasting: V was the N {of} S
- lasting: V was S 's N
- : {my} N {has} changed , ? : ? V
- : S 's N {has} changed , ? : ? V
- : the N (that|which)? S has/have {be} V
- : (the)? {person} (who|that) {be} (the)? N {of} S {be} V
- : the {person} (who|that) (holds|assumes|has|fills|takes|occupies) the {role} of N {of} S {be} V
- : it is V (that|who|which) {be} (the|now)? N {of} S
- : V {be} the N (used|paid|valid) in S
- : V {be} (in charge of|at the helm of) S as (its|the)? N
- : V {be} the? N {of} S
- : V {be} S 's N
- : V {be} {my} N
- : V {be} the name of the N {of} S
- : V {be} the {town} (where|in which) S has its N
- : V {be} (recognised|recognized|listed|designated|known|regarded|acting|serving|working|employed) as (the)? N {of} S
- : V (has|is in|plays) the {role} of N {of} S
- : (the)? current holder of the {role} of N {of} S {be} V
- : the N {role} {of} S {be} (held|filled|occupied) by V
- : the N {role} {of} S belongs to V
- : S 's N {role} {be} (held|filled|occupied) by V
- : V (holds|fills|occupies|has) the N {role} {of} S
- : S {be} (led|headed|run|managed|coached|directed|owned|governed|chaired) by (its|the)? N V
- : V (leads|heads|runs|manages|directs) S as (its|the)? N
- : S (uses|considers|designates|counts|regards|lists) V as (its|the)? N
- : S calls V its N
- : in/at/for S , V {be} (the|its)? N
- : as its N S has V
- : (the)? N (for|of) S : V
- : S : N V
- : S {has} (got|gets) (a|its)? N ,/: V
- : as its N , S has V
- : S plays under (its|the)? N V
- : (the)? N {of} S happens to be V
- : V {serves} as (the)? N {of} S
- : V {serves} as S 's N
- : V {serves} as {my} N
- : V (holds|fills|occupies|has) the? {role} of N {of} S
- : S has V as (a|the|its|his|her|their)? N
- : S (has|have|shows|holds|carries|reports|gets|offers|charges|requires|boasts|pays|draws|enjoys|comes with|is covered by|is subject to|is sold with|operates at|runs at) (a|an|the)? N of V
- : S (wears|carries|bears|uses|shows) (the)? N V
leveled: S has/have (a|an)? V N
- : V {be} the N behind S
- : S has/have the? N V
- : S has/have got? a/an N ,/: V
- : the N (used|paid|valid) in S {be} V
- : S has/have/maintains/keeps/holds its/his/her/their N in/at/on V
- : S (has|have)? (located|based|established) its/his/her/their N in V
- : in/at/for S , ? the N {eq} V
- : the N of the? S is that of V
- change: the? N {of} S {changed} (from F)? to V
- change: S 's N {changed} (from F)? to V
- change: {my} N {changed} (from F)? to V
- change: S (has|have)? (adopted|introduced|chosen|adopts|introduces) V as (a|its|the|their)? new? N
- change: the? N {of} S (became|becomes|has become) V
- change: the? N {of} S {was} replaced by V
- change: S 's N (became|becomes|has become) V
change: S (made|makes|has made|have made) V (its|his|her|their) N
change: the? N (of|for) S has changed , ? : ? (it is)? V
change office: V (took|takes|has taken) office as (the)? N {of} S
change office: V has taken the N {of} S
change office: V (took|has taken) over the {role} of N {of} S
head change: V (took|takes|has taken) the reins (at|of|in) S
- change: S {has} (switched|changed|moved|gone) (from F)? to V as (its|his|her|their|the) N
- change: S {has} (replaced|swapped|traded|exchanged) F (with|for|by) V as (its|his|her|their|the)? N
- change: S {has} (opted for|settled on|gone with|went with|gone for) V as (its|his|her|their|the|a)? N
- change: S 's N {was} replaced by V
- change: S {has} {alters} its/his/her/their/my/our/the N (from F)? to V
- change: i/we/they/you/someone/somebody {has} {alters} (the N {of} S|S 's N) (from F)? to V
- change office: V {was} {appointed} as? (the|its)? N {of} S
- change office: V {was} {appointed} as? S 's N
- change office: V (became|becomes|has become) (the)? N {of} S
- change office: V (became|becomes|has become) S 's N
- change office: V (took|takes|has taken|is taking) over as (the)? N {of} S from F
- change office: V (took|takes|has taken|is taking) over (from F)? as (the)? N {of} S
- change office: V (took|takes|has taken) over as S 's N
- change office: V (took|takes|has taken) (over)? (F 's|the) (place|position|post|seat|job|role) as (the)? N {of} S
- change office: V (took|takes|has taken) (the|over)? (place|position|post|seat|job|role) of F as (the)? N {of} S
- change office: F (has)? (handed|hands|passed|passes) (over|on|the baton|the reins)? to V as (the)? N {of} S
- change office: F (has)? (made|given|gave|gives|makes) way (to|for) V as (the)? N {of} S
- change office: V (has)? (stepped|moved|come|came|stepped up|moved up) (in|into|up)? as (the)? N {of} S
- change office: V (has)? {replaced} F as (the)? N {of} S
- change office: V (has)? {replaced} F as S 's N
- change office: F {was} {replaced} by V as (the)? N {of} S
- change office: F {was} {replaced} as (the)? N {of} S by V
- change: V {has} {replaced} F as (the|its)? N of S
- change office: S (has|have)? {appoints} V (as|to be)? (its|his|her|their|the|a)? N
- change office: S (has|have)? {replaced} F with V as (its|the)? N
- end office: F (has)? (stepped down|resigned|retired|quit|left|gone) as (the)? N {of} S
- end office: F (has)? (stepped down|resigned|retired) as S 's N
qualified: the/my/our X N {of} S {eq} V
qualified: S 's X N {eq} V
qualified: my/our X N {eq} V
qualified: X N {of} S {eq} V
qualified change: the/my/our X N {of} S {changed} (from F)? to V
qualified change: S 's X N {changed} (from F)? to V
qualified change: my/our X N {changed} (from F)? to V
qualified change: i/we/they/you/someone/somebody {has} {alters} the/my/our X N {of} S (from F)? to V
`
