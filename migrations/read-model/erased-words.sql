-- Names of erased words, by which they are recognised when a program sends them back: hashes under a key of the store, which tell
-- nothing of the words, each for one group of readers.
create table erased_words (
  user_id text not null,
  words uuid not null,
  at timestamptz not null,
  primary key (user_id, words)
);
