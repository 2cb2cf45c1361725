import type { Agents } from '../agents.js'

/** Who does it now: another one takes over. See `Agents`. */
export const ENGLISH_AGENTS: Agents = {
  verbs: `
head_coach: coaches,trains | coached,trained | coaching,training
chairperson: chairs | chaired | chairing
head: leads,heads,runs,manages,heads up,oversees,directs,helms | led,headed,run,managed,headed up,overseen,helmed | leading,heading,running,managing,heading up,overseeing
head_of_government: governs | governed | governing
presiding: presides over | presided over | presiding over
captain: captains,skippers | captained,skippered | captaining
monarch: rules,reigns over | ruled | ruling
editor_in_chief: edits | edited | editing
publisher: publishes | published | publishing
host: hosts,presents,anchors,moderates | hosted,presented,anchored,moderated | hosting,presenting
maintainer: maintains,looks after,is responsible for,takes care of,is taking care of | maintained,looked after,taken care of | maintaining,looking after,responsible for
lead_singer: fronts,sings lead for,sings lead in | fronted | fronting
conductor: conducts | conducted | conducting
curator: curates | curated | curating
owner loosely: owns | owned | owning
employer loosely: employs | employed | employing
manager: supervises,line-manages | supervised,line-managed | supervising
developer: develops | developed,created | developing
manufacturer: makes,manufactures,produces,builds | made,manufactured,produced,built | making,manufacturing,producing
broadcaster: broadcasts,airs,televises,carries,shows | broadcast,aired,televised,carried | broadcasting,airing
commander: commands | commanded | commanding
office:administrator: administers | administered | administering
firm:auditor: audits | audited | auditing
office:narrator: narrates | narrated | narrating
firm:distributor: distributes | distributed | distributing
operator: operates | operated | operating
firm:main sponsor loosely: sponsors | sponsored | sponsoring
office:tenant: rents,leases | rented,leased,occupied | renting
workedOn: is working on,works on | worked on | working on
office:on-call engineer: is on call for,is on-call for`,
  forms: `
-: S {be} (now|being)? <done> (by|on) V
-: V <does> (the)? S
-: V is <doing> S
-: the {owner} (who|that|which) <does> S {be} V
-: the {owner} <doing> S {be} V
-: the {owner} (that|which|who)? S {be} <done> by {be} V
-: V {be} the {owner} (who|that|which) <does> S
-: V {be} the {owner} <doing> S
-: it is V (who|that|which) <does> S
-: V {be} in charge of <doing> S
- change: V (took|takes|has taken) over <doing> S (from F)?
- change: V (took|takes|has taken) over <doing> of S from F`,
}

/** Who made it: that does not change, unless it was wrong. */
export const ENGLISH_MAKERS: Agents = {
  verbs: `
office:composer: composed the score of,composed the music for,wrote the music for,wrote the score of
founder loosely: founded,established,started,set up | founded,established,started,set up
office:choreographer: choreographed | choreographed
office:sculptor: sculpted | sculpted
author: wrote,penned,authored,has written | written,authored,penned
director: directed | directed
office:composer: composed,scored | composed,scored
office:architect: designed,was the architect of | designed
developer loosely: developed,created | developed,created
manufacturer: produced,manufactured,made,built | produced,manufactured,made,built
office:creator loosely: created | created
office:performer: performed,sang,recorded | performed,sung,recorded
office:painter: painted | painted
office:illustrator: illustrated | illustrated
office:inventor: invented | invented
office:discoverer: discovered | discovered`,
  forms: `
-: S {was} (originally)? <done> by V
-: V <does> S
-: the {owner} (who|that|which) <does> S {be} V
-: the {owner} (who|that|which) <does> S was V
-: V {be} the {owner} (who|that|which) <does> S
-: V was the {owner} (who|that|which) <does> S
-: it is V (who|that|which) <does> S
-: it was V (who|that|which) <does> S`,
}
