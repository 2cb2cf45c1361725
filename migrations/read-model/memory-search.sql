-- Derived from several rows by the refresh, never by a projection: one row for each active memory,
-- with the words and the vector of its neighbours in the same session and group of readers.
create table memory_search (
  user_id text not null,
  id uuid not null,
  reader_group text not null,
  session text not null,
  ordinal bigint not null,
  subject text,
  language text not null,
  is_question boolean not null,
  answer_bits smallint not null,
  occurred_on date,
  -- Found by as the day itself is, without a neighbour's.
  named_days datemultirange not null,
  -- The turn that it was made of, of several the last, and who said it.
  episode_id uuid not null,
  turn int,
  role text,
  created_at timestamptz not null,
  -- Labels: A own words and subject, B the previous and the next memory, C the two at distance 2.
  search_vector tsvector not null,
  -- Lexeme positions weighted by label, in tenths (A 10, B 5, C 2): whole numbers, so that sums never drift.
  lex_len int not null,
  own_len int not null,
  context_embedding vector,
  primary key (user_id, id)
);

-- Narrow, so that the nearest few hundred of many are chosen by one quick pass: sign bits of the rotated context vector.
-- The signature stands where a row's columns before it have a fixed width: nothing has to be measured to get at it.
create table memory_signature (
  id uuid not null,
  signature bit(1024) not null,
  user_id text not null,
  reader_group text not null,
  primary key (user_id, id)
);

-- What a search may know of a group of readers without looking at its memories.
create table reader_group (
  user_id text not null,
  reader_group text not null,
  workspace_id text,
  agent_id text,
  visibility text,
  granted_to text[] not null,
  memories bigint not null,
  lex_len bigint not null,
  primary key (user_id, reader_group)
);

create table reader_group_subject (
  user_id text not null,
  reader_group text not null,
  subject text not null,
  memories bigint not null,
  primary key (user_id, reader_group, subject)
);

create table reader_group_language (
  user_id text not null,
  reader_group text not null,
  language text not null,
  memories bigint not null,
  primary key (user_id, reader_group, language)
);

-- In how many memories of the group a lexeme stands, their neighbours' words included: document frequencies.
create table reader_group_term (
  user_id text not null,
  lexeme text not null,
  reader_group text not null,
  memories bigint not null,
  primary key (user_id, lexeme, reader_group)
);

-- In how many memories of the group a word stands as it is written, of their own words: what a misspelt word is held against.
create table reader_group_word (
  user_id text not null,
  reader_group text not null,
  word text not null,
  lexeme text not null,
  memories bigint not null,
  primary key (user_id, reader_group, word, lexeme)
);
