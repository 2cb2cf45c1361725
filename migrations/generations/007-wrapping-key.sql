-- Which key the data keys of a log are wrapped by, told by a mark from which it cannot be worked out. A process that still has a
-- former one makes no keys any more: nobody could open them. Several logs, each with a secret key of its own, may share a database.
create table generations.wrapping_key (
  prefix text primary key,
  mark text not null
);
