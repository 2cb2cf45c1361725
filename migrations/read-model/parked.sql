-- Users whose log holds an event that cannot be applied. Both their streams stand still at what `bank` says, while all
-- others go on; they are read on from there when the event can be applied.
create table parked (
  user_id text not null,
  stream text not null,
  -- Of the event to blame, and what kind of fault it is; never its words.
  position bigint not null,
  reason text not null,
  primary key (user_id, stream)
);

create unique index parked_stream on parked (stream);
