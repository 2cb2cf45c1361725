-- While a store is changed to another secret key: that key, where the settings do not name it, and each data key wrapped by it.
-- Until the log says that the store has the next key, `wrapped` counts, and afterwards `rewrapped` where there is one: whichever key a
-- process has, one of the two opens. It is empty at all other times.
alter table generations.master_key add column next bytea check (length(next) = 32);
alter table generations.data_key add column rewrapped bytea;
alter table generations.data_key add check (rewrapped is null or wrapped is not null);
