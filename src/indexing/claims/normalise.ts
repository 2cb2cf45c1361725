import { folded, lowerComposed } from '../fold.js'

/** A country and other names of it, also in German. */
const COUNTRIES = `
  united states: usa, us, u s, u s a, united states of america, vereinigte staaten, vereinigte staaten von amerika;
  united kingdom: uk, u k, great britain, britain, grossbritannien, vereinigtes konigreich;
  united arab emirates: uae, vae, vereinigte arabische emirate; germany: deutschland, federal republic of germany;
  netherlands: niederlande, holland, kingdom of the netherlands; czech republic: czechia, tschechien, tschechische republik;
  china: people's republic of china, volksrepublik china; belarus: weissrussland; ivory coast: elfenbeinkuste, cote d'ivoire;
  moldova: moldau, moldawien; kyrgyzstan: kirgisistan, kirgistan; botswana: botsuana; north macedonia: nordmazedonien;
  bosnia and herzegovina: bosnien und herzegowina, bosnien-herzegowina; bosnia: bosnien; france: frankreich; spain: spanien;
  italy: italien; austria: osterreich; switzerland: schweiz; belgium: belgien; poland: polen; sweden: schweden; norway: norwegen;
  denmark: danemark; brazil: brasilien; finland: finnland; hungary: ungarn; greece: griechenland; turkey: turkei;
  russia: russland; romania: rumanien; bulgaria: bulgarien; croatia: kroatien; serbia: serbien; slovenia: slowenien;
  slovakia: slowakei; estonia: estland; latvia: lettland; lithuania: litauen; ireland: irland; iceland: island; canada: kanada;
  mexico: mexiko; argentina: argentinien; colombia: kolumbien; egypt: agypten; morocco: marokko; tunisia: tunesien;
  south africa: sudafrika; kenya: kenia; ethiopia: athiopien; india: indien; indonesia: indonesien; south korea: sudkorea;
  north korea: nordkorea; new zealand: neuseeland; luxembourg: luxemburg; albania: albanien; cyprus: zypern; jordan: jordanien;
  lebanon: libanon; iraq: irak; saudi arabia: saudi-arabien; philippines: philippinen; australia: australien; algeria: algerien;
  armenia: armenien; azerbaijan: aserbaidschan; bangladesh: bangladesch; bolivia: bolivien; cambodia: kambodscha;
  cameroon: kamerun; chad: tschad; comoros: komoren; congo: kongo; cuba: kuba; djibouti: dschibuti;
  dominican republic: dominikanische republik; fiji: fidschi; gabon: gabun; georgia: georgien; jamaica: jamaika;
  kazakhstan: kasachstan; libya: libyen; madagascar: madagaskar; maldives: malediven; mauritania: mauretanien; mongolia: mongolei;
  mozambique: mosambik; palestine: palastina; papua new guinea: papua-neuguinea; qatar: katar; rwanda: ruanda;
  seychelles: seychellen; south sudan: sudsudan; suriname: surinam; syria: syrien; tajikistan: tadschikistan; tanzania: tansania;
  uzbekistan: usbekistan; yemen: jemen; zambia: sambia; zimbabwe: simbabwe; scotland: schottland; northern ireland: nordirland;
  greenland: gronland; soviet union: sowjetunion; czechoslovakia: tschechoslowakei; yugoslavia: jugoslawien`

/** The same of continents. */
const CONTINENTS = `
  europe: europa; asia: asien; africa: afrika; america: amerika, americas; north america: nordamerika; south america: sudamerika;
  oceania: ozeanien, insular oceania; antarctica: antarktis, antarktika`

/** The same of towns. */
const TOWNS = `
  munich: munchen; cologne: koln; vienna: wien; zurich: zuerich; geneva: genf; rome: rom; milan: mailand; naples: neapel;
  venice: venedig; florence: florenz; lisbon: lissabon, lisboa; prague: prag; warsaw: warschau; moscow: moskau;
  nuremberg: nurnberg; hanover: hannover; brussels: brussel; copenhagen: kopenhagen; the hague: hague, den haag;
  new york: new york city, nyc, new york ny; washington: washington d c, washington dc; los angeles: la, l a; san francisco: sf;
  athens: athen; tokyo: tokio; cairo: kairo; kyiv: kiev, kiew; tbilisi: tiflis; yerevan: jerewan, eriwan; havana: havanna;
  bucharest: bukarest; belgrade: belgrad; karachi: karatschi; kolkata: kalkutta, calcutta; mumbai: bombay; beijing: peking;
  seville: sevilla; genoa: genua; antwerp: antwerpen; ghent: gent; bruges: brugge; strasbourg: strassburg; nice: nizza;
  saint petersburg: sankt petersburg, st petersburg; krakow: krakau; gdansk: danzig; wroclaw: breslau; gothenburg: goteborg;
  basel: basle; lucerne: luzern; bern: berne; thessaloniki: saloniki; tehran: teheran; baghdad: bagdad; damascus: damaskus;
  algiers: algier; tripoli: tripolis; cape town: kapstadt; mexico city: mexiko-stadt; singapore: singapur; hong kong: hongkong;
  new delhi: neu-delhi; lviv: lemberg; tashkent: taschkent; khartoum: khartum; addis ababa: addis abeba`

const pairsOf = (names: string) =>
  names.split(';').flatMap((line) => {
    const [name = '', others = ''] = line.trim().split(': ')
    return others.split(', ').map((other) => [other, name] as const)
  })

/** Names of the same place, in the form that is compared. */
const SAME: ReadonlyMap<string, string> = new Map([COUNTRIES, CONTINENTS, TOWNS].flatMap(pairsOf))

/** "Us" and "la" are words of their own. */
const SHORTEST = 4

/** Every other name of a place that is known by one. */
export const OTHER_NAMES: readonly string[] = [...SAME.keys()].filter((name) => name.length >= SHORTEST)

/** A name or a few words in the form that is compared: in lower case, without accents, stops, quotes and articles. */
export const normalised = (words: string): string => {
  const plain = folded(lowerComposed(words))
    .replace(/[.,;:!?"“”„«»()[\]*_#]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^(?:the|a|an|der|die|das|den|dem|des|ein|eine|einen|einem|einer) (?=.)/u, '')
  return SAME.get(plain) ?? plain
}
