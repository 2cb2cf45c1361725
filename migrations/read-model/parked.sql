-- Users who are set aside, because their log holds an event that cannot be applied, or because they are being erased. Both
-- their streams stand still at what `bank` says, while all others go on; they are read on from there when the event can be
-- applied, or when their keys are destroyed.
create table parked (
  user_id text not null,
  stream text not null,
  -- Of the event to blame, and what kind of fault it is; never its words. Null: nothing is to blame, the user is being erased.
  position bigint not null,
  reason text,
  primary key (user_id, stream)
);

create unique index parked_stream on parked (stream);
