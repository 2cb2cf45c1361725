/** Names that models give to one property. */
const SAME: ReadonlyMap<string, string> = new Map(
  Object.entries({
    home: 'residence home_city city_of_residence lives_in current_city current_residence place_of_residence home_town location home_location current_location city living_place',
    address: 'home_address street_address postal_address',
    employer: 'company workplace works_at works_for current_employer place_of_work employment',
    job: 'job_title occupation profession position role current_job career work',
    marital_state: 'marital_status relationship_status civil_status',
    partner: 'spouse husband wife boyfriend girlfriend fiance fiancee significant_other',
    phone: 'phone_number telephone mobile mobile_number cell_phone',
    email: 'email_address e_mail mail mail_address',
    birthday: 'date_of_birth birth_date birthdate',
    birthplace: 'place_of_birth born_in hometown',
    diet: 'dietary_preference dietary_restriction eating_habits',
    allergy: 'allergies allergic_to food_allergy food_allergies',
    language: 'languages speaks spoken_languages language_spoken',
    hobby: 'hobbies interests interest pastime',
    pet: 'pets pet_name has_pet',
    child: 'children kids kid son daughter',
    school: 'university college studies_at',
    deadline: 'due_date',
    owner: 'owned_by',
    status: 'state current_status',
    nationality: 'citizenship',
  }).flatMap(([name, others]) => others.split(' ').map((other) => [other, name] as const)),
)

/** One name for one property; an unknown name stays as it is, whatever it is called. */
export const canonicalAttribute = (attribute: string): string =>
  SAME.get(attribute) ?? attribute.replace(/^favourite_/, 'favorite_').replace(/^(?:current|new)_(?=.{3})/, '')

/** Properties that hold several values at once, and verbs that tell events. */
const SEVERAL = new Set(
  (
    'allergy language hobby pet child nationality skill friend sibling brother sister colleague car book movie food ' +
    'drink like likes dislike dislikes preference prefers health condition symptom medication goal plan task wish ' +
    'habit routine experience visited bought sold ate watched read met went attended played event trip purchase order ' +
    'member membership subscription device tool note opinion knows uses owns has wants needs instruction rule'
  ).split(' '),
)
/** Words in s that are no plurals. */
const SINGULAR = /(?:ss|us|is|ness|address|status|series|headquarters|news)$/

/**
 * Whether a property holds one value at a time, so that a new value may take the place of an old one. Unknown
 * properties do, unless their name is a plural: what is replaced has the same subject, and a verdict besides.
 */
export const isSingleValued = (attribute: string): boolean => {
  const last = attribute.split('_').at(-1) ?? ''
  return !SEVERAL.has(attribute) && !SEVERAL.has(last) && !(last.endsWith('s') && !SINGULAR.test(last))
}
