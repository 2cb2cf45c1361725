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

-- What supports a memory. A stretch without a length is none: words were only drawn from there, so that they go with it.
create view memory_basis as
select *
from memory_evidence
where end_at > start_at;
