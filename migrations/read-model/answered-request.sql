-- What a caller was told under an Idempotency-Key; keys and requests are sha256 in hex. Used for a day, replaced when used again.
create table answered_request (
  user_id text not null,
  key text not null,
  request text not null,
  answer text not null,
  at timestamptz not null,
  primary key (user_id, key)
);
