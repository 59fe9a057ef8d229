-- A token that a second person approved has no secret until whoever asked for it fetches one.
alter table service_tokens alter column key_hash drop not null;
