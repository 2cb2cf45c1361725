import type { FollowUpWords } from '../follow-up.js'

export const ENGLISH_FOLLOW_UPS: FollowUpWords = {
  corrections: `
correct: i meant/mean (to say|to write)? V
correct: make that/it V
plain: it/that/he/she/this is V
plain: it/that/he/she/this is called/named/in/at/on V
past: it/that was (on|in|at)? V
plain: V
`,
  withdrawals: `forget that, forget this, forget what i said, forget what i just said, forget what i told you, forget my last message, disregard that,
    disregard my last message, ignore that, ignore my last message, ignore what i said, ignore what i just said, scratch that, strike that, delete that,
    erase that, that was wrong, that is wrong, that was not true, that is not true, that is not right, that was not right, that was incorrect,
    that is incorrect, that was a mistake, that was a joke, that was just a joke, that was only a joke, it was a joke, it was just a joke, i was joking, i was kidding,
    i was just joking, i was just kidding, i was only joking, i was only kidding, i am joking, i am kidding, i am just joking, i am just kidding, just kidding, just joking,
    only kidding, only joking, kidding, jk, that was a lie, i take that back, i take it back, not true, that is not correct, that was not correct,
    what i said was wrong, what i just said was wrong, forget about that, forget i said that, forget that i said that`,
  withdrawn: `forget that, forget the fact that, disregard that, disregard the fact that, ignore that, ignore the fact that, delete the fact that,
    remove the fact that, erase the fact that, delete that, erase that, it is not true that, it is wrong that, it is false that, it is incorrect that,
    it was wrong that, it was not true that, it is not correct that, it is not right that, i was wrong when i said that, i was wrong when i said, i was wrong to say that,
    i was wrong that, i was wrong about, i lied when i said that, i lied when i said, i should not have said that, do not remember that, stop remembering that,
    you can forget that, you should forget that, forget my saying that, forget i said that, forget i said, forget what i said about, it is no longer true that,
    it is a mistake that, it is a lie that, please forget that, i take back that`,
  wrong: `was wrong, is wrong, was not true, is not true, was incorrect, is incorrect, was a mistake, is a mistake, was a lie, is a lie, is not correct,
    was not correct, is no longer true, is not true anymore, is not right, was not right, is false, was false`,
  that: 'that',
  hints: 'meant mean',
}
