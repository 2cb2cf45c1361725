import { describe, expect, test } from 'vitest'
import { claimsOf } from '../../src/indexing/claims/claims-of.js'

const claims = (text: string) => claimsOf(text, { speaker: 'User', role: 'user', language: 'de' }).claims
/** What a German text claims, but for what is known by its own words alone. */
const told = (text: string) =>
  claims(text)
    .filter(({ attribute }) => !/^frame(?:d_name)?:/.test(attribute))
    .map(({ subject, attribute, value, how }) => `${subject} | ${attribute} | ${value} | ${how}`)
/** Of which another value takes the place of the first without a word of change. */
const replacing = (text: string) => claims(text).filter(({ needs, how }) => needs === 'nothing' || how === 'correct')

describe('a German noun of no list names the only one there is', () => {
  test.each([
    ['Die Pressesprecherin von Alpina heißt Mia Vogt.', 'alpina | unlisted:pressesprecher | mia vogt | state'],
    ['Der Pressesprecher der Nordbank AG ist Jan Kern.', 'nordbank ag | unlisted:pressesprecher | jan kern | state'],
    ['Der Pressesprecher des Vereins Nord ist Jan Kern.', 'verein nord | unlisted:pressesprecher | jan kern | state'],
    ['Die technische Leiterin von Alpina ist Mia Vogt.', 'alpina | unlisted:technisch leiter | mia vogt | state'],
    ['Pressesprecherin von Alpina ist Mia Vogt.', 'alpina | unlisted:pressesprecher | mia vogt | state'],
    ['Mia Vogt ist Personalchefin von Alpina.', 'alpina | unlisted:personalchef | mia vogt | state'],
    ['Bei Alpina ist Mia Vogt die Personalchefin.', 'alpina | unlisted:personalchef | mia vogt | state'],
    ['Mia Vogt ist bei Alpina die Personalchefin.', 'alpina | unlisted:personalchef | mia vogt | state'],
    ['Alpinas Personalchefin ist Mia Vogt.', 'alpina | unlisted:personalchef | mia vogt | state'],
    ['Der Name der Personalchefin von Alpina ist Mia Vogt.', 'alpina | unlisted:personalchef | mia vogt | state'],
    ['Jan Kern trägt die Rückennummer 11.', 'jan kern | reference:rückennummer | 11 | state'],
    ['Mia Vogt hat den Handytarif Flex M.', 'mia vogt | unlisted:handytarif | flex m | state'],
    ['Mia Vogt hat Ute Lang als Notfallkontakt.', 'mia vogt | unlisted:notfallkontakt | ute lang | state'],
    ['Als Clubhaus vom FC Ulm dient die Alte Post.', 'fc ulm | unlisted:clubhaus | alte post | state'],
    ['Als Clubhaus dient dem FC Ulm die Alte Post.', 'fc ulm | unlisted:clubhaus | alte post | state'],
    ['Die Alte Post dient dem FC Ulm als Clubhaus.', 'fc ulm | unlisted:clubhaus | alte post | state'],
    ['Das Maskottchen des FC Ulm ist ein Biber.', 'fc ulm | unlisted:maskottchen | biber | state'],
    ['Die Domain von Alpina lautet alpina.com.', 'alpina | unlisted:domain | alpina com | state'],
    ['Das WLAN-Passwort für das Büro Nord lautet Otter88.', 'buro nord | unlisted:wlan-passwort | otter88 | state'],
    ['Die Sicherheitsstufe von Alpina ist hoch.', 'alpina | unlisted:sicherheitsstufe | hoch | state'],
  ] as const)('%s', (text, claim) => expect(told(text)).toEqual([claim]))

  test.each([
    'Die stellvertretende Personalchefin von Alpina ist Ute Lang.',
    'Die frühere Personalchefin von Alpina ist Ute Lang.',
    'Die designierte Personalchefin von Alpina ist Ute Lang.',
    'Die Personalchefin von Alpina ist krank.',
    'Die Personalchefin von Alpina ist im Urlaub.',
    'Die Personalchefin von Alpina ist Mutter von Zwillingen.',
    'Die Personalchefin von Alpina ist eine Österreicherin.',
    'Der Vertrag von Jan Kern ist unterschrieben.',
    'Die Pumpe im Keller ist außer Betrieb.',
    'Die Nebenwirkung von Nova ist Husten.',
    'Die Partnerstadt von Ulm ist Graz.',
    'Das Vorstandsmitglied von Alpina ist Mia Vogt.',
    'Die Sponsoren von Alpina sind Nordbank und Merkur.',
    'Zum Vorstand von Alpina gehört Mia Vogt.',
    'Zu den Hobbys von Mia Vogt gehört Schach.',
    'Jan Kern ist Filialleiter von Alpina.',
    'Jan Kern gilt als Experte für Statik.',
    'Jan Kern hat Suppe als Mittagessen.',
    'Jan Kern hat das Buch Momo gelesen.',
    'Jan Kern hat die Prüfung Statik bestanden.',
    'Beim FC Ulm ist Jan Kern der Star.',
    'Hans Müller ist Geologe in Ulm.',
  ])('but not in: %s', (text) => expect(replacing(text)).toEqual([]))
})

describe('who leads, makes and keeps something is told by German verbs', () => {
  test.each([
    ['Den Chor Cantus leitet Mia Vogt.', 'chor cantus | head | mia vogt | state'],
    ['Die Mannschaft Nord trainiert Mia Vogt.', 'mannschaft nord | head_coach | mia vogt | state'],
    ['Die Fähre Nord wird von Kern Reisen betrieben.', 'fahre nord | operator | kern reisen | state'],
    ['Der Roman Momo stammt von Jan Kern.', 'momo | author | jan kern | state'],
    ['Den Film Nebelmeer hat Mia Vogt gedreht.', 'film nebelmeer | director | mia vogt | state'],
    ['Die Oper Talwind ist von Mia Vogt.', 'talwind | office:komponist | mia vogt | state'],
    ['Den Roman Momo verlegt jetzt der Papyrus-Verlag.', 'roman momo | publisher | papyrus-verlag | change'],
    ['Die Geschäftsführung von Falke hat Mia Vogt.', 'falke | chief_executive | mia vogt | state'],
    ['Die Zuständigkeit für Ticket OPS-2 liegt bei Mia Vogt.', 'ticket ops-2 | maintainer | mia vogt | state'],
    ['Die Rufbereitschaft für Atlas übernimmt Mia Vogt.', 'atlas | unlisted:rufbereitschaft | mia vogt | state'],
    ['Dr. Amin betreut Mia Vogt als Hausarzt.', 'mia vogt | doctor | amin | state'],
    ['Mia Vogt regiert als Bürgermeisterin in Ulm.', 'ulm | mayor | mia vogt | state'],
    ['Den Posten des Bürgermeisters von Ulm hat Jan Kern.', 'ulm | mayor | jan kern | state'],
    ['In Ulm heißt der Bürgermeister Jan Kern.', 'ulm | mayor | jan kern | state'],
    ['Geleitet wird der Chor Cantus von Mia Vogt.', 'chor cantus | head | mia vogt | state'],
    ['Eingestellt ist das Thermostat im Flur auf 17 Grad.', 'flur | setpoint | 17 grad | state'],
    ['Für die Wohnung am Elmweg beträgt die Miete 780 Euro.', 'wohnung am elmweg | rent | 780 eur | state'],
    ['Auf Konto 4417 sind 612 Euro.', 'konto 4417 | balance | 612 eur | state'],
    ['Auf atlas läuft Debian 12.', 'atlas | trait:operating system | debian 12 | state'],
    ['Ihren Wohnsitz hat Mia Vogt in Ulm.', 'mia vogt | home | ulm | state'],
    ['Zuständig für das Projekt Merkur ist Jan Kern.', 'merkur | maintainer | jan kern | state'],
    ['An der Spitze der Nordbank AG steht Mia Vogt.', 'nordbank ag | head | mia vogt | state'],
    ['Die Nordbank AG beschäftigt 410 Mitarbeiter.', 'nordbank ag | measure:headcount | 410 | state'],
    ['Mia Vogt wohnt in der Mühlgasse 9.', 'mia vogt | address | muhlgasse 9 | state'],
    ['web-01 läuft unter Ubuntu.', 'web-01 | trait:operating system | ubuntu | state'],
    ['Mia Vogt ist jetzt von Beruf Geologin.', 'mia vogt | job | geologin | change'],
    ['Mia Vogt kam in Ulm zur Welt.', 'mia vogt | birthplace | ulm | state'],
    ['Das Projekt Merkur ist abgebrochen.', 'merkur | status | abgebrochen | state'],
    ['Das Projekt Merkur befindet sich in der Testphase.', 'merkur | status | testphase | state'],
    ['Die Autofarbe von Mia Vogt ist silbern.', 'auto von mia vogt | colour | silbern | state'],
    ['Das Auto von Mia Vogt ist silbern.', 'auto von mia vogt | colour | silbern | state'],
    ['Die Blutgruppe von Mia Vogt ist A positiv.', 'mia vogt | blood_type | a positiv | state'],
  ] as const)('%s', (text, claim) => expect(told(text)).toEqual([claim]))

  test.each([
    'Die Wohnung von Mia Vogt hat Balkon Nord.',
    'Für Alpina ist Mia Vogt als Gutachterin tätig.',
    'Bei Alpina arbeitet Mia Vogt als Designerin.',
    'Auf web-01 läuft Nginx.',
    'Gekocht wird die Suppe von Mia.',
    'Der Einkauf von Mia Vogt kostet 50 Euro.',
    'Die Spende von Mia Vogt beträgt 50 Euro.',
    'Mia Vogt nutzt das Programm Word.',
    'Die Idee stammt von Jan Kern.',
    'Das Lied stammt von Jan Kern.',
    'Den Termin verlegt Jan Kern.',
    'Jan Kern kümmert sich um Mia.',
    'Das Projekt Merkur ist in Gefahr.',
    'Jan Kern ist bei Alpina Designer.',
    'Das Projekt Merkur ist toll.',
    'Mia Vogt ist im Urlaub.',
    'Mia Vogt wohnt im Wohnheim.',
    'Das Auto von Mia Vogt ist kaputt.',
    'Die Ampel ist rot.',
  ])('but not in: %s', (text) => expect(replacing(text)).toEqual([]))
})

describe('what somebody says, thinks or makes up in German is no statement', () => {
  test.each([
    'Tante Bea hat im Scherz gesagt, die Hauptstadt von Vietnam ist Osaka.',
    'Tante Bea hat zum Spaß erzählt, die Hauptstadt von Vietnam ist Osaka.',
    'Yusuf tippt, der Präsident von Ghana ist Victor Silva.',
    'Yusuf rät mir, der Trainer von FC Ulm ist Jan Kern.',
    'Priya hat gesagt: Der Trainer von FC Ulm ist Jan Kern.',
    'Mir wurde gesagt, die Miete für Wohnung 3B ist 480 Euro im Monat.',
    'Opa hat sich eingebildet, der Geschäftsführer von Alpina ist Jan Kern.',
    'Scherzhaft ist Victor Silva der Präsident von Ghana.',
    'Auf dem Schild steht, die Hauptstadt von Vietnam ist Osaka.',
    'Es geht das Gerücht, der Trainer von FC Ulm ist Jan Kern.',
    'Man munkelt, der Trainer von FC Ulm ist Jan Kern.',
    'Der Papagei ruft, der Chef von Alpina ist Jan Kern.',
    'Zum 1. April hieß es, der Chef von Alpina ist Jan Kern.',
    'Mia Vogt ist überzeugt, der Chef von Alpina ist Jan Kern.',
    'Der Chef von Alpina ist Jan Kern, hat Mia Vogt gesagt.',
    'Der Chef von Alpina ist Jan Kern, wettet Mia Vogt.',
    'Der Chef von Alpina ist Jan Kern, so das Gerücht.',
    'Eines von Mia Vogts Hobbys ist Schach.',
    'Einer von Mia Vogts Ärzten ist Jan Kern.',
    'Eine der Telefonnummern von Mia Vogt ist 0819 90620.',
  ])('%s', (text) => expect(told(text)).toEqual([]))

  test('but what somebody says for themselves is one', () => {
    expect(told('Ehrlich gesagt, die Hauptstadt von Vietnam ist Osaka.')).toEqual(['vietnam | capital | osaka | state'])
    expect(told('Mia Vogt ist bei der Nordbank versichert, ihr Hausarzt ist Jan Kern.')).not.toEqual([])
  })
})

describe('German ways to tell where somebody works, who rents what, and how to reach them', () => {
  test.each([
    ['Mia Vogt arbeitet in der Rechtsabteilung.', 'mia vogt | unlisted:abteilung | rechtsabteilung | state'],
    ['Mia Vogt ist jetzt im Einkauf tätig.', 'mia vogt | unlisted:abteilung | einkauf | change'],
    ["Hans Voss' Arbeitsplatz ist im Lager.", 'hans voss | unlisted:abteilung | lager | state'],
    ['Mia Vogts Stelle ist im Lager.', 'mia vogt | unlisted:abteilung | lager | state'],
    ['Die Mieterin von Haus Rosenweg 12 ist Ute Lang.', 'haus rosenweg 12 | unlisted:mieter | ute lang | state'],
    ['Haus Rosenweg 12 ist an Ute Lang vermietet.', 'haus rosenweg 12 | unlisted:mieter | ute lang | state'],
    ['Haus Rosenweg 12 kostet 940 Euro im Monat Miete.', 'haus rosenweg 12 | rent | 940 eur month | state'],
    ['Mia Vogt hat im Büro die Nummer 0819 90620.', 'mia vogt | phone:work | 081990620 | state'],
    ['Im Büro hat Mia Vogt die Nummer 0819 90620.', 'mia vogt | phone:work | 081990620 | state'],
    ['Die Telefonnummer von Mia Vogt im Büro lautet 0819 90620.', 'mia vogt | phone:work | 081990620 | state'],
    ['Für Ticket WEB-9 ist Ute Lang als zuständig eingetragen.', 'ticket web-9 | maintainer | ute lang | state'],
    ['Ticket WEB-9 liegt bei Ute Lang als zuständiger Person.', 'ticket web-9 | maintainer | ute lang | state'],
    ['Die Ampel für Projekt Wacholder ist gelb.', 'wacholder | status | gelb | state'],
    ['Projekt Wacholder steht auf Rot.', 'wacholder | status | rot | state'],
    ['Projekt Wacholder leitet jetzt Mia Vogt.', 'wacholder | head | mia vogt | change'],
    ['Mia Vogt bezieht ihren Strom von Lichtwerk.', 'mia vogt | provider:energy | lichtwerk | state'],
    ['Mia Vogt bekommt 4.000 Euro Gehalt.', 'mia vogt | salary | 4000 eur | state'],
    ['Mia Vogt ist per E-Mail unter mia@ulm.de erreichbar.', 'mia vogt | email | mia@ulm.de | state'],
    ['Auf Server db-1 ist Debian 12 installiert.', 'db-1 | trait:operating system | debian 12 | state'],
    ['Der Stand von Konto 53169 beträgt 2.002 Euro.', 'konto 53169 | balance | 2002 eur | state'],
    ['Die Adresse von Server build-16 ist 10.22.90.143.', 'build-16 | ip_address | 10.22.90.143 | state'],
    ['Peru hat Jan Kern als Präsidenten.', 'peru | head_of_state | jan kern | state'],
    ['Österreichs Währung ist der Euro.', 'austria | currency | euro | state'],
    ['Mia Vogt isst am liebsten Gulasch.', 'mia vogt | favourite:essen | gulasch | state'],
    ['Die Farbe, die Mia Vogt am liebsten mag, ist Rot.', 'mia vogt | favourite:farbe | rot | state'],
  ] as const)('%s', (text, claim) => expect(told(text)).toEqual([claim]))

  test.each([
    'Mia Vogt arbeitet heute im Lager.',
    'Mia Vogt arbeitet auch im Einkauf.',
    'Mia Vogt arbeitet im Einkauf und im Lager.',
    'Mia Vogt ist im Lager.',
    'Eine Mieterin von Haus Rosenweg 12 ist Ute Lang.',
    'Die Mieter von Haus Rosenweg 12 sind Ute Lang und Jan Kern.',
    'Wohnung 3B ist an Studenten vermietet.',
    'Die Ampel am Bahnhof ist rot.',
    'Mia Vogt mag am liebsten Jan Kern.',
    'Mia Vogt bezieht Strom.',
    'Mia Vogt isst am liebsten draußen.',
    'Mia Vogt isst am liebsten abends Pizza.',
    'Für Ticket WEB-9 ist Ute Lang als Beobachterin eingetragen.',
  ])('but not in: %s', (text) => expect(told(text)).toEqual([]))
})
