-- What a set of read tables is made of: the edition is the same for all sets of one log and one version of the code, which
-- then differ by the embedding model. Unknown for what was made before.
alter table generations.generation
  add column edition text,
  add column model text,
  add column dimensions int;
