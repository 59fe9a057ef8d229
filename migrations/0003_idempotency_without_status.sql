-- Nothing wrote it or read it.
alter table idempotency_keys drop column status;
