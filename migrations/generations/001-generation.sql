-- Which sets of read tables there are. Each has a schema of its own, read_<hash>_<number>; of those with one hash,
-- one at most is live. The edition is the same for all sets of one log and one version of the code, which then differ by
-- the embedding model.
create table generations.generation (
  hash text not null,
  number int not null,
  live boolean not null,
  edition text not null,
  model text not null,
  dimensions int not null,
  primary key (hash, number)
);
