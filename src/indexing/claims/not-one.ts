import { words } from './vocabulary.js'

/**
 * Of these there may be several, or they say nothing that lasts: relatives and companions, what happens, what is thought or
 * felt, parts and examples.
 */
export const NOT_ONE = words(
  `log journal logbook trace dashboard feed history changelog
  sister brother son daughter child kid cousin uncle aunt niece nephew friend colleague coworker neighbour neighbor member fan follower ally
  rival enemy opponent competitor client customer partner investor shareholder supplier employee worker student pupil player guest speaker
  participant actor actress star character creation brainchild hero heroine winner loser victim witness suspect language hobby interest pet skill award prize
  medal book song album film movie show episode series work painting poem product service feature tool office branch plant subsidiary brand
  shop border river lake mountain neighbourhood export import dish drink food ingredient flavour snack problem issue bug question answer
  reason cause effect goal aim idea topic theme subject point part piece half rest side end beginning start middle top bottom edge front back
  thing stuff kind sort type example instance case fact story news moment highlight memory dream fear love joy pride hope wish plan thought
  opinion view feeling sense feel look smell taste sound way road path key secret trick symbol sign result score outcome consequence benefit
  advantage disadvantage downside upside risk danger cost beauty power strength weakness lack absence presence best worst first last next
  second third day week month year night morning evening time weekend number lot bit couple group list set series line row page section
  chapter step stage event match game meeting visit trip birthday party citizenship nationality passport ethnicity colleague visitor source
  name word title message mistake fault change difference comparison alternative option choice candidate suggestion proposal request order
  purchase gift present picture photo image video post comment review report note summary history past future truth lie joke rumour rumor
  light lamp signal led indicator platform destination meaning definition translation spelling pronunciation trouble worry complaint symptom illness injury cure treatment therapy medicine pill`,
)

/** The same of what stands behind a name or "my": people and animals of whom there may be several, the body, what is put on and thrown away. */
export const NOT_ONE_OWNED = words(
  `dog cat pet puppy kitten horse rabbit girlfriend boyfriend buddy pal mate mum mom mother father dad parent grandmother grandfather grandma grandpa
  teacher professor lecturer boss doctor student intern tenant patient relative family team group class club hair eye face hand leg arm foot
  heart head mind body mood voice dress shirt outfit look style plan appointment schedule turn job gig order bet guess advice tip trick rule
  favourite favorite date deadline flight train bus meeting shift exam test trip lesson account document file email letter ticket task case bill invoice mistake concern excuse rant hero inspiration muse`,
)

/** Of these one is picked out of many. */
export const FIRST_OF_MANY = words('best worst first last next second third top half front back most side')

/** Of these there are several, but one of a kind: "the meeting day", "the brand name". */
export const ONE_OF_A_KIND = words(
  'supplier name number title day time date plan email account office word year month week room line page colour color style voice language weekday code brand sign topic message preference prescription',
)

/** What is one of a kind: whatever it is told to be, it is nothing else of that kind. */
export const OF_A_KIND = words(
  `source tone type mode level format style method means material language layout category class model brand shape pattern medium channel protocol engine fuel
  heating cover finish texture scheme setting policy strategy basis unit provider system schedule rhythm cadence frequency regime logo mascot emblem crest
  instrument transport vehicle species genus cuisine filling flavour specification standard preference wallpaper screensaver handle avatar prescription diet topic sign`,
)
