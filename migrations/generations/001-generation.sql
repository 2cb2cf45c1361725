-- Which sets of read tables there are. Each has a schema of its own, read_<hash>_<number>; of those with one hash,
-- one at most is live.
create table generations.generation (
  hash text not null,
  number int not null,
  live boolean not null,
  primary key (hash, number)
);
