-- Cold and wide: what a memory says, and what follows from its own words alone.
create table memory_text (
  user_id text not null,
  id uuid not null,
  content text not null,
  -- The label before the words, where the content starts with it.
  speaker text,
  summary text not null,
  overview text not null,
  -- The words that say when a fact holds.
  valid_words text,
  keywords text not null,
  metadata jsonb not null,
  opinion_confidence double precision,
  observation_subject text,
  language text not null,
  -- What it is found by: its lexemes, those of the subject's name with label A; how many positions each of the two has.
  own_words tsvector not null,
  text_len int not null,
  name_len int not null,
  -- The same as they are written, without accents: what a misspelt word is held against.
  spelt text not null,
  is_question boolean not null,
  answer_bits smallint not null,
  -- The days that its metadata name.
  named_days datemultirange not null,
  embedding vector,
  embedding_of int,
  primary key (user_id, id)
);
