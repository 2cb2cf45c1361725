import { type MarkWords, rowsOf } from '../marks.js'

/** Who is spoken to, and for what it is told. */
const SAID_BESIDE = rowsOf(
  ['hallo hi hey', 'zusammen alle allerseits ihr+lieben team leute'],
  ['liebe', 'eltern kollegen kolleginnen+und+kollegen leute freunde mitglieder nachbarn alle'],
  ['für', 'die', 'notizen akten akte unterlagen ablage chronik'],
  ['nur+damit damit', 'ihr+es du+es sie+es es+alle alle+es', 'wisst weißt wissen'],
  ['falls', 'jemand wer', 'fragt fragen+sollte es+wissen+will'],
  ['nur+zur zur kurze kleine', 'erinnerung'],
  ['kurze kleine', 'info notiz mitteilung'],
  ['neuer aktueller neuester', 'stand'],
)

/** See `Mark`. */
export const GERMAN_MARKS: MarkWords = {
  now: 'nur noch, geändert :, neu :, neuer termin :, verlegt :, verschoben :, also doch :, jetzt, nun, nunmehr, inzwischen, mittlerweile, seit heute, ab jetzt, ab sofort, ab heute, von nun an, wieder, neuerdings, neulich',
  drop: `derzeit, aktuell, momentan, zurzeit, zur zeit, gerade, im moment, gegenwärtig, wirklich, noch, immer noch, weiterhin, schon, bereits, endlich,
    offiziell, ehrlich gesagt, übrigens, also, ja, genau, klar, hallo, hi, hey, okay, ok, gut, naja, kürzlich, leider, zum glück, glücklicherweise,
    danke, update, neuigkeiten, gute neuigkeiten, zur info, nur zur info, nebenbei, ach so, zur erinnerung, bitte, merke dir, merk dir, bitte merke dir,
    wichtig, fakt, info, notiz, stand, merke, merk dir, hinweis, achtung, bitte notieren, notieren, kurzes update, aktualisierung, notiz an mich, ${SAID_BESIDE}, noch etwas, wie gesagt, natürlich, so, da, dann, und, kurz, gerade eben, eben, soeben, frisch`,
  correct: `tatsächlich, eigentlich, korrektur, genauer gesagt, entschuldigung, sorry, mein fehler, ich habe mich geirrt, ich hab mich geirrt,
    ich habe mich vertan, ich hab mich vertan, moment, nein, nee, ups, halt, doch nicht, richtig, richtiger, da habe ich mich geirrt, mein irrtum, stimmt nicht,
    das war falsch, das stimmt nicht, ich habe das verwechselt, ich hab das verwechselt, in wirklichkeit, pardon, verzeihung,
    ich habe es verwechselt, ich hab es verwechselt, ich habe mich verschrieben, ich habe mich vertippt, ich hab mich vertippt, tippfehler, ich lag falsch,
    ich habe mich getäuscht, kommando zurück, das war ein irrtum, irrtum, das war ein fehler, fehler von mir, das war ein tippfehler, da lag ich falsch`,
  end: 'nicht mehr, nicht länger, mehr, nimmer',
  block: `auch, ebenfalls, außerdem, zusätzlich, zweite, zweiter, zweites, zweiten, weitere, weiterer, teils, teilweise, meist, meistens, oft, manchmal,
    gelegentlich, vorübergehend, früher, ehemals, damals, zuvor, vorher, einst, einmal, nie, niemals, fast, beinahe, würde, würden, könnte, könnten, sollte,
    sollten, müsste, will, wollen, wollte, möchte, möchten, hoffe, hofft, plane, plant, planen, überlege, überlegt, werde, werden, wird bald, vielleicht bald,
    demnächst, bald, nächstes, nächsten, nächste, sowohl, entweder, weder, unter der woche, am wochenende, in den ferien, im sommer, im winter, halb,
    neben, nebenbei, als kind, als student, als studentin, als ich, wenn, falls, jede, jeder, jedes, jeden, ursprünglich, anfangs, eine zeit lang, zeitweise,
    so gut wie, soll, sollen, gern, gerne, lieber, versuche, versucht, in teilzeit, war, waren, wäre, wären, hatte, hatten, gewesen, einer der, eine der, eines der, eins der, eines von, eins von, einer von, eine von, einen von,
    eines seiner, eines ihrer, eines meiner, eines unserer, einer seiner, einer ihrer, einer meiner, einer unserer, eine seiner, eine ihrer, eine meiner, eine unserer,
    einige von, mehrere von, zwei von, manches von,
    geplant, beabsichtigt, träume, träumt, darf, kann, muss`,
  void: `wenn, falls, ob, stell dir vor, angenommen, vielleicht, möglicherweise, wahrscheinlich, vermutlich, angeblich, anscheinend, offenbar, scheinbar,
    gerücht, gerüchte, gerüchten, zufolge, stimmt es, stimmt das, behauptet, behauptete, sagte, sagt, sagten, meinte er, meinte sie, meint, erzählte, erzählt, habe gehört, hab gehört, haben gehört, gehört habe, gehört dass, gehört haben, gefragt, fragte, fragt,
    denke, denke nicht, glaube nicht, dachte, glaube, glaubt, glaubte, vermute, nehme an, ich finde, scheint, traum, geträumt, träumte, scherz, witz, roman, im spiel, im film, im buch,
    in der geschichte, in der serie, nicht sicher, falsch ist, gescherzt, scherzte, scherzt, unsicher, unklar, laut, erinnere, vergessen ob, weiß nicht, weiss nicht, keine ahnung, beispiel, zum beispiel,
    zitat, gelesen, hätte, hätten, könnte sein, würde, würden, wäre, wären, heißt es, hieß es, schrieb, im scherz, aus scherz, zum scherz, im spaß, aus spaß, zum spaß, aus jux, scherzhaft, scherzeshalber, spaßeshalber,
    womöglich, eventuell, hoffentlich, theoretisch, hypothetisch, ironisch, im schlaf, im halbschlaf, im rausch, tut so, tun so, tat so, getan als`,
  joke: 'stimmt es, stimmt das, ist das wahr, glaube es nicht, glaube das nicht, glaub das nicht, alles quatsch, alles gelogen, übersetze, übersetz, übersetzen sie, formuliere, umformulieren, fasse zusammen, schreib den satz, sprich mir nach, besser so, so besser, klingt das, haha, hahaha, hehe, lol, scherz, kleiner scherz, nur spaß, spaß beiseite, war nur spaß, 😂, 🤣, 😜, 😝, 🤪, ;)',
}
