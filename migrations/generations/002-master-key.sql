-- The store's secret key, where nobody names one in the settings. Kept apart from the log and from every set of read tables.
create table generations.master_key (
  one boolean primary key default true check (one),
  key bytea not null check (length(key) = 32),
  -- The key that the store is being changed to, where the settings do not name it.
  next bytea check (length(next) = 32)
);
