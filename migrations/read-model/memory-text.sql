-- Cold and wide: what a memory says, and what follows from its own words alone.
create table memory_text (
  user_id text not null,
  id uuid not null,
  content text not null,
  -- The label before the words, where the content starts with it.
  speaker text,
  summary text not null,
  overview text not null,
  keywords text not null,
  metadata jsonb not null,
  opinion_confidence double precision,
  observation_subject text,
  -- What is searched, cut into words: the subject's name, and the own text without it.
  subject_text text not null,
  search_text text not null,
  is_question boolean not null,
  answer_bits smallint not null,
  embedding vector,
  embedding_of int,
  own_words tsvector generated always as (to_tsvector('english', search_text)) stored,
  primary key (user_id, id)
);
