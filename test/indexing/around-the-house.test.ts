import { describe, expect, test } from 'vitest'
import { closes } from './closes.js'

describe('families, flats, teams and what they keep', () => {
  test.each([
    ['the number on a shirt', "Anna's jersey number is 16.", 'Anna wears number 2 for the school team.'],
    ['the day of what a team holds', 'The ops squad has its retro on Mondays.', 'The ops squad retro is on Fridays.'],
    ['its hour', 'The ops squad has its daily at 9:15.', 'The ops squad holds its daily at 10:00.'],
    [
      'where a team meets',
      'The data team has its stand-up in Sahara.',
      'The stand-up of the data team is in room Etna.',
    ],
    ['an engaged couple', 'Emil and Ronja are engaged.', 'Emil and Kirsten are engaged now.'],
    ['a couple, told of the other', 'Emil is engaged to Ronja.', 'Ronja is engaged to Sven.'],
    ['the colour of what somebody drives', 'Olga rides a red scooter.', "Olga's scooter is yellow."],
    [
      'who keeps a spare key',
      'The only spare key to the Elm Street flat is with Ben.',
      'Ida now keeps the spare key to the flat in Elm Street.',
    ],
    ['a time zone', 'Ines works on Eastern Time.', "Ines's time zone is Pacific Time."],
    ['pocket money', "Ruben's weekly pocket money is 8 euros.", 'Ruben gets 12 euros of pocket money a week.'],
    [
      'how long a sprint is',
      'A sprint in the core team is two weeks long.',
      'The core team works in three-week sprints.',
    ],
    ['the least version', 'hexlib requires Python 3.9 or newer.', 'The minimum version for hexlib is now Python 3.11.'],
    ['the bus to school', 'Lotta takes the number 12 bus to school.', 'Lotta goes to school on the number 5 bus.'],
    ['where wages go', "Nina's salary goes to an account at HSBC.", "Nina's salary account is with Monzo."],
    ['a kind of insurance in front', "For health insurance, Tom's provider is AXA.", "Tom's health insurer is Swica."],
    ['a cost centre', 'Project Dune runs on cost centre 7120.', 'The cost centre of Project Dune is 7340.'],
    ['a laptop for work', 'Jana has a Dell XPS 13 as a work laptop.', "Jana's work laptop is a Framework 13."],
    [
      'a plan of a service',
      'In Notion the sales team is on the Pro plan.',
      'The Notion plan of the sales team is Free.',
    ],
    [
      'an alert',
      'The disk alert for nas-02 is set to 80 percent.',
      'nas-02 has its disk alert threshold at 90 percent.',
    ],
    ['the street of a kindergarten', "You'll find Milo's nursery in Fox Lane.", "Milo's nursery is in Mill Road."],
    [
      'what runs every night',
      'The backup of nas-02 starts at 1 am every night.',
      'The nightly backup of nas-02 starts at 3 am.',
    ],
    [
      'what a contract holds',
      "The notice period in Jana's contract is one month.",
      "Jana's notice period is six weeks.",
    ],
    ['who is listed', "Petra is listed as Jana's emergency contact.", "Jana's emergency contact is Ulf."],
    ['a chart in front without a comma', "On the org chart Jana's title is Buyer.", "Jana's job title is Team Lead."],
    ['a bedtime on school nights', "Ben's bedtime is eight.", "Ben's bedtime on school nights is half past seven."],
  ])('are told anew: %s', (_, first, later) => expect(closes(first, later)).toBe(true))

  test.each([
    ['a flat on a floor', 'Mila wohnt im Erdgeschoss.', 'Die Wohnung von Mila liegt im zweiten Stock.'],
    [
      'who looks after a customer',
      'Hauptkontakt für Halberg ist Jana.',
      'Für Halberg ist bei uns allein Nils zuständig.',
    ],
    ['a voice', 'Dagmar Kern singt im Kirchenchor Alt.', 'Im Kirchenchor singt Dagmar Kern jetzt Sopran.'],
    [
      'the day for the bins',
      'Die gelbe Tonne wird im Ahornweg dienstags geleert.',
      'Im Ahornweg wird die gelbe Tonne donnerstags geleert.',
    ],
    ['a group of children', 'Nora ist in der Käfergruppe.', 'Noras Kita-Gruppe ist jetzt die Eulengruppe.'],
    ['pocket money', 'Carla bekommt 5 Euro Taschengeld pro Woche.', 'Carlas Taschengeld beträgt 8 Euro in der Woche.'],
    ['a tax class', 'Till ist in Steuerklasse 3.', 'Tills Steuerklasse ist 4.'],
    ['a number plate', 'Tills Auto hat das Kennzeichen K-AB 123.', 'Tills Autokennzeichen lautet K-XY 987.'],
    ['an extension with an article', 'Die Durchwahl von Jana ist 118.', 'Janas Durchwahl ist die 204.'],
    ['a tool of a team', 'Als Ticketsystem hat das Team Lager Jira.', 'Das Ticketsystem im Team Lager ist Redmine.'],
    [
      'a gateway',
      'Im Netz Ulm lautet das Standardgateway 10.3.0.1.',
      'Im Netz Ulm hat das Standardgateway die Adresse 10.3.0.9.',
    ],
    [
      'a day of rehearsal',
      'Bei Blechwerk ist der Freitag der wöchentliche Probentag.',
      'Fester Probentag von Blechwerk ist der Montag.',
    ],
    ['a rent', 'Die Wohnung am Markt kostet 700 Euro kalt.', 'Die Kaltmiete der Wohnung am Markt beträgt 760 Euro.'],
    [
      'who manages a house',
      'Das Haus in der Gartenstraße wird von Domizil verwaltet.',
      'Die Hausverwaltung in der Gartenstraße ist Wohnbau Süd.',
    ],
    [
      'who takes the chair',
      'Den Vorsitz im Imkerverein Heide hat Anke.',
      'Den Vorsitz im Imkerverein Heide hat Bernd.',
    ],
    ['a flat that somebody lives in', 'Wanda wohnt im fünften Stock.', 'Wandas Wohnung ist im zweiten Stock.'],
    ['what a team holds', 'Das Team Kern hat sein Retro montags.', 'Das Team Kern hat sein Retro jetzt mittwochs.'],
    [
      'a laptop for work',
      'Gesas Arbeitslaptop ist ein ThinkPad T14.',
      'Gesas Arbeitslaptop ist jetzt ein MacBook Air.',
    ],
    ['a colour', 'Das Auto von Gesa ist rot.', 'Gesa fährt ein schwarzes Auto.'],
    ['a line to school', 'Lotta fährt mit der Linie 7 zur Schule.', 'Lotta fährt mit der Linie 9 zur Schule.'],
  ])('are told anew in German: %s', (_, first, later) => expect(closes(first, later)).toBe(true))

  test.each([
    ['another team', 'Max wears number 9 on the football team.', 'Max wears number 11 for the national team.'],
    [
      'what a team holds besides',
      'The design crew holds its weekly on Tuesdays.',
      'The design crew has its retro on Thursdays.',
    ],
    ['something else engaged in', 'Emil and Ronja are engaged.', 'Emil and Kirsten are engaged in a lawsuit.'],
    ['another vehicle', 'Tariq drives a silver van.', 'Tariq drives a white lorry.'],
    ['a time that is no zone', 'Ines is on Pacific Time.', 'Ines works on Project Time.'],
    ["somebody else's zone", 'Ines is on Pacific Time.', 'The client of Ines is on Eastern Time.'],
    ['a key of several', 'The spare key to the hut is with Ursula.', 'Ben has a key to the hut.'],
    [
      'another key',
      'The spare key to the flat in Elm Street is with Ida.',
      'The spare key to the office in Elm Street is with Ben.',
    ],
    ['another language', 'hexlib requires Node 18 or newer.', 'hexlib requires PHP 8.1 or newer.'],
    ['another service', 'The sales team is on the Basic plan of Asana.', 'The sales team is on the Pro plan of Figma.'],
    [
      'a licence to come',
      'orchard is released under Apache 2.0.',
      'orchard will be released under the MIT licence from version 5 on.',
    ],
    ['where else somebody goes', 'Lotta takes the number 12 tram to school.', 'Lotta takes the number 5 tram to work.'],
    ['what is recycled', 'The bins in Oak Street are emptied on Tuesdays.', 'In Oak Street recycling day is Thursday.'],
    [
      'other waste',
      'Der Restmüll wird in der Lindenstraße montags abgeholt.',
      'Der Biomüll wird in der Lindenstraße freitags abgeholt.',
    ],
    ['a group of grown-ups', 'Nora ist in der Käfergruppe.', 'Nora ist in der Theatergruppe.'],
    ['another choir', 'Katja singt im Gospelchor Alt.', 'Katja singt im Kirchenchor Sopran.'],
    ["somebody else's class", 'Till ist in Steuerklasse 3.', 'Tills Frau ist in Steuerklasse 5.'],
    ['an office on a floor', 'Mila wohnt im Erdgeschoss.', 'Milas Büro ist im dritten Stock.'],
    ['a floor at work', 'Wanda wohnt im fünften Stock.', 'Wanda arbeitet im zweiten Stock.'],
    ['a floor at work in English', 'Wanda lives on the fifth floor.', 'Wanda works on the third floor.'],
    ['one of several cars', 'Gus has a green car.', 'Gus has a red car.'],
    ['one of several programs', 'Als Software nutzt das Team Nord Excel.', 'Als Software nutzt das Team Nord Word.'],
    ['a rent with heating', 'Die Wohnung am Markt kostet 700 Euro kalt.', 'Die Wohnung am Markt kostet 950 Euro warm.'],
    ['other money', 'Carla bekommt 5 Euro Taschengeld pro Woche.', 'Carla bekommt 20 Euro für das Rasenmähen.'],
    [
      'another insurance',
      "For car insurance, Jana's provider is Allianz.",
      "For home insurance, Jana's provider is HUK.",
    ],
  ])('stay: %s', (_, first, later) => expect(closes(first, later)).toBe(false))
})
