import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../src/config/package-info.js'
import { isStopWord } from '../src/text/words.js'

export const VERBS =
  `made took saw found gave told left felt kept began brought wrote heard held met paid lost built sent sold
bought learned changed moved played turned started showed walked opened closed offered remembered considered waited served
watched followed stopped created spoke spent grew won taught ordered missed cleaned cooked painted planned finished tried
carried picked dropped fixed visited called asked answered needed wanted loved hated used liked worked lived believed`.split(
    /\s+/,
  )

const SIZE = 8000
/** Flattens the head of the distribution: no content word stands in more than about a tenth of the sentences. */
const HEAD = 10

/** What the model's list has of `didn't` and its like. */
const CUT = /^(did|does|is|was|were|had|has|have|would|could|should|are|must|need)n$/

/** Content words of the built-in model's own list, the frequent ones first. */
const WORDS = readFileSync(join(packageRoot, 'models/static-en/vocab.txt'), 'utf8')
  .split('\n')
  .filter((word) => /^[a-z]{4,12}$/.test(word) && !CUT.test(word) && !isStopWord(word))
  .slice(0, SIZE)

/** Zipf-Mandelbrot: the word of rank r is drawn with a probability of about 1 / (r + HEAD). */
export const drawWord = (roll: () => number): string => {
  const rank = Math.floor(HEAD * ((WORDS.length + HEAD) / HEAD) ** roll() - HEAD)
  return WORDS[rank] ?? 'garden'
}

export const PEOPLE = `Anna Ben Carla Deniz Emil Fatima Goran Hana Ines Jonas Kemal Lena Marco Nadia Oskar Priya Quentin
Rosa Stefan Tara Umar Vera Wanda Xavier Yusuf Zoe Adele Bruno Chiara Dimitri Elena Farid Greta Hugo`.split(/\s+/)

export const PLACES = `Lisbon Oslo Kyoto Quito Dakar Tallinn Perth Cusco Leipzig Porto Turin Ghent Lyon Krakow Bergen
Seville Utrecht Malmo Bilbao Zagreb Toronto Denver Austin Boston`.split(/\s+/)

export const MONTHS = `January February March April May June July August September October November December`.split(' ')
export const DAYS = `Monday Tuesday Wednesday Thursday Friday Saturday Sunday`.split(' ')
