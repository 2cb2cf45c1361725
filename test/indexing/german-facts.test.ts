import { describe, expect, test } from 'vitest'
import { closes } from './closes.js'

describe('where something is, comes from and ends is told in German by several verbs', () => {
  test.each([
    ['Kronberg Tal befindet sich in Libyen.', 'Kronberg Tal befindet sich in Jemen.'],
    ['Kronberg Tal befindet sich in Frankreich.', 'Kronberg Tal is located in Belgium.'],
    ['Das Museum Weitsicht befindet sich in Seoul.', 'Das Museum Weitsicht kann in Tokio gefunden werden.'],
    ['Nordfels ist ein Teil des Kontinents Asien.', 'Nordfels gehört zum Kontinent Afrika.'],
    ['Nordfels befindet sich auf dem Kontinent Asien.', 'Nordfels ist ein Teil des Kontinents Europa.'],
    ['Ida Stern stammt aus Dublin.', 'Ida Stern kommt aus Oslo.'],
    ['Ida Stern kommt ursprünglich aus Dublin.', 'Ida Stern kommt aus Oslo.'],
    ['Otto Lang starb in Moskau.', 'Otto Langs Leben endete in Prag.'],
    ['Ludwig XIV. starb in Paris.', 'Ludwig XIV. verlor sein Leben in Lyon.'],
    ['Das Museum Weitsicht ist in Bonn.', 'Das Museum Weitsicht befindet sich in Ulm.'],
    ['Die Band Windrad wurde in Bremen gebildet.', 'Die Band Windrad wurde in Kiel gegründet.'],
    ['Das Spiel Windrad wurde in Jamaika entwickelt.', 'Das Spiel Windrad wurde in Kuba erstellt.'],
    ['Lyon enthält den Hauptsitz von Falke Optik.', 'Genf beherbergt das Hauptquartier von Falke Optik.'],
  ])('%s %s', (first, later) => expect(closes(first, later)).toBe(true))

  test.each([
    ['Kronberg Tal befindet sich in Libyen.', 'Kronberg Tal is located in Libya.'],
    ['Kronberg Tal befindet sich in Libyen.', 'Kronberg Tal befindet sich in Tripolis.'],
    ['Nordfels ist ein Teil des Kontinents Asien.', 'Nordfels gehört zum Konzern Europa.'],
    ['Ida Stern stammt aus Dublin.', 'Ida Stern wohnt in Oslo.'],
    ['Ida Stern stammt aus Dublin.', 'Der Brief von Ida Stern stammt aus Oslo.'],
    ['Otto Lang starb in Moskau.', 'Otto Langs Reise endete in Prag.'],
    ['Ludwig XIV. starb in Paris.', 'Ludwig XV. starb in Lyon.'],
    ['Anna Burg ist in Bonn.', 'Anna Burg ist in Ulm.'],
    ['Das Stadion ist in Bonn.', 'Das Stadion ist in Ulm.'],
    ['Das Theater Falk ist in Bonn.', 'Das Theater Falk ist in Ulm zu Gast.'],
    ['Otto Lang hat die Position des Bischofs.', 'Otto Lang hat die Position von Ida Stern verteidigt.'],
    ['Der Chor der Annakirche ist in Bonn.', 'Der Chor der Annakirche ist in Ulm.'],
    ['Das Spiel Windrad wurde in Kuba entwickelt.', 'Das Spiel Windrad wurde in Excel entwickelt.'],
    ['Der Hauptsitz von Falke Optik ist in Lyon.', 'Genf hat eine Filiale von Falke Optik.'],
    ['Das Museum Weitsicht befindet sich in Seoul.', 'Eine Kopie davon kann in Tokio gefunden werden.'],
  ])('and nothing else: %s %s', (first, later) => expect(closes(first, later)).toBe(false))
})

describe('works, products and people are told in German by what is theirs for good', () => {
  test.each([
    ['Die Sprache von Windrad war Englisch.', 'Windrad ist ein französischsprachiges Werk.'],
    ['Das Buch Windrad ist in englischer Sprache geschrieben.', 'Das Buch Windrad ist auf Polnisch geschrieben.'],
    ['Die ursprüngliche Sprache von Windrad ist Latein.', 'Die Originalsprache von Windrad war Griechisch.'],
    ['Die Serie Windrad wurde ursprünglich auf Arte ausgestrahlt.', 'Die Serie Windrad debütierte auf Vox.'],
    ['Schloss Windrad ist nach Otto Lang benannt.', 'Schloss Windrad wurde zu Ehren von Ida Stern benannt.'],
    ['Ida Stern ist Anhängerin des Buddhismus.', 'Ida Stern folgt der Hinduismus Religion.'],
    ['Der Falke 300 ist ein Produkt von Nordlicht.', 'Der Falke 300 wird von Alder Optik gefertigt.'],
    ['Ida Sterns Plattenfirma ist Nordklang.', 'Ida Stern wird durch das Musiklabel Südklang vertreten.'],
    ['Otto Lang spielt in der Position Torwart.', 'Otto Lang spielt in der Position von Stürmer.'],
    ['Otto Lang hat die Position des Bischofs.', 'Otto Lang hält die Position von Schatzkanzler.'],
  ])('%s %s', (first, later) => expect(closes(first, later)).toBe(true))

  test.each([
    ['Offiziell ist Englisch die Sprache von Arvanien.', 'Offiziell ist Polnisch die Sprache von Arvanien.'],
    ['Die Sprache von Kanada ist Englisch.', 'Die Sprache von Kanada ist Französisch.'],
    ['Die Sprache von Windrad war Englisch.', 'Bis 2010 war die Sprache von Windrad Polnisch.'],
    ['Die Serie Windrad läuft auf Vox.', 'Die Serie Windrad debütierte auf Arte.'],
    ['Ida Stern ist Anhängerin von Werder Bremen.', 'Ida Stern ist Anhängerin des Buddhismus.'],
    ['Otto Lang spielt in der Position Torwart.', 'Otto Lang arbeitet als Lehrer.'],
    ['Otto Lang ist Teil von Nordlicht.', 'Otto Lang ist Teil von Alder Optik.'],
    ['Der Leiter von Nordlicht ist Otto Lang.', 'Der Leiter von Nordlicht ist Teil von Alder Optik.'],
    ['Ida Stern wird von Nordklang vertreten.', 'Heute vertritt Otto Lang Ida Stern.'],
  ])('and nothing else: %s %s', (first, later) => expect(closes(first, later)).toBe(false))
})
