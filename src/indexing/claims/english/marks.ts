import { type MarkWords, rowsOf } from '../marks.js'

/** Who is spoken to, and for what it is told. */
const SAID_BESIDE = rowsOf(
  [
    'hi hello hey dear',
    'all everyone everybody team folks guys parents colleagues members neighbours neighbors friends there',
  ],
  ['for', 'the', 'notebook file files record records minutes log archive notes diary calendar list'],
  [
    'in+case if',
    'anybody anyone somebody someone',
    'asks wonders cares needs+it wants+to+know is+wondering is+interested',
  ],
  ['in+case if', 'you people they', 'ask wonder care need+it want+to+know are+wondering were+wondering are+interested'],
  ['just+so so', 'you everyone everybody they we all+of+you you+all', 'know knows'],
  ['quick small short gentle friendly little', 'note reminder update info'],
  ['note', 'to', 'self myself'],
)

/** See `Mark`. */
export const ENGLISH_MARKS: MarkWords = {
  now: `now, nowadays, these days, right now, from now on, as of now, as of today, from today, by now, again, once again, newly`,
  drop: `currently, presently, solely, exclusively, at the moment, at present, really, still, already, just, recently, finally, officially, simply, honestly,
    happily, proudly, meanwhile, though, indeed, obviously, luckily, sadly, unfortunately, in the meantime, eventually, simply, basically,
    please, well, so, ok, okay, oh, hey, hi, hello, yes, yeah, yep, sure, right, anyway, also known, by the way, btw, fyi, for the record,
    as you know, you know, to be clear, in case you wonder, just so you know, please note that, note that, note, remember that, keep in mind that,
    you should know that, i want you to know that, let me tell you that, update, news, quick update, according to our records, according to my records, according to the records, according to our files, according to our data, according to the latest information,
    as far as i know, to my knowledge, as things stand, as it stands, as we speak, just for the record, for your information, let it be known that, i can tell you that, i should mention that, it is worth noting that, big news, good news, small update, turns out,
    it turns out that, turns out that, it is official, great news, finally, and, the fact is that, i can confirm that, i confirm that,
    it is a fact that, the truth is that, to let you know, thanks, thank you, guess what, as a reminder, reminder, as mentioned, of course, it is known that, everyone knows that, as everyone knows, fact, fun fact, i know that, we know that,
    please remember that, please keep in mind that, please be aware that, be aware that, please know that, please remember, remember, remember this, for what it is worth, fwiw, note for the file, please update, update your records, please update your records, in reality, heads up, ${SAID_BESIDE}`,
  correct: `actually, correction, in fact, i made a mistake, my mistake, my bad, sorry, apologies, i was wrong, i misspoke, to correct myself,
    no wait, wait, oops, i mixed that up, let me correct that, small correction, that was wrong, that is wrong, strike that, i mixed them up,
    i got that wrong, i need to correct myself, no, nope, i mixed it up, i mixed this up, i mixed things up, i got it wrong, i got this wrong,
    i got them wrong, i was mistaken, i am mistaken, i made an error, i misremembered, i mistyped, i made a typo, typo, that was a typo, my error, my fault,
    let me correct myself, i must correct myself, i confused them, scratch that, scratch what i said, i take that back, i stand corrected, that was a mistake`,
  end: `no longer, no more, anymore, any more, any longer`,
  block: `also, too, another, second, as well, both, either, neither, partly, partially, mostly, usually, often, sometimes, occasionally,
    temporarily, part-time, part time, formerly, previously, once, never, ever, almost, nearly, for now, for the time being, at times, in part,
    technically, one of, used to, going to, gonna, about to, supposed to, will, would, could, should, might, may, must, shall, want, wants,
    wanted, wish, wishes, hope, hopes, hoping, plan to, plans to, planning to, planning on, planning a, planning the, planning for, planned to, intend, intends, consider, considers, considering,
    think, thinking, like to, love to, likes to, loves to, need to, needs to, have to, has to, had to, try, tries, trying, tried, jointly, not only, co-,
    at first, back then, at that time, originally, initially, historically, for a while, for years, long ago, every, each, generally, ideally,
    de facto, in theory, on paper, on weekends, on weekdays, half, besides, in addition, additionally, as a child, as a kid, when, whenever, unless,
    likely, rumored, rumoured, expected, due to become, set to become, next, future, let, hopefully, failed, refused, declined, decided against`,
  void: `if, whether, imagine, suppose, supposing, pretend, hypothetically, maybe, perhaps, probably, possibly, presumably, apparently, allegedly,
    supposedly, reportedly, rumour, rumor, rumours, rumors, claims, claimed, claim, said, says, say, told, tells, heard, hear, asked, asks, asking,
    wondered, wondering, wonder, thought, thinks, believe, believes, believed, guess, assume, assumes, assumed, suspect, doubt, doubts, seems, seem,
    seemed, dream, dreamt, dreamed, dreaming, joke, joked, joking, kidding, fiction, fictional, not sure, not think, unsure, uncertain, unclear, i think,
    remember if, recall, forgot, forgotten, not remember, according to, in the game, in a game, in the novel, in the book, in the movie, in the film,
    in the story, in the series, in the show, in the play, in my dream, in my novel, in a novel, in a movie, in a book, in another life, i read, novel in which, story in which, film in which, book in which, movie in which, world in which, play in which,
    in an alternate, character, role-play, roleplay, quote, quoted, example, e.g., for instance, would be, as if, wrote that, wrote :, wrote to, wrote in, he wrote, she wrote, they wrote, writes, mentioned,
    insists, insisted, argues, argued, suggested, suggests, announced that, reported, reports that, reports say, predicts, predicted, expects, feared, was thought, true that,
    were, had been, question, asking, not true, false, a lie, wrong that, misheard`,
  joke: `translate, rephrase, paraphrase, proofread, summarise, summarize, repeat after me, type exactly, type this, type the following,
    is that true, is it true, is this true, i do not believe it, i do not believe that, nobody believes it, that is nonsense, copy this, enter this, enter the following, how does this sound, how does that sound, does this sound, is this better, sounds better,
    haha, hahaha, hehe, lol, lmao, rofl, jk, just kidding, kidding, only joking, just joking, xd, 😂, 🤣, 😜, 😝, 🤪, :p, ;)`,
}
