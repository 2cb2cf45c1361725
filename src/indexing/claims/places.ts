import { OTHER_NAMES } from './normalise.js'

/**
 * What is known of places, so that a country is not taken for another value than a town in it, and a town to which
 * somebody moved not for a tool. Names are normalised.
 */
const names = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  )

const CONTINENTS = names(
  `africa, antarctica, asia, europe, north america, south america, oceania, australia, america, latin america, central america,
  eurasia`,
)

const COUNTRIES = names(
  `afghanistan, albania, algeria, andorra, angola, argentina, armenia, australia, austria, azerbaijan, bahamas, bahrain, bangladesh,
  barbados, belarus, belgium, belize, benin, bhutan, bolivia, bosnia, bosnia and herzegovina, botswana, brazil, brunei, bulgaria,
  burkina faso, burundi, cambodia, cameroon, canada, cape verde, chad, chile, china, colombia, comoros, congo, costa rica, croatia,
  cuba, cyprus, czechia, czech republic, denmark, djibouti, dominica, dominican republic, east timor, ecuador, egypt, el salvador,
  eritrea, estonia, eswatini, ethiopia, fiji, finland, france, gabon, gambia, georgia, germany, ghana, greece, grenada, guatemala,
  guinea, guyana, haiti, honduras, hungary, iceland, india, indonesia, iran, iraq, ireland, israel, italy, ivory coast, jamaica,
  japan, jordan, kazakhstan, kenya, kiribati, kosovo, kuwait, kyrgyzstan, laos, latvia, lebanon, lesotho, liberia, libya,
  liechtenstein, lithuania, madagascar, malawi, malaysia, maldives, mali, malta, mauritania, mauritius, mexico, micronesia, moldova,
  mongolia, montenegro, morocco, mozambique, myanmar, namibia, nauru, nepal, netherlands, new zealand, nicaragua, niger, nigeria,
  north korea, north macedonia, norway, oman, pakistan, palau, palestine, panama, papua new guinea, paraguay, peru, philippines,
  poland, portugal, qatar, romania, russia, rwanda, samoa, san marino, saudi arabia, senegal, serbia, seychelles, sierra leone,
  slovakia, slovenia, somalia, south africa, south korea, south sudan, spain, sri lanka, sudan, suriname, sweden, switzerland, syria,
  taiwan, tajikistan, tanzania, thailand, togo, tonga, trinidad and tobago, tunisia, turkey, turkmenistan, tuvalu, uganda, ukraine,
  united arab emirates, united kingdom, united states, uruguay, uzbekistan, vanuatu, venezuela, vietnam, yemen, zambia, zimbabwe,
  korea, england, scotland, wales, northern ireland, puerto rico, greenland, hong kong, soviet union, czechoslovakia, yugoslavia`,
)

const REGIONS = names(
  `alabama, alaska, arizona, arkansas, california, colorado, connecticut, delaware, florida, hawaii, idaho, illinois, indiana, iowa,
  kansas, kentucky, louisiana, maine, maryland, massachusetts, michigan, minnesota, mississippi, missouri, montana, nebraska, nevada,
  new hampshire, new jersey, new mexico, north carolina, north dakota, ohio, oklahoma, oregon, pennsylvania, rhode island,
  south carolina, south dakota, tennessee, texas, utah, vermont, virginia, west virginia, wisconsin, wyoming, new england, ontario,
  british columbia, alberta, manitoba, saskatchewan, nova scotia, new brunswick, newfoundland, newfoundland and labrador, yukon,
  bavaria, saxony, hesse, thuringia, brandenburg, saarland, lower saxony, north rhine-westphalia, baden-wurttemberg, schleswig-holstein,
  rhineland-palatinate, saxony-anhalt, bayern, sachsen, hessen, thuringen, niedersachsen, nordrhein-westfalen, rheinland-pfalz,
  sachsen-anhalt, mecklenburg-vorpommern, tyrol, tirol, styria, steiermark, carinthia, karnten, vorarlberg, burgenland, catalonia,
  andalusia, galicia, basque country, tuscany, sicily, sardinia, lombardy, piedmont, brittany, normandy, provence, alsace, corsica,
  cornwall, kent, essex, sussex, yorkshire, lancashire, devon, dorset, somerset, surrey, wessex, new south wales, queensland, victoria,
  western australia, south australia, tasmania, scandinavia, the balkans, the midwest, flanders, wallonia, silesia, bohemia, moravia,
  algarve, alentejo, transylvania, crete, kreta, bali, java, kerala, punjab, gujarat, hokkaido, patagonia, lapland, siberia`,
)

/** Towns that no ending or beginning gives away. */
const TOWNS = names(
  `aachen, aarhus, accra, adelaide, amman, amsterdam, ankara, antwerp, athens, atlanta, auckland, austin, baku, baltimore, bangkok,
  barcelona, basel, beijing, beirut, belfast, belgrade, bergen, berlin, bern, bilbao, bogota, bologna, bonn, boston, bordeaux,
  braga, bratislava, bremen, brisbane, bristol, brno, brussels, bucharest, budapest, buffalo, cairo, calgary, cape town, cardiff, casablanca,
  catania, chennai, chicago, cincinnati, cleveland, coimbra, cologne, columbus, copenhagen, cork, dakar, dallas, davos, delhi, denver, detroit,
  dhaka, doha, dortmund, dresden, dubai, dublin, dundee, edinburgh, erfurt, essen, eugene, faro, florence, galway, gdansk, geneva, genoa, ghent,
  glasgow, gothenburg, granada, graz, groningen, guadalajara, halifax, halle, hanoi, hanover, havana, helsinki, houston, hyderabad, istanbul,
  jakarta, jena, jerusalem, karachi, kassel, katowice, kiel, kigali, krakow, kuala lumpur, kyiv, kyoto, lagos, lausanne, leeds, leiden,
  leipzig, lille, lima, limerick, linz, lisbon, liverpool, ljubljana, london, los angeles, lubeck, lucerne, lviv, lyon, madrid,
  mainz, malaga, malmo, manchester, manila, mannheim, marseille, melbourne, memphis, miami, milan, milwaukee, minneapolis, minsk, montevideo,
  montpellier, montreal, moscow, mumbai, munich, munster, mysore, nairobi, nantes, naples, nashville, new delhi, new orleans,
  new york, nice, nicosia, nuremberg, odense, odessa, omaha, osaka, oslo, ottawa, padua, palermo, palma, paris, perth, philadelphia,
  phoenix, pisa, pittsburgh, porto, potsdam, prague, quebec, quito, reykjavik, riga, rio, rio de janeiro, rome, rostock, rotterdam,
  sacramento, saigon, santiago, sao paulo, sarajevo, schwerin, seattle, seoul, seville, shanghai, sheffield, shenzhen, singapore, sofia,
  split, stockholm, stuttgart, sydney, taipei, tallinn, tampa, tampere, tbilisi, tehran, tel aviv, the hague, tirana, tokyo, toronto, toulouse,
  trier, trieste, trondheim, tucson, tunis, turin, turku, ulm, uppsala, utrecht, valencia, vancouver, venice, verona, vienna, vilnius,
  warsaw, zagreb, zurich, brooklyn, manhattan, queens, oxford, cambridge, york, bath, durham, tartu, kaunas, kobe, cusco, nuuk,
  abidjan, abu dhabi, abuja, addis ababa, algiers, almaty, andorra la vella, antananarivo, apia, ashgabat, asmara, astana, asuncion, baghdad,
  bamako, bandar seri begawan, bangui, banjul, beirut, belmopan, bishkek, bissau, brasilia, bridgetown, brazzaville, bujumbura, busan, canberra,
  caracas, cardiff, castries, chandigarh, chisinau, colombo, conakry, damascus, dar es salaam, dodoma, dushanbe, freetown, gaborone, georgetown,
  harare, honolulu, islamabad, jaipur, juba, kabul, kampala, kathmandu, khartoum, kingston, kinshasa, kolkata, lahore, la paz, libreville,
  lilongwe, lome, luanda, lusaka, maputo, maseru, mbabane, mecca, medellin, mexico city, mogadishu, monrovia, monaco, moroni, muscat, n'djamena,
  nagoya, nassau, niamey, nouakchott, ouagadougou, panama city, paramaribo, phnom penh, podgorica, port louis, porto-novo, praia, pretoria,
  pristina, pune, pyongyang, rabat, rangoon, riyadh, saint petersburg, sanaa, san diego, san francisco, san jose, sapporo, skopje, sucre, suva,
  tashkent, tegucigalpa, thimphu, tripoli, ulaanbaatar, vaduz, valletta, victoria falls, vientiane, washington, washington d c, windhoek,
  winnipeg, yamoussoukro, yaounde, yangon, yerevan, charlotte, indianapolis, jacksonville, las vegas, louisville, oakland, oklahoma city, portland,
  salt lake city, st louis, tulsa, anchorage, albany, birmingham, bradford, brighton, hull, leicester, nottingham, plymouth, southampton,
  swansea, aberdeen, inverness, nagasaki, hiroshima, fukuoka, yokohama, wellington, christchurch, tacoma, fresno, strasbourg, wroclaw, bruges, johannesburg, izmir, chongqing, surat, guangzhou, chengdu, wuhan, nanjing, tianjin, xi'an, harbin`,
)

const NAMED_LIKE_A_TOWN =
  /(?:burg|berg|ville|ton|ham|ford|dorf|stadt|heim|hausen|furt|thal|bach|kirchen|haven|mouth|pool|chester|polis|grad|wick|brook|stead|dale|bruck|bad|gorod|holm|hagen|minster|bury|leben|rode|munde|hafen)$|^(?:san|santa|st\.?|saint|new|port|fort|mount|bad|los|las|el|sankt|neu|saint-\w+) /u

export type Level = 'continent' | 'country' | 'region' | 'town'

/** Every name that is known. */
export const PLACE_NAMES: readonly string[] = [...CONTINENTS, ...COUNTRIES, ...REGIONS, ...TOWNS, ...OTHER_NAMES]

/** What kind of place a name is. What is not known counts as a town. */
export const levelOf = (name: string): Level => {
  if (CONTINENTS.has(name)) return name === 'australia' ? 'country' : 'continent'
  if (COUNTRIES.has(name)) return 'country'
  return REGIONS.has(name) ? 'region' : 'town'
}

/** Whether a name is surely one of a place. */
export const isPlace = (name: string): boolean => {
  const [first = '', ...region] = name.split(', ')
  if (region.length > 0) return levelOf(region.at(-1) ?? '') !== 'town'
  return TOWNS.has(first) || levelOf(first) !== 'town' || NAMED_LIKE_A_TOWN.test(first)
}

/** Whether a name, as written, is that of a street: a place in a town. */
export const isStreet = (name: string): boolean =>
  /\d|(?:street|road|avenue|lane|drive|square|boulevard|st|rd|ave)$|(?:strasse|str|weg|platz|allee|gasse)$/u.test(name)
