-- The users of whom everything was erased, and when last. What is in the other tables of them was said since.
create table erased_user (
  user_id text not null,
  at timestamptz not null,
  -- The last revisions of the user's streams that were known then; -1: none.
  bank_to bigint not null,
  recalls_to bigint not null,
  primary key (user_id)
);
