-- What the words of a memory rest on: stretches of the own words of others. A row for each, and none for what was taken over
-- as it was said. `words_of` is the version that first set those words.
create table memory_evidence (
  user_id text not null,
  id uuid not null,
  words_of int not null,
  evidence_id uuid not null,
  start_at int not null,
  end_at int not null,
  primary key (user_id, id, words_of, evidence_id, start_at)
);

-- What the words of now say of a subject, where they give a value of an attribute.
create table memory_claim (
  user_id text not null,
  id uuid not null,
  claim int not null,
  subject text not null,
  attribute text not null,
  value text not null,
  -- Whether the words say nothing else.
  sole boolean not null,
  primary key (user_id, id, claim)
);
