-- Where and when the words of a memory were said: a row for each time. Of what was derived there is none: it is told where
-- what it rests on is.
create table memory_telling (
  user_id text not null,
  memory_id uuid not null,
  episode_id uuid not null,
  -- The last of its turns, and the first.
  turn int not null,
  first_turn int not null,
  -- When it was said, where that was given; the offset of the clock that it was told by; and the day that the clock showed.
  at timestamptz,
  observed_offset text,
  told_on date not null,
  recorded_at timestamptz not null,
  removed_at timestamptz,
  -- Whether the memory was stored with it.
  is_first boolean not null,
  primary key (user_id, memory_id, episode_id, turn)
);

create index memory_telling_removed on memory_telling (user_id, removed_at) where removed_at is not null;
