-- Of each record that something is about, the cinemas that it belongs to; null of what concerns the whole chain.
alter table proposals add column cinemas jsonb;
-- Takes the place of cinema_id, which servers of before still write.
alter table notices add column cinemas jsonb;
